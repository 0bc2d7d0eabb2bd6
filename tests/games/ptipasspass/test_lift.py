"""A turn with an empty hand: swapping and lifting: P20 to P23."""

import pytest

from games.choices import choice
from games.codec import decode_move
from games.ptipasspass import GAME
from games.ptipasspass.cups import wins
from games.ptipasspass.events import (
    CupsSwapped,
    LineLifted,
    TurnOpened,
    VictoryGained,
)
from games.ptipasspass.moves import Lift
from tests.games.ptipasspass.scene import animals, board, drawn, given, refused, the, when

NEARLY = """
    d r -
    m - -
    - d d
    > -  ++
      rm ++
      rm ++
"""


def test_p20_every_line_may_be_lifted_after_any_swap_or_none() -> None:
    state = given("""
        d r
        - -
        - -
        > -  ++
          rm ++
    """)
    assert GAME.choices(state, 0) == (
        choice(
            "lift",
            cups=((0, 2, 4), (1, 3, 5)),
            swap=(None, (0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5)),
        ),
    )


def test_p20_cups_may_be_named_in_any_order() -> None:
    sent = decode_move(GAME, {"type": "lift", "cups": [6, 0, 3], "swap": [5, 4]})
    assert sent == Lift((0, 3, 6), (4, 5))


def test_p20_the_line_is_meant_after_the_swap_and_all_see_which_cups_moved() -> None:
    state, events = when(given(NEARLY), (0, Lift((0, 3, 6), (6, 7))))
    assert events[:2] == [
        CupsSwapped(0, (6, 7)),
        LineLifted(0, False, (0, 3, 6), (("dove",), ("mouse",), ("dove",))),
    ]
    assert drawn(state) == board("""
        d r -
        m - -
        d - d
        - ++
        rm ++
        rm ++
    """)


def test_p20_empty_cups_may_be_swapped_too() -> None:
    state, events = when(given(NEARLY), (0, Lift((0, 1, 2), (4, 5))))
    assert events[0] == CupsSwapped(0, (4, 5))
    assert drawn(state).splitlines()[1] == "m - -"


def test_p20_swap_and_lift_are_one_move_and_only_neighbours_can_be_swapped() -> None:
    assert refused(given(NEARLY), 0, Lift((0, 1, 2), (0, 4))) == "cups_not_touching"
    assert refused(given(NEARLY), 0, Lift((0, 1, 2), (2, 3))) == "cups_not_touching"
    assert refused(given(NEARLY), 0, Lift((0, 4, 8))) == "not_a_line"
    assert refused(given(NEARLY), 0, Lift((2, 3, 4))) == "not_a_line"


@pytest.mark.parametrize(
    ("cups", "won"),
    [
        ("d d d", True),
        ("d r m", True),
        ("m d r", True),
        ("d d r", False),
        ("d d -", False),
        ("- - -", False),
        ("dr dr m", True),
        ("dr d r", False),
        ("dm d rd", True),
        ("dr rm dm", True),
        ("drm d r", True),
        ("rr rm dr", True),
        ("d d rm", False),
        ("drm drm -", False),
    ],
)
def test_p21_all_equal_or_all_different_wins_with_any_token_of_each_cup(
    cups: str, won: bool
) -> None:
    assert wins(tuple([animals(cell) for cell in cups.split()])) == won


def test_p21_a_winning_line_wins_the_round_and_a_victory_token() -> None:
    state = given("""
        d  r -
        dm - -
        r  d d
        > -  ++
          m  ++
          rm ++
    """)
    state, events = when(state, (0, Lift((0, 3, 6))))
    assert the(LineLifted, events) == LineLifted(
        0, True, (0, 3, 6), (("dove",), ("dove", "mouse"), ("rabbit",))
    )
    assert the(VictoryGained, events) == VictoryGained(0)
    assert state.victories == (1, 0, 0)


def test_p22_otherwise_the_cups_go_back_and_everyone_has_seen_them() -> None:
    state, events = when(given(NEARLY), (0, Lift((0, 1, 2))))
    assert events[0] == LineLifted(0, False, (0, 1, 2), (("dove",), ("rabbit",), ()))
    assert drawn(state) == board(NEARLY)
    for viewer in range(3):
        assert GAME.redact(events[0], viewer) == events[0]
        seen = [cup.animals for cup in GAME.view(state, viewer, 0).cups[:3]]
        assert seen == [("dove",), ("rabbit",), ()]


def test_p22_a_swap_stays_when_nothing_was_won() -> None:
    state, _ = when(given(NEARLY), (0, Lift((0, 1, 2), (0, 1))))
    assert drawn(state).splitlines()[0] == "r d -"


def test_p23_after_a_lift_the_turn_is_over() -> None:
    _, events = when(given(NEARLY), (0, Lift((0, 1, 2))))
    assert events[-1] == TurnOpened(1, "masked")
