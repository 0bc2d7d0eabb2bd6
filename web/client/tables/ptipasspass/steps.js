/** How the table stands after each event, and how long one looks at it. What has faded is not shown. */

/** @typedef {import('./animals.js').View} View */
/** @typedef {View['players'][number]} Player */
/** @typedef {View['cups'][number]} Cup */
/** @typedef {import('../index.js').Step} Step */

const LONG = 3200;
const TELLS = 1600;

/** @param {View} view @param {number} seat @param {(player: Player) => Partial<Player>} change @returns {View} */
function withPlayer(view, seat, change) {
  return {
    ...view,
    players: view.players.map((player, at) =>
      at === seat ? { ...player, ...change(player) } : player,
    ),
  };
}

/** @param {View} view @param {number | undefined} place @param {(cup: Cup) => Partial<Cup>} change @returns {View} */
function withCup(view, place, change) {
  return {
    ...view,
    cups: view.cups.map((cup, at) => (at === place ? { ...cup, ...change(cup) } : cup)),
  };
}

/** A token has left a hand for a cup. @param {View} view @param {number} seat @param {number | undefined} cup @param {any} animal @param {boolean} seen */
function put(view, seat, cup, animal, seen) {
  const now = withCup(view, cup, (there) =>
    animal && seen ? { animals: [...there.animals, animal] } : { masked: there.masked + 1 },
  );
  return withPlayer(now, seat, ({ tokens, hand }) => ({
    tokens: tokens - 1,
    ...(hand && animal ? { hand: without(hand, animal) } : {}),
  }));
}

/** @param {readonly any[]} hand @param {string} animal */
function without(hand, animal) {
  const place = hand.indexOf(animal);
  return hand.filter((_, at) => at !== place);
}

/** @param {View} view @param {number} seat @param {number} more @returns {View} */
function withChallenges(view, seat, more) {
  return withPlayer(view, seat, (player) => ({ challenge_tokens: player.challenge_tokens + more }));
}

/** A wrong challenge: the token goes to the challenger, a Challenge token back. @param {View} view @param {any} told */
function lost(view, { seat, active }) {
  const now = withPlayer(
    withPlayer(view, active, ({ tokens }) => ({ tokens: tokens - 1 })),
    seat,
    ({ tokens }) => ({ tokens: tokens + 1 }),
  );
  return withChallenges(withChallenges(now, seat, -1), active, 1);
}

/** What a challenge shows, when it is over. @param {View} view @param {any} event @param {number | null} you @returns {Step} */
function challenged(view, { type, data }, you) {
  const closed = /** @type {View} */ ({ ...view, phase: 'between', pick: null, answerers: [] });
  const found = type === 'double_found' || type === 'lie_found';
  /** @type {Pick<Step, 'hold' | 'tells' | 'cue' | 'told'>} */
  const shown = {
    hold: LONG,
    tells: TELLS,
    cue: 'lift',
    told: found !== (data.active === you) ? 'good' : 'bad',
  };
  const moment = {
    kind: 'verdict',
    type,
    ...data,
    announce: view.pick?.announce ?? null,
    held: view.pick?.animal ?? null,
    cup: view.pick?.cup,
  };
  const emptied = () =>
    withCup(closed, view.pick?.cup, () => ({ animals: [], masked: 0, complete: true }));
  if (type === 'double_found')
    return {
      view: withPlayer(emptied(), data.active, ({ tokens }) => ({
        tokens: tokens + (data.contents?.length ?? 0),
      })),
      moment,
      ...shown,
    };
  if (type === 'double_missed') return { view: lost(emptied(), data), moment, ...shown };
  return { view: type === 'lie_missed' ? lost(closed, data) : closed, moment, ...shown };
}

/** @param {View} view @param {any} told @returns {View} */
function dealt(view, told) {
  const players = view.players.map((player, seat) => ({
    ...player,
    tokens: 3,
    challenge_tokens: told.challenge_tokens[seat],
    ...(player.hand ? { hand: /** @type {any} */ (['dove', 'rabbit', 'mouse']) } : {}),
  }));
  return {
    ...view,
    round: told.round,
    players,
    cups: view.cups.map(() => ({ animals: [], masked: 0, complete: true })),
    marker: 'masked',
    pick: null,
    turn: told.first,
  };
}

/** What the viewer may still know of cups is only known at the end. @param {View} view @returns {View} */
export function forgotten(view) {
  return {
    ...view,
    cups: view.cups.map(({ animals, masked, complete }) => ({
      animals: [],
      masked: 0,
      complete: complete && !animals.length && !masked,
    })),
  };
}

