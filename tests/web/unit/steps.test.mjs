/** What tables show after an event, compared with what the rules make of it in every match of the corpus. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import './browser.mjs';

const { SOUNDS, SHAKES } = await import('../../../web/client/sounds.js');

const { FRAMES } = process.env;
const skip = !FRAMES && 'tests/web/test_unit.py writes the frames';
const MATCHES = skip ? [] : JSON.parse(readFileSync(FRAMES));

/** Fields that a table does not foresee: the true view that follows brings them. `phase` is one everywhere. */
const LATER = {
  bonbons: {
    square_turned: ['rows', 'squares'], // where memory fades, what was seen before is hidden
    round_turned: ['rows', 'squares'],
    wrapper_found: ['stock'],
    coins_found: ['squares'],
  },
  ciaociao: {
    announcement_doubted: ['die'], // the moment shows it
    pawn_fell: ['pushable'],
  },
  passpass: {
    round_opened: ['set_aside', 'turn'],
    hand_dealt: ['set_aside', 'turn'],
    card_played: ['turn'], // the last card of a trick
    two_cards_taken: ['trick', 'turn', 'winners'], // one still looks at them
    team_scored: ['players'],
  },
  ptipasspass: {
    token_picked: ['cups', 'pick'], // where memory fades, what was seen before is hidden
    ok_said: ['cups'],
    token_placed: ['cups'], // animals in the order of the rules
    reward_placed: ['cups'],
    cups_swapped: ['cups'],
    line_lifted: ['cups'],
    cups_emptied: ['cups', 'players'],
    double_found: ['cups', 'players'], // a hand that has grown or shrunk
    double_missed: ['cups', 'players'],
    lie_found: ['cups'],
    lie_missed: ['cups', 'players'],
  },
};

/** Events of which there is nothing to see at the table. */
const UNSEEN = {
  bonbons: ['candies_laid'],
  ciaociao: ['bridge_built', 'crossing_ended', 'push_offered'],
  passpass: ['players_seated', 'tricks_ended'],
  ptipasspass: ['cups_set_out', 'magic_ended'],
};
const OF_ANY_GAME = /^(match|seat_(resigned|returned|taken_over|timed_out)|time_)/;

function frozen(value) {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** Every event of a game as a seat saw it, between the views before and after it. */
function* seen(game) {
  for (const { name, frames } of MATCHES.filter((match) => match.game === game)) {
    for (const [at, { events, views }] of frames.entries()) {
      if (!at) continue;
      for (const [you, event] of events.entries()) {
        const before = frozen(frames[at - 1].views[you]);
        yield {
          where: `${name}, event ${at + 1}, seat ${you}`,
          you,
          event,
          before,
          after: views[you],
        };
      }
    }
  }
}

test('every vibration goes with a sound', () => {
  for (const cue of Object.keys(SHAKES)) assert.ok(SOUNDS[cue], cue);
});

for (const game of Object.keys(LATER)) {
  test(`${game} shows after each event what the rules say`, { skip }, async () => {
    const { step } = await import(`../../../web/client/tables/${game}/steps.js`);
    let compared = 0;
    const unseen = new Set();
    for (const { where, you, event, before, after } of seen(game)) {
      const shown = step(before, event, { you, names: [] });
      if (!shown) {
        unseen.add(event.type);
        continue;
      }
      assert.ok(shown.hold >= 200 && shown.hold <= 3200, `${where}: ${shown.hold} ms`);
      assert.ok((shown.tells ?? 0) < shown.hold, `${where}: the outcome is told in time`);
      for (const cue of [shown.cue, shown.told]) assert.ok(!cue || SOUNDS[cue], `${where}: ${cue}`);
      const later = ['phase', ...(LATER[game][event.type] ?? [])];
      const names = [...new Set([...Object.keys(after), ...Object.keys(shown.view)])];
      for (const name of names.filter((one) => !later.includes(one))) {
        const same = isDeepStrictEqual(shown.view[name], after[name]);
        if (!same) assert.deepEqual(shown.view[name], after[name], `${where}: ${name}`);
      }
      compared += 1;
    }
    assert.ok(compared > 400, `${compared} events`);
    const own = [...unseen].filter((type) => !OF_ANY_GAME.test(type));
    assert.deepEqual(own.sort(), UNSEEN[game]);
  });
}
