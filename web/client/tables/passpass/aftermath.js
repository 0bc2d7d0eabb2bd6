/** After the end: what everybody still held, and what the last round had brought them. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { cardName, Front } from './card.js';
import { inOrder } from './cards.js';
import { scoreOf } from './players.js';
import { say } from './words.js';

/** @param {{scene: import('../index.js').Scene}} props */
export function Aftermath({ scene }) {
  const view = /** @type {import('./cards.js').View} */ (scene.view);
  const held = (view.hands ?? []).some((hand) => hand.length);
  return html`<section class="pp-after"><h3>${say('swept')}</h3><ul>${scene.names.map(
    (name, seat) => {
      const { now, before, ticks } = scoreOf(view, seat);
      return html`<li key=${seat}><p class="row"><${Sign} seat=${seat} /><b>${name}</b> ${say('points', { n: now + before })} ${'★'.repeat(ticks)}</p><${Row} cards=${view.players[seat]?.taken ?? []} /></li>`;
    },
  )}</ul>
  ${held && html`<h3>${say('hands_were')}</h3><ul>${scene.names.map((name, seat) => html`<li key=${seat}><p class="row"><${Sign} seat=${seat} /><b>${name}</b></p><${Row} cards=${view.hands?.[seat] ?? []} /></li>`)}</ul>`}</section>`;
}

/** @param {{cards: readonly string[]}} props */
function Row({ cards }) {
  const sorted = inOrder(cards);
  return html`<div class="pp-row" role="img" aria-label=${sorted.map(cardName).join('; ') || say('no_card')}>${sorted.map((card) => html`<${Front} key=${card} card=${card} />`)}</div>`;
}
