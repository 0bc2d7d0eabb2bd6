/** What is printed on the tiles: eight candies in four colours, coins, a wrapper. Each colour has a sign of its own. */
import { html } from '../../html.js';
import { say } from './words.js';

/** Around the origin, within 18 to each side. @type {Record<string, () => any>} */
const CANDIES = {
  toffee: () =>
    html`<path d="M-9,-2 L-18,-8 Q-15,0 -18,8 L-9,2 Z M9,-2 L18,-8 Q15,0 18,8 L9,2 Z" class="bb-ink bb-pale" /><rect x="-10.500" y="-8.500" width="21" height="17" rx="6" class="bb-ink bb-colour" /><path d="M-5,-8.500 V8.500 M5,-8.500 V8.500" class="bb-thin" /><path d="M-7.500,-4.500 q2,-2.500 5,-2.500" class="bb-shine" />`,
  humbug: () =>
    html`<path d="M0,-15 Q2,-15 3.500,-12.500 L16,9 Q17.500,13 13,13.500 H-13 Q-17.500,13 -16,9 L-3.500,-12.500 Q-2,-15 0,-15 Z" class="bb-ink bb-colour" /><path d="M-6,-7 L-1,13 M0,-14 L9,13 M5,-9 L15,8 M-11,2 L-9,13" class="bb-stripe" /><path d="M0,-15 Q2,-15 3.500,-12.500 L16,9 Q17.500,13 13,13.500 H-13 Q-17.500,13 -16,9 L-3.500,-12.500 Q-2,-15 0,-15 Z" class="bb-ink bb-none" />`,
  nougat: () =>
    html`<path d="M-16,-4 L-9,-10 H16 V5 L9,11 H-16 Z" class="bb-ink bb-pale" /><path d="M-16,-4 H9 V11 H-16 Z" class="bb-ink bb-colour" /><path d="M9,-4 L16,-10" class="bb-thin" /><ellipse cx="-10" cy="1.500" rx="2.600" ry="1.800" class="bb-nut" /><ellipse cx="-1.500" cy="6.500" rx="2.800" ry="1.900" class="bb-nut" /><ellipse cx="3.500" cy="0" rx="2.600" ry="1.800" class="bb-nut" /><ellipse cx="-8" cy="7.800" rx="2" ry="1.500" class="bb-nut" />`,
  bear: () =>
    html`<path d="M-8,2 Q-14,0 -13,6 Q-12,9 -8,7 Q-10,16 -4,16 Q0,16 0,12 Q0,16 4,16 Q10,16 8,7 Q12,9 13,6 Q14,0 8,2 Z" class="bb-ink bb-colour" /><circle cx="-7.500" cy="-12.500" r="4" class="bb-ink bb-colour" /><circle cx="7.500" cy="-12.500" r="4" class="bb-ink bb-colour" /><circle cy="-6.500" r="9.500" class="bb-ink bb-colour" /><ellipse cy="-3" rx="4" ry="3" class="bb-pale" /><circle cx="-3.500" cy="-8" r="1.300" class="bb-dark" /><circle cx="3.500" cy="-8" r="1.300" class="bb-dark" /><circle cy="-4.200" r="1.300" class="bb-dark" />`,
  crocodile: () =>
    html`<path d="M-18,5 Q-14,-1 -7,-3 L-5,-7 L-2,-4 L1,-8 L4,-4 Q7,-5 8,-8 Q10,-11 13,-8 L18,-4 Q18,1 12,1.500 L9,5 L11,9 H6.500 L5,6 H-4 L-3,9 H-7.500 L-9,5.500 Q-13,5 -18,5 Z" class="bb-ink bb-colour" /><path d="M11,0.500 L17,-1.500" class="bb-thin" /><circle cx="11" cy="-7" r="1.500" class="bb-dark" /><path d="M-8,0.500 q4,-1.500 8,-0.500" class="bb-shine" />`,
  cane: () =>
    html`<path d="M-3,15.500 V-6 A7.500,7.500 0 0 1 12,-6 V-3" class="bb-cane-edge" /><path d="M-3,15.500 V-6 A7.500,7.500 0 0 1 12,-6 V-3" class="bb-cane" /><path d="M-3,15.500 V-6 A7.500,7.500 0 0 1 12,-6 V-3" class="bb-cane-stripe" />`,
  shell: () =>
    html`<path d="M0,14 L-5,14 Q-5.500,11 -7.500,9.500 Q-17,3 -16,-4 Q-12,-6 -11,-9 Q-6.500,-10 -4.500,-13 Q-1.500,-12 0,-13.500 Q1.500,-12 4.500,-13 Q6.500,-10 11,-9 Q12,-6 16,-4 Q17,3 7.500,9.500 Q5.500,11 5,14 Z" class="bb-ink bb-colour" /><path d="M0,10 V-11 M-2,10 L-6.500,-9 M2,10 L6.500,-9 M-4,9 L-12.500,-4 M4,9 L12.500,-4" class="bb-thin" />`,
  lokum: () =>
    html`<path d="M0,-15 L15,-8 V8 L0,15.500 L-15,8 V-8 Z" class="bb-ink bb-colour" /><path d="M0,-15 L15,-8 L0,-0.500 L-15,-8 Z" class="bb-ink bb-pale" /><path d="M0,-0.500 V15.500" class="bb-thin" /><circle cx="-4" cy="-9" r="1.100" class="bb-dark" /><circle cx="4" cy="-7" r="1.100" class="bb-dark" /><circle cx="0" cy="-11.500" r="0.900" class="bb-dark" /><circle cx="0" cy="-5" r="0.900" class="bb-dark" />`,
  coin: () =>
    html`<circle r="15" class="bb-ink bb-gold" /><circle r="11" class="bb-gold-rim" /><path d="M0,-8 L2.200,-2.600 L8,-2.400 L3.600,1.200 L5,7 L0,3.800 L-5,7 L-3.600,1.200 L-8,-2.400 L-2.200,-2.600 Z" class="bb-ink bb-gold-star" />`,
  wrapper: () =>
    html`<path d="M-8,-3 L-18,-10 Q-14,-2 -17,7 L-8,3 Q-3,8 3,6 L8,3 L17,9 Q13,0 18,-8 L8,-3 Q2,-7 -8,-3 Z" class="bb-ink bb-paper" /><path d="M-5,-1 L-1,3 M0,-3 L4,2 M5,-2 L2,0 M-12,-3 L-9,0 M13,-2 L10,0" class="bb-thin" />`,
};
/** Around the origin, 10 high. @type {Record<string, string>} */
const SIGNS = {
  red: 'M0,4.600 C-6.500,0 -5.400,-4.600 -2.500,-4.600 C-1,-4.600 0,-3.600 0,-2.500 C0,-3.600 1,-4.600 2.500,-4.600 C5.400,-4.600 6.500,0 0,4.600 Z', // a heart
  yellow:
    'M0,-5.400 L1.500,-1.700 L5.400,-1.500 L2.400,1.100 L3.400,5 L0,2.800 L-3.400,5 L-2.400,1.100 L-5.400,-1.500 L-1.500,-1.700 Z', // a star
  green: 'M-4.500,4.500 C-5.500,-3 -1,-5.500 5,-5 C5.500,1 3,5.500 -3,3.800 L-4.800,5.600 Z', // a leaf
  blue: 'M0,-5.400 C2.600,-2 4,-0.200 4,1.600 A4,3.900 0 0 1 -4,1.600 C-4,-0.200 -2.600,-2 0,-5.400 Z', // a drop
};

/** @param {string} face */
function parts(face) {
  const [candy = '', colour = ''] = face.split('-');
  return { candy, colour };
}

/** What a face is called. @param {string} face */
export function faceName(face) {
  const { candy, colour } = parts(face);
  const name = say(/** @type {any} */ (candy));
  return colour ? say('face', { candy: name, colour: say(/** @type {any} */ (colour)) }) : name;
}

/** A face within a drawing, around the origin. @param {{face: string, x?: number, y?: number}} props */
export function Face({ face, x = 17, y = 17 }) {
  const { candy, colour } = parts(face);
  return html`<g class=${`bb-face bb-${colour || candy}`}>${CANDIES[candy]?.()}
    ${colour && html`<g transform=${`translate(${x} ${y})`}><circle r="6.800" class="bb-badge" /><path d=${SIGNS[colour]} class="bb-sign" transform="scale(0.900)" /></g>`}</g>`;
}
