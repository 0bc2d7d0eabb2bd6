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
