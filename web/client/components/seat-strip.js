/** Who sits at a table, in a row: sign, name, whose turn it is, who is still to answer. */
import { html } from '../html.js';
import { capital, t } from '../i18n.js';
import { say } from '../time/words.js';
import { Icon } from './icon.js';
import { Sign } from './seat.js';

/**
 * @typedef {object} Strip
 * @property {import('../tables/index.js').Scene} scene
 * @property {number | null} turn whose turn it is
 * @property {number[]} [asked] who is still to answer
 * @property {(seat: number) => any} inside what a table shows of a seat
 * @property {(seat: number) => any} [beside] what stands beside a name
 * @property {number[]} [seats] which of them, if not all
 * @property {string} [kind]
 */

/** That a bot plays for who sits there. @param {{seat?: import('../types').SeatShown}} props */
export function Absent({ seat }) {
  const told = seat?.gone ? t('gone') : seat?.stand_in ? say('stand_in_other') : '';
  return told && html`<span class="dim">${told}</span>`;
}

/** Whether somebody is still to act; a match may end in the middle of a turn. @param {import('../tables/index.js').Scene} scene */
export function goesOn({ match, busy, replay }) {
  return match.status === 'running' || busy || replay !== undefined;
}

/** @param {Strip} props */
export function SeatStrip({
  scene,
  turn: theirs,
  asked: those = [],
  inside,
  beside,
  seats,
  kind = '',
}) {
  const [turn, asked] = goesOn(scene) ? [theirs, those] : [null, []];
  const { names, you, match } = scene;
  const shown = seats ?? names.map((_, seat) => seat);
  return html`<ul class=${`strip n${shown.length} ${kind}`} tabindex="0" aria-label=${t('players')}>${shown.map(
    (seat) => html`
    <li key=${seat} class=${`strip-seat ${seat === turn ? 'turn' : ''} ${seat === you ? 'you' : ''}`} aria-current=${seat === turn ? 'true' : undefined}>
      <span class="strip-name"><${Sign} seat=${seat} size=${20} /><span class="name">${seat === you ? capital(t('you')) : names[seat]}</span>${beside?.(seat)}</span>
      ${inside(seat)}
      <${Absent} seat=${match.seats[seat]} />
      ${asked.includes(seat) && html`<span class="strip-asked" title=${t('choose_move')}><i></i><i></i><i></i></span>`}
      ${seat === turn && html`<span class="strip-turn"><${Icon} name="eye" size=${14} /></span>`}
    </li>`,
  )}</ul>`;
}
