import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const CLIENT = '../../../web/client';
const { isSame, pressed } = await import(`${CLIENT}/tables/confirm.js`);
const { language } = await import(`${CLIENT}/session.js`);
const { most } = await import(`${CLIENT}/tables/most.js`);
const { textOf } = await import('./vnodes.mjs');
const { ConfirmBar } = await import(`${CLIENT}/tables/confirm.js`);

const rolled = (die) => ({ type: 'die_rolled', data: { die } });
const claimed = (seat, number) => ({ type: 'number_announced', data: { seat, number } });
const picked = (seat, animal, announce) => ({
  type: 'token_picked',
  data: { seat, animal, announce },
});
const of = (type, ...seats) =>
  seats.map((seat) => ({ type, data: { seat, first: seat, ticks: 2 } }));
const scene = { names: ['Anna', 'Bruno'], you: 1 };

for (const [game, events, en, fr] of [
  [
    'ciaociao',
    [rolled(2), claimed(0, 4)],
    'Anna got away with one bluff, more than anyone.',
    'Anna a fait passer un bluff, mieux que personne.',
  ],
  [
    'ciaociao',
    [rolled(2), claimed(1, 4), { type: 'announcement_doubted', data: { bluff: true } }],
    'One bluff that did not go unnoticed cost you dear.',
    'Un bluff démasqué vous a coûté cher.',
  ],
  [
    'ciaociao',
    [rolled(2), claimed(0, 2)],
    'Nobody bluffed in this match. Who would have thought!',
    'Personne n’a bluffé dans cette partie. Qui l’eût cru\u00a0?',
  ],
  [
    'ciaociao',
    [
      ...[rolled(2), claimed(0, 4), rolled(2), claimed(1, 4), rolled(2), claimed(1, 4)],
      { type: 'announcement_doubted', data: { bluff: true } },
    ],
    'One bluff of yours got through!',
    'Un de vos bluffs est passé\u00a0!',
  ],
  ['ciaociao', [], '', ''],
  [
    'ptipasspass',
    [picked(1, 'dove', 'mouse'), picked(1, 'dove', 'rabbit')],
    'You got away with 2 lies, more than anyone.',
    'Vous avez fait passer 2 mensonges, mieux que personne.',
  ],
  [
    'ptipasspass',
    [picked(1, 'dove', 'mouse'), ...of('lie_found', 0)],
    'Anna saw through one lie, more than anyone.',
    'Anna a démasqué un mensonge, mieux que personne.',
  ],
  [
    'ptipasspass',
    [picked(1, 'dove', 'dove')],
    'Every announcement in this match was true.',
    'Toutes les annonces de cette partie étaient vraies.',
  ],
  [
    'bonbons',
    of('candy_stolen', 0, 0, 1),
    'Anna stole 2 tiles, more than anyone.',
    'Anna a volé 2 bonbons, plus que personne.',
  ],
  [
    'bonbons',
    of('pair_found', 1),
    'You found one pair, more than anyone.',
    'Vous avez trouvé une paire, plus que personne.',
  ],
  [
    'passpass',
    of('pass_pass_ticked', 0),
    'Anna called “Pass Pass” 2 times, more than anyone.',
    'Anna a fait 2 Pass Pass, plus que personne.',
  ],
  [
    'passpass',
    of('trick_won', 1, 1, 0),
    'You took the most tricks: 2.',
    'Vous avez remporté le plus de plis\u00a0: 2.',
  ],
])
  test(`${game} is told in one sentence: ${en || 'none'}`, async () => {
    const { telling } = await import(`${CLIENT}/tables/${game}/telling.js`);
    language.set('en');
    assert.equal(telling(events, scene), en);
    language.set('fr');
    assert.equal(telling(events, scene), fr);
    language.set('en');
  });

test('two who did something as often are not told apart', () => {
  assert.equal(most([0, 1]), null);
  assert.deepEqual(most([2, 1, 2]), { seat: 2, n: 2 });
  assert.equal(most([]), null);
});

test('what is chosen is marked, before what was answered ahead of the turn', () => {
  const [doubt, believe] = [{ type: 'doubt' }, { type: 'believe' }];
  const at = (chosen, sealed) => ({ chosen, match: { sealed } });
  assert.equal(pressed(at(null, null), doubt), undefined);
  assert.equal(pressed(at(null, doubt), doubt), true);
  assert.equal(pressed(at(believe, doubt), doubt), false);
  assert.ok(isSame({ type: 'lift', swap: null }, { type: 'lift' }));
});

test('a move is confirmed by its name', () => {
  assert.match(textOf(ConfirmBar({ chosen: { label: 'say 4' } })), /Say 4/);
});
