/** A tile, square or round: face down, remembered, shown, open for good, under coins, or gone. */
import { html } from '../../html.js';
import { Face } from './faces.js';

/** @typedef {Extract<import('../../types').View, {game: 'bonbons'}>} View */
/** @typedef {{lies: string, face?: string}} Lying */

/** `fades` is a face that is just being forgotten. @param {{tile: Lying, round?: boolean, kind?: string, fades?: string | null}} props */
export function Tile({ tile, round = false, kind = '', fades = null }) {
  const up = tile.lies === 'shown' || tile.lies === 'open';
  if (tile.lies === 'gone')
    return html`<svg class="bb-tile gone" viewBox="-27 -27 54 54" aria-hidden="true"><rect x="-24" y="-24" width="48" height="48" rx="9" class="bb-empty" /></svg>`;
  return html`<svg key=${up ? 'up' : 'down'} class=${`bb-tile ${tile.lies} ${up ? 'up' : ''} ${kind}`} viewBox="-27 -27 54 54" aria-hidden="true">
    ${up ? html`<${Front} round=${round} face=${tile.face} open=${tile.lies === 'open'} />` : html`<${Back} round=${round} />`}
    ${tile.lies === 'down' && tile.face && html`<${Remembered} round=${round} face=${tile.face} />`}
    ${fades && html`<g class="bb-fading"><${Remembered} round=${round} face=${fades} /></g>`}
    ${tile.lies === 'covered' && html`<${Coins} />`}</svg>`;
}

/** @param {{round: boolean, face: string | undefined, open: boolean}} props */
function Front({ round, face, open }) {
  return html`${round ? html`<circle r="25" class="bb-front" />` : html`<rect x="-25" y="-25" width="50" height="50" rx="9" class="bb-front" />`}
    <g transform=${round ? 'scale(0.920) translate(0 -1)' : 'translate(0 -1)'}>${face && html`<${Face} face=${face} x=${round ? 15 : 18} y=${round ? 17 : 18} />`}</g>
    ${open && html`<g transform="translate(-18 -18)"><circle r="7.500" class="bb-found" /><path d="M-3.500,0 L-1,3 L3.800,-3" class="bb-tick" /></g>`}`;
}

/** @param {{round: boolean}} props */
function Back({ round }) {
  if (round)
    return html`<circle r="25" class="bb-back round" /><path d="M0,0 C3,-5 10,-3 9,4 C8,12 -4,14 -10,7 C-16,-1 -11,-14 1,-16 C14,-17 21,-6 18,6" class="bb-swirl" />`;
  return html`<rect x="-25" y="-25" width="50" height="50" rx="9" class="bb-back" /><path d="M-19,-10 L-10,-19 M-19,4 L4,-19 M-19,18 L18,-19 M-4,18 L19,-5 M10,18 L19,9" class="bb-swirl" />`;
}

/** A face that was seen and has not faded yet. @param {{round: boolean, face: string}} props */
function Remembered({ round, face }) {
  return html`${round ? html`<circle r="18.500" class="bb-thought" />` : html`<rect x="-18.500" y="-18.500" width="37" height="37" rx="9" class="bb-thought" />`}<g transform="scale(0.760)" class="bb-faint"><${Face} face=${face} /></g>`;
}

function Coins() {
  return html`${[
    [-7, -6],
    [7, -5],
    [0, 7],
  ].map(
    ([x, y]) =>
      html`<g key=${x} transform=${`translate(${x} ${y}) scale(0.740)`}><${Face} face="coin" /></g>`,
  )}`;
}
