/** One's own tiles, and what is asked: turn, stop, give, cover. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { t } from '../../i18n.js';
import { pressed } from '../confirm.js';
import { Question } from '../question.js';
import { inWords, turnable, turning } from './board.js';
import { Tile } from './tile.js';
import { say } from './words.js';

/** @typedef {import('./tile.js').View} View */
/** @typedef {import('../index.js').Scene} Scene */

/** @param {{scene: Scene}} props */
export function Hand({ scene }) {
  const { you, choices, play } = scene;
  const asked = choices.length > 0;
  const stops = choices.some((entry) => entry.type === 'stop');
  return html`<div class="hand table-hand bb-hand" role=${asked ? 'group' : undefined} aria-label=${asked ? t('your_move') : undefined}>
    <div class="bb-ask">${asked ? html`<${Question} scene=${scene} kind="grow" text=${question(scene)} />` : html`<p class="grow status">${status(scene)}</p>`}
      ${stops && html`<button class="button plain" aria-pressed=${pressed(scene, { type: 'stop' })} onClick=${() => play(/** @type {any} */ ({ type: 'stop' }), say('stop'))}>${say('stop')}</button>`}</div>
    ${you !== null && html`<${Own} scene=${scene} seat=${you} />`}</div>`;
}

/** What one may do now, as a question. @param {Pick<Scene, 'choices' | 'view'>} scene */
export function question({ choices, view }) {
  const types = choices.map((entry) => entry.type);
  if (types.includes('give')) return say('ask_give');
  if (types.includes('cover')) return say('ask_cover');
  const squares = types.includes('flip_square');
  if (view.phase === 'further' && types.includes('stop')) return say('ask_further');
  if (view.phase === 'start' || view.phase === 'further')
    return say(types.includes('flip_round') ? 'ask_start' : 'ask_only_square');
  const shown = view.squares.filter((/** @type {any} */ square) => square.lies === 'shown').length;
  if (!squares) return say(shown ? 'ask_round' : 'ask_wrapper');
  if (!shown) return say('ask_square');
  return say(shown > 1 ? 'ask_coins' : 'ask_coin');
}

/** @param {Scene} scene */
function status({ view, names, match, busy, journal }) {
  if (busy) return journal.at(-1)?.text ?? '';
  if (match.status === 'running' && match.you !== view.turn)
    return say('their_turn', { name: names[view.turn] });
  return match.you === null ? t('watching') : t('nothing_asked');
}

/** @param {{scene: Scene, seat: number}} props */
function Own({ scene, seat }) {
  const { choices, play } = scene;
  const view = /** @type {View} */ (scene.view);
  const row = view.rows[seat] ?? [];
  const entry = /** @type {any} */ (
    choices.find(({ type }) => type === 'give' || type === 'cover')
  );
  const turns = turnable(scene, seat);
  const label = `${say('your_tiles')}: ${row.map(inWords).join(', ')}.`;
  return html`<div class=${`bb-own n${row.length} ${view.turn === seat ? 'turn' : ''}`} role="group" aria-label=${label}><span class="bb-me"><${Sign} seat=${seat} size=${24} /><span class="bb-whose">${say('your_tiles')}</span></span>${row.map(
    (tile, slot) => {
      const n = slot + 1;
      const move = entry?.slot.includes(slot)
        ? { type: entry.type, slot }
        : turns.includes(slot)
          ? { type: 'flip_round', seat, slot }
          : null;
      if (!move)
        return html`<span key=${tile.tile} class="bb-round"><${Tile} tile=${tile} round=${true} fades=${scene.moment?.tiles?.[tile.tile]} /></span>`;
      const what = say(
        move.type === 'give' ? 'give' : move.type === 'cover' ? 'cover' : 'turn_own',
        { n },
      );
      return html`<button key=${tile.tile} class="bb-round" aria-pressed=${pressed(scene, move)} onClick=${() => play(/** @type {any} */ (move), what)}><${Tile} tile=${tile} round=${true} fades=${scene.moment?.tiles?.[tile.tile]} /><span class="unseen">${turning(what, tile.face)}</span></button>`;
    },
  )}</div>`;
}
