/** What lies over the table for a moment: a challenge is settled, a line is lifted, a round begins or ends. */

import { Icon } from '../../components/icon.js';
import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { CupShape, Token } from './animals.js';
import { one, say } from './words.js';

/** @type {Record<string, {right: boolean, stamp: 'was_lie' | 'was_true' | 'was_double' | 'was_empty', call: 'calls_liar' | 'calls_double'}>} */
const SETTLED = {
  lie_found: { right: true, stamp: 'was_lie', call: 'calls_liar' },
  lie_missed: { right: false, stamp: 'was_true', call: 'calls_liar' },
  double_found: { right: true, stamp: 'was_double', call: 'calls_double' },
  double_missed: { right: false, stamp: 'was_empty', call: 'calls_double' },
};

/** @param {{moment: any, names: string[], you: number | null}} props */
export function Verdict({ moment, names, you }) {
  switch (moment?.kind) {
    case 'verdict':
      return html`<${Challenge} moment=${moment} names=${names} you=${you} />`;
    case 'line':
      return html`<div class=${`pt-verdict ${moment.won ? 'good' : 'bad'} ${moment.settled ? 'settled' : ''}`} aria-hidden="true"><p class="pt-call">${say('lifts', { name: names[moment.seat] })}</p>
      <div class="pt-reveal three">${[0, 1, 2].map((at) => html`<${Lifted} key=${at} animals=${moment.contents?.[at] ?? [null]} />`)}</div>
      <p class="pt-stamp">${moment.won ? `★ ${say('line_won')}` : `✗ ${say('line_lost')}`}</p></div>`;
    case 'marker':
      return html`<div class="pt-verdict quiet" aria-hidden="true"><p class=${`pt-turning ${moment.marker}`}><${Icon} name=${moment.marker === 'masked' ? 'mask' : 'eye'} size=${64} /></p><p class="pt-title">${say(moment.marker === 'masked' ? 'masked_turn' : 'visible_turn')}</p></div>`;
    case 'round':
      return html`<div class="pt-verdict quiet" aria-hidden="true"><p class="pt-title big">${say('round', { n: moment.round })}</p></div>`;
    case 'victory':
      return html`<div class="pt-verdict quiet" aria-hidden="true"><p><${Sign} seat=${moment.seat} size=${56} /></p><p class="pt-title big">★ ${say('victory', { name: names[moment.seat] })}</p></div>`;
    case 'voided':
      return html`<div class="pt-verdict quiet" aria-hidden="true"><p class="pt-title">${say('voided')}</p></div>`;
    default:
      return null;
  }
}

/** Somebody has challenged: the token is turned or the cup lifted, and all see who was right; green is what is good for oneself. @param {{moment: any, names: string[], you: number | null}} props */
function Challenge({ moment, names, you }) {
  const settled = SETTLED[moment.type];
  if (!settled) return null;
  const good = settled.right !== (moment.active === you);
  const lie = settled.call === 'calls_liar';
  const animal = moment.type === 'lie_missed' ? moment.announce : moment.animal;
  return html`<div class=${`pt-verdict ${good ? 'good' : 'bad'} ${moment.settled ? 'settled' : ''}`} aria-hidden="true"><p class="pt-call">${say(settled.call, { name: names[moment.seat] })}</p>
    <div class="pt-reveal">${
      lie
        ? html`<span class="pt-flip"><${Token} size=${120} kind="front" animal=${animal} /><${Token} size=${120} kind="behind" /></span>${moment.announce && html`<span class="pt-saying">${say('said', { animal: one(moment.announce) })}</span>`}`
        : html`<${Lifted} animals=${moment.type === 'double_missed' ? [] : (moment.contents ?? [null])} />`
    }</div>
    <p class="pt-stamp">${good ? '✓' : '✗'} ${say(settled.stamp)}</p></div>`;
}

/** A cup that goes up, and what was under it. @param {{animals: any[]}} props */
function Lifted({ animals }) {
  return html`<span class="pt-up"><span class="pt-under">${animals.map((animal, at) => html`<${Token} key=${at} animal=${animal} size=${animals.length > 2 ? 36 : 48} />`)}</span>
    <svg class="pt-rising" viewBox="0 0 96 96" aria-hidden="true"><${CupShape} /></svg></span>`;
}
