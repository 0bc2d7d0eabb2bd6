import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const { sceneAt } = await import('../../../web/client/replay/scene.js');

const match = {
  seats: [
    { seat: 0, player: { name: 'Anna' }, gone: true },
    { seat: 1, player: null },
  ],
  awaiting: [0],
  choices: [{ type: 'doubt' }],
  sealed: { type: 'doubt' },
};
const film = [0, 1, 2, 3].map((seq) => ({
  seq,
  view: { at: seq },
  text: `line ${seq}`,
  event: seq ? { type: 'moved', at: `0${seq}:00`, seq } : null,
}));
const table = {
  step: (view, event, { you, names }) => ({
    view: {},
    moment: { from: view.at, to: event.seq, you, names },
    hold: 1300,
  }),
};
const at = (seq, more = {}) =>
  sceneAt({ match, table, film, seq, you: null, moved: true, open: false, ...more });

test('a frame is drawn as it was, and nothing can be done', () => {
  const { scene } = at(2);
  assert.deepEqual(scene.view, { at: 2 });
  assert.deepEqual(scene.names, ['Anna', '']);
  assert.deepEqual([scene.choices, scene.match.choices, scene.match.awaiting], [[], [], []]);
  assert.equal(scene.match.sealed, null);
  assert.ok(!scene.match.seats[0].gone, 'they were still there');
  assert.deepEqual(scene.journal, [
    { seq: 1, at: '01:00', text: 'line 1' },
    { seq: 2, at: '02:00', text: 'line 2' },
  ]);
  assert.equal(scene.recent.length, 2);
});

test('secrets are open or as they were', () => {
  assert.equal(at(2).scene.replay, 'then');
  assert.equal(at(2, { open: true }).scene.replay, 'open');
});

test('an event is shown when one comes from the moment before, not when one jumps', () => {
  const { scene, hold } = at(2, { you: 1 });
  assert.deepEqual(scene.moment, { from: 1, to: 2, you: 1, names: ['Anna', ''], settled: true });
  assert.equal(hold, 1300);
  assert.equal(at(2, { moved: false }).scene.moment, null);
});

test('where there is nothing to see one looks for a while', () => {
  assert.deepEqual([at(0).scene.moment, at(0).hold], [null, 900]);
  assert.equal(at(2, { table: {} }).hold, 900);
  const gap = [film[0], undefined, film[2]];
  assert.equal(at(2, { film: gap }).scene.moment, null);
});