/** The animals that were known of cups and are not any more. @param {View} before @param {View} after */
export function faded(before, after) {
  const cups = after.cups.map(({ animals, complete }, at) => {
    const known = before.cups[at]?.animals ?? [];
    return complete ? [] : known.slice(animals.length);
  });
  return cups.some((animals) => animals.length) ? { cups } : null;
}

/** Whether the token in play is one's own bluff: only its owner knows. @param {View} view @param {number | null} you */
function isBluff({ turn, pick }, you) {
  return turn === you && Boolean(pick?.announce && pick.animal) && pick?.announce !== pick?.animal;
}

/** @param {View} view @param {readonly number[] | undefined} cups @returns {View} */
export function swapped(view, cups) {
  if (!cups) return view;
  const [one = 0, other = 0] = cups;
  return {
    ...view,
    cups: view.cups.map(
      (cup, at) =>
        /** @type {Cup} */ (at === one ? view.cups[other] : at === other ? view.cups[one] : cup),
    ),
  };
}

/** @param {View} view @param {any} told @returns {View} */
function lifted(view, { cups, contents }) {
  if (!cups || !contents) return view;
  return {
    ...view,
    cups: view.cups.map((cup, at) =>
      cups.includes(at) ? { animals: contents[cups.indexOf(at)], masked: 0, complete: true } : cup,
    ),
  };
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
    case 'animals_dealt':
      return { view: dealt(view, told), moment: { kind: 'round', round: told.round }, hold: 1400 };
    case 'turn_opened': {
      const turns = told.marker !== view.marker;
      const now = {
        ...view,
        turn: told.seat,
        marker: told.marker,
        phase: /** @type {const} */ ('place'),
        pick: null,
        challenger: null,
      };
      return {
        view: now,
        moment: turns ? { kind: 'marker', marker: told.marker } : null,
        hold: turns ? 1500 : 400,
      };
    }
    case 'token_picked': {
      const pick = { announce: told.announce, cup: told.cup, animal: told.animal };
      return {
        view: { ...view, phase: 'answer', turn: told.seat, pick, answerers: told.answerers },
        moment: { kind: 'picked', seat: told.seat },
        cue: 'tap',
        hold: told.seat === you ? 700 : 1200,
      };
    }
    case 'ok_said': {
      const answerers = view.answerers.filter((seat) => seat !== told.seat);
      const wink = isBluff(view, you) && !answerers.length;
      return {
        view: { ...view, answerers },
        moment: { kind: 'ok', seat: told.seat, wink },
        hold: wink ? 1900 : 650,
        cue: wink ? 'wink' : 'word',
      };
    }
    case 'token_placed': {
      const seen = view.pick?.announce === null || view.turn === you;
      return {
        view: {
          ...put(view, told.seat, view.pick?.cup, view.pick?.animal, seen),
          phase: 'between',
          pick: null,
          answerers: [],
        },
        moment: { kind: 'placed', cup: view.pick?.cup, animal: view.pick?.animal },
        hold: 900,
        cue: 'tap',
      };
    }
    case 'double_found':
    case 'double_missed':
    case 'lie_found':
    case 'lie_missed':
      return challenged(view, event, you);
    case 'reward_offered':
      return { view: { ...view, phase: 'reward', challenger: told.seat }, hold: 500 };
    case 'reward_placed':
      return {
        view: { ...put(view, told.seat, told.cup, told.animal, true), challenger: null },
        moment: { kind: 'placed', cup: told.cup, animal: told.animal },
        hold: 1300,
      };
    case 'reward_taken':
      return {
        view: {
          ...withChallenges(withChallenges(view, told.active, -1), told.seat, 1),
          challenger: null,
        },
        hold: 900,
      };
    case 'cups_swapped':
      return {
        view: swapped(view, told.cups),
        moment: { kind: 'swapped', cups: told.cups ?? [] },
        hold: 1300,
        cue: 'card',
      };
    case 'line_lifted':
      return {
        view: lifted(view, told),
        moment: { kind: 'line', ...told },
        hold: LONG,
        tells: TELLS,
        cue: 'lift',
        told: told.won ? 'good' : 'bad',
      };
    case 'victory_gained':
      return {
        view: withPlayer(view, told.seat, ({ victory_tokens: victories }) => ({
          victory_tokens: victories + 1,
        })),
        moment: { kind: 'victory', seat: told.seat },
        hold: 1900,
        cue: 'win',
      };
    case 'round_voided':
      return { view, moment: { kind: 'voided' }, hold: 2000 };
    case 'cups_emptied':
      return {
        view: told.contents
          ? {
              ...view,
              cups: told.contents.map((/** @type {any} */ animals) => ({
                animals,
                masked: 0,
                complete: true,
              })),
            }
          : view,
        moment: { kind: 'emptied' },
        hold: 1500,
      };
    default:
      return null;
  }
}
