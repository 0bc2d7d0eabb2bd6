/** Who sits at a table, in a row: sign, name, whose turn it is, who is still to answer. */
import { notice } from '../announcer.js';
import { html } from '../html.js';
import { called, capital, t } from '../i18n.js';
import { useStore } from '../store.js';
import { say } from '../time/words.js';
import { shown as emotes, Face } from './emotes.js';
import { Icon } from './icon.js';
import { Sign } from './seat.js';

/**
 * @typedef {object} Strip
 * @property {import('../tables/index.js').Scene} scene
 * @property {number | null} turn whose turn it is
 * @property {number[]} [asked] who is still to answer
 * @property {(seat: number) => any} inside what a table shows of a seat
 * @property {(seat: number) => string} [legend] what the signs of a seat mean, told when they are touched
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
  legend,
  beside,
  seats,
  kind = '',
}) {
  const [turn, asked] = goesOn(scene) ? [theirs, those] : [null, []];
  const { names, you, match } = scene;
  const said = useStore(emotes);
  const explain = (/** @type {number} */ seat) => {
    const told = [`${called(names, seat, you)} – ${legend?.(seat)}`];
    if (seat === turn) told.push(t('sign_turn'));
    if (asked.includes(seat)) told.push(t('sign_asked'));
    notice(told.join(' '));
  };
  const shown = seats ?? names.map((_, seat) => seat);
  return html`<ul class=${`strip n${shown.length} ${kind}`} tabindex="0" aria-label=${t('players')}>${shown.map(
    (seat) => html`
    <li key=${seat} class=${`strip-seat ${seat === turn ? 'turn' : ''} ${seat === you ? 'you' : ''}`} aria-current=${seat === turn ? 'true' : undefined}>
      <span class="strip-name"><${Sign} seat=${seat} size=${20} /><span class="name">${seat === you ? capital(t('you')) : names[seat]}</span>${beside?.(seat)}</span>
      ${inside(seat)}
      ${said[seat] && html`<span key=${said[seat].id} class="strip-word strip-emote"><${Face} emote=${said[seat].emote} size=${26} /> ${said[seat].text}</span>`}
      <${Absent} seat=${match.seats[seat]} />
      ${asked.includes(seat) && html`<span class="strip-asked" role="img" aria-label=${t('to_answer')}><i></i><i></i><i></i></span>`}
      ${legend && html`<button class="strip-explain" aria-label=${`${called(names, seat, you)} – ${t('signs')}`} onClick=${() => explain(seat)}></button>`}
      ${seat === turn && html`<span class="strip-turn" role="img" aria-label=${t('on_turn')}><${Icon} name="eye" size=${14} /></span>`}
    </li>`,
  )}</ul>`;
}
