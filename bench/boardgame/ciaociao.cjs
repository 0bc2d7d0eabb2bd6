// Ciao, ciao… as a user of boardgame.io would write it; rule numbers as in games/ciaociao.

const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const PLANKS = 9;
const PAWNS = 7;
const ENOUGH = 3;
const CROSS = 0;
const FACES = [1, 2, 3, 4, CROSS, CROSS];
const GONE = -1;

const seatsLeftOf = (G, seat) => G.bridge.map((_, i) => (seat + 1 + i) % G.bridge.length);
const stepsOf = (G, seat) => G.podium.flatMap((owner, i) => (owner === seat ? [i + 1] : []));
const hasWon = (G, seat) => stepsOf(G, seat).length >= ENOUGH;

function roll(G, random, seat) {
  G.turn = seat;
  G.die = FACES[random.Die(6) - 1];
  G.number = 0;
  G.step = 0;
  G.answerers = [];
  G.doubter = null;
  G.pushable = [];
}

function advance(G, seat, number) {
  const plank = G.bridge[seat] + number;
  if (plank <= PLANKS) {
    G.bridge[seat] = plank;
    return 0;
  }
  G.bridge[seat] = 0;
  return G.podium.push(seat); // C20
}

function fallFromPodium(G, step) {
  G.podium[step - 1] = GONE;
  while (G.podium.length && G.podium[G.podium.length - 1] === GONE) G.podium.pop();
}

function replacePawn(G, seat) {
  if (!G.bridge[seat] && G.reserve[seat]) { // C3
    G.bridge[seat] = 1;
    G.reserve[seat] -= 1;
  }
}

function endTurn({ G, events, random }) {
  const seats = seatsLeftOf(G, G.turn);
  const winner = seats.find((seat) => hasWon(G, seat));
  const next = seats.find((seat) => G.bridge[seat]);
  if (winner !== undefined || next === undefined) {
    G.answerers = [];
    events.endGame({ reason: winner === undefined ? 'most_points' : 'three_across' });
  } else {
    roll(G, random, next);
  }
}

function answering({ G, playerID }) {
  return G.number > 0 && G.answerers[0] === Number(playerID);
}

const moves = {
  announce(context, number) {
    const { G, playerID } = context;
    const seat = Number(playerID);
    if (G.turn !== seat || G.number || ![1, 2, 3, 4].includes(number)) return INVALID_MOVE;
    G.answerers = seatsLeftOf(G, seat).filter(
      (other) => other !== seat && (G.bridge[other] || G.podium.includes(other)), // C12
    );
    G.number = number;
    G.step = advance(G, seat, number);
    replacePawn(G, seat);
    if (!G.answerers.length) endTurn(context); // C23
  },

  believe(context) {
    if (!answering(context)) return INVALID_MOVE;
    context.G.answerers.shift();
    if (!context.G.answerers.length) endTurn(context); // C13
  },

  doubt(context) {
    if (!answering(context)) return INVALID_MOVE;
    const { G, playerID } = context;
    const seat = Number(playerID);
    G.answerers = [];
    G.doubter = seat;
    if (G.die !== G.number) { // C15
      if (G.step) fallFromPodium(G, G.step);
      else G.bridge[G.turn] = 0;
      if (G.bridge[seat]) advance(G, seat, G.number);
      replacePawn(G, G.turn);
      replacePawn(G, seat);
    } else if (!hasWon(G, G.turn)) {
      const steps = stepsOf(G, seat);
      if (G.bridge[seat]) G.bridge[seat] = 0; // C14
      else if (steps.length === 1) fallFromPodium(G, steps[0]); // C16
      else {
        G.pushable = steps;
        return;
      }
      replacePawn(G, seat);
    }
    endTurn(context);
  },

  push(context, step) {
    const { G, playerID } = context;
    if (G.turn !== Number(playerID) || !G.pushable.includes(step)) return INVALID_MOVE;
    fallFromPodium(G, step);
    G.pushable = [];
    endTurn(context);
  },
};

exports.CiaoCiao = {
  name: 'ciaociao',
  minPlayers: 2,
  maxPlayers: 4,
  // Moves are checked above; undo would keep every earlier state with the match.
  disableUndo: true,
  turn: { activePlayers: ActivePlayers.ALL },

  setup({ ctx, random }) {
    const seats = ctx.numPlayers;
    const G = {
      bridge: Array(seats).fill(1),
      reserve: Array(seats).fill(PAWNS - 1),
      podium: [],
    };
    roll(G, random, random.Die(seats) - 1);
    return G;
  },

  // C30: the die is its roller's, and the doubter's who looked.
  playerView({ G, playerID }) {
    const knows = [G.turn, G.doubter].includes(playerID === null ? null : Number(playerID));
    if (knows) return G;
    const { die, ...shown } = G;
    return shown;
  },

  moves: Object.fromEntries(
    // The state holds a secret, so moves are made on the server only.
    Object.entries(moves).map(([name, move]) => [name, { move, client: false }]),
  ),
};
