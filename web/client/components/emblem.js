/** A small picture for each game; one that is not known yet has a die. */
import { html } from '../html.js';
import { Pawn } from './seat.js';

/** @type {Record<string, () => any>} */
const PICTURES = {
  ciaociao: () => html`
    <rect width="64" height="64" rx="14" class="e-swamp" />
    <path d="M0,52 q8,-4 16,0 t16,0 t16,0 t16,0 V64 H0 Z" class="e-water" />
    <path d="M2,40 Q32,52 62,40 L62,46 Q32,58 2,46 Z" class="e-wood" />
    <path d="M12,43 v7 M22,46 v7 M32,47 v7 M42,46 v7 M52,43 v7" class="e-line" />
    <path d="M2,26 Q32,40 62,26" class="e-rope" />
    <g transform="translate(24 46) scale(0.720)"><${Pawn} seat=${0} /></g>
    <g transform="translate(44 45) scale(0.600)"><${Pawn} seat=${1} /></g>`,
  ptipasspass: () => html`
    <rect width="64" height="64" rx="14" class="e-felt" />
    <path d="M8,48 L13,24 Q20,20 27,24 L32,48 Q20,53 8,48 Z" class="e-cup" />
    <path d="M34,50 L39,26 Q46,22 53,26 L58,50 Q46,55 34,50 Z" class="e-cup2" />
    <g transform="translate(32 18)" class="e-animal"><ellipse cx="-3.500" cy="-8" rx="2.500" ry="6.500" />
      <ellipse cx="3.500" cy="-8" rx="2.500" ry="6.500" /><circle r="6.500" /></g>
    <circle cx="29.800" cy="17" r="1" class="e-dot" /><circle cx="34.200" cy="17" r="1" class="e-dot" />`,
  passpass: () => html`
    <rect width="64" height="64" rx="14" class="e-night" />
    <g transform="rotate(-14 32 60)"><rect x="12" y="16" width="24" height="36" rx="4" class="e-card" />
      <path d="M24,26 l5,8 l-5,8 l-5,-8 Z" class="e-red" /></g>
    <g transform="rotate(12 32 60)"><rect x="28" y="14" width="24" height="36" rx="4" class="e-card" />
      <path d="M40,24 l5,8 l-5,8 l-5,-8 Z" class="e-blue" /></g>`,
  bonbons: () => html`
    <rect width="64" height="64" rx="14" class="e-pink" />
    <g transform="translate(25 26) rotate(-24)"><path d="M-10,0 L-19,-7 V7 Z M10,0 L19,-7 V7 Z" class="e-cup2" />
      <circle r="11" class="e-red" /><path d="M-6,-9 Q4,0 -2,11 M3,-11 Q12,0 6,9" class="e-stripe" /></g>
    <g transform="translate(42 46)"><rect x="-10" y="-10" width="20" height="20" rx="4" class="e-blue" />
      <path d="M-10,-2 L10,-8 M-10,6 L10,0" class="e-stripe" /></g>`,
};

/** @param {{game: string, size?: number}} props */
export function Emblem({ game, size = 56 }) {
  const picture =
    PICTURES[game]
    ?? (() => html`
    <rect width="64" height="64" rx="14" class="e-felt" />
      <rect x="16" y="16" width="32" height="32" rx="7" class="e-card" />
    <circle cx="24" cy="24" r="3.500" class="e-dot" /><circle cx="32" cy="32" r="3.500" class="e-dot" />
      <circle cx="40" cy="40" r="3.500" class="e-dot" />`);
  return html`<svg class="emblem" width=${size} height=${size} viewBox="0 0 64 64" aria-hidden="true">${picture()}</svg>`;
}

/** The sign of the house: a cup and a die. @param {{size?: number}} props */
export function Logo({ size = 96 }) {
  return html`<svg class="logo" width=${size} height=${size} viewBox="0 0 96 96" aria-hidden="true">
    <ellipse cx="48" cy="83" rx="36" ry="7" class="l-shadow" />
    <g transform="translate(62 62) rotate(12)"><rect x="-13" y="-13" width="28" height="28" rx="6" class="l-die" />
      <circle cx="-5" cy="-5" r="2.800" class="l-pip" /><circle cx="7" cy="7" r="2.800" class="l-pip" />
      <circle cx="1" cy="1" r="2.800" class="l-pip" /></g>
    <g transform="rotate(-20 40 60)"><path d="M14,74 L22,22 Q40,14 58,22 L66,74 Q40,84 14,74 Z" class="l-cup" />
      <path d="M22,22 Q40,30 58,22 Q40,14 22,22 Z" class="l-top" />
      <path d="M17.500,58 Q40,67 62.500,58 L64,66 Q40,75 16,66 Z" class="l-band" /></g>
  </svg>`;
}

const CROSSING = /** @type {[number, number, number][]} */ ([
  [0, 62, 0.92],
  [1, 122, 0.98],
  [2, 178, 1],
  [3, 236, 0.98],
]);

/** Four pawns on their way over the bridge, and the cup that waits for them. */
export function Welcome() {
  const sag = (/** @type {number} */ x) => 104 + 14 * Math.sin((Math.PI * x) / 340);
  return html`<svg class="welcome" viewBox="0 0 340 150" aria-hidden="true">
    <ellipse cx="170" cy="132" rx="164" ry="15" class="w-water" />
    <path d="M96,133 q9,-4 18,0 M206,138 q9,-4 18,0 M150,142 q9,-4 18,0" class="w-ripple" />
    <path d="M8,74 Q170,126 332,74" class="w-rope" />
    <path d="M8,62 Q170,112 332,62" class="w-rope" />
    ${Array.from({ length: 17 }, (_, at) => 14 + at * 19.5).map(
      (x) => html`<path key=${x} d=${`M${x - 8},${sag(x)} h16 v9 h-16 Z`}
      class="w-plank" />`,
    )}
    ${CROSSING.map(
      ([
        seat,
        x,
        size,
      ]) => html`<g key=${seat} transform=${`translate(${x} ${sag(x) + 3}) scale(${size})`}>
      <g class=${`w-pawn w${seat}`}><${Pawn} seat=${seat} /></g></g>`,
    )}
    <g transform="translate(276 40) scale(0.760)"><g transform="rotate(14 40 50)">
      <path d="M14,74 L22,22 Q40,14 58,22 L66,74 Q40,84 14,74 Z" class="l-cup" />
      <path d="M22,22 Q40,30 58,22 Q40,14 22,22 Z" class="l-top" />
      <path d="M17.500,58 Q40,67 62.500,58 L64,66 Q40,75 16,66 Z" class="l-band" /></g></g>
  </svg>`;
}
