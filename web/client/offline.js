/**
 * A move is kept on this device, with its key, from the tap until an answer comes. Without a network
 * it waits and is sent once when there is one again; if the table has moved on meanwhile, the player
 * is asked and nothing is played. What was refused is kept too, until the player has seen it.
 */

import { notice } from './announcer.js';
import { api, newKey, Problem, Unreachable } from './api.js';
import { t } from './i18n.js';
import { keepReceipt } from './receipts.js';
import { session } from './session.js';
import { Shelf } from './store.js';

/** @typedef {import('./types').Move} Move */
/**
 * `lasts`: the answer is slow to come (it may have arrived), or there was none and it is sent again.
 * @typedef {{match: string, key: string, move: Move, asked: number | null, label: string, lasts?: 'slow' | 'kept'}} Waiting
 */
/** `why` unless the table has moved on. @typedef {{move: Move, label: string, why?: string}} Wish */

/** Moves that have had no answer yet, by match. @type {Shelf<Waiting>} */
export const waiting = new Shelf('outbox');
/** Moves that were refused when they were sent later, by match. @type {Shelf<Wish>} */
export const refused = new Shelf('refused');
session.follow(({ token }) => {
  if (!token) {
    waiting.set({});
    refused.set({});
  }
});

/** Who hears of moves that were sent later: the answer, or null if refused. @type {Set<(match: string, answer: any) => void>} */
export const sentLater = new Set();

/** What is under way, by key. @type {Map<string, Promise<any>>} */
const sending = new Map();
const RETRY = 5000;
const SLOW = 1500;
const NOTICE_LASTS = 20_000;
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
  const whole = { ...wish, key: newKey() };
  waiting.put(wish.match, whole);
  return deliver(whole);
}

/** A kept move is taken back; what is under way may arrive, so that its answer decides. @param {string} match */
export async function takeBack(match) {
  const wish = waiting.value[match];
  if (!wish) return;
  await sending.get(wish.key)?.catch(() => {});
  drop(wish);
}

/** @param {Waiting} wish */
function drop(wish) {
  if (waiting.value[wish.match]?.key === wish.key) waiting.put(wish.match, null);
}

/** @param {Waiting} wish @param {Waiting['lasts']} lasts */
function mark(wish, lasts) {
  const now = waiting.value[wish.match];
  if (now?.key === wish.key && now.lasts !== 'kept') waiting.show(wish.match, { ...now, lasts });
}

/** @param {Waiting} wish */
async function deliver(wish) {
  const slow = setTimeout(() => mark(wish, 'slow'), SLOW);
  const expected = wish.asked === null ? {} : { expected_asked: wish.asked };
  const body = { move: wish.move, recap: true, ...expected };
  const asked = api.post(`matches/${wish.match}/moves`, body, { key: wish.key, tries: 2 });
  sending.set(wish.key, asked);
  try {
    const answer = await asked;
    keepReceipt(wish.match, answer.receipt);
    drop(wish);
    return answer;
  } catch (error) {
    if (passes(error)) {
      mark(wish, 'kept');
      return null;
    }
    drop(wish);
    throw error;
  } finally {
    clearTimeout(slow);
    sending.delete(wish.key);
  }
}

/** Whether it may go better later. @param {unknown} error */
function passes(error) {
  return (
    error instanceof Unreachable
    || (error instanceof Problem && (error.status === 429 || error.code === 'request_in_progress'))
  );
}

/** Send what waits. */
export async function deliverWaiting() {
  for (const wish of Object.values(waiting.value)) {
    const { match, move, label, key } = wish;
    if (sending.has(key) || waiting.value[match]?.key !== key) continue;
    try {
      const answer = await deliver(wish);
      if (!answer) continue;
      notice(t('sent_later', { move: label }));
      for (const hear of sentLater) hear(match, answer);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.put(match, { move, label, ...(movedOn(error) ? {} : { why: error.message }) });
      tellRefused(match);
      for (const hear of sentLater) hear(match, null);
    }
  }
}

/** Wherever one is: a move was not played; its table tells the rest. @param {string} match */
function tellRefused(match) {
  const path = `/matches/${match}`;
  const { label = '' } = refused.value[match] ?? {};
  if (location.pathname !== path)
    notice(t('not_played', { move: label }), 'bad', { path, lasts: NOTICE_LASTS });
}

/** From now on what waits is sent whenever there is a network. */
export function deliverWhenOnline() {
  Object.keys(refused.value).forEach(tellRefused);
  addEventListener('online', deliverWaiting);
  setInterval(() => {
    if (navigator.onLine) deliverWaiting();
  }, RETRY);
  deliverWaiting();
}
