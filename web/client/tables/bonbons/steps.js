/** How the table stands after each event, and how long one looks at it. What has faded is not shown. */

/** @typedef {import('./tile.js').View} View */
/** @typedef {View['squares'][number]} Square */
/** @typedef {View['rows'][number][number]} Round */
/** @typedef {import('../index.js').Step} Step */

/** @param {View} view @param {number[]} places @param {Partial<Square>} change @returns {View} */
function withSquares(view, places, change) {
  return {
    ...view,
    squares: view.squares.map((square, at) =>
      places.includes(at) ? { ...square, ...change } : square,
    ),
  };
}

/** @param {View} view @param {(tile: Round) => boolean} which @param {Partial<Round>} change @returns {View} */
function withTiles(view, which, change) {
  return {
    ...view,
    rows: view.rows.map((row) => row.map((tile) => (which(tile) ? { ...tile, ...change } : tile))),
  };
}

/** What was turned up in this go lies face down again. @param {View} view @returns {View} */
function hidden(view) {
  const shown = view.squares.flatMap((square, at) => (square.lies === 'shown' ? [at] : []));
  return withTiles(withSquares(view, shown, { lies: 'down' }), (tile) => tile.lies === 'shown', {
    lies: 'down',
  });
}

/** What the viewer may still remember of tiles is only known at the end. @param {View} view @returns {View} */
export function forgotten(view) {
  const blank = (/** @type {any} */ tile) =>
    tile.lies === 'down' && tile.face ? { ...tile, face: undefined } : tile;
  return {
    ...view,
    squares: view.squares.map(blank),
    rows: view.rows.map((row) => row.map(blank)),
  };
}

/** The faces that were remembered and are not any more, by square and by round tile. @param {View} before @param {View} after */
export function faded(before, after) {
  const gone = (/** @type {any} */ then, /** @type {any} */ now) =>
    then?.lies === 'down' && then.face && now.lies === 'down' && !now.face ? then.face : null;
  const squares = after.squares.map((square, at) => gone(before.squares[at], square));
  const round = new Map(before.rows.flat().map((tile) => [tile.tile, tile]));
  const tiles = Object.fromEntries(
    after.rows
      .flat()
      .map((tile) => [tile.tile, gone(round.get(tile.tile), tile)])
      .filter(([, face]) => face),
  );
  return squares.some(Boolean) || Object.keys(tiles).length ? { squares, tiles } : null;
}

/** @param {View} view @param {any} told @returns {View} */
function given(view, { seat, slot, to, to_slot: toSlot }) {
  const [own, stolen] = [view.rows[seat]?.[slot], view.rows[to]?.[toSlot]];
  if (!own || !stolen) return view;
  const put =
    (/** @type {number} */ at, /** @type {number} */ place, /** @type {Round} */ tile) =>
    (/** @type {Round} */ one, /** @type {number} */ where) =>
      at === place && where === (place === seat ? slot : toSlot) ? tile : one;
  return {
    ...view,
    rows: view.rows.map((row, at) =>
      row.map(put(at, seat, { ...stolen, lies: 'open' })).map(put(at, to, own)),
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
  const look = told.seat === you ? 900 : 1200;
  switch (event.type) {
    case 'turn_passed':
      return { view: { ...view, turn: told.seat, phase: 'start' }, hold: 450 };
    case 'square_turned':
      if (told.square === undefined) return null;
      return {
        view: withSquares(view, [told.square], { lies: 'shown', face: told.face }),
        moment: { kind: 'turned', square: told.square },
        hold: look,
        cue: 'card',
      };
    case 'round_turned':
      if (told.tile === undefined) return null;
      return {
        view: withTiles(view, (one) => one.tile === told.tile, { lies: 'shown', face: told.face }),
        moment: { kind: 'turned', tile: told.tile },
        hold: look,
        cue: 'card',
      };
    case 'wrapper_found': {
      const now = withSquares(view, [told.square], { lies: 'open', face: 'wrapper' });
      const rows =
        told.tile === null || told.tile === undefined
          ? now.rows
          : now.rows.map((row, at) =>
              at === told.seat
                ? [...row, { tile: told.tile, lies: /** @type {const} */ ('down') }]
                : row,
            );
      return {
        view: { ...now, rows },
        moment: { kind: 'wrapper', seat: told.seat, more: rows !== now.rows },
        hold: 1800,
        cue: 'word',
      };
    }
    case 'pair_found':
    case 'candy_stolen': {
      const open = /** @type {const} */ ({ lies: 'open', face: told.face });
      const now = withTiles(
        withSquares(view, [told.square], open),
        (one) => one.tile === told.tile,
        open,
      );
      return {
        view: now,
        moment: { kind: event.type === 'pair_found' ? 'pair' : 'steal', ...told },
        hold: event.type === 'pair_found' ? 1400 : 2300,
        cue: event.type === 'pair_found' ? 'good' : told.owner === you ? 'bad' : 'coin',
      };
    }
    case 'tile_given':
      return { view: given(view, told), moment: { kind: 'given', ...told }, hold: 1200 };
    case 'coins_found':
      return { view, moment: { kind: 'coins', seat: told.seat }, hold: 1600, cue: 'coin' };
    case 'tile_covered': {
      const coins = view.squares.flatMap((square, at) =>
        square.face === 'coin' && square.lies !== 'down' ? [at] : [],
      );
      return {
        view: withTiles(
          withSquares(view, coins, { lies: 'gone' }),
          (one) => one.tile === told.tile,
          { lies: 'covered' },
        ),
        moment: { kind: 'covered', tile: told.tile },
        hold: 1200,
      };
    }
    case 'attempt_failed':
      return { view: hidden(view), moment: { kind: 'failed' }, hold: 800, cue: 'tap' };
    case 'turn_stopped':
      return { view: hidden(view), hold: 600 };
    case 'row_completed':
      return { view, moment: { kind: 'complete', seat: told.seat }, hold: 1800, cue: 'win' };
    default:
      return null;
  }
}
