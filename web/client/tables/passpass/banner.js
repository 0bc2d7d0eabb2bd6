/** What lies over the table for a moment: a new round, a Pass Pass, what a round brought. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { Mark } from './card.js';
import { COLOURS } from './cards.js';
import { say } from './words.js';

/** @param {{moment: any, names: string[]}} props */
export function Banner({ moment, names }) {
  switch (moment?.kind) {
    case 'round':
      return html`<div class="pp-banner" aria-hidden="true"><p class="pp-title">${say('round', { n: moment.round })}</p></div>`;
    case 'tick':
      return html`<div class="pp-banner tick" aria-hidden="true"><p class="pp-four">${COLOURS.map((colour) => html`<span key=${colour}><${Mark} colour=${colour} size=${46} /></span>`)}</p>
        <p class="pp-title">${say('pass_pass')}</p><p class="pp-who"><${Sign} seat=${moment.seat} /> ${names[moment.seat]} ${'★'.repeat(moment.total)}</p></div>`;
    case 'scored':
      return html`<div class="pp-banner" aria-hidden="true"><p class="pp-title">${say('scored', { n: moment.round })}</p>
        <ul class="pp-results">${names.map((name, seat) => html`<li key=${seat}><${Sign} seat=${seat} /><span class="grow">${name}</span>${'★'.repeat(moment.pass_pass[seat])} <b>${say('points', { n: moment.points[seat] })}</b></li>`)}</ul></div>`;
    case 'team':
      return html`<div class="pp-banner" aria-hidden="true"><p class="pp-who">${moment.team.map((/** @type {number} */ seat) => html`<${Sign} key=${seat} seat=${seat} />`)} ${say('record', { name: names[moment.seat], points: moment.points, ticks: moment.pass_pass })}</p></div>`;
    default:
      return null;
  }
}
