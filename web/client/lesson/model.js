/** A guided first match on this device: the steps of the lesson in the form in which tables show a match. */
import { local } from '../i18n.js';

/** @typedef {import('../types').Lesson} Lesson */
/** @typedef {import('../types').Match} Match */
/** @typedef {import('../types').Move} Move */

/** The match as the learner finds it at a step. @param {Lesson} lesson @param {number} at @returns {Match} */
export function matchAt(lesson, at) {
  const step = /** @type {Lesson['steps'][number]} */ (lesson.steps[at]);
  const seats = ['', ...lesson.names].map((name, seat) => ({ seat, player: { name } }));
  return /** @type {any} */ ({
    id: `lesson/${lesson.game}`,
    game: lesson.game,
    status: 'running',
    you: 0,
    seats,
    version: step.version,
    asked: step.version,
    view: step.view,
    choices: step.choices,
    sealed: null,
    cancel_votes: [],
  });
}

/** All events up to a step. @param {Lesson} lesson @param {number} at @returns {import('../types').Event[]} */
export function eventsTo(lesson, at) {
  return /** @type {any} */ (lesson.steps.slice(0, at + 1).flatMap((step) => step.events));
}

/** What happened up to an event, in sentences. @param {Lesson} lesson @param {number} upTo @returns {import('../types').Sentence[]} */
export function sentencesTo(lesson, upTo) {
  return lesson.steps
    .flatMap((step) => step.events)
    .filter((event) => event.seq <= upTo)
    .map((event) => ({ seq: event.seq, at: '', text: local(event.texts) }));
}

/**
 * Of the choices only what leads to a move, in these of its fields or in all.
 * @param {Match['choices']} choices @param {any} move @param {string[]} [fields] @returns {Match['choices']}
 */
export function only(choices, move, fields) {
  const isWanted = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    (fields && !fields.includes(name))
    || JSON.stringify(value) === JSON.stringify(move[name] ?? null);
  const kept = choices
    .filter(({ type }) => type === move.type)
    .map((entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, values]) => [
          name,
          Array.isArray(values) ? values.filter((value) => isWanted(name, value)) : values,
        ]),
      ),
    )
    .filter((entry) => Object.values(entry).every((values) => values.length));
  return /** @type {any} */ (kept);
}
