/** What a device keeps for its player: receipts, numbers for the chance, matches, notices. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { answerInTurn, json, later, server, stopTheClock, stored, until } from './browser.mjs';

stopTheClock();
const { keepReceipt, receiptsOf } = await import('../../../web/client/receipts.js');
const { reveal, sitDown } = await import('../../../web/client/seed.js');
const { keep } = await import('../../../web/client/store.js');
const { keptMatches } = await import('../../../web/client/components/own-matches.js');
const { notice, notices, say, spoken, unsay } = await import('../../../web/client/announcer.js');
const { session } = await import('../../../web/client/session.js');
const { listsChanged, turns, watchTurns } = await import('../../../web/client/turn-badge.js');
const { hash, hex, raw, utf8 } = await import('../../../web/client/proof/bytes.js');

beforeEach(() => {
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  spoken.set([]);
  notices.set([]);
});

test('receipts are kept in order, of the latest sixty matches', () => {
  for (let at = 0; at < 61; at += 1) keepReceipt(`m${at}`, { seq: 1 });
  keepReceipt('m60', { seq: 2 });
  assert.deepEqual(receiptsOf('m60'), [{ seq: 1 }, { seq: 2 }]);
  assert.deepEqual(receiptsOf('m0'), []);
  assert.deepEqual(receiptsOf('m1'), [{ seq: 1 }]);
  assert.equal(stored('receipted').length, 60);
});

test('who completes a table promises a number and reveals it at once', async () => {
  const promise = { commitment: 'ab' };
  const seated = { id: 'm1', you: 1, starting: { waiting_for: [1] }, promise };
  const begun = { id: 'm1', you: 1, starting: null, version: 3 };
  answerInTurn(json(seated), json({ match: begun, receipt: { seat: 1 } }));
  assert.deepEqual(await sitDown('matches/m1/join', { code: 'c' }, true), begun);
  const [joined, revealed] = server.requests;
  assert.equal(joined.body.code, 'c');
  assert.equal(revealed.path, 'matches/m1/seed');
  const seed = raw(revealed.body.seed, 32);
  assert.equal(hex(await hash(utf8('gobelet/client/1\0'), seed)), joined.body.seed_commitment);
  assert.deepEqual(receiptsOf('m1'), [promise, { seat: 1 }]);
  assert.equal(stored('seed.m1'), null);
});

test('who does not complete the table promises nothing, and keeps what the server promises', async () => {
  answerInTurn(json({ id: 'm1', promise: { commitment: 'cd' } }));
  await sitDown('matches/m1/join', {}, false);
  assert.deepEqual(server.requests[0].body, {});
  assert.deepEqual(receiptsOf('m1'), [{ commitment: 'cd' }], 'of the seat that one has now');
});

test('a number is revealed only by the device that promised it, when it is asked for', async () => {
  answerInTurn();
  keep('seed.m1', 'ab'.repeat(32));
  assert.equal(await reveal({ id: 'm1', you: null, starting: { waiting_for: [0] } }), null);
  assert.equal(await reveal({ id: 'm1', you: 1, starting: { waiting_for: [0] } }), null);
  assert.equal(await reveal({ id: 'm1', you: 1, starting: null }), null);
  assert.equal(await reveal({ id: 'm2', you: 1, starting: { waiting_for: [1] } }), null);
});

test('a number that could not be revealed is kept for the next time', async () => {
  navigator.onLine = false;
  answerInTurn(null);
  keep('seed.m1', 'ab'.repeat(32));
  await assert.rejects(reveal({ id: 'm1', you: 1, starting: { waiting_for: [1] } }));
  assert.equal(stored('seed.m1'), 'ab'.repeat(32));
  navigator.onLine = true;
});

test('own matches that were kept are listed, the latest first, without those one watched', () => {
  keep('recent', ['m2', 'm1', 'm3']);
  for (const [id, you] of [
    ['m1', 0],
    ['m2', 1],
    ['m3', null],
  ]) {
    keep(`match.${id}`, { id, you, awaiting: [0] });
  }
  assert.deepEqual(
    keptMatches().map(({ id, awaiting_you: mine }) => [id, mine]),
    [
      ['m2', false],
      ['m1', true],
    ],
  );
});

test('a screen reader is told the latest twelve lines, and what has faded is taken away', () => {
  for (let at = 1; at <= 14; at += 1) say(`line ${at}`);
  assert.equal(spoken.value.length, 12);
  assert.equal(spoken.value[0].text, 'line 3');
  unsay(['line 4', 'line 14', 'never said']);
  assert.equal(spoken.value.length, 10);
  assert.equal(new Set(spoken.value.map(({ id }) => id)).size, 10);
});

test('a notice goes after a while, and the same one is not shown twice', async () => {
  notice('Saved.');
  notice('Saved.');
  notice('Not played.', 'bad', { path: '/matches/m1', lasts: 20_000 });
  assert.deepEqual(
    notices.value.map(({ text }) => text),
    ['Saved.', 'Not played.'],
  );
  await later(6000);
  assert.deepEqual(
    notices.value.map(({ text, path }) => [text, path]),
    [['Not played.', '/matches/m1']],
  );
  await later(14_000);
  assert.deepEqual(notices.value, []);
  for (const text of ['a', 'b', 'c', 'd']) notice(text);
  assert.equal(notices.value.length, 3);
});

test('the badge counts the matches that wait, while somebody is signed in', async () => {
  navigator.setAppBadge = async (count) => {
    navigator.badge = count;
  };
  const { readable, writable } = new TransformStream();
  server.answer = ({ path }) =>
    path === 'me/stream' ? new Response(readable) : json({ count: 5, badge: 3, results: [] });
  await watchTurns();
  assert.equal(turns.value, 0);
  session.set({ token: 'secret', player: { id: 'anna' } });
  await writable.getWriter().write(new TextEncoder().encode('data: {}\n\n'));
  await until(() => turns.value === 3);
  assert.deepEqual([navigator.badge, listsChanged.value], [3, 1]);
  session.set({ token: null, player: null });
  assert.equal(turns.value, 0);
});
