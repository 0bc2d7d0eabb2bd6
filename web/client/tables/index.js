/**
 * Tables by game. A table is a folder here with a `table.js`; the server tells which folders there
 * are, so adding one edits nothing. A game without a folder is played at the table of words.
 */
import { html } from '../html.js';
import words from './text/table.js';

/** @typedef {import('../types').Match} Match */
/** @typedef {import('../types').Event} Event */
/** @typedef {import('../types').Move} Move */

/**
 * What a table is drawn from.
 * @typedef {object} Scene
 * @property {Match} match the match as it is now
 * @property {any} view the table as it stood after the event that is being shown
 * @property {any} moment what `step` said of that event, or null
 * @property {boolean} busy whether something is still being shown
 * @property {Match['choices']} choices the legal moves, none while something is being shown
 * @property {number | null} you
 * @property {string[]} names by seat
 * @property {import('../types').Sentence[]} journal the latest of what happened, in sentences
 * @property {Event[]} recent the latest events, the last of them the one that is being shown
 * @property {(move: Move, label: string, how?: {sure?: boolean}) => void} play `sure` if the player has confirmed the move already
 * @property {Move | null} [chosen] the move that the player has tapped and not confirmed yet
 * @property {(text: string) => void} say tell a screen reader
 * @property {'open' | 'then'} [replay] a finished match is seen again: with all secrets, or as it was seen then
 */

/**
 * What a folder's `table.js` exports.
 * @typedef {object} Table
 * @property {(scene: Scene) => any} draw the board and what can be done
 * @property {(view: any, event: Event, scene: {you: number | null, names: string[]}) => Step | null} [step]
 *   how the table stands after an event, and how long to look at it; null if there is nothing to see
 * @property {(scene: Scene, events: Event[]) => any} [aftermath] what a finished match reveals
 * @property {(events: Event[], scene: {names: string[], you: number | null}) => string} [telling] a finished match in one sentence
 * @property {(view: any, seat: number) => string} [figure] what a seat has reached, in a few words
 * @property {(view: any) => any} [forgotten] the same view without what is remembered of hidden things: memory may have faded since
 * @property {(before: any, after: any) => object | null} [faded] what was remembered before and is not any more, for the moment `faded`
 * @property {(choices: Match['choices'], move: Move) => Match['choices']} [lead] in a guided match, what can be chosen where that move is to be found
 * @property {boolean} [styled] whether there is a `table.css`
 * @property {() => Promise<{default: Picture[]}>} [pictures] what its rules are shown with
 */
/** @typedef {{draw: () => any, caption: {fr: string, en: string}}} Picture one of five with which the rules begin */
/** @typedef {{view: any, moment?: any, hold: number, tells?: number, cue?: Cue, told?: Cue}} Step `hold` in milliseconds; the outcome is not told before `tells` of them; what is heard at first and then */
/** @typedef {'roll' | 'tap' | 'walk' | 'word' | 'card' | 'lift' | 'good' | 'bad' | 'fall' | 'coin' | 'wink' | 'turn' | 'win'} Cue a sound of `sounds.js` */

const DRAWN = new Set(
  (document.querySelector('meta[name="gobelet-tables"]')?.getAttribute('content') ?? '').split(' '),
);

/** Whether a game has a table that is drawn. @param {string} game */
export function isDrawn(game) {
  return DRAWN.has(game) && game !== 'text';
}

/**
 * The table of a game, drawn if there is one and pictures are wanted.
 * @param {string} game
 * @param {boolean} pictures
 * @returns {Promise<Table>}
 */
export async function tableOf(game, pictures) {
  if (!pictures || !isDrawn(game)) return words;
  try {
    const { default: table } = await import(`./${game}/table.js`);
    if (table.styled) await styled(game);
    return table;
  } catch {
    return words; // its files cannot be had: the match can be played all the same
  }
}

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** The style of a table has been read. @param {string} game */
function styled(game) {
  const known = sheets.get(game);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(`./${game}/table.css`, import.meta.url).href;
  const loaded = new Promise((done) => {
    link.onload = done;
    link.onerror = done;
  });
  sheets.set(game, loaded);
  document.head.append(link);
  return loaded;
}

/** @param {{table: Table, scene: Scene}} props */
export function TableView({ table, scene }) {
  return html`${table.draw(scene)}`;
}
