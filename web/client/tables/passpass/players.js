/** Who plays: the backs of their hands, the colours they have taken, points and Pass Pass. */

import { SeatStrip } from '../../components/seat-strip.js';
import { html } from '../../html.js';
import { Back, Mark } from './card.js';
import { COLOURS, counted } from './cards.js';
import { say } from './words.js';

/** @typedef {import('./cards.js').View} View */

/** How many of which colour, in words. @param {Record<string, number>} counts */
export function inWords(counts) {
  const told = COLOURS.filter((colour) => counts[colour]).map((colour) =>
    say('of_colour', { n: counts[colour], colour: say(colour) }),
  );
  return told.join(', ') || say('no_card');
}

/** The side of a seat: itself, or its team. @param {View} view @param {number} seat */
export function sideOf(view, seat) {
  return view.sides.findIndex((side) => side.seats.includes(seat));
}

/** Whether this round is not yet in what the side of a seat has recorded. @param {View} view @param {number} seat */
function isOpen(view, seat) {
  if (view.phase === 'over') return view.ended === 'three_pass_pass';
  return view.phase !== 'nominate' || view.naming.some((team) => team.includes(seat));
}

/** What a seat has: of this round, and recorded before. @param {View} view @param {number} seat @param {any} [moment] */
export function scoreOf(view, seat, moment) {
  const player = view.players[seat];
  const side = view.sides[sideOf(view, seat)];
  const alone = view.sides.length === view.players.length;
  const open = isOpen(view, seat) && !(alone && moment?.kind === 'scored');
  return {
    now: open ? (player?.points ?? 0) : 0,
    before: side?.points ?? 0,
    ticks: (side?.pass_pass ?? 0) + (open ? (player?.pass_pass ?? 0) : 0),
  };
}

/** @param {{scene: import('../index.js').Scene}} props */
export function Players({ scene }) {
  const view = /** @type {View} */ (scene.view);
  const teams = view.sides.length < view.players.length;
  const team = (/** @type {number} */ seat) =>
    teams
    && html`<span class="tag pp-team" title=${say('team', { letter: 'ABC'[sideOf(view, seat)] })}>${'ABC'[sideOf(view, seat)]}</span>`;
  const asked = view.naming.flat().filter((seat) => view.players[seat]?.named === null);
  return html`<${SeatStrip} scene=${scene} turn=${view.phase === 'over' ? null : view.turn} asked=${asked} beside=${team} kind="pp-players" legend=${() => say('legend')} inside=${(/** @type {number} */ seat) => html`<${Belongings} view=${view} seat=${seat} moment=${scene.moment} />`} />`;
}

/** @param {{view: View, seat: number, moment: any}} props */
function Belongings({ view, seat, moment }) {
  const player = view.players[seat];
  if (!player) return null;
  const { now, before, ticks } = scoreOf(view, seat, moment);
  const taken = counted(player.taken);
  const label = say('has_taken', { counts: inWords(taken), points: now, before, ticks });
  const fresh = moment?.kind === 'taken' && moment.seat === seat;
  return html`<span class="pp-backs" role="img" aria-label=${say('in_hand', { counts: inWords(player.hand) })}>${COLOURS.map(
    (colour) => html`
      <span key=${colour} class=${player.hand[colour] ? '' : 'none'}><${Back} colour=${colour} count=${player.hand[colour]} /></span>`,
  )}</span>
    <span class=${`pp-won ${fresh ? 'fresh' : ''}`} role="img" aria-label=${label}>
      <span class="pp-set">${COLOURS.map((colour) => html`<span key=${colour} class=${`pp-${colour} ${taken[colour] ? 'has' : ''}`}><${Mark} colour=${colour} size=${13} />${taken[colour]}</span>`)}</span>
      <span class="pp-score"><${Ticks} n=${ticks} /><span class="pp-points">${before > 0 && html`<span>${before}</span>`}<b>${before > 0 ? '+' : ''}${now}</b></span></span></span>`;
}

/** Pass Pass so far, of the three that win. @param {{n: number}} props */
function Ticks({ n }) {
  return html`<span class="pp-ticks">${[1, 2, 3].map((at) => html`<i key=${at} class=${at <= n ? 'on' : ''}>${at <= n ? '★' : '☆'}</i>`)}</span>`;
}
