import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const { asksName } = await import('../../../web/client/components/ask-name.js');
const { isLong, nextOf } = await import('../../../web/client/components/while-waiting.js');
const { session } = await import('../../../web/client/session.js');

const player = (guest) => ({
  token: 't',
  player: { id: 'p', kind: 'human', guest, name: 'Guest' },
});

test('only a guest is asked for a name, and only once', () => {
  session.set(player(false));
  assert.ok(!asksName());
  session.set(player(true));
  assert.ok(asksName());
  assert.ok(!asksName());
});

test('the next match is the most urgent other one', () => {
  const found = [{ id: 'here' }, { id: 'there' }, { id: 'later' }];
  assert.equal(nextOf(found, 'here').id, 'there');
  assert.equal(nextOf(found, 'there').id, 'here');
  assert.equal(nextOf([{ id: 'here' }], 'here'), null);
});

const seats = ['human', 'human', 'bot'].map((kind) => ({ player: { kind } }));
for (const [what, match, long] of [
  ['people are to move', { awaiting: [1] }, true],
  ['bots are to move', { awaiting: [2] }, false],
  ['it is one’s own turn too', { awaiting: [0, 1] }, false],
  ['the match is over', { awaiting: [], status: 'finished' }, false],
  ['one only watches', { awaiting: [1], you: null }, false],
])
  test(`a wait ${long ? 'may be long' : 'is none'} when ${what}`, () => {
    assert.equal(isLong({ status: 'running', you: 0, seats, ...match }), long);
  });
