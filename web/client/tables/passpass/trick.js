/** The trick in the middle: who played what, which colour is ahead, who wins. */

import { Sign } from '../../components/seat.js';
import { html } from '../../html.js';
import { called } from '../../i18n.js';
import { cardName, Front, Mark, shortName } from './card.js';
import { standings } from './cards.js';
import { say } from './words.js';

/** @typedef {import('./cards.js').View} View */
/** @typedef {import('../index.js').Scene} Scene */

/** @param {{scene: Scene, thought: string | null, takeable: string[], take: (card: string) => void}} props */
export function Trick({ scene, thought, takeable, take }) {
  const { names, you, moment } = scene;
  const view = /** @type {View} */ (scene.view);
  if (view.phase === 'over' || (!view.trick.length && view.turn === null))
    return html`<${Results} view=${view} names=${names} />`;
  const first = view.trick[0]?.seat ?? view.turn ?? 0;
  const order = names.map((_, at) => (first + at) % names.length);
  return html`<div class=${`pp-trick n${names.length} ${view.winners.length ? 'won' : ''}`} role="img" aria-label=${inWords(view, names)} style=${{ '--seats': names.length }}>
    <${Sums} cards=${view.trick.map(({ card }) => card)} thought=${thought} />
    <div class="pp-places">${order.map((seat) => {
      const card = view.trick.find((one) => one.seat === seat)?.card;
      return html`<${Place} key=${seat} seat=${seat} name=${called(names, seat, you)} card=${card} view=${view} moment=${moment} mine=${seat === you}
        thought=${seat === you && !card ? thought : null} take=${card && takeable.includes(card) ? () => take(card) : null} you=${you} />`;
    })}</div></div>`;
}

/** Between rounds nothing lies on the table: what everybody has. @param {{view: View, names: string[]}} props */
function Results({ view, names }) {
  const told = view.players.map(({ points, pass_pass: ticks }, seat) => ({
    name: names[seat],
    points,
    ticks,
  }));
  return html`<div class="pp-trick" role="img" aria-label=${told.map((one) => say('record', one)).join('; ')}>
    ${
      view.phase !== 'over'
      && html`<p class="pp-title still">${say('scored', { n: view.round })}</p>
    <ul class="pp-results">${told.map(({ name, points, ticks }, seat) => html`<li key=${seat}><${Sign} seat=${seat} /><span class="grow">${name}</span>${'★'.repeat(ticks)} <b>${say('points', { n: points })}</b></li>`)}</ul>`
    }</div>`;
}

/** @param {View} view @param {string[]} names */
function inWords(view, names) {
  if (!view.trick.length)
    return view.turn === null
      ? say('round_of', { n: view.round })
      : say('empty_trick', { name: names[view.turn] });
  const cards = view.trick
    .map(({ seat, card }) => say('played_by', { card: cardName(card), name: names[seat] }))
    .join(', ');
  const ahead = standings(view.trick.map(({ card }) => card))[0];
  const [first, second] = view.winners;
  return [
    say('trick', { cards }),
    ahead && say('ahead', { colour: say(ahead.colour), sum: ahead.sum }),
    first !== undefined
      && second !== undefined
      && say('winners', { first: names[first], second: names[second] }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** What each colour comes to, the one ahead with a crown; also if the card in mind were played. @param {{cards: string[], thought: string | null}} props */
function Sums({ cards, thought }) {
  const told = standings(thought ? [...cards, thought] : cards);
  const before = new Map(standings(cards).map(({ colour, sum }) => [colour, sum]));
  return html`<p class="pp-sums">${told.map(
    (
      { colour, sum },
      at,
    ) => html`<span key=${colour} class=${`pp-sum pp-${colour} ${at ? '' : 'ahead'}`}>
    <${Mark} colour=${colour} size=${18} />${before.get(colour) !== sum && html`<s>${before.get(colour) ?? 0}</s>`}<b>${sum}</b>${!at && html`<span class="pp-crown">♛</span>`}</span>`,
  )}</p>`;
}

/** @param {{seat: number, name: string | undefined, card: any, view: View, moment: any, mine: boolean, you: number | null, thought: string | null, take: (() => void) | null}} props */
function Place({ seat, name, card, view, moment, mine, you, thought, take }) {
  const rank = view.winners.indexOf(seat);
  const leaves =
    moment?.kind === 'taken' && (moment.cards.includes(card) || moment.discarded?.includes(card));
  const away = !leaves
    ? ''
    : moment.discarded?.includes(card)
      ? 'drops'
      : moment.seat === you
        ? 'to-me'
        : 'to-them';
  const fresh =
    moment?.kind === 'played' && moment.seat === seat ? (mine ? 'from-me' : 'from-them') : '';
  const there = card && (view.left.includes(card) || leaves);
  return html`<div class=${`pp-place ${rank === 0 ? 'first' : rank === 1 ? 'second' : ''}`}>
    <span class=${`pp-spot ${take ? 'takeable' : ''}`} onClick=${take ?? undefined}>
      ${there ? html`<${Front} key=${card} card=${card} kind=${`${fresh} ${away}`} />` : thought ? html`<${Front} card=${thought} kind="thought" />` : null}
      ${rank >= 0 && html`<span class="pp-medal">${rank + 1}</span>`}</span>
    <span class="pp-owner"><${Sign} seat=${seat} size=${16} /><span>${name}</span></span></div>`;
}

/** What the trick calls one of its cards. @param {string} card */
export function taking(card) {
  return say('take_card', { card: shortName(card) });
}
