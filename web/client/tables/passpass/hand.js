/** What one holds and can do: play a card, take what was won, name whose score counts. */
import { html } from '../../html.js';
import { t } from '../../i18n.js';
import { pressed } from '../confirm.js';
import { Question } from '../question.js';
import { cardName, Front, shortName } from './card.js';
import { taking } from './trick.js';
import { say } from './words.js';

/** @typedef {import('./cards.js').View} View */
/** @typedef {import('../index.js').Scene} Scene */

/** The entry of the choices of this type. @param {Scene} scene @param {string} type */
export function offered(scene, type) {
  return /** @type {any} */ (scene.choices.find((entry) => entry.type === type));
}

/** @param {{scene: Scene, thought: string | null}} props */
export function Hand({ scene, thought }) {
  const view = /** @type {View} */ (scene.view);
  const asks = offered(scene, 'take')
    ? html`<${Take} scene=${scene} cards=${offered(scene, 'take').card} />`
    : offered(scene, 'take_two')
      ? html`<${TakeTwo} scene=${scene} pairs=${offered(scene, 'take_two').cards} />`
      : offered(scene, 'nominate')
        ? html`<${Nominate} scene=${scene} seats=${offered(scene, 'nominate').seat} />`
        : null;
  if (asks)
    return html`<div class="hand table-hand pp-hand" role="group" aria-label=${t('your_move')}>${asks}<${Held} cards=${view.hand ?? []} small=${true} /></div>`;
  const playable = offered(scene, 'play')?.card;
  if (!playable)
    return html`<div class="hand table-hand pp-hand"><p class="status pp-ask">${status(scene)}</p><${Held} cards=${view.hand ?? []} /></div>`;
  return html`<div class="hand table-hand pp-hand" role="group" aria-label=${t('your_move')}>
    <${Question} scene=${scene} kind="pp-ask" text=${say(view.trick.length ? 'play_again' : 'lead')} />
    <div class="pp-held">${playable.map((/** @type {any} */ card) => {
      const move = /** @type {any} */ ({ type: 'play', card });
      return html`<span key=${card} class="pp-slot"><button class=${`pp-own ${card === thought ? 'up' : ''}`} aria-pressed=${pressed(scene, move)} onClick=${() => scene.play(move, say('play_card', { card: shortName(card) }))}>
      <${Front} card=${card} /><span class="unseen">${cardName(card)}</span></button></span>`;
    })}</div></div>`;
}

/** What is being waited for. @param {Scene} scene */
function status({ view, names, match, busy, journal }) {
  if (busy) return journal.at(-1)?.text ?? '';
  const name = names[view.turn] ?? '';
  if (match.status === 'running' && view.phase === 'play') return say('to_play', { name });
  if (view.phase === 'take') return say('to_take', { name });
  if (view.phase === 'take_two') return say('to_take_two', { name });
  if (view.phase === 'nominate') return say('to_name');
  return match.you === null ? t('watching') : t('nothing_asked');
}

/** One's cards while they cannot be played. @param {{cards: readonly string[], small?: boolean}} props */
function Held({ cards, small = false }) {
  if (!cards.length) return null;
  return html`<div class=${`pp-held ${small ? 'small' : ''}`} role="img" aria-label=${say('your_hand', { cards: cards.map(cardName).join('; ') })}>${cards.map((card) => html`<span key=${card} class="pp-slot"><${Front} card=${card} /></span>`)}</div>`;
}

/** @param {{scene: Scene, cards: any[]}} props */
function Take({ scene, cards }) {
  return html`<${Question} scene=${scene} kind="pp-ask" text=${say('you_first')} /><div class="pp-takes">${cards.map(
    (
      card,
    ) => html`<button key=${card} class="pp-own" aria-pressed=${pressed(scene, { type: 'take', card })} onClick=${() => scene.play({ type: 'take', card }, taking(card))}>
    <${Front} card=${card} /><span class="unseen">${say('take_card', { card: cardName(card) })}</span></button>`,
  )}</div>`;
}

/** @param {{scene: Scene, pairs: any[]}} props */
function TakeTwo({ scene, pairs }) {
  return html`<${Question} scene=${scene} kind="pp-ask" text=${say('you_second')} /><div class="pp-takes">${pairs.map(
    (cards) => {
      const label = say('take_two', {
        cards: say('and', { one: shortName(cards[0]), other: shortName(cards[1]) }),
      });
      return html`<button key=${label} class="pp-own pair" aria-pressed=${pressed(scene, { type: 'take_two', cards })} onClick=${() => scene.play({ type: 'take_two', cards }, label)}><${Front} card=${cards[0]} /><${Front} card=${cards[1]} /><span class="unseen">${label}</span></button>`;
    },
  )}</div>`;
}

/** @param {{scene: Scene, seats: number[]}} props */
function Nominate({ scene, seats }) {
  const { names, play } = scene;
  const view = /** @type {View} */ (scene.view);
  const team = view.naming.find((one) => one.includes(scene.you ?? -1)) ?? [];
  const told = team
    .filter((seat) => view.players[seat]?.named !== null)
    .map((seat) =>
      say('named', { name: names[seat], other: names[view.players[seat]?.named ?? 0] }),
    );
  return html`<${Question} scene=${scene} kind="pp-ask" text=${say('which_score')} more=${html` <span class="dim">${told.join(' · ')}</span>`} /><div class="pp-two">${seats.map(
    (seat) => {
      const player = view.players[seat];
      const label = say('record', {
        name: names[seat],
        points: player?.points ?? 0,
        ticks: player?.pass_pass ?? 0,
      });
      return html`<button key=${seat} class="button big" aria-pressed=${pressed(scene, { type: 'nominate', seat })} onClick=${() => play({ type: 'nominate', seat }, label)}>${label}</button>`;
    },
  )}</div>`;
}
