import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const CLIENT = '../../../web/client/tables';
const geometry = await import(`${CLIENT}/ciaociao/geometry.js`);
const { counted, inOrder, printed, standings } = await import(`${CLIENT}/passpass/cards.js`);
const { NOTHING, open, swapOf, tapped } = await import(`${CLIENT}/ptipasspass/wish.js`);
const { step, swapped } = await import(`${CLIENT}/ptipasspass/steps.js`);
const { question } = await import(`${CLIENT}/bonbons/hand.js`);
const { language } = await import('../../../web/client/session.js');
const { narrowed } = await import(`${CLIENT}/text/table.js`);
const { isDrawn, tableOf } = await import(`${CLIENT}/index.js`);

const labels = [
  'a dove over cup 7, said to be a mouse',
  'a mouse over cup 17',
  'lift cups 7, 8, 9',
];
const moves = labels.map((label) => ({ move: {}, label }));
const NARROWED = [
  ['', labels],
  ['dove 7', [labels[0]]],
  ['DOV', [labels[0]]],
  ['7', [labels[0], labels[2]]],
  ['mouse, dove', [labels[0]]],
  ['elephant', []],
];
for (const [filter, expected] of NARROWED) {
  test(`“${filter}” leaves ${expected.length} of ${labels.length} moves`, () => {
    const found = narrowed(moves, filter);
    assert.deepEqual(
      found.map(({ label }) => label),
      expected,
    );
  });
}

test('a game without a drawn table, or without pictures, is played in words', async () => {
  const words = (await import(`${CLIENT}/text/table.js`)).default;
  assert.ok(!isDrawn('ciaociao'), 'the page names no tables');
  assert.equal(await tableOf('ciaociao', true), words);
  assert.equal(await tableOf('text', false), words);
});

test('every pawn stands on its plank, in the lane of its seat, and none beside the bridge', () => {
  for (const planks of [5, 9, 15]) {
    for (let plank = 1; plank <= planks; plank += 1) {
      const spots = [0, 1, 2, 3].map((seat) => geometry.onPlank(plank, planks, seat, 4));
      const lanes = spots.map(({ x }) => x);
      assert.deepEqual(
        lanes,
        [...lanes].sort((one, other) => one - other),
      );
      for (const { x, y, scale } of spots) {
        assert.ok(x > 0 && x < geometry.WIDTH && y > geometry.SHORE && y < geometry.HEIGHT);
        assert.ok(scale > 0 && scale < 1.2);
      }
      if (plank > 1) {
        const before = geometry.onPlank(plank - 1, planks, 0, 4);
        assert.ok(spots[0].y < before.y && spots[0].scale < before.scale, 'it is further away');
      }
    }
  }
});

test('the podium shows its highest step, and all its steps fit into the picture', () => {
  assert.deepEqual([0, 2, 5, 12].map(geometry.stepsShown), [3, 3, 6, 9]);
  for (const shown of [3, 6, 9]) {
    const boxes = Array.from({ length: shown }, (_, at) => geometry.stepBox(at + 1, shown));
    assert.ok(boxes[0].left >= 0 && boxes.at(-1).left + boxes.at(-1).width <= geometry.WIDTH);
    for (const [at, box] of boxes.slice(1).entries()) assert.ok(box.height > boxes[at].height);
    const { x, y } = geometry.onStep(shown, shown);
    assert.ok(x > boxes.at(-1).left && y <= boxes.at(-1).top + 3);
  }
});

test('paths of the bridge are numbers throughout', () => {
  const paths = [geometry.plankPath(3, 9), geometry.plankFront(3, 9), geometry.rope(1, 60)];
  for (const path of [...paths, geometry.plankMarks(3, 9).grain]) assert.doesNotMatch(path, /NaN/);
  for (let number = 0; number < 7; number += 1) {
    const { x, y } = geometry.drifting(1, number);
    assert.ok(x > 0 && x < geometry.WIDTH && y > 0 && y < geometry.HEIGHT);
  }
});

test('cards are printed with colour, value and diamonds', () => {
  assert.deepEqual(printed('blue-1'), { colour: 'blue', value: 1, diamonds: 3 });
  assert.deepEqual(printed('green-12'), { colour: 'green', value: 12, diamonds: 0 });
  assert.deepEqual(counted(['blue-1', 'blue-4', 'violet-2']), {
    violet: 1,
    blue: 2,
    green: 0,
    yellow: 0,
  });
  const hand = ['yellow-1', 'violet-12', 'blue-3', 'violet-2'];
  assert.deepEqual(inOrder(hand), ['violet-2', 'violet-12', 'blue-3', 'yellow-1']);
});

