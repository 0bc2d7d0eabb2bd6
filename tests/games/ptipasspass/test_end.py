"""Rounds and the match come to an end: P30 and P31."""

from itertools import combinations, product

import pytest

from games.contract import Outcome
from games.ptipasspass import GAME
from games.ptipasspass.cups import hopeless, wins
from games.ptipasspass.events import (
    Animals,
    AnimalsDealt,
    CupsEmptied,
    LineLifted,
    MagicEnded,
    RoundVoided,
    TurnOpened,
    VictoryGained,
)
from games.ptipasspass.moves import Lift, Place, SayOk
from tests.games.ptipasspass.scene import animals, board, drawn, given, refused, the, when

FIRST_VICTORY = """
    d  r -
    d  - -
    dm - r
    >  -  ++ -
       m  ++ *
       rm ++ -
"""


def test_p30_two_victory_tokens_win_the_match() -> None:
    state = given(FIRST_VICTORY.replace("++ -", "++ *", 1))
    state, events = when(state, (0, Lift((0, 3, 6))))
    assert [type(event) for event in events] == [LineLifted, VictoryGained, MagicEnded]
    assert GAME.outcome(state) == Outcome((0,), ((0,), (1,), (2,)), "two_victory_tokens")
    assert GAME.active(state) == ()
    assert refused(state, 1, Lift((0, 3, 6))) == "match_over"


def test_p30_those_with_equally_many_victory_tokens_share_a_place() -> None:
    state = given(FIRST_VICTORY.replace("++ -", "++ *"))
    state, _ = when(state, (0, Lift((0, 3, 6))))
    assert GAME.outcome(state) == Outcome((0,), ((0,), (1, 2)), "two_victory_tokens")


def test_p30_otherwise_the_cups_are_emptied_openly_and_a_new_round_begins() -> None:
    state, events = when(given(FIRST_VICTORY), (0, Lift((0, 3, 6))))
    emptied = the(CupsEmptied, events)
    assert emptied.contents == tuple(map(animals, ["d", "r", "-", "d", "-", "-", "dm", "-", "r"]))
    assert all(GAME.redact(emptied, viewer) == emptied for viewer in range(3))
    assert the(AnimalsDealt, events).round == 2
    assert GAME.outcome(state) is None
    assert drawn(state) == board("""
        - - -
        - - -
        - - -
        drm ++ *
        drm ++ *
        drm ++
    """)


def test_p30_hands_are_handed_in_unseen() -> None:
    _, events = when(given(FIRST_VICTORY), (0, Lift((0, 3, 6))))
    other = given(FIRST_VICTORY.replace("   m  ", "   d  "))
    assert when(other, (0, Lift((0, 3, 6))))[1] == events


def test_p31_a_round_that_nobody_can_win_is_void() -> None:
    state = given("""
        dr rm
        -  -
        -  -
        > d  0
          m  0
    """)
    state, _ = when(state, (0, Place("dove", 0, "dove")), (1, SayOk()))
    state, events = when(state, (1, Place("mouse", 1, "dove")), (0, SayOk()))
    assert events[3:] == [
        RoundVoided(),
        CupsEmptied((animals("ddr"), animals("rmm"), (), (), (), ())),
        AnimalsDealt(2, 0, (2, 2)),
        TurnOpened(0, "masked"),
    ]
    assert state.victories == (0, 0)


def test_p31_the_seat_left_of_the_last_active_player_begins() -> None:
    state = given("""
        dr rm -
        -  -  -
        -  -  -
          - ++
        > d ++
          - ++
    """)
    _, events = when(state, (1, Place("dove", 0, "dove")), (2, SayOk()), (0, SayOk()))
    assert the(AnimalsDealt, events).first == 2


def test_p31_a_round_that_somebody_could_win_after_swaps_goes_on() -> None:
    state = given("""
        r - r
        - - -
        - - -
          - ++
        > r ++
          - ++
    """)
    _, events = when(state, (1, Place("rabbit", 7, "dove")), (2, SayOk()), (0, SayOk()))
    assert events[-1] == TurnOpened(2, "masked")


def test_p31_as_long_as_a_hand_holds_a_token_the_round_goes_on() -> None:
    state = given("""
        dr rm
        -  -
        -  -
        > d  0
          m  0
    """)
    _, events = when(state, (0, Place("dove", 0, "dove")), (1, SayOk()))
    assert events[-1] == TurnOpened(1, "masked")


@pytest.mark.parametrize("cups", ["ddr rmm - - - -", "ddrrmm - - - - -", "dr m - - - -"])
def test_p31_two_cups_are_never_enough(cups: str) -> None:
    assert hopeless([animals(cell) for cell in cups.split()])


def test_p31_a_round_is_dead_just_when_no_three_cups_would_win() -> None:
    cells: list[Animals] = [animals(cell) for cell in ("-", "d", "r", "m", "dr", "dm", "rm", "drm")]
    for contents in product(cells, repeat=4):
        alive = any(wins(three) for three in combinations(contents, 3))
        assert hopeless(contents) == (not alive)
