/** What one holds and can do: look at one's die and say a number, believe or doubt, push. */

import { Icon } from '../../components/icon.js';
import { Wink } from '../../components/wink.js';
import { html } from '../../html.js';
import { t } from '../../i18n.js';
import { Cup, Die, faceName } from './cup.js';
import { say } from './words.js';

/** @typedef {import('../index.js').Scene} Scene */

/** @param {{scene: Scene}} props */
export function Hand({ scene }) {
  const { choices, moment } = scene;
  const offered = (/** @type {string} */ type) =>
    /** @type {any} */ (choices.find((entry) => entry.type === type));
  if (offered('announce'))
    return html`<${Announce} scene=${scene} numbers=${offered('announce').number} />`;
  if (offered('doubt')) return html`<${Answer} scene=${scene} />`;
  if (offered('push')) return html`<${Push} scene=${scene} steps=${offered('push').step} />`;
  if (moment?.wink)
    return html`<div class="hand table-hand cc-wait"><${Wink} seat=${scene.you} /></div>`;
  return html`<div class="hand table-hand cc-wait"><${Cup} size=${64} kind=${moment?.kind === 'roll' ? 'shaking' : ''} />
    <p class="status">${status(scene)}</p></div>`;
}

/** What is being waited for. @param {Scene} scene */
function status({ view, names, you, match, busy, journal }) {
  if (busy) return journal.at(-1)?.text ?? '';
  const name = names[view.turn] ?? '';
  const listed = view.answerers.map((/** @type {number} */ seat) => names[seat]).join(', ');
  if (match.status === 'running' && view.phase === 'announce') return say('thinks', { name });
  if (view.phase === 'answer' && view.turn === you) return say('they_answer', { names: listed });
  if (view.phase === 'answer') return say('answering', { names: listed });
  if (match.you === null) return t('watching');
  return t('nothing_asked');
}

/** @param {{scene: Scene, numbers: number[]}} props */
function Announce({ scene, numbers }) {
  const { view, you, play } = scene;
  const plank = view.players[you ?? 0]?.plank ?? 0;
  return html`<div class="hand table-hand cc-announce" role="group" aria-label=${t('your_move')}>
    <div class="cc-peek"><${Cup} size=${72} kind="peeking" /><${Die} face=${view.die} size=${60} />
      <p><strong>${say('you_rolled')} ${faceName(view.die)}.</strong> <span
        class="dim">${view.die === 0 ? say('must_lie') : say('only_you')}</span>
        </p></div>
    <p class="cc-question">${say('what_say')}</p>
    <div class="cc-numbers">${numbers.map((number) => {
      const honest = number === view.die;
      const where =
        plank + number > view.planks ? say('to_podium') : say('to_plank', { n: plank + number });
      return html`<button key=${number} class=${`cc-number ${honest ? 'honest' : 'bluff'}`}
        onClick=${() => play({ type: 'announce', number }, say('announce', { n: number }))}>
        <span class="cc-big">${number}</span><span class="cc-where">${where}</span>
        <span class="cc-kind">
          <${Icon} name=${honest ? 'eye' : 'mask'} size=${16} /> ${honest ? say('true') : say('bluff')}</span>
          </button>`;
    })}</div></div>`;
}

/** The moment of the game: is it true? @param {{scene: Scene}} props */
function Answer({ scene }) {
  const { view, names, you, play, match } = scene;
  const name = names[view.turn] ?? '';
  const me = view.players[you ?? 0];
  const sealed = /** @type {any} */ (match.sealed)?.type;
  return html`<div class="hand table-hand cc-answer" role="group" aria-label=${t('your_move')}>
    <div class="cc-claimed"><${Cup} size=${84} kind="tense" />
      <p><span class="dim">${say('says', { name })}</span><strong class="cc-huge">${view.number}</strong>
        <span>${say('believe_it')}</span></p></div>
    <dl class="cc-stakes"><div><dt><${Icon} name="check" size=${16} /> ${say('if_true')}</dt>
      <dd>${me?.plank ? say('you_fall', { n: me.plank }) : say('podium_falls')}</dd></div>
      <div><dt><${Icon} name="mask" size=${16} /> ${say('if_bluff')}</dt>
        <dd>${say('they_fall', { name })}${me?.plank ? `, ${say('you_gain', { n: view.number })}` : ''}</dd></div>
        </dl>
    <div class="cc-two">
      <button class="button big calm" aria-pressed=${sealed ? sealed === 'believe' : undefined}
        onClick=${() => play(/** @type {any} */ ({ type: 'believe' }), say('believe'))}>
        <${Icon} name="check" /> ${say('believe')}</button>
      <button class="button big bold" aria-pressed=${sealed ? sealed === 'doubt' : undefined}
        onClick=${() => play(/** @type {any} */ ({ type: 'doubt' }), say('doubt'))}>
        <${Icon} name="eye" /> ${say('doubt')}</button></div></div>`;
}

/** @param {{scene: Scene, steps: number[]}} props */
function Push({ scene, steps }) {
  const { view, names, play } = scene;
  const owner = view.players.findIndex((/** @type {any} */ player) =>
    player.podium.includes(steps[0]),
  );
  return html`<div class="hand table-hand" role="group" aria-label=${t('your_move')}>
    <p class="cc-question">${say('push', { name: names[owner] ?? '' })}</p>
    <div class="cc-two">${steps.map(
      (step) => html`<button key=${step} class="button big"
      onClick=${() => play({ type: 'push', step }, say('push_step', { n: step }))}>${say('push_step', { n: step })}</button>`,
    )}</div>
      </div>`;
}
