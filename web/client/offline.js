/**
 * A move is kept on this device, with its key, from the tap until an answer comes. Without a network
 * it waits and is sent once when there is one again; if the table has moved on meanwhile, the player
 * is asked and nothing is played.
 */
import { Problem, Unreachable, api, newKey } from './api.js';
import { keepReceipt } from './receipts.js';
import { Store, keep, kept } from './store.js';

/** @typedef {import('./types').Move} Move */
/** @typedef {{match: string, key: string, move: Move, asked: number | null, label: string, at: number}} Waiting */
/** @typedef {{match: string, move: Move, label: string, problem: Problem}} Refused */

/** Moves that have had no answer yet, by match. @type {Store<Record<string, Waiting>>} */
export const waiting = new Store(kept('outbox', /** @type {Record<string, Waiting>} */ ({})));
waiting.follow((moves) => keep('outbox', moves));

/** What came of moves that were sent later. @type {Set<(wish: Waiting, answer: any) => void>} */
export const sentLater = new Set();
/** Moves that were refused when they were sent later. @type {Set<(refused: Refused) => void>} */
export const refusedLater = new Set();

const sending = new Set();
const RETRY = 5000;
/** Refusals that say: you decided on a table that is no longer there. */
const MOVED_ON = new Set(['question_closed', 'stale_version', 'not_your_turn', 'match_over']);

/** Whether a refusal means that the table has moved on. @param {unknown} error */
export function movedOn(error) {
  return error instanceof Problem && MOVED_ON.has(error.code);
}

/**
 * Send a move: its answer, or null if it has to wait for a network. Refusals are thrown.
 * @param {{match: string, move: Move, asked: number | null, label: string}} wish
 */
export async function send(wish) {
  const kept_ = { ...wish, key: newKey(), at: Date.now() };
  waiting.set({ ...waiting.value, [wish.match]: kept_ });
  return deliver(kept_);
}

/** A kept move is taken back before it was sent. @param {string} match */
export function drop(match) {
  const { [match]: _, ...others } = waiting.value;
  waiting.set(others);
}

/** @param {Waiting} wish */
async function deliver(wish) {
  if (sending.has(wish.key)) return null;
  sending.add(wish.key);
  try {
    const body = { move: wish.move, ...(wish.asked === null ? {} : { expected_asked: wish.asked }) };
    const answer = await api.post(`matches/${wish.match}/moves`, body, { key: wish.key, tries: 2 });
    keepReceipt(wish.match, answer.receipt);
    if (waiting.value[wish.match]?.key === wish.key) drop(wish.match);
    return answer;
  } catch (error) {
    if (error instanceof Unreachable || (error instanceof Problem && error.status === 429)) return null;
    drop(wish.match);
    throw error;
  } finally {
    sending.delete(wish.key);
  }
}

/** Send what waits. */
export async function deliverWaiting() {
  for (const wish of Object.values(waiting.value)) {
    if (sending.has(wish.key)) continue;
    try {
      const answer = await deliver(wish);
      if (answer) for (const hear of sentLater) hear(wish, answer);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      for (const hear of refusedLater) hear({ match: wish.match, move: wish.move, label: wish.label, problem: error });
    }
  }
}

/** From now on what waits is sent whenever there is a network. */
export function deliverWhenOnline() {
  addEventListener('online', deliverWaiting);
  setInterval(() => { if (navigator.onLine) deliverWaiting(); }, RETRY);
  deliverWaiting();
}
