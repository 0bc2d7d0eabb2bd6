/** The squares in the middle and the round tiles in front of the others; what can be turned is a button. */

import { SeatStrip } from '../../components/seat-strip.js';
import { html } from '../../html.js';
import { pressed } from '../confirm.js';
import { isPlayed } from '../layout.js';
import { faceName } from './faces.js';
import { Tile } from './tile.js';
import { say } from './words.js';

/** @typedef {import('./tile.js').View} View */
/** @typedef {import('../index.js').Scene} Scene */

/** How a tile lies, in words. @param {{lies: string, face?: string}} tile */
export function inWords({ lies, face }) {
  if (lies === 'down')
    return face ? say('face_is', { face: faceName(face), how: say('remembered') }) : say('down');
  if (lies === 'covered') return say('covered');
  return face
    ? say('face_is', { face: faceName(face), how: say(lies === 'open' ? 'open' : 'shown') })
    : '';
}

/** What turning a tile is called, with what is remembered of it. @param {string} what @param {string | undefined} face */
export function turning(what, face) {
  return face ? say('know', { what, face: faceName(face) }) : what;
}

/** The slots of a seat that may be turned. @param {Scene} scene @param {number} seat @returns {number[]} */
export function turnable(scene, seat) {
  return scene.choices.flatMap((/** @type {any} */ entry) =>
    entry.type === 'flip_round' && entry.seat.includes(seat) ? entry.slot : [],
  );
}

/** @param {{scene: Scene}} props */
export function Grid({ scene }) {
  const { play } = scene;
  const view = /** @type {View} */ (scene.view);
  const { side, squares } = view;
  const offered =
    /** @type {any} */ (scene.choices.find((entry) => entry.type === 'flip_square'))?.square ?? [];
  const place = (/** @type {number} */ at) => ({
    row: Math.floor(at / side) + 1,
    column: (at % side) + 1,
  });
  const known = squares.flatMap((square, at) =>
    square.face && square.lies !== 'gone'
      ? [say('at', { ...place(at), face: inWords(square) })]
      : [],
  );
  const label = say('grid', { side, known: known.join('; ') || say('nothing_known') });
  return html`<div class="bb-middle" style=${{ '--side': side }}><div class="bb-board"><div class=${`hand bb-grid ${offered.length ? 'open' : ''}`} role="group" aria-label=${label}>${squares.map(
    (square, at) => {
      if (!offered.includes(at))
        return html`<span key=${at} class="bb-square"><${Tile} tile=${square} fades=${scene.moment?.squares?.[at]} /></span>`;
      const what = say('turn_square', place(at));
      return html`<button key=${at} class="bb-square" aria-pressed=${pressed(scene, { type: 'flip_square', square: at })} onClick=${() => play({ type: 'flip_square', square: at }, what)}><${Tile} tile=${square} fades=${scene.moment?.squares?.[at]} /><span class="unseen">${turning(what, square.face)}</span></button>`;
    },
  )}</div></div>
  <p class="bb-foot">${say('stock', { n: view.stock })}${view.removed.length > 0 && ` ${say('removed', { candies: view.removed.map((candy) => say(/** @type {any} */ (candy))).join(', ') })}`}</p></div>`;
}

/** @param {{scene: Scene}} props */
export function Others({ scene }) {
  const { names, you } = scene;
  const view = /** @type {View} */ (scene.view);
  const seats = names.map((_, seat) => seat).filter((seat) => seat !== you || !isPlayed(scene)); // one's own are in one's hand
  return html`<${SeatStrip} scene=${scene} seats=${seats} turn=${view.phase === 'over' ? null : view.turn} kind="bb-others" inside=${(/** @type {number} */ seat) => html`<${Row} scene=${scene} seat=${seat} />`} />`;
}

/** The tiles in front of somebody else. @param {{scene: Scene, seat: number}} props */
function Row({ scene, seat }) {
  const { names, play } = scene;
  const row = /** @type {View} */ (scene.view).rows[seat] ?? [];
  const offered = turnable(scene, seat);
  const label = say('tiles_of', { name: names[seat], tiles: row.map(inWords).join(', ') });
  return html`<div class=${`hand bb-row n${row.length}`} role="group" aria-label=${label}>${row.map(
    (tile, slot) => {
      if (!offered.includes(slot))
        return html`<span key=${tile.tile} class="bb-round"><${Tile} tile=${tile} round=${true} fades=${scene.moment?.tiles?.[tile.tile]} /></span>`;
      const what = say('turn_round', { n: slot + 1, name: names[seat] });
      return html`<button key=${tile.tile} class="bb-round" aria-pressed=${pressed(scene, { type: 'flip_round', seat, slot })} onClick=${() => play({ type: 'flip_round', seat, slot }, what)}><${Tile} tile=${tile} round=${true} fades=${scene.moment?.tiles?.[tile.tile]} /><span class="unseen">${turning(what, tile.face)}</span></button>`;
    },
  )}</div>`;
}
