/** Cups: what a form asks for, and points as the server counts them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const { dayAfter, inForm, sizesOf } = await import('../../../web/client/leagues/cup-form.js');
const { pointsOf, sums } = await import('../../../web/client/leagues/standings.js');

test('a place gives the points that the server gives', () => {
  assert.deepEqual(
    [0, 1, 2].map((entrant) => pointsOf([[1], [0], [2]], entrant)),
    [60, 120, 0],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((entrant) =>
      pointsOf(
        [
          [0, 1],
          [2, 3],
        ],
        entrant,
      ),
    ),
    [100, 100, 20, 20],
  );
});

test('one’s own points add up over the tables that have ended', () => {
  const table = (entrants, ranking) => ({ entrants, ranking });
  const tables = [table([0, 1], [[1], [0]]), table([0, 2], [[0, 2]]), table([1, 2], [[1], [2]])];
  assert.deepEqual(sums({ you: 0, tables: [...tables, table([0, 1], null)] }), [0, 60]);
  assert.deepEqual(sums({ you: null, tables }), []);
});

test('a form asks for a cup in hours and days', () => {
  const wanted = { name: 'Cup', game: 'bonbons', seats: 4, rolling: true, rounds: 3 };
  assert.deepEqual(inForm('circle', { ...wanted, begins: 3, weeks: 2 }), {
    circle: 'circle',
    ...wanted,
    starts_in: 72,
    days: 14,
  });
  assert.equal(dayAfter(3, Date.UTC(2026, 10, 29)), '2026-12-02T00:00:00.000Z');
});

test('tables of a cup have the sizes of the game, from two to six', () => {
  assert.deepEqual(sizesOf({ min: 1, max: 3 }), [2, 3]);
  assert.deepEqual(sizesOf({ min: 3, max: 10 }), [3, 4, 5, 6]);
});
