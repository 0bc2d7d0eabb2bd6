/** The frames of a finished match, fetched in pages as one looks and kept: they never change. */

import { api } from '../api.js';
import { useCallback, useEffect, useRef, useState } from '../html.js';

/** @typedef {import('../types').Frame} Frame */

const PAGE = 100;
const AHEAD = 20;

/**
 * The frames through somebody's eyes, by seq, as far as they have come; those around `seq` are fetched.
 * @param {string} id @param {string} eyes @param {number} seq @param {number} last
 * @param {Record<string, string>} headers
 */
export function useFilm(id, eyes, seq, last, headers) {
  const films = useRef(/** @type {Map<string, (Frame | undefined)[]>} */ (new Map()));
  const asked = useRef(/** @type {Set<string>} */ (new Set()));
  const [, redraw] = useState(0);
  const [error, setError] = useState(/** @type {unknown} */ (undefined));
  const fetch = useCallback(
    async (/** @type {number} */ page) => {
      const name = `${eyes} ${page}`;
      if (asked.current.has(name) || page * PAGE > last) return;
      asked.current.add(name);
      try {
        const answer = await api.get(
          `matches/${id}/replay?as=${eyes}&at=${page * PAGE}&ahead=${PAGE - 1}`,
          headers,
        );
        const film = films.current.get(eyes) ?? [];
        films.current.set(eyes, film);
        for (const frame of [answer, ...answer.frames]) film[frame.seq] = frame;
        setError(undefined);
        redraw((count) => count + 1);
      } catch (fault) {
        asked.current.delete(name);
        setError(fault);
      }
    },
    [id, eyes, last, headers],
  );
  useEffect(() => {
    fetch(Math.floor(seq / PAGE));
    fetch(Math.floor((seq + AHEAD) / PAGE));
    fetch(Math.floor(Math.max(0, seq - AHEAD) / PAGE));
  }, [fetch, seq]);
  return { film: films.current.get(eyes) ?? [], error, again: () => fetch(Math.floor(seq / PAGE)) };
}
