/** The table of Bonbons. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { only } from '../../lesson/model.js';
import { isPlayed, Layout } from '../layout.js';
import { Banner } from './banner.js';
import { Grid, inWords, Others } from './board.js';
import { Hand } from './hand.js';
import { faded, forgotten, step } from './steps.js';
import { telling } from './telling.js';
import { Tile } from './tile.js';
import { say } from './words.js';

/** What is turned up, and what is about to be. */
const SIGHTS = ['.bb-square:has(.shown)', '.bb-square[aria-pressed="true"]'];

/** After the end every face is open. @param {{scene: import('../index.js').Scene}} props */
function Aftermath({ scene }) {
  const view = /** @type {import('./tile.js').View} */ (scene.view);
  return html`<section class="bb-after"><h3>${say('what_was')}</h3><ul>${scene.names.map(
    (name, seat) => {
      const row = view.rows[seat] ?? [];
      return html`<li key=${seat}><p class="row"><${Sign} seat=${seat} /><b>${name}</b></p><div class="bb-faces" role="img" aria-label=${row.map(inWords).join(', ')}>${row.map((tile) => html`<${Tile} key=${tile.tile} round=${true} tile=${tile.face && tile.lies !== 'open' ? { ...tile, lies: 'shown' } : tile} />`)}</div></li>`;
    },
  )}</ul></section>`;
}

/** @type {import('../index.js').Table} */
export default {
  figure: (view, seat) =>
    say('figure', {
      n: view.rows[seat].filter((/** @type {any} */ tile) => tile.lies !== 'open').length,
    }),
  styled: true,
  lead: (choices, move) => only(choices, move),
  pictures: () => import('./pictures.js'),
  step,
  forgotten,
  faded,
  draw: (
    scene,
  ) => html`<${Layout} kind=${`bb-table ${scene.moment?.kind ?? ''}`} sights=${SIGHTS} seats=${html`<${Others} scene=${scene} />`}
    board=${html`<${Grid} scene=${scene} />`}
    over=${html`<${Banner} moment=${scene.moment} names=${scene.names} />`}
    hand=${isPlayed(scene) && html`<${Hand} scene=${scene} />`} />`,
  telling,
  aftermath: (scene) => html`<${Aftermath} scene=${scene} />`,
};
