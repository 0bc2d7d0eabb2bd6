import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import './browser.mjs';
import { drawn } from './vnodes.mjs';

const CLIENT = '../../../web/client/components';
const { Face, FACE_NAMES, PHRASES, shown, showEmote } = await import(`${CLIENT}/emotes.js`);

test('six names have a face, six others only words', () => {
  assert.equal(new Set([...FACE_NAMES, ...PHRASES]).size, 12);
  for (const emote of FACE_NAMES) assert.match(drawn(Face({ emote })), /emote-skin/);
  for (const emote of PHRASES) assert.equal(Face({ emote }), undefined);
});

test('the last emote of a seat is on show for a while', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  showEmote({ id: 1, seat: 0, emote: 'wow', text: 'Wow!' });
  mock.timers.tick(3000);
  showEmote({ id: 2, seat: 0, emote: 'cry', text: 'Boo hoo…' });
  showEmote({ id: 3, seat: null, emote: 'cry', text: 'Boo hoo…' });
  showEmote({ id: 4, seat: 1, emote: null, text: 'written' });
  mock.timers.tick(3000);
  assert.deepEqual(shown.value, { 0: { id: 2, emote: 'cry', text: 'Boo hoo…' } });
  mock.timers.tick(3000);
  assert.deepEqual(shown.value, {});
  mock.timers.reset();
});
