/** The table of Ciao, ciao…. */
import { html } from '../../html.js';
import { isPlayed, Layout } from '../layout.js';
import { Aftermath } from './aftermath.js';
import { Bridge } from './bridge.js';
import { Verdict } from './cup.js';
import { Hand } from './hand.js';
import { Peek } from './peek.js';
import { figure, Players } from './players.js';
import { step } from './steps.js';

import { telling } from './telling.js';

/** @type {import('../index.js').Table} */
export default {
  figure: (view, seat) => figure(view.players[seat]),
  styled: true,
  pictures: () => import('./pictures.js'),
  step,
  draw: (scene) => {
    const { view, moment, names, you, choices, recent } = scene;
    const tense = choices.some((entry) => entry.type === 'doubt') || moment?.kind === 'doubt';
    return html`<${Layout} kind=${`cc-table ${tense ? 'tense' : ''}`} sights=${['.cc-pawn:has(.mine)']} seats=${html`<${Players} scene=${scene} />`}
      board=${html`<div class="cc-board"><${Bridge} view=${view} moment=${moment} names=${names} you=${you} recent=${recent} />
        ${scene.replay && moment?.kind !== 'doubt' && html`<${Peek} view=${view} />`}</div>`}
      over=${moment?.kind === 'doubt' && html`<${Verdict} moment=${moment} names=${names} you=${you} />`}
      hand=${isPlayed(scene) && html`<${Hand} scene=${scene} />`} />`;
  },
  telling,
  aftermath: (scene, events) => html`<${Aftermath} scene=${scene} events=${events} />`,
};
