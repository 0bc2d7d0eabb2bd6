/** What lies over the table for a moment: a pair, a theft, coins, the wrapper, the end. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { Tile } from './tile.js';
import { say } from './words.js';

/** @param {{moment: any, names: string[]}} props */
export function Banner({ moment, names }) {
  const face = moment?.face && { lies: 'shown', face: moment.face };
  const name = names[moment?.seat] ?? '';
  switch (moment?.kind) {
    case 'pair':
      return html`<div class="bb-banner" aria-hidden="true"><div class="bb-two"><${Tile} tile=${face} /><${Tile} tile=${face} round=${true} /></div><p class="bb-title">${say('found')}</p><p class="bb-who"><${Sign} seat=${moment.seat} /> ${name}</p></div>`;
    case 'steal':
      return html`<div class="bb-banner steal" aria-hidden="true"><p class="bb-title">${say('stolen')}</p>
        <div class="bb-theft"><span class="bb-who"><${Sign} seat=${moment.owner} size=${44} /></span><span class="bb-loot"><${Tile} tile=${face} round=${true} /></span><span class="bb-who"><${Sign} seat=${moment.seat} size=${44} /></span></div>
        <p class="bb-who">${say('from', { thief: name, owner: names[moment.owner] })}</p></div>`;
    case 'coins':
      return html`<div class="bb-banner" aria-hidden="true"><div class="bb-two">${[0, 1, 2].map((at) => html`<${Tile} key=${at} tile=${{ lies: 'shown', face: 'coin' }} round=${true} />`)}</div><p class="bb-title">${say('coins')}</p><p class="bb-who"><${Sign} seat=${moment.seat} /> ${name}</p></div>`;
    case 'wrapper':
      return html`<div class="bb-banner" aria-hidden="true"><div class="bb-two"><${Tile} tile=${{ lies: 'shown', face: 'wrapper' }} /></div><p class="bb-title">${say('wrapper_found')}</p>${moment.more && html`<p class="bb-who"><${Sign} seat=${moment.seat} /> ${say('one_more', { name })}</p>`}</div>`;
    case 'complete':
      return html`<div class="bb-banner" aria-hidden="true"><p class="bb-who"><${Sign} seat=${moment.seat} size=${44} /></p><p class="bb-title">${say('complete', { name })}</p></div>`;
    default:
      return null;
  }
}
