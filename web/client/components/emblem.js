/** The emblem of a game, the logo, and the picture of the first screen. */
import { html } from '../html.js';
import { Pawn } from './seat.js';

/**
 * The picture of a game, from its folder on the server; an empty place until the games are known.
 * @param {{game?: import('../types').GameSummary, size?: number}} props
 */
export function Emblem({ game, size = 56 }) {
  return game
    ? html`<img class="emblem" src=${game.emblem} width=${size} height=${size} alt="" />`
    : html`<svg class="emblem" width=${size} height=${size} aria-hidden="true" />`;
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
