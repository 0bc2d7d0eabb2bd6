/** How the table stands after each event, and how long one looks at it. */

/** @typedef {Extract<import('../../types').View, {game: 'ciaociao'}>} View */
/** @typedef {import('../index.js').Step} Step */

/** @param {View} view @param {number} seat @param {Partial<View['players'][number]>} changes @returns {View} */
function withPlayer(view, seat, changes) {
  return {
    ...view,
    players: view.players.map((player, at) => (at === seat ? { ...player, ...changes } : player)),
  };
}

/** @param {View} view @param {{seat: number, plank?: number | null, step?: number | null}} moved */
function moved(view, { seat, plank, step }) {
  const player = view.players[seat];
  if (!player) return view;
  if (step) return withPlayer(view, seat, { plank: null, podium: [...player.podium, step] });
  return withPlayer(view, seat, { plank: plank ?? player.plank });
}

/** @param {View} view @param {{seat: number, step?: number | null}} fell */
function fallen(view, { seat, step }) {
  const player = view.players[seat];
  if (!player) return view;
  const lost = { fallen: player.fallen + 1 };
  if (step)
    return withPlayer(view, seat, { ...lost, podium: player.podium.filter((one) => one !== step) });
  return withPlayer(view, seat, { ...lost, plank: null });
}

/** Whether the announcement on the table is one's own bluff: only its owner knows. @param {View} view @param {number | null} you */
function isBluff(view, you) {
  return view.turn === you && typeof view.die === 'number' && view.die !== view.number;
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
    case 'die_rolled': {
      const mine = told.seat === you;
      const now = {
        ...view,
        phase: /** @type {const} */ ('announce'),
        turn: told.seat,
        number: null,
        answerers: [],
        pushable: [],
        die: told.die,
      };
      return {
        view: now,
        moment: { kind: 'roll', seat: told.seat },
        hold: mine ? 900 : 800,
        cue: 'roll',
      };
    }
    case 'number_announced': {
      const now = {
        ...moved(view, told),
        phase: /** @type {const} */ ('answer'),
        turn: told.seat,
        number: told.number,
        answerers: told.answerers,
      };
      return {
        view: now,
        moment: { kind: 'announce', seat: told.seat, number: told.number, step: told.step },
        hold: 1300,
        cue: 'walk',
      };
    }
    case 'announcement_believed': {
      const now = { ...view, answerers: view.answerers.filter((seat) => seat !== told.seat) };
      const wink = isBluff(view, you) && !now.answerers.length;
      return {
        view: now,
        moment: { kind: 'believe', seat: told.seat, wink },
        hold: wink ? 1900 : 700,
        cue: wink ? 'wink' : 'word',
      };
    }
    case 'announcement_doubted':
      return {
        view: { ...view, phase: 'between', answerers: [] },
        moment: { kind: 'doubt', ...told },
        hold: 3200,
        tells: 1600,
        cue: 'lift',
        told: told.bluff ? 'bad' : 'good',
      };
    case 'pawn_fell':
      return {
        view: fallen(view, told),
        moment: { kind: 'fall', seat: told.seat, plank: told.plank, step: told.step },
        hold: 1700,
        cue: 'fall',
      };
    case 'pawn_advanced':
      return {
        view: moved(view, told),
        moment: { kind: 'advance', seat: told.seat, step: told.step },
        hold: 1000,
        cue: 'walk',
      };
    case 'pawn_entered': {
      const player = view.players[told.seat];
      return player
        ? {
            view: withPlayer(view, told.seat, { plank: 1, reserve: player.reserve - 1 }),
            moment: { kind: 'enter', seat: told.seat },
            hold: 500,
          }
        : null;
    }
    default:
      return null;
  }
}
