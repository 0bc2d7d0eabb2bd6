/** One's own matches as lists show them: those that wait for one by their time, and those this device has kept. */
import { kept, keptNames } from '../store.js';
import { useReading } from './reading.js';

/** @typedef {import('../types').OwnMatch} OwnMatch */
/** @typedef {import('../types').Turn} Turn */

/** A turn as a match in a list. @param {Turn} turn @param {OwnMatch} [known] what else is known of it */
function asMatch(turn, known) {
  const seats = turn.others.map((player) => ({ seat: -1, player }));
  const told = { ...turn, seats, created_at: turn.since, unread_messages: 0, ...known };
  return /** @type {OwnMatch} */ (
    /** @type {unknown} */ ({ ...told, status: 'running', awaiting_you: true })
  );
}

/**
 * A list of one's own matches with those that wait for one in front, the most urgent first.
 * @param {OwnMatch[]} matches
 * @param {string | null} token
 * @param {unknown} occasion
 * @returns {OwnMatch[]}
 */
export function useUrgentFirst(matches, token, occasion) {
  const { data } = useReading(token ? 'me/turns?limit=50' : null, occasion);
  const over = new Set(matches.filter((match) => match.finished_at).map((match) => match.id));
  /** @type {Turn[]} */
  const turns = /** @type {any} */ (data?.results ?? []).filter(
    (/** @type {Turn} */ turn) => !over.has(turn.id),
  );
  const found = turns.map((turn) =>
    asMatch(
      turn,
      matches.find((match) => match.id === turn.id),
    ),
  );
  const waiting = new Set(turns.map((turn) => turn.id));
  const others = matches.filter((match) => !waiting.has(match.id));
  return [
    ...found,
    ...others.filter((match) => match.awaiting_you),
    ...others.filter((match) => !match.awaiting_you),
  ];
}

/** The matches that can be looked at without a network. @returns {OwnMatch[]} */
export function keptMatches() {
  const order = kept('recent', /** @type {string[]} */ ([])).map((id) => `match.${id}`);
  const names = keptNames('match.').sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return names
    .map((name) => kept(name, /** @type {any} */ (null)))
    .filter((match) => match && match.you !== null)
    .map((match) => ({
      ...match,
      awaiting_you: match.awaiting.includes(match.you),
      unread_messages: 0,
    }));
}
