/** What one holds and can do: hold a token over a cup and say what it is, answer, be rewarded, lift. */

import { Icon } from '../../components/icon.js';
import { Wink } from '../../components/wink.js';
import { html } from '../../html.js';
import { capital, quoted, t } from '../../i18n.js';
import { pressed } from '../confirm.js';
import { Question, useQuestion } from '../question.js';
import { listed, Token } from './animals.js';
import { NOTHING, offered, placing, swapOf } from './wish.js';
import { one, say } from './words.js';

/** @typedef {import('./animals.js').View} View */
/** @typedef {import('./wish.js').Wish} Wish */
/** @typedef {import('../index.js').Scene} Scene */
/** @typedef {{scene: Scene, wish: Wish, set: (wish: Wish) => void}} Props */

/** What has been put together by several taps is played by the last of them. */
const SURE = { sure: true };

/** @param {Props} props */
export function Hand(props) {
  const { scene } = props;
  if (offered(scene, 'place'))
    return html`<div class="hand table-hand pt-hand" role="group" aria-label=${t('your_move')}><${Place} ...${props} /></div>`;
  if (offered(scene, 'ok')) return html`<${Answer} ...${props} />`;
  if (placing(scene) || offered(scene, 'reward_take'))
    return html`<div class="hand table-hand pt-hand" role="group" aria-label=${t('your_move')}><${Reward} ...${props} /></div>`;
  if (offered(scene, 'lift'))
    return html`<div class="hand table-hand pt-hand" role="group" aria-label=${t('your_move')}><${Lift} ...${props} /></div>`;
  const own = /** @type {View} */ (scene.view).players[scene.you ?? -1]?.hand ?? [];
  return html`<div class="hand table-hand pt-hand pt-wait">${scene.moment?.wink ? html`<${Wink} seat=${scene.you} />` : html`<p class="status">${status(scene)}</p>`}
    ${own.length > 0 && html`<div class="pt-own" role="img" aria-label=${listed(own)}>${own.map((animal, at) => html`<${Token} key=${at} animal=${animal} size=${48} />`)}</div>`}</div>`;
}

/** What is being waited for. @param {Scene} scene */
function status({ view, names, you, match, busy, journal }) {
  if (busy) return journal.at(-1)?.text ?? '';
  const listedNames = view.answerers.map((/** @type {number} */ seat) => names[seat]).join(', ');
  if (view.phase === 'answer') return say('answering', { names: listedNames });
  if (view.phase === 'reward') return say('rewarded', { name: names[view.challenger] });
  if (match.status === 'running' && view.turn !== you)
    return say('thinks', { name: names[view.turn] });
  return match.you === null ? t('watching') : t('nothing_asked');
}

/** The animals one may take. @param {Props & {animals: any[]}} props */
function Animals({ wish, set, animals }) {
  return html`<div class="pt-animals">${animals.map((animal) => html`<button key=${animal} class="pt-choice" aria-pressed=${wish.animal === animal} onClick=${() => set({ ...wish, animal })}><${Token} animal=${animal} size=${52} /><span>${capital(say(animal))}</span></button>`)}</div>`;
}

/** A bluff begins: which animal, over which cup, and what one says. @param {Props} props */
function Place({ scene, wish, set }) {
  const { animal: animals, announce } = offered(scene, 'place');
  const { animal, cup } = wish;
  const ready = animal && cup !== null;
  const ask = !animal
    ? say('ask_animal')
    : cup === null
      ? say('ask_cup')
      : announce
        ? say('ask_say')
        : say('ask_show');
  return html`<${Question} scene=${scene} kind="pt-ask" text=${ask} /><${Animals} scene=${scene} wish=${wish} set=${set} animals=${animals} />
    ${
      announce
        ? html`<div class="pt-says">${announce.map((/** @type {any} */ said) => {
            const label = say('say_it', { animal: say(said) });
            return html`<button key=${said} class=${`pt-say ${ready && said === animal ? 'honest' : ''}`} disabled=${!ready} onClick=${() => scene.play({ type: 'place', animal, cup: cup ?? 0, announce: said }, label, SURE)}>
        <strong>${label}</strong><span class="pt-truth">${ready ? html`<${Icon} name=${said === animal ? 'eye' : 'mask'} size=${16} /> ${say(said === animal ? 'true' : 'bluff')}` : ' '}</span></button>`;
          })}</div>`
        : html`<button class="button big" disabled=${!ready} onClick=${() => scene.play({ type: 'place', animal, cup: cup ?? 0 }, say('show_it', { animal: one(animal), cup }), SURE)}><${Icon} name="eye" /> ${ready ? say('show_it', { animal: one(animal), cup }) : say('choose_first')}</button>`
    }`;
}

