/** The tokens: a dove, a rabbit, a mouse, and the back that hides them. */
import { html } from '../../html.js';
import { say } from './words.js';

/** @typedef {Extract<import('../../types').View, {game: 'ptipasspass'}>} View */
/** @typedef {'dove' | 'rabbit' | 'mouse'} Animal */

export const ANIMALS = /** @type {const} */ (['dove', 'rabbit', 'mouse']);

/** Around the origin, within 15 to each side. @type {Record<Animal, () => any>} */
const PICTURES = {
  dove: () =>
    html`<path d="M-15,8 L-10,1 Q-4,-1 0,-3 Q2,-11 8.500,-9.500 Q11,-9 11.500,-7 L15,-5.500 L11,-4.500 Q11,5 3,9.500 Q-5,13 -15,8 Z" class="pt-ink pt-white" /><path d="M-5,4 Q-9,-7 -3,-14 Q5,-9 5,2 Q1,7 -5,4 Z" class="pt-ink pt-wing" /><circle cx="7.500" cy="-6" r="1.300" class="pt-dark" /><path d="M11.500,-7 L15,-5.500 L11,-4.500 Z" class="pt-beak" />`,
  rabbit: () =>
    html`<path d="M-7,-1 Q-11,-15 -5.500,-15.500 Q-1,-15 -2,-3 Z M7,-1 Q11,-15 5.500,-15.500 Q1,-15 2,-3 Z" class="pt-ink pt-brown" /><path d="M-6,-5 Q-7.500,-12 -5.200,-12.500 Q-3.500,-11 -4,-5 Z M6,-5 Q7.500,-12 5.200,-12.500 Q3.500,-11 4,-5 Z" class="pt-pink" /><circle cy="5" r="9.500" class="pt-ink pt-brown" /><ellipse cx="-2.600" cy="8.500" rx="3.200" ry="2.600" class="pt-white" /><ellipse cx="2.600" cy="8.500" rx="3.200" ry="2.600" class="pt-white" /><circle cx="-4" cy="2.500" r="1.500" class="pt-dark" /><circle cx="4" cy="2.500" r="1.500" class="pt-dark" /><path d="M-1.600,5.600 H1.600 L0,7.400 Z" class="pt-dark" /><path d="M-1.300,10.600 h2.600 v3 h-2.600 Z" class="pt-ink pt-white" />`,
  mouse: () =>
    html`<circle cx="-8.500" cy="-6" r="6.800" class="pt-ink pt-grey" /><circle cx="8.500" cy="-6" r="6.800" class="pt-ink pt-grey" /><circle cx="-8.500" cy="-6" r="3.700" class="pt-pink" /><circle cx="8.500" cy="-6" r="3.700" class="pt-pink" /><path d="M-9,0 Q-8,-7 0,-7 Q8,-7 9,0 Q8,9 0,14 Q-8,9 -9,0 Z" class="pt-ink pt-grey" /><circle cx="-3.500" cy="0.500" r="1.600" class="pt-dark" /><circle cx="3.500" cy="0.500" r="1.600" class="pt-dark" /><circle cy="11.500" r="2.500" class="pt-ink pt-nose" /><path d="M-4,8 L-13,6 M-4,9.500 L-12.500,11 M4,8 L13,6 M4,9.500 L12.500,11" class="pt-whisker" />`,
};

/** A token within a drawing, around the origin; without an animal its back. @param {{animal?: Animal | null | undefined}} props */
export function Disc({ animal }) {
  return html`<g class=${`pt-disc ${animal ?? 'back'}`}><circle r="19" class="pt-rim" /><circle r="16.500" class="pt-ground" />
    ${animal ? PICTURES[animal]() : html`<text y="8" text-anchor="middle" class="pt-unknown">?</text>`}</g>`;
}

/** A token by itself. @param {{animal?: Animal | null | undefined, size?: number, kind?: string}} props */
export function Token({ animal, size = 40, kind = '' }) {
  return html`<svg class=${`pt-token ${kind}`} width=${size} height=${size} viewBox="-20 -20 40 40" aria-hidden="true"><${Disc} animal=${animal} /></svg>`;
}

/** A cup, mouth down, within 96 by 96. */
export function CupShape() {
  return html`<path d="M12,82 L22,16 Q48,6 74,16 L84,82 Q48,94 12,82 Z" class="pt-cup" /><path d="M62,14 L74,16 L84,82 Q76,86 66,88 Z" class="pt-shade" /><path d="M22,16 Q48,26 74,16 Q48,6 22,16 Z" class="pt-cup-top" />
    <path d="M14.500,66 Q48,78 81.500,66 L84,82 Q48,94 12,82 Z" class="pt-band" />`;
}

/** Animals in words. @param {readonly Animal[]} animals */
export function listed(animals) {
  return animals.map((animal) => say(animal)).join(', ');
}
