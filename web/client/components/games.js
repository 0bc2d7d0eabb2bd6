/** The games there are, read once and kept as long as the page is open. */

import { api } from '../api.js';
import { useEffect, useState } from '../html.js';

/** @typedef {import('../types').GameSummary} GameSummary */
/** @type {Promise<GameSummary[]> | null} */
let asked = null;

/** @returns {Promise<GameSummary[]>} */
export function allGames() {
  asked ??= api.get('games').then(
    (page) => page.results,
    (error) => {
      asked = null;
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

/** What "Play now" opens: a match of an introductory game, against bots alone. */
export async function firstMatch() {
  const games = await allGames();
  const game = /** @type {GameSummary} */ (games.find((one) => one.introductory) ?? games[0]);
  const seats = usualSeats(game);
  return { game: game.id, seats, bots: seats - 1, visibility: 'private' };
}