/** The moment of the game: is it true, and is the cup empty? @param {Props} props */
function Answer({ scene }) {
  const { names, play } = scene;
  const view = /** @type {View} */ (scene.view);
  const { pick } = view;
  const claimed = /** @type {any} */ (pick?.announce ?? pick?.animal);
  const told = { name: names[view.turn], cup: pick?.cup };
  const said = pick?.announce
    ? pick.cup === undefined
      ? 'claims_somewhere'
      : 'claims'
    : pick?.cup === undefined
      ? 'shows_somewhere'
      : 'shows';
  const what = claimed ? quoted(capital(one(claimed))) : '?';
  useQuestion(scene, `${say(said, told)} ${what} ${say('believe_it')}`);
  const answer = (
    /** @type {'ok' | 'double' | 'liar'} */ type,
    /** @type {string} */ look,
    /** @type {string} */ why,
  ) =>
    offered(scene, type)
    && html`
    <button class=${`button pt-answer ${look}`} aria-pressed=${pressed(scene, { type })} onClick=${() => play(/** @type {any} */ ({ type }), say(type))}><span><strong>${say(type)}</strong><span class="pt-why">${why}</span>${type !== 'ok' && html`<span class="unseen">. ${say('stakes')}</span><span class="pt-why" aria-hidden="true">${say('if_right')}</span><span class="pt-why" aria-hidden="true">${say('if_wrong')}</span>`}</span></button>`;
  return html`<div class="hand table-hand pt-hand pt-tense" role="group" aria-label=${t('your_move')}>
    <div class="pt-claim"><${Token} animal=${claimed} size=${72} kind=${pick?.announce ? 'claimed' : ''} /><p><span class="dim">${say(said, told)}</span> <strong class="pt-claimed">${what}</strong> <span>${say('believe_it')}</span></p></div>
    <div class="pt-answers">${answer('ok', 'calm', say('ok_why'))}${answer('double', 'warn', say('double_why'))}${answer('liar', 'bold', claimed ? say('liar_why', { animal: one(claimed) }) : '')}</div></div>`;
}

/** @param {Props} props */
function Reward({ scene, wish, set }) {
  const { names, play, view } = scene;
  const place = offered(scene, 'reward_place');
  const { animal, cup } = wish;
  const ready = animal && cup !== null;
  const label = ready ? say('reward_place', { animal: one(animal), cup }) : say('choose_first');
  return html`<${Question} scene=${scene} kind="pt-ask" text=${say('reward')} />
    ${place && html`<${Animals} scene=${scene} wish=${wish} set=${set} animals=${place.animal} /><button class="button big" disabled=${!ready} onClick=${() => play({ type: 'reward_place', animal, cup: cup ?? 0 }, label, SURE)}>${label}</button>`}
    ${offered(scene, 'reward_take') && html`<button class="button big plain" aria-pressed=${pressed(scene, { type: 'reward_take' })} onClick=${() => play(/** @type {any} */ ({ type: 'reward_take' }), say('reward_take', { name: names[view.turn] }))}><span aria-hidden="true">⚡ </span>${say('reward_take', { name: names[view.turn] })}</button>`}`;
}

/** @param {Props} props */
function Lift({ scene, wish, set }) {
  const { line, swapping, swap } = wish;
  const chosen = swapOf(wish);
  const cups = /** @type {any} */ (line);
  const ready = line.length === 3 && !swapping;
  const label = ready ? say('lift', { cups: line.join(', ') }) : say('lift_none');
  const ask = swapping
    ? say('swapping', { n: swap.length })
    : line.length
      ? say('ask_more', { n: line.length })
      : chosen
        ? say('swapped', { one: chosen[0], other: chosen[1] })
        : say('ask_lift');
  const move = /** @type {any} */ ({ type: 'lift', cups, ...(chosen ? { swap: chosen } : {}) });
  return html`<${Question} scene=${scene} kind="pt-ask" text=${ask} />
    ${offered(scene, 'lift').swap.some(Boolean) && html`<button class="button plain pt-swap" onClick=${() => set(swapping || chosen ? NOTHING : { ...NOTHING, swapping: true })}><span aria-hidden="true">⇄ </span>${swapping || chosen ? say('no_swap') : say('swap')}</button>`}
    <button class="button big" disabled=${!ready} onClick=${() => scene.play(move, label, SURE)}>${label}</button>`;
}
