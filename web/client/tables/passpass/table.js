/** The table of Pass Pass. */
import { html } from '../../html.js';
import { isPlayed, Layout } from '../layout.js';
import { Aftermath } from './aftermath.js';
import { Banner } from './banner.js';
import { Mark } from './card.js';
import { COLOURS } from './cards.js';
import { Hand, offered } from './hand.js';
import { inWords, Players, scoreOf } from './players.js';
import { step } from './steps.js';
import { telling } from './telling.js';
import { Trick, taking } from './trick.js';
import { say } from './words.js';

/** @param {import('../index.js').Scene} scene */
function PassPass(scene) {
  const { choices, moment, names } = scene;
  const view = /** @type {import('./cards.js').View} */ (scene.view);
  const chosen = /** @type {any} */ (scene.chosen);
  const thought = chosen?.type === 'play' ? chosen.card : null;
  const takeable = choices.length ? (offered(scene, 'take')?.card ?? []) : [];
  const take = (/** @type {any} */ card) => scene.play({ type: 'take', card }, taking(card));
  return html`<${Layout} kind="pp-table" sights=${['.pp-places']} seats=${html`<${Players} scene=${scene} />`}
    board=${html`<div class="pp-board"><${Trick} scene=${scene} thought=${thought} takeable=${takeable} take=${take} />
      <p class="pp-foot"><span>${say('round_of', { n: view.round })}</span><span>${say('discarded', { n: view.discarded.length })}</span>
        <span class="pp-aside" role="img" aria-label=${say('aside', { counts: inWords(view.set_aside) })} >${say('put_aside')} ${COLOURS.map((colour) => html`<span key=${colour}><${Mark} colour=${colour} size=${13} />${view.set_aside[colour]}</span>`)}</span></p>
      </div>`}
    over=${html`<${Banner} moment=${moment} names=${names} />`}
    hand=${isPlayed(scene) && html`<${Hand} scene=${scene} thought=${thought} />`} />`;
}

/** @type {import('../index.js').Table} */
export default {
  figure: (view, seat) => {
    const { now, before, ticks } = scoreOf(view, seat);
    return say('figure', { n: now + before, ticks });
  },
  styled: true,
  pictures: () => import('./pictures.js'),
  step,
  draw: (scene) => html`<${PassPass} ...${scene} />`,
  telling,
  aftermath: (scene) => html`<${Aftermath} scene=${scene} />`,
};
