/** How the table stands after each event, and how long one looks at it. */
import { counted, inOrder, printed } from './cards.js';

/** @typedef {import('./cards.js').View} View */
/** @typedef {View['players'][number]} Player */
/** @typedef {import('../index.js').Step} Step */

/** @param {View} view @param {number} seat @param {(player: Player) => Partial<Player>} change @returns {View} */
function withPlayer(view, seat, change) {
  return {
    ...view,
    players: view.players.map((player, at) =>
      at === seat ? { ...player, ...change(player) } : player,
    ),
  };
}

/** @param {View} view @param {any} told @returns {View} */
function opened(view, told) {
  const players = view.players.map((player) => ({
    ...player,
    taken: [],
    points: 0,
    pass_pass: 0,
    named: null,
    hand: counted([]),
  }));
  return {
    ...view,
    round: told.round,
    players,
    hand: view.hand && [],
    trick: [],
    left: [],
    winners: [],
    discarded: [],
    naming: [],
    phase: 'between',
    turn: told.leader,
  };
}

/** @param {View} view @param {any} told @returns {View} */
function played(view, { seat, card }) {
  const trick = view.left.length || !view.winners.length ? view.trick : [];
  const { colour } = printed(card);
  const now = withPlayer(view, seat, ({ hand }) => ({
    hand: { ...hand, [colour]: hand[colour] - 1 },
  }));
  const turn = (seat + 1) % view.players.length;
  return {
    ...now,
    trick: [...trick, { seat, card }],
    left: [...(trick.length ? view.left : []), card],
    winners: [],
    phase: 'play',
    turn,
    hand: view.hand?.filter((own) => own !== card),
  };
}

/** @param {View} view @param {number} seat @param {any[]} cards @param {any[]} left @returns {View} */
function taken(view, seat, cards, left) {
  const now = withPlayer(view, seat, (player) => {
    const all = [...player.taken, ...cards];
    const points = all.reduce((sum, card) => sum + 1 + printed(card).diamonds, 0);
    return { taken: all, points, pass_pass: Math.min(...Object.values(counted(all))) };
  });
  return { ...now, left };
}

/** Who plays alone records the round at once; a team when it has agreed on a score. @param {View} view @param {any} told @returns {View} */
function scored(view, { points, pass_pass }) {
  const alone = view.sides.length === view.players.length;
  const sides = view.sides.map((side, seat) => ({
    ...side,
    points: side.points + points[seat],
    pass_pass: side.pass_pass + pass_pass[seat],
  }));
  const after = alone ? { ...view, sides } : view;
  return { ...after, trick: [], left: [], winners: [], turn: null };
}

/** @param {View} view @param {any} told @returns {View} */
function teamScored(view, { team, points, pass_pass }) {
  const sides = view.sides.map((side) =>
    side.seats.includes(team[0])
      ? { ...side, points: side.points + points, pass_pass: side.pass_pass + pass_pass }
      : side,
  );
  return { ...view, sides, naming: view.naming.filter((one) => one[0] !== team[0]) };
}

/**
 * @param {View} view
 * @param {any} event
 * @param {{you: number | null}} scene
 * @returns {Step | null}
 */
export function step(view, event, { you }) {
  const told = event.data;
  switch (event.type) {
    case 'round_opened':
      return { view: opened(view, told), moment: { kind: 'round', round: told.round }, hold: 1300 };
    case 'hand_dealt': {
      const now = withPlayer(view, told.seat, () => ({ hand: told.colours }));
      return {
        view:
          told.seat === you && told.cards
            ? { ...now, hand: /** @type {any} */ (inOrder(told.cards)) }
            : now,
        moment: { kind: 'dealt' },
        cue: 'card',
        hold: 220,
      };
    }
    case 'card_played':
      return {
        view: played(view, told),
        moment: { kind: 'played', ...told },
        cue: 'card',
        hold: told.seat === you ? 600 : 950,
      };
    case 'trick_won':
      return {
        view: { ...view, phase: 'take', turn: told.first, winners: [told.first, told.second] },
        moment: { kind: 'won', ...told },
        cue: 'word',
        hold: 1700,
      };
    case 'card_taken':
      return {
        view: {
          ...taken(
            view,
            told.seat,
            [told.card],
            view.left.filter((card) => card !== told.card),
          ),
          phase: 'take_two',
          turn: view.winners[1] ?? null,
        },
        moment: { kind: 'taken', seat: told.seat, cards: [told.card] },
        cue: 'card',
        hold: 1200,
      };
    case 'two_cards_taken': {
      const now = taken(view, told.seat, told.cards, []);
      return {
        view: { ...now, discarded: [...view.discarded, ...told.discarded], turn: told.seat },
        moment: { kind: 'taken', seat: told.seat, cards: told.cards, discarded: told.discarded },
        cue: 'card',
        hold: 1400,
      };
    }
    case 'pass_pass_ticked':
      return {
        view,
        moment: { kind: 'tick', seat: told.seat, ticks: told.ticks, total: told.total },
        hold: 2000,
        cue: told.seat === you ? 'win' : 'coin',
      };
    case 'round_scored':
      return {
        view: scored(view, told),
        moment: { kind: 'scored', round: view.round, ...told },
        hold: 2600,
      };
    case 'nomination_opened':
      return { view: { ...view, phase: 'nominate', naming: told.teams, turn: null }, hold: 300 };
    case 'seat_nominated':
      return { view: withPlayer(view, told.seat, () => ({ named: told.nominee })), hold: 900 };
    case 'team_scored':
      return { view: teamScored(view, told), moment: { kind: 'team', ...told }, hold: 1300 };
    default:
      return null;
  }
}
