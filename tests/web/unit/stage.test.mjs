import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { stopTheClock } from './browser.mjs';

stopTheClock();
const { Stage } = await import('../../../web/client/tables/stage.js');
const { scenes, isFirst } = await import('../../../web/client/preferences.js');

/** A table on which every event adds one, and takes a second. */
const TABLE = {
  step: (view, { type }) =>
    type === 'unseen'
      ? null
      : {
          view: { count: view.count + 1 },
          moment: { kind: type },
          hold: 1000,
          ...(type === 'verdict' ? { hold: 3000, tells: 1600, cue: 'lift', told: 'bad' } : {}),
        },
};
let stage;
let heard;

const event = (seq, type = 'moved') => ({ seq, type, data: {} });
const events = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => event(first + at));
const feed = (version, recent, more = {}) =>
  stage.feed({
    table: TABLE,
    match: { version, view: { count: version } },
    recent,
    before: null,
    scene: { you: 0, names: [] },
    ...more,
  });
const pass = (milliseconds) => mock.timers.tick(milliseconds);

beforeEach(() => {
  heard = [];
  scenes.set(true);
  document.hidden = false;
  stage = new Stage(
    () => {},
    (cue) => heard.push(cue),
  );
});

test('who comes for the first time sees the match as it is', () => {
  feed(8, events(1, 8));
  assert.deepEqual([stage.now.view, stage.now.busy, stage.now.away], [{ count: 8 }, false, null]);
});

test('events are shown one after the other, and nothing tells more than is shown', () => {
  feed(8, events(1, 8));
  feed(10, events(1, 10));
  assert.deepEqual([stage.now.view.count, stage.now.upTo, stage.now.busy], [9, 9, true]);
  pass(1000);
  assert.deepEqual([stage.now.view.count, stage.now.upTo], [10, 10]);
  pass(1000);
  assert.deepEqual([stage.now.busy, stage.now.upTo], [false, Infinity]);
});

test('what comes while something is shown is shown after it', () => {
  feed(8, events(1, 8));
  feed(9, events(1, 9));
  feed(10, events(1, 10));
  assert.equal(stage.now.view.count, 9);
  pass(1000);
  assert.equal(stage.now.view.count, 10);
});

test('a verdict is told with its stamp, not before', () => {
  feed(8, events(1, 8));
  feed(9, [...events(1, 8), event(9, 'verdict')]);
  assert.deepEqual([stage.now.upTo, stage.now.moment.settled, heard], [8, undefined, ['lift']]);
  pass(1600);
  assert.deepEqual([stage.now.upTo, stage.now.moment.settled], [9, true]);
  assert.deepEqual(heard, ['lift', 'bad']);
  pass(1399);
  assert.ok(stage.now.busy);
  pass(1);
  assert.ok(!stage.now.busy);
});

test('to skip is to go on by one step, and a verdict is told before it is left', () => {
  feed(8, events(1, 8));
  feed(10, [...events(1, 8), event(9, 'verdict'), event(10)]);
  stage.skip();
  assert.deepEqual([stage.now.view.count, stage.now.moment.settled], [9, true]);
  stage.skip();
  assert.equal(stage.now.view.count, 10);
  stage.skip();
  assert.ok(!stage.now.busy);
  stage.skip();
  assert.deepEqual(stage.now.view, { count: 10 });
});

const before = { version: 5, view: { count: 5 }, read: 6 };

test('an absence is counted on while other news of the match comes', () => {
  feed(9, events(3, 9), { before });
  feed(9, events(3, 9), { before });
  pass(1000);
  assert.deepEqual(stage.now.away, { at: 2, of: 3 });
});

test('what happened in an absence is shown on return, as far as it was not read elsewhere', () => {
  feed(9, events(3, 9), { before });
  assert.deepEqual([stage.now.view.count, stage.now.away], [7, { at: 1, of: 3 }]);
  pass(1000);
  assert.deepEqual([stage.now.view.count, stage.now.away], [8, { at: 2, of: 3 }]);
  stage.finish();
  assert.deepEqual([stage.now.view.count, stage.now.away, stage.now.busy], [9, null, false]);
});

