/** After the end every die is open: who bluffed how often, and who was believed. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { called, quoted, t } from '../../i18n.js';
import { claims } from './claims.js';
import { Die } from './cup.js';
import { say } from './words.js';

/** @param {{scene: import('../index.js').Scene, events: any[]}} props */
export function Aftermath({ scene, events }) {
  const told = claims(events);
  return html`<section class="cc-after"><h3>${t('revealed')}</h3><ul>${scene.names.map(
    (_, seat) => {
      const own = told.filter((claim) => claim.seat === seat);
      const bluffs = own.filter((claim) => claim.die !== claim.number);
      return html`<li key=${seat}><p class="row">
      <${Sign} seat=${seat} /> ${say('lies', { name: called(scene.names, seat, scene.you), told: own.length, bluffs: bluffs.length, caught: bluffs.filter((claim) => claim.caught).length })}</p>
      <ul class="cc-bluffs">${bluffs.map(
        (claim, at) => html`<li key=${at} class=${claim.caught ? 'caught' : ''}>
        <span class="cc-said">${quoted(claim.number)}</span>
        <${Die} face=${claim.die} size=${30} />${claim.caught && html`<span class="cc-caught">✗</span>`}</li>`,
      )}</ul>
        </li>`;
    },
  )}</ul></section>`;
}
