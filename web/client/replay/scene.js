/** A frame as a table is drawn from it. */
import { say as speak } from '../announcer.js';

/** @typedef {import('../types').Frame} Frame */
/** @typedef {import('../types').Match} Match */
/** @typedef {import('../tables/index.js').Table} Table */

const STILL = 900;

/**
 * What the table is drawn from. What an event looked like is shown when one comes to it from the
 * moment before, not when one jumps.
 * @param {{match: Match, table: Table, film: (Frame | undefined)[], seq: number, you: number | null, moved: boolean, open: boolean}} given
 * @returns {{scene: import('../tables/index.js').Scene, hold: number}}
 */
export function sceneAt({ match, table, film, seq, you, moved, open }) {
  const frame = /** @type {Frame} */ (film[seq]);
  const names = match.seats.map((seat) => seat.player?.name ?? '');
  const told = /** @type {Frame[]} */ (film.slice(0, seq + 1).filter((one) => one?.event));
  const before = film[seq - 1]?.view;
  const step = before && frame.event ? table.step?.(before, frame.event, { you, names }) : null;
  return {
    hold: step?.hold ?? STILL,
    scene: {
      match: {
        ...match,
        seats: match.seats.map((seat) => ({ ...seat, gone: false, stand_in: false })),
        you,
        choices: [],
        awaiting: [],
        asked: null,
        sealed: null,
      },
      view: frame.view,
      moment: moved && step?.moment ? { ...step.moment, settled: true } : null,
      busy: false,
      choices: [],
      you,
      names,
      journal: told.map((one) => ({ seq: one.seq, at: one.event?.at ?? '', text: one.text })),
      recent: told.map((one) => /** @type {any} */ (one.event)),
      play: () => {},
      say: speak,
      replay: open ? 'open' : 'then',
    },
  };
}
