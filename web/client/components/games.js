/** The games there are, read once and kept as long as the page is open. */

import { api, Unreachable } from '../api.js';
import { useEffect, useState } from '../html.js';
import { keep, kept } from '../store.js';

/** @typedef {import('../types').GameSummary} GameSummary */
/** @type {Promise<GameSummary[]> | null} */
let asked = null;

/** @returns {Promise<GameSummary[]>} */
export function allGames() {
  asked ??= api.get('games').then(
    (page) => {
      keep('games', page.results);
      return page.results;
    },
    (error) => {
      asked = null;
      const known = kept('games', /** @type {GameSummary[] | null} */ (null));
      if (known && error instanceof Unreachable) return known;
      throw error;
    },
  );
  return asked;
}

/** @returns {GameSummary[]} none until they have come */
export function useGames() {
  const [games, setGames] = useState(/** @type {GameSummary[]} */ ([]));
  useEffect(() => {
    allGames().then(setGames, () => {});
  }, []);
  return games;
}

/** @param {string | undefined} id @returns {GameSummary | undefined} nothing until the games have come */
export function useGame(id) {
  return useGames().find((game) => game.id === id);
}

/** How many seats a new match has unless another number is chosen. @param {GameSummary} game */
export function usualSeats({ seats }) {
  return Math.min(Math.max(3, seats.min), seats.max);
}

/** The level of bots that a newcomer meets, the second of five. */
const EASY = 2;

/** A match against bots alone, which a newcomer may win. @param {string} [id] without it an introductory game */
export async function matchAgainstBots(id) {
  const games = await allGames();
  const game = /** @type {GameSummary} */ (
    games.find((one) => (id ? one.id === id : one.introductory)) ?? games[0]
  );
  const seats = usualSeats(game);
  const bots = Array.from({ length: seats - 1 }, (_, at) => EASY + (at % 2));
  return { game: game.id, seats, bots, visibility: 'private' };
}
