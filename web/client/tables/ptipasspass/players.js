/** Who plays: how many animals they hold, their Challenge tokens, their victories. */

import { SeatStrip } from '../../components/seat-strip.js';
import { html } from '../../html.js';
import { say } from './words.js';

/** @typedef {import('./animals.js').View} View */

/** @param {{scene: import('../index.js').Scene}} props */
export function Players({ scene }) {
  const view = /** @type {View} */ (scene.view);
  const { moment } = scene;
  return html`<${SeatStrip} scene=${scene} turn=${view.phase === 'over' ? null : view.turn} asked=${view.phase === 'reward' && view.challenger !== null ? [view.challenger] : view.answerers} kind="pt-players" legend=${(/** @type {number} */ seat) => legend(view.players[seat])} inside=${(
    /** @type {number} */ seat,
  ) => {
    const player = view.players[seat];
    if (!player) return null;
    const { tokens, challenge_tokens: challenges, victory_tokens: victories } = player;
    return html`<span class="pt-has" role="img" aria-label=${say('has', { tokens, challenges, victories })}>
        <span class="pt-backs">${Array.from({ length: tokens }, (_, at) => html`<i key=${at}>?</i>`)}</span>
        <span class="pt-stars">${[1, 2].map((at) => html`<i key=${at} class=${at <= victories ? 'on' : ''}>${at <= victories ? '★' : '☆'}</i>`)}</span>
        <span class=${`pt-challenges ${challenges > 4 ? 'many' : ''}`}>${challenges > 4 ? `⚡ ${challenges}` : '⚡'.repeat(challenges) || '–'}</span></span>
      ${moment?.kind === 'ok' && moment.seat === seat && html`<span class="strip-word">${say('ok')}</span>`}`;
  }} />`;
}

/** The signs of a player, with what they stand for. @param {any} player */
function legend({ tokens, challenge_tokens: challenges, victory_tokens: victories }) {
  return say('legend', { tokens, challenges, victories });
}
