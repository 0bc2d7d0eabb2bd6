/** A seat is known by colour, shape and hat together, never by colour alone, at every table alike. */
import { html } from '../html.js';

/** @typedef {{ shape: string, hat: string }} Look */
/** @type {Look[]} */
const LOOKS = [
  {
    // a disc, a bowler
    shape: 'M0,-6 A6,6 0 1 1 0,6 A6,6 0 1 1 0,-6 Z',
    hat: 'M-11,-36 q0,-2.4 3,-2.4 h0.6 c0,-8 3,-10.6 7.4,-10.6 s7.4,2.600 7.4,10.6 h0.6 q3,0 3,2.400 q0,1.400 -2,1.400 h-18 q-2,0 -2,-1.400 Z',
  },
  {
    // a triangle, a pointed hat
    shape: 'M0,-7 L7,5.500 L-7,5.500 Z',
    hat: 'M-10,-35 q10,-4 20,0 l-6,-4 l-3,-16 q-1,-3 -3,0 l-4,15 Z',
  },
  {
    // a square, a top hat
    shape: 'M-5.800,-5.800 H5.800 V5.800 H-5.800 Z',
    hat: 'M-11,-35 h22 v-2.600 h-4 l0.600,-12.400 h-15.200 l0.600,12.400 h-4 Z',
  },
  {
    // a star, a crown
    shape:
      'M0,-7.500 L2.200,-2.400 L7.600,-2.100 L3.500,1.600 L4.800,7 L0,4 L-4.800,7 L-3.500,1.600 L-7.600,-2.100 L-2.200,-2.400 Z',
    hat: 'M-9,-35 h18 l1.500,-12 l-5.500,5 l-5,-8 l-5,8 l-5.500,-5 Z',
  },
  {
    // a diamond, a beret
    shape: 'M0,-7.500 L6,0 L0,7.500 L-6,0 Z',
    hat: 'M-9,-35 h18 c8,-4 2,-11 -8,-11 l-1,-3.500 l-2,0.300 l0.500,3.300 c-10,1 -14,8 -7.500,10.900 Z',
  },
  {
    // a heart, a mushroom
    shape:
      'M0,6.500 C-9,0 -7.500,-6.500 -3.500,-6.500 C-1.500,-6.500 0,-5 0,-3.500 C0,-5 1.500,-6.500 3.500,-6.500 C7.500,-6.500 9,0 0,6.500 Z',
    hat: 'M-12,-35 c0,-9 5,-14 12,-14 s12,5 12,14 q-12,-4 -24,0 Z',
  },
];

/** @param {number} seat @returns {Look} */
function look(seat) {
  return /** @type {Look} */ (LOOKS[seat % LOOKS.length]);
}

/** The sign of a seat, beside a name. @param {{seat: number, size?: number}} props */
export function Sign({ seat, size = 22 }) {
  return html`<svg class=${`sign seat-${seat}`} width=${size} height=${size} viewBox="-11 -11 22 22" aria-hidden="true">
    <circle r="10.500" class="seat-fill" /><path d=${look(seat).shape} class="seat-shape" />
  </svg>`;
}

/** Only the hat of a seat, around the origin. @param {{seat: number}} props */
export function Hat({ seat }) {
  return html`<g class=${`seat-${seat}`}>
    <path d=${look(seat).hat} transform="translate(0 38)" class="seat-fill seat-edge" /></g>`;
}

/** A pawn of a seat, 50 high, its feet at the origin, to be used within a drawing. @param {{seat: number}} props */
export function Pawn({ seat }) {
  return html`<g class=${`pawn seat-${seat}`}>
    <path d="M-13,0 C-13,-13 -8,-17 -6.500,-25 H6.500 C8,-17 13,-13 13,0 Q0,4 -13,0 Z" class="seat-fill seat-edge" />
    <path d=${look(seat).shape} class="seat-shape" transform="translate(0 -10) scale(0.850)" />
    <circle cy="-30" r="8.500" class="pawn-face" />
    <circle cx="-3" cy="-30" r="1.300" class="pawn-eye" /><circle cx="3" cy="-30" r="1.300" class="pawn-eye" />
    <path d="M-2.500,-26 q2.500,2 5,0" class="pawn-mouth" />
    <path d=${look(seat).hat} class="seat-fill seat-edge" />
  </g>`;
}
