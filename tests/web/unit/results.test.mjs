import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import './browser.mjs';

const { cameFrom, go } = await import('../../../web/client/router.js');
const { goalIn } = await import('../../../web/client/components/goal.js');
const { momentLink, momentOf, shareOf } = await import('../../../web/client/replay/share.js');
const table = async (game) => (await import(`../../../web/client/tables/${game}/table.js`)).default;

for (const [game, view, figure] of [
  ['ciaociao', { players: [{ podium: [3, 1] }] }, '2 pawns across, 4 points'],
  ['bonbons', { rows: [[{ lies: 'open' }, { lies: 'down' }]] }, '1 tile still to find'],
  ['bonbons', { rows: [[{ lies: 'open' }]] }, 'All tiles found'],
  ['ptipasspass', { players: [{ victory_tokens: 2 }] }, '2 rounds won'],
])
  test(`a rank of ${game} says what was reached: ${figure}`, async () => {
    assert.equal((await table(game)).figure(view, 0), figure);
  });

test('a link to a moment leads there, within the match', () => {
  assert.ok(momentLink('m1', 12).endsWith('/matches/m1/replay#12'));
  assert.deepEqual(
    ['12', '99', '', 'x', '12.5e1f'].map((hash) => momentOf(hash, 40)),
    [12, 40, 2, 2, 12],
  );
  assert.ok(momentLink('m1', 12, '5e1f').endsWith('/replay#12.5e1f'));
  assert.deepEqual(
    ['12', '', '12.5e1f', '12345678'].map((hash) => shareOf(hash).Share),
    [undefined, undefined, '5e1f', '12345678'],
  );
});

test('the goal of every game is told in a sentence or two, from its rules', async () => {
  const games = new URL('../../../games/', import.meta.url);
  for (const game of ['bonbons', 'ciaociao', 'passpass', 'ptipasspass'])
    for (const tongue of ['en', 'fr']) {
      const goal = goalIn(await readFile(new URL(`${game}/rules.${tongue}.md`, games), 'utf8'));
      assert.match(goal, /^[A-ZÊ].{30,240}\.$/, `${game} in ${tongue}`);
    }
});

test('rules lead back to where one came from', () => {
  go('/matches');
  go('/rules/ciaociao');
  assert.equal(cameFrom.value, '/matches');
});
