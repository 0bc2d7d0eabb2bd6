/** After the end every token is open: who lied how often, and who was caught. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { called, quoted } from '../../i18n.js';
import { Token } from './animals.js';
import { claims } from './claims.js';
import { one, say } from './words.js';

/** @param {{scene: import('../index.js').Scene, events: any[]}} props */
export function Aftermath({ scene, events }) {
  const told = claims(events);
  return html`<section class="pt-after"><h3>${say('lies_were')}</h3><ul>${scene.names.map(
    (_, seat) => {
      const own = told.filter((claim) => claim.seat === seat);
      const lies = own.filter((claim) => claim.animal !== claim.announce);
      return html`<li key=${seat}><p class="row"><${Sign} seat=${seat} /> ${say('told_of', { name: called(scene.names, seat, scene.you), told: own.length, lies: lies.length, caught: lies.filter((claim) => claim.caught).length })}</p>
      <ul class="pt-lies">${lies.map((claim, at) => html`<li key=${at}>${quoted(say(claim.announce))}<span class="unseen">${say('in_truth', { animal: one(claim.animal), caught: claim.caught })}</span><${Token} animal=${claim.animal} size=${28} />${claim.caught && html`<b class="pt-caught" aria-hidden="true">✗</b>`}</li>`)}</ul></li>`;
    },
  )}</ul></section>`;
}
