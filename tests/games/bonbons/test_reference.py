"""The engine beside a second implementation of the rules that shares no line with it."""

from typing import Any

import pytest

from games.bonbons import GAME
from games.bonbons.events import CandiesLaid
from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Options, Stop
from games.chance import FastChance
from games.codec import legal_moves
from games.contract import HIDDEN
from games.table import Table, fold
from tests.games.bonbons.reference import Reference
from tests.games.bonbons.scene import snapshot
from tests.games.support.worlds import NoChance, random_match, tables, viewers
from tests.support.sizes import sized


def on_the_wire(move: Any) -> dict[str, Any]:
    tag = move.__struct_config__.tag
    return {"type": tag} | {name: getattr(move, name) for name in move.__struct_fields__}


@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_both_play_the_same_matches(seats: int, quick: bool) -> None:
    for seed in range(sized(2, 6)):
        chance = FastChance(seed)
        log = GAME.setup(seats, Options(quick=quick), chance)
        laid, state = log[0], fold(GAME, log)
        assert isinstance(laid, CandiesLaid)
        assert laid.squares is not HIDDEN
        assert laid.rounds is not HIDDEN
        reference = Reference(seats, laid.first, list(laid.squares), list(laid.rounds))
        assert snapshot(state) == reference.snapshot()
        while GAME.outcome(state) is None:
            (seat,) = GAME.active(state)
            assert reference.asked() == [seat]
            moves = legal_moves(GAME, GAME.choices(state, seat))
            assert [on_the_wire(move) for move in moves] == reference.moves(seat)
            move = moves[chance.below(len(moves))]
            for event in GAME.decide(state, seat, move, NoChance()):
                state = GAME.evolve(state, event)
            reference.play(seat, on_the_wire(move))
            assert snapshot(state) == reference.snapshot()
        assert reference.over


def made(move: Any, event: Any) -> AnyMove:
    """The move of the same kind that brought this event about."""
    match move:
        case FlipSquare():
            return FlipSquare(event.square)
        case FlipRound():
            return FlipRound(event.owner, event.slot)
        case Stop() | Give() | Cover():
            return move
    raise AssertionError(f"{move} is no move of this game")


def test_a_resampled_log_is_one_that_could_have_been_played() -> None:
    chance = FastChance("resampled")

    def visit(table: Table) -> None:
        if chance.below(20):
            return
        viewer = viewers(table)[chance.below(table.seats + 1)]
        log = GAME.resample(table.log, viewer, table.horizon(viewer), chance)
        state, replayed = fold(GAME, log[:2]), log[:2]
        for step in table.steps:
            move = made(step.move, log[len(replayed)])
            for event in GAME.decide(state, step.seat, move, NoChance()):
                replayed.append(event)
                state = GAME.evolve(state, event)
        assert replayed == log

    for seats, options in tables(GAME):
        random_match(GAME, seats, options, FastChance(seats), visit)
