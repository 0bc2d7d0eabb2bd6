/** The cup and the die under it. */
import { html } from '../../html.js';
import { say } from './words.js';

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-9, -9],
    [9, 9],
  ],
  3: [
    [-10, -10],
    [0, 0],
    [10, 10],
  ],
  4: [
    [-9, -9],
    [9, -9],
    [-9, 9],
    [9, 9],
  ],
};

/** What a face is called. @param {number} face */
export function faceName(face) {
  return face ? String(face) : say('cross');
}

/**
 * A die: 1 to 4, 0 for a cross, null for a face that one may not know.
 * @param {{face: number | null | undefined, size?: number}} props
 */
export function Die({ face, size = 64 }) {
  const known = face !== null && face !== undefined;
  return html`<svg class="cc-die" width=${size} height=${size} viewBox="-24 -24 48 48" role="img"
    aria-label=${known ? say('die_face', { face: faceName(face) }) : say('die_face', { face: '?' })}>
    <rect x="-21" y="-21" width="42" height="42" rx="9" class="cc-die-body" />
    ${
      !known
        ? html`<text class="cc-die-unknown" y="9" text-anchor="middle">?</text>`
        : face === 0
          ? html`<path d="M-11,-11 L11,11 M11,-11 L-11,11" class="cc-die-cross" />`
          : PIPS[face]?.map(
              ([x, y]) => html`<circle cx=${x} cy=${y} r="4.400" class="cc-die-pip" />`,
            )
    }
  </svg>`;
}

/** A cup, mouth down. @param {{size?: number, kind?: string}} props */
export function Cup({ size = 96, kind = '' }) {
  return html`<svg class=${`cc-cup ${kind}`} width=${size} height=${size} viewBox="0 0 96 96" aria-hidden="true">
    <ellipse cx="48" cy="86" rx="38" ry="7" class="cc-cup-shadow" />
    <g class="cc-cup-body"><path d="M12,82 L22,16 Q48,6 74,16 L84,82 Q48,94 12,82 Z" class="cc-leather" />
      <path d="M22,16 Q48,26 74,16 Q48,6 22,16 Z" class="cc-leather-top" />
      <path d="M14.500,66 Q48,78 81.500,66 L83,74 Q48,86 13,74 Z" class="cc-band" />
      <path d="M30,24 L25,66" class="cc-stitch" /><path d="M66,24 L71,66" class="cc-stitch" /></g>
  </svg>`;
}

/**
 * Somebody has doubted: the cup goes up, and everybody learns whether it was a bluff.
 * @param {{moment: any, names: string[], you: number | null}} props
 */
export function Verdict({ moment, names, you }) {
  const looks =
    moment.seat === you ? say('you_look') : say('looks', { name: names[moment.seat] ?? '' });
  return html`<div class=${`cc-verdict ${moment.bluff ? 'bluff' : 'true'} ${moment.settled ? 'settled' : ''}`} aria-hidden="true">
    <p class="cc-looks">${looks}</p>
    <div class="cc-reveal"><span class="cc-saying">${say('said', { n: moment.number })}</span><${Die} face=${moment.die ?? (moment.bluff ? null : moment.number)} size=${84} />
      <${Cup} size=${150} kind="lifting" /></div>
    <p class="cc-stamp">${moment.bluff ? `✗ ${say('was_bluff')}` : `✓ ${say('was_true')}`}</p>
  </div>`;
}