test('an absence of which events are missing is not shown', () => {
  feed(9, events(7, 9), { before });
  assert.ok(!stage.now.busy);
});

test('who has read everything elsewhere is shown nothing', () => {
  feed(9, events(3, 9), { before: { ...before, read: 9 } });
  assert.deepEqual([stage.now.view.count, stage.now.busy], [9, false]);
});

test('an absence begins without what was remembered, for it may be forgotten', () => {
  const table = { ...TABLE, forgotten: (view) => ({ ...view, count: view.count + 100 }) };
  feed(7, events(3, 7), { before: { ...before, read: 5 }, table });
  assert.equal(stage.now.view.count, 106);
});

test('a page that is not looked at waits, and shows it all when it is', () => {
  feed(8, events(1, 8));
  document.hidden = true;
  feed(9, events(1, 9));
  feed(10, events(1, 10));
  pass(60_000);
  assert.deepEqual([stage.now.view.count, stage.now.busy], [8, false]);
  document.hidden = false;
  stage.look();
  assert.deepEqual([stage.now.view.count, stage.now.away], [9, { at: 1, of: 2 }]);
});

test('long stories are told faster, but each scene can still be seen', () => {
  feed(1, events(1, 1));
  feed(101, events(1, 101));
  pass(349);
  assert.equal(stage.now.view.count, 2);
  pass(1);
  assert.equal(stage.now.view.count, 3);
});

test('what is more than a story is not told', () => {
  feed(1, events(1, 1));
  feed(200, events(1, 200));
  assert.deepEqual([stage.now.view.count, stage.now.busy], [200, false]);
});

test('who wants everything at once gets it', () => {
  scenes.set(false);
  feed(8, events(1, 8));
  feed(10, events(1, 10));
  assert.deepEqual([stage.now.view.count, stage.now.busy], [10, false]);
});

test('what is forgotten is seen to fade, and then is gone', () => {
  const table = { ...TABLE, faded: (one, other) => ({ from: one.count, to: other.count }) };
  feed(8, events(1, 8), { table });
  feed(9, events(1, 9), { table });
  pass(1000);
  assert.deepEqual(stage.now.moment, { kind: 'faded', from: 9, to: 9 });
  assert.ok(!stage.now.busy, 'one can play meanwhile');
  pass(1500);
  assert.equal(stage.now.moment, null);
});

test('some words are said once on a device', () => {
  assert.ok(isFirst('fades'));
  assert.ok(!isFirst('fades'));
  assert.ok(isFirst('else'));
});

const { faded, forgotten } = await import('../../../web/client/tables/bonbons/steps.js');

test('Bonbons: a remembered face fades where it is known no more', () => {
  const down = (face) => ({ lies: 'down', ...(face ? { face } : {}) });
  const then = {
    squares: [down('mint'), down('toffee'), { lies: 'shown', face: 'coin' }],
    rows: [[{ tile: 4, ...down('mint') }]],
  };
  const now = { squares: [down(), down('toffee'), down()], rows: [[{ tile: 4, ...down() }]] };
  assert.deepEqual(faded(then, now), { squares: ['mint', null, null], tiles: { 4: 'mint' } });
  assert.equal(faded(then, then), null);
  assert.ok(!forgotten(then).squares[0].face);
  assert.equal(forgotten(then).squares[2].face, 'coin');
});

const pti = await import('../../../web/client/tables/ptipasspass/steps.js');

test('PtiPassPass: what was known of a cup fades, what was lifted does not', () => {
  const cup = (animals, complete) => ({ animals, masked: 0, complete });
  const then = { cups: [cup(['dove'], true), cup(['mouse'], true), cup([], true)] };
  const now = { cups: [cup([], false), cup([], true), cup([], true)] };
  assert.deepEqual(pti.faded(then, now), { cups: [['dove'], [], []] });
  assert.equal(pti.faded(then, then), null);
  assert.deepEqual(pti.forgotten(then).cups[0], cup([], false));
  assert.deepEqual(pti.forgotten(then).cups[2], cup([], true));
});