test('of a trick the colour with the highest sum is ahead, then the highest card, then the first', () => {
  const ahead = (...cards) => standings(cards).map(({ colour, sum }) => `${colour} ${sum}`);
  assert.deepEqual(ahead('blue-3', 'green-5', 'blue-4'), ['blue 7', 'green 5']);
  assert.deepEqual(ahead('blue-3', 'blue-4', 'green-7'), ['green 7', 'blue 7']);
  assert.deepEqual(ahead('violet-6', 'green-6'), ['violet 6', 'green 6']);
});

const up = { lies: 'shown' };
const ASKED = [
  ['start', [], ['flip_square', 'flip_round'], /square or a round/],
  ['start', [], ['flip_square'], /^Turn a square\.$/],
  ['further', [], ['flip_square', 'flip_round', 'stop'], /or stop/],
  ['further', [], ['flip_square'], /^Turn a square\.$/],
  ['more', [up], ['flip_round', 'stop'], /round tile/],
  ['more', [up], ['flip_round'], /round tile/],
  ['more', [], ['flip_square'], /Now a square/],
  ['more', [], ['flip_round', 'stop'], /wrapper/],
  ['more', [up], ['flip_square', 'flip_round', 'stop'], /A coin/],
  ['more', [up, up], ['flip_square', 'stop'], /Two coins/],
];
for (const [phase, squares, types, expected] of ASKED) {
  test(`Bonbons asks for ${types.join(', ')} (${phase}), and for nothing else`, () => {
    language.set('en');
    const choices = types.map((type) => ({ type }));
    assert.match(question({ view: { phase, squares }, choices }), expected);
  });
}

test('a lie that is found sounds well to all but its teller', () => {
  const player = { tokens: 2, challenge_tokens: 1 };
  const view = { players: [player, player], cups: [], pick: { cup: 0 }, answerers: [1] };
  const event = { type: 'lie_found', data: { seat: 1, active: 0 } };
  assert.deepEqual(
    [0, 1, null].map((you) => step(view, event, { you }).told),
    ['bad', 'good', 'good'],
  );
});

const lifting = {
  choices: [
    {
      type: 'lift',
      cups: [
        [0, 1, 2],
        [0, 3, 6],
        [3, 4, 5],
      ],
      swap: [null, [0, 4], [1, 4]],
    },
  ],
};

test('a line is complete as soon as no other holds the cups that were tapped', () => {
  assert.deepEqual(open(lifting, NOTHING).sort(), [0, 1, 2, 3, 4, 5, 6]);
  const first = tapped(lifting, NOTHING, 0);
  assert.deepEqual(first.line, [0]);
  assert.deepEqual(open(lifting, first).sort(), [0, 1, 2, 3, 6]);
  assert.deepEqual(tapped(lifting, first, 6).line, [0, 3, 6]);
  assert.deepEqual(tapped(lifting, first, 0).line, [], 'tapped again it is chosen no more');
});

test('who taps all three cups of a line lifts them', () => {
  const two = tapped(lifting, tapped(lifting, NOTHING, 0), 6);
  const three = tapped(lifting, two, 3);
  assert.deepEqual(three.line, [0, 3, 6]);
  assert.deepEqual(tapped(lifting, three, 3).line, [0, 6], 'tapped again it is chosen no more');
  assert.deepEqual(tapped(lifting, two, 6).line, [0], 'what followed from it goes with it');
});

test('two cups are chosen to be swapped, then the line', () => {
  const begun = { ...NOTHING, swapping: true };
  assert.deepEqual(open(lifting, begun).sort(), [0, 1, 4]);
  const one = tapped(lifting, begun, 4);
  assert.equal(swapOf(one), null);
  assert.deepEqual(open(lifting, one).sort(), [0, 1, 4]);
  const both = tapped(lifting, one, 0);
  assert.deepEqual(swapOf(both), [0, 4]);
  assert.ok(!both.swapping);
});

test('a token is put where it may be put', () => {
  const placing = { choices: [{ type: 'place', animal: ['dove'], cup: [2, 5] }] };
  assert.deepEqual(open(placing, NOTHING), [2, 5]);
  assert.equal(tapped(placing, NOTHING, 5).cup, 5);
  assert.deepEqual(open({ choices: [] }, NOTHING), []);
});

test('swapped cups take what is in them along', () => {
  const view = { cups: ['a', 'b', 'c'] };
  assert.deepEqual(swapped(view, [0, 2]).cups, ['c', 'b', 'a']);
  assert.equal(swapped(view, undefined), view);
});
