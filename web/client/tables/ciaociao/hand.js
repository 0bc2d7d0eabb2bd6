/** What one holds and can do: look at one's die and say a number, believe or doubt, push. */

import { Icon } from '../../components/icon.js';
import { Wink } from '../../components/wink.js';
import { html } from '../../html.js';
import { t } from '../../i18n.js';
import { pressed } from '../confirm.js';
import { Question, useQuestion } from '../question.js';
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
function status({ view, names, match, busy, journal }) {
  if (busy) return journal.at(-1)?.text ?? '';
  const name = names[view.turn] ?? '';
  const listed = view.answerers.map((/** @type {number} */ seat) => names[seat]).join(', ');
  if (match.status === 'running' && view.phase === 'announce') return say('thinks', { name });
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
    <${Question} scene=${scene} kind="cc-question" text=${say('what_say')} />
    <div class="cc-numbers">${numbers.map((number) => {
      const honest = number === view.die;
      const to = plank + number;
      const place = to > view.planks ? 'podium' : 'plank';
      const onto = say(`onto_${place}`, { n: to });
      const name = say(honest ? 'say_true' : 'say_bluff', { n: number, onto });
      return html`<button key=${number} class=${`cc-number ${honest ? 'honest' : 'bluff'}`} aria-pressed=${pressed(scene, { type: 'announce', number })}
        onClick=${() => play({ type: 'announce', number }, say('announce', { n: number }))}>
        <span class="unseen">${name}</span>
        <span class="cc-big" aria-hidden="true">${number}</span><span class="cc-where" aria-hidden="true">${say(`to_${place}`, { n: to })}</span>
        <span class="cc-kind" aria-hidden="true">
          <${Icon} name=${honest ? 'eye' : 'mask'} size=${16} /> ${honest ? say('true') : say('bluff')}</span>
          </button>`;
    })}</div></div>`;
}

/** The moment of the game: is it true? @param {{scene: Scene}} props */
function Answer({ scene }) {
  const { view, names, you, play } = scene;
  const name = names[view.turn] ?? '';
  const plank = view.players[you ?? 0]?.plank ?? 0;
  useQuestion(scene, `${say('says', { name })} ${view.number}. ${say('believe_it')}`);
  const fall = plank ? say('you_fall', { n: plank }) : say('podium_falls');
  const gain = `${say('they_fall', { name })}${plank ? `, ${say('you_gain', { n: view.number })}` : ''}`;
  return html`<div class="hand table-hand cc-answer" role="group" aria-label=${t('your_move')}>
    <div class="cc-claimed"><${Cup} size=${84} kind="tense" />
      <p><span class="dim">${say('says', { name })}</span><strong class="cc-huge">${view.number}</strong>
        <span>${say('believe_it')}</span></p></div>
    <div class="cc-answers">
      <button class="button big calm" aria-pressed=${pressed(scene, { type: 'believe' })}
        onClick=${() => play(/** @type {any} */ ({ type: 'believe' }), say('believe'))}>
        <span class="unseen">${say('believe_name', { name })}</span><span aria-hidden="true"><strong><${Icon} name="check" /> ${say('believe')}</strong><span class="cc-stake">${say('if_believe')}</span></span></button>
      <button class="button big bold" aria-pressed=${pressed(scene, { type: 'doubt' })}
        onClick=${() => play(/** @type {any} */ ({ type: 'doubt' }), say('doubt'))}>
        <span class="unseen">${say('doubt_name', { name, fall, gain })}</span><span aria-hidden="true"><strong><${Icon} name="eye" /> ${say('doubt')}</strong>
          <span class="cc-stake"><b>${say('if_true')}</b> ${fall}</span>
          <span class="cc-stake"><b>${say('if_bluff')}</b> ${gain}</span></span></button></div></div>`;
}

/** @param {{scene: Scene, steps: number[]}} props */
function Push({ scene, steps }) {
  const { view, names, play } = scene;
  const owner = view.players.findIndex((/** @type {any} */ player) =>
    player.podium.includes(steps[0]),
  );
  return html`<div class="hand table-hand" role="group" aria-label=${t('your_move')}>
    <${Question} scene=${scene} kind="cc-question" text=${say('push', { name: names[owner] ?? '' })} />
    <div class="cc-two">${steps.map(
      (
        step,
      ) => html`<button key=${step} class="button big" aria-label=${say('push_name', { name: names[owner] ?? '', n: step })} aria-pressed=${pressed(scene, { type: 'push', step })}
      onClick=${() => play({ type: 'push', step }, say('push_step', { n: step }))}>${say('push_step', { n: step })}</button>`,
    )}</div>
      </div>`;
}
