"""Pebbles, rule by rule."""

import pytest

from games.chance import FastChance
from games.contract import HIDDEN, IllegalMove
from games.pebbles import GAME, FistClosed, GuessTotal, Options, State


def test_p1_two_to_four() -> None:
    assert list(GAME.seats) == [2, 3, 4]


def test_p2_fists_hold_at_most_three() -> None:
    closed = GAME.setup(4, Options(), FastChance(1))[1:]
    assert all(isinstance(event, FistClosed) and event.pebbles in range(4) for event in closed)


def test_p3_the_closest_wins() -> None:
    outcome = GAME.outcome(State(2, False, (3, 1), (4, 6), opened=True))
    assert outcome is not None
    assert outcome.winners == (0,)


def test_p4_a_number_is_said_once() -> None:
    with pytest.raises(IllegalMove, match="guess_taken"):
        GAME.decide(State(2, False, (3, 1), (4,)), 1, GuessTotal(4), FastChance(0))


def test_p5_a_fist_is_its_owners() -> None:
    assert GAME.redact(FistClosed(0, 2), 1) == FistClosed(0, HIDDEN)
