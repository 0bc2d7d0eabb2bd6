"""Points, and who wins by them: S13, S14."""

import pytest

from games.contract import Outcome
from games.passpass import GAME
from games.passpass.events import HandDealt, RoundOpened, RoundScored, TricksEnded
from games.passpass.state import State
from tests.games.passpass.scene import cards, given, played, take, take_two, the


def last_trick(*rows: str, number: int) -> tuple[State, list[object]]:
    """The end of a round in which seat 0 takes the violet 9, seat 1 the violet 8
    and the green 7."""
    hands = ("> V9", "V8", "G7", "G8")
    drawing = "\n".join(f"{hand} {row}" for hand, row in zip(hands, rows, strict=True))
    state, _ = played(given(drawing, number=number), "V9 V8 G7 G8")
    state, _ = take(state, "V9")
    after, events = take_two(state, "V8 G7")
    return after, list(events)


def test_s13_a_point_for_each_card_and_each_diamond() -> None:
    after, events = last_trick("| V1 V2 V3", "| B4 B5 B6", "| B12", "", number=1)
    assert the(RoundScored, events) == RoundScored((11, 8, 1, 0), (0, 0, 0, 0))
    assert after.points == (11, 8, 1, 0)


def test_s13_ticks_of_the_round_are_recorded_with_its_points() -> None:
    after, events = last_trick("| B7 G12 Y7 = 10 1", "", "", "", number=1)
    assert the(RoundScored, events).pass_pass == (1, 0, 0, 0)
    assert (after.points[0], after.ticks[0]) == (14, 2)


def test_s13_all_48_cards_are_dealt_from_again() -> None:
    after, events = last_trick("| V1 V2 V3", "", "", "", number=2)
    assert the(RoundOpened, events) == RoundOpened(3, 1)
    assert sum(isinstance(event, HandDealt) for event in events) == 4
    assert after.hands[2] == cards("V1 V5 V9 B1 B5 B9 G1 G5")
    assert (after.discarded, after.taken) == ((), ((),) * 4)


@pytest.mark.parametrize(
    ("records", "ranking"),
    [
        ((10, 20, 30, 40), ((3,), (2,), (1,), (0,))),
        ((50, 20, 30, 40), ((0,), (3,), (2,), (1,))),
        ((39, 38, 40, 40), ((0, 1, 2, 3),)),
    ],
    ids=["one", "another", "all the same"],
)
def test_s14_most_points_of_three_rounds_win(
    records: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    after, events = last_trick(*(f"= {points} 0" for points in records), number=3)
    assert events[-1] == TricksEnded("most_points")
    assert GAME.outcome(after) == Outcome(ranking[0], ranking, "most_points")


def test_s14_equal_points_are_decided_by_pass_pass() -> None:
    after, _ = last_trick("= 39 1", "= 38 2", "= 40 0", "= 0 2", number=3)
    assert GAME.outcome(after) == Outcome((1,), ((1,), (0,), (2,), (3,)), "most_points")


def test_s14_a_pass_pass_of_the_last_round_counts_too() -> None:
    after, _ = last_trick("| B7 G12 Y7 = 36 0", "= 38 0", "= 40 0", "= 0 2", number=3)
    assert GAME.outcome(after) == Outcome((0,), ((0,), (1, 2), (3,)), "most_points")


def test_s14_what_is_equal_in_both_is_shared() -> None:
    after, _ = last_trick("= 39 1", "= 38 1", "= 0 0", "= 0 0", number=3)
    assert GAME.outcome(after) == Outcome((0, 1), ((0, 1), (2, 3)), "most_points")
