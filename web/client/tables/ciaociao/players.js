/** Who plays, and where each of their pawns is. */

import { SeatStrip } from '../../components/seat-strip.js';
import { html } from '../../html.js';
import { say } from './words.js';

/** @param {{scene: import('../index.js').Scene}} props */
export function Players({ scene }) {
  const { view, moment } = scene;
  return html`<${SeatStrip} scene=${scene} turn=${view.phase === 'over' ? null : view.turn} asked=${view.answerers} kind="cc-players" legend=${(/** @type {number} */ seat) => legend(view.players[seat])} inside=${(
    /** @type {number} */ seat,
  ) => html`<${Pips} player=${view.players[seat]} />
    ${moment?.kind === 'believe' && moment.seat === seat && html`<span class="strip-word">${say('believes')}</span>`}`} />`;
}

/** How many of a player's pawns have crossed, and what their steps are worth. @param {any} player */
export function figure({ podium }) {
  const points = podium.reduce(
    (/** @type {number} */ sum, /** @type {number} */ step) => sum + step,
    0,
  );
  return say('figure', { across: podium.length, points });
}

/** The signs of a player's pawns, with what they stand for. @param {any} player */
function legend({ podium, plank, reserve, fallen }) {
  return say('legend', { across: podium.length, bridge: plank ? 1 : 0, reserve, fallen });
}

/**
 * Seven pawns: in reserve, on the bridge, across, or lost; each has a form of its own.
 * @param {{player: any}} props
 */
function Pips({ player }) {
  const across = player.podium.length;
  const label = say('pips', { reserve: player.reserve, fallen: player.fallen, across });
  const kinds = [
    ...Array(across).fill('across'),
    ...(player.plank ? ['bridge'] : []),
    ...Array(player.reserve).fill('reserve'),
    ...Array(player.fallen).fill('lost'),
  ];
  return html`<span class="cc-pips" role="img" aria-label=${label}>${kinds.map(
    (kind, at) => html`<i key=${at}
    class=${`pip ${kind}`}>
    </i>`,
  )}</span>`;
}
