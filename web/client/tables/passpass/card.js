/** A card: its front with colour, value and diamonds, its back with the colour alone. Each colour has a sign of its own. */
import { html } from '../../html.js';
import { printed } from './cards.js';
import { say } from './words.js';

/** @typedef {import('./cards.js').Colour} Colour */

/** Around the origin, 20 high. @type {Record<Colour, string>} */
const SIGNS = {
  violet: 'M3.500,-9.500 A10,10 0 1 0 9.500,4.500 A8.200,8.200 0 0 1 3.500,-9.500 Z', // a moon
  blue: 'M0,-10.500 C5,-4 7.500,-0.500 7.500,3 A7.500,7.300 0 0 1 -7.500,3 C-7.500,-0.500 -5,-4 0,-10.500 Z', // a drop
  green:
    'M-1,10 C-0.500,6.500 -0.500,5 -0.800,3.600 A5,5 0 1 1 -5.200,-2.600 A5,5 0 1 1 5.200,-2.600 A5,5 0 1 1 0.800,3.600 C0.600,5 1.300,7.500 2.600,9.200 Z', // a clover
  yellow:
    'M0,-10 L2.300,-5.600 L7.100,-7.100 L5.600,-2.300 L10,0 L5.600,2.300 L7.100,7.100 L2.300,5.600 L0,10 L-2.300,5.600 L-7.100,7.100 L-5.600,2.300 L-10,0 L-5.600,-2.300 L-7.100,-7.100 L-2.300,-5.600 Z', // a sun
};

/** The sign of a colour within a drawing. @param {{colour: Colour, x?: number, y?: number, size?: number}} props */
export function ColourSign({ colour, x = 0, y = 0, size = 1 }) {
  return html`<path d=${SIGNS[colour]} class="pp-sign" transform=${`translate(${x} ${y}) scale(${size})`} />`;
}

/** The sign of a colour in a line of text. @param {{colour: Colour, size?: number}} props */
export function Mark({ colour, size = 16 }) {
  return html`<svg class=${`pp-mark pp-${colour}`} width=${size} height=${size} viewBox="-11 -11 22 22" aria-hidden="true"><${ColourSign} colour=${colour} /></svg>`;
}

/** What a card is called. @param {string} card */
export function cardName(card) {
  const { colour, value, diamonds } = printed(card);
  return say('card', { colour: say(colour), value, diamonds });
}

/** What a card is called, in short. @param {string} card */
export function shortName(card) {
  const { colour, value } = printed(card);
  return say('card', { colour: say(colour), value, diamonds: 0 });
}

/** @param {{card: string, kind?: string}} props */
export function Front({ card, kind = '' }) {
  const { colour, value, diamonds } = printed(card);
  return html`<svg class=${`pp-card pp-${colour} ${kind}`} viewBox="0 0 60 84" aria-hidden="true">
    <rect x="1" y="1" width="58" height="82" rx="8" class="pp-paper" />
    <path d="M30,4.500 H50 Q55.500,4.500 55.500,10 V74 Q55.500,79.500 50,79.500 H30 Q22,42 30,4.500 Z" class="pp-tint" />
    <${ColourSign} colour=${colour} x=${40.5} y=${46} size=${1.28} />
    <text x="16" y="25" text-anchor="middle" class="pp-value">${value}</text>
    <${ColourSign} colour=${colour} x=${16} y=${37} size=${0.62} />
    ${Array.from({ length: diamonds }, (_, at) => html`<path key=${at} d=${`M16,${48 + at * 10.5} l4.600,5.500 l-4.600,5.500 l-4.600,-5.500 Z`} class="pp-diamond" />`)}
  </svg>`;
}

/** @param {{colour: Colour, count?: number}} props */
export function Back({ colour, count }) {
  return html`<svg class=${`pp-card back pp-${colour}`} viewBox="0 0 60 84" aria-hidden="true">
    <rect x="1" y="1" width="58" height="82" rx="8" class="pp-back" /><rect x="6" y="6" width="48" height="72" rx="5" class="pp-back-frame" />
    <${ColourSign} colour=${colour} x=${30} y=${count === undefined ? 42 : 25} size=${count === undefined ? 1.5 : 1.3} />
    ${count !== undefined && html`<text x="30" y="70" text-anchor="middle" class="pp-count">${count}</text>`}
  </svg>`;
}
