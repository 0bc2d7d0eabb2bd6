"""Speed of the rules: choices + decide + evolve in random play, beside OpenSpiel's Python games.

One core, CPU time only, `FastChance`, all games in the same run. A state is a position in which a
player decided (for OpenSpiel also its chance nodes, which counts in its favour).
"""

import random
import time
from collections.abc import Callable

import pyspiel
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401 (they register themselves)

from games.chance import FastChance
from games.codec import any_move, decode_options
from games.contract import AnyGame, table_options
from games.registry import all_games

SECONDS = 1.0
ROUNDS = 5
PEERS = ("python_kuhn_poker", "python_tic_tac_toe")


def our_match(game: AnyGame, seats: int) -> Callable[[], int]:
    """Return a function that plays one match at random and returns its number of states."""
    chance = FastChance(0)
    options = table_options(game, seats, decode_options(game, {}))
    active, choices, decide, evolve = game.active, game.choices, game.decide, game.evolve

    def play() -> int:
        state, states = game.blank, 0
        for event in game.setup(seats, options, chance):
            state = evolve(state, event)
        while asked := active(state):
            seat = asked[0]
            move = any_move(game, choices(state, seat), chance)
            for event in decide(state, seat, move, chance):
                state = evolve(state, event)
            states += 1
        return states

    return play


def peer_match(name: str) -> Callable[[], int]:
    """Return the same function for one of OpenSpiel's games."""
    game = pyspiel.load_game(name)

    def play() -> int:
        state, states = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                action = random.choice(state.chance_outcomes())[0]
            else:
                action = random.choice(state.legal_actions())
            state.apply_action(action)
            states += 1
        return states

    return play


def states_per_second(play: Callable[[], int]) -> float:
    """Return the states per second of CPU time."""
    started, states = time.process_time(), 0
    while (spent := time.process_time() - started) < SECONDS:
        states += play()
    return states / spent


def main() -> None:
    """Print states per second and the ratio to the fastest peer; fail if a game is not ahead."""
    random.seed(0)
    matches = {name: peer_match(name) for name in PEERS}
    for game in all_games().values():
        matches |= {f"{game.key}, {seats} seats": our_match(game, seats) for seats in game.seats}
    # All take turns and the best round of each counts, as on an idle machine.
    speeds = dict.fromkeys(matches, 0.0)
    for _ in range(ROUNDS):
        for name, play in matches.items():
            speeds[name] = max(speeds[name], states_per_second(play))
    fastest = max(speeds[name] for name in PEERS)
    for name, speed in speeds.items():
        print(f"{name:24} {speed:10,.0f} states/s   {speed / fastest:.2f}× the faster peer")
    behind = [name for name in matches if name not in PEERS and speeds[name] <= fastest]
    assert not behind, f"behind the peers: {'; '.join(behind)}"


if __name__ == "__main__":
    main()
