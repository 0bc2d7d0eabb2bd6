"""The engine beside a second implementation of the rules that shares no line with it."""

from typing import Any

import pytest

from games.chance import FastChance
from games.ciaociao import GAME
from games.ciaociao.events import FACES, BridgeBuilt, DieRolled
from games.ciaociao.state import GONE, State
from games.codec import legal_moves
from games.table import Table, fold
from tests.games.ciaociao.reference import Reference
from tests.games.support.scripted import ScriptedChance
from tests.games.support.worlds import random_match, tables, viewers
from tests.support.sizes import sized


class Dice:
    """Dice that remember what they showed, so that both sides roll the same."""

    def __init__(self, chance: FastChance) -> None:
        self._chance = chance
        self.faces: list[int] = []

    def below(self, n: int, label: str) -> int:
        result = self._chance.below(n)
        self.faces.append(FACES[result])
        return result

    def shuffle(self, items: Any, label: str) -> Any:
        raise AssertionError("nothing is shuffled in this game")


def snapshot(state: State) -> dict[str, Any]:
    """The engine's state in the reference's words."""
    return {
        "bridge": list(state.bridge),
        "reserve": list(state.reserve),
        "podium": {step: seat for step, seat in enumerate(state.podium, 1) if seat != GONE},
        "turn": state.turn,
        "number": state.number,
        "answering": list(state.answerers),
        "die": state.die,
        "push": list(state.pushable),
        "over": state.ended,
    }


def as_tuple(move: Any) -> tuple[Any, ...]:
    return (move.__struct_config__.tag, *(getattr(move, name) for name in move.__struct_fields__))


@pytest.mark.parametrize("trust", [1, 3, 9], ids=lambda n: f"believe-{n}-to-1")
@pytest.mark.parametrize(("seats", "planks"), [(2, 5), (2, 9), (3, 7), (3, 15), (4, 5), (4, 9)])
def test_both_play_the_same_matches(seats: int, planks: int, trust: int) -> None:
    for seed in range(sized(20, 60)):
        chance = FastChance(seed)
        dice = Dice(chance)
        state = fold(GAME, [BridgeBuilt(seats, planks, 7, seed % seats)])
        state = GAME.evolve(state, DieRolled(seed % seats, FACES[dice.below(6, "die")]))
        reference = Reference(seats, planks, 7, seed % seats, iter(dice.faces))
        while GAME.outcome(state) is None:
            (seat,) = GAME.active(state)
            moves = legal_moves(GAME, GAME.choices(state, seat))
            assert reference.to_move() == seat
            assert [as_tuple(move) for move in moves] == reference.moves()
            weights = [trust if as_tuple(move) == ("believe",) else 1 for move in moves]
            pick = chance.below(sum(weights))
            while pick >= weights[0]:
                pick -= weights.pop(0)
            move = moves[len(moves) - len(weights)]
            for event in GAME.decide(state, seat, move, dice):
                state = GAME.evolve(state, event)
            reference.play(as_tuple(move))
            assert snapshot(state) == reference.snapshot()
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert [list(group) for group in outcome.ranking] == reference.ranking()


def test_a_resampled_log_is_one_that_could_have_been_played() -> None:
    chance = FastChance("resampled")

    def visit(table: Table) -> None:
        viewer = viewers(table)[chance.below(table.seats + 1)]
        log = GAME.resample(table.log, viewer, 0, chance)
        first = log[0]
        assert isinstance(first, BridgeBuilt)
        faces = [event.die for event in log if isinstance(event, DieRolled)]
        script = ScriptedChance(FACES.index(face) for face in faces if isinstance(face, int))
        state = fold(GAME, log[:1])
        replayed: list[Any] = [first, DieRolled(first.first, FACES[script.below(6, "die")])]
        state = GAME.evolve(state, replayed[-1])
        for step in table.steps:
            for event in GAME.decide(state, step.seat, step.move, script):
                replayed.append(event)
                state = GAME.evolve(state, event)
        assert replayed == log

    for seats, options in tables(GAME):
        random_match(GAME, seats, options, FastChance(seats), visit)
