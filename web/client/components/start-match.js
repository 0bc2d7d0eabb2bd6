/** One tap from nothing to a table: a match against bots, begun at once. */

import { go } from '../router.js';
import { sitDown } from '../seed.js';
import { someone } from '../session.js';
import { matchAgainstBots } from './games.js';
import { tellGoal } from './goal.js';

/** @param {string} [game] without it an introductory one */
export async function startMatch(game) {
  await someone();
  const match = await sitDown('matches', await matchAgainstBots(game), true);
  tellGoal(match.game);
  go(`/matches/${match.id}`);
}
