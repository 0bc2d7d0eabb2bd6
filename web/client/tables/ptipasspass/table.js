/** The table of PtiPassPass. */

import { Icon } from '../../components/icon.js';
import { html, useState } from '../../html.js';
import { isPlayed, Layout } from '../layout.js';
import { Aftermath } from './aftermath.js';
import { Cups } from './cups.js';
import { Hand } from './hand.js';
import { Players } from './players.js';
import { faded, forgotten, step, swapped } from './steps.js';
import { telling } from './telling.js';
import { Verdict } from './verdict.js';
import { lead, NOTHING, offered, open, placing, swapOf, tapped } from './wish.js';
import { say } from './words.js';

/** @param {import('../index.js').Scene} scene */
function PtiPassPass(scene) {
  const { match, moment, names, choices } = scene;
  const view = /** @type {import('./animals.js').View} */ (scene.view);
  const [kept, keep] = useState({ asked: match.asked, wish: NOTHING });
  const set = (/** @type {import('./wish.js').Wish} */ wish) => keep({ asked: match.asked, wish });
  const own = kept.asked === match.asked && choices.length ? kept.wish : NOTHING;
  const animals = placing(scene)?.animal ?? [];
  const wish = animals.length === 1 ? { ...own, animal: animals[0] } : own;
  const swap = swapOf(wish);
  const tense = offered(scene, 'ok') || moment?.kind === 'verdict' || moment?.kind === 'line';
  const marked = wish.swapping ? wish.swap : wish.cup === null ? wish.line : [wish.cup];
  return html`<${Layout} sights=${['.pt-place:has(.pt-held)', '.pt-place.marked']} kind=${`pt-table ${tense ? 'tense' : ''} ${view.marker}`} seats=${html`<${Players} scene=${scene} />`}
    board=${html`<div class="pt-middle">
      <p class="pt-marker"><span>${say('round', { n: view.round })}</span><span class=${`pt-mark ${view.marker}`}><${Icon} name=${view.marker === 'masked' ? 'mask' : 'eye'} size=${18} /> ${say(view.marker === 'masked' ? 'masked_turn' : 'visible_turn')}</span></p>
      <${Cups} scene=${scene} view=${swap ? swapped(view, swap) : view} open=${open(scene, wish)} marked=${marked} moved=${swap ?? []} held=${wish.animal} choose=${(/** @type {number} */ cup) => set(tapped(scene, wish, cup))} /></div>`}
    over=${html`<${Verdict} moment=${moment} names=${names} you=${scene.you} />`}
    hand=${isPlayed(scene) && html`<${Hand} scene=${scene} wish=${wish} set=${set} />`} />`;
}

/** @type {import('../index.js').Table} */
export default {
  figure: (view, seat) => say('figure', { n: view.players[seat].victory_tokens }),
  styled: true,
  lead,
  pictures: () => import('./pictures.js'),
  step,
  forgotten,
  faded,
  draw: (scene) => html`<${PtiPassPass} ...${scene} />`,
  telling,
  aftermath: (scene, events) => html`<${Aftermath} scene=${scene} events=${events} />`,
};
