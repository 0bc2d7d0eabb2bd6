"""Moves against the rules: every refusal names its reason, none depends on what is hidden."""

import pytest

from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Stop
from tests.games.bonbons.scene import given, refused, when

TABLE = """
    a b $
    c d $
    e f $

    > a b
      c d
"""


@pytest.mark.parametrize("move", [FlipSquare(0), FlipRound(1, 0), Stop(), Give(0), Cover(0)])
def test_b4_nobody_else_can_move(move: AnyMove) -> None:
    assert refused(given(TABLE), move, seat=1) == "not_your_turn"


@pytest.mark.parametrize(
    ("before", "tried", "code"),
    [
        ((), Stop(), "turn_a_tile"),
        ((), Give(0), "turn_a_tile"),
        ((), Cover(0), "turn_a_tile"),
        (("a", "(a)"), Give(1), "turn_a_tile_or_stop"),
        (("e",), FlipSquare(0), "turn_a_round_tile_or_stop"),
        (("$1",), Cover(0), "turn_a_tile_or_stop"),
        (("$1", "$2"), FlipRound(0, 0), "turn_a_square_or_stop"),
        (("$1", "$2", "$3"), FlipSquare(0), "cover_a_tile"),
        (("(a)",), FlipRound(0, 1), "turn_a_square"),
        (("(a)",), Stop(), "turn_a_square"),
        (("c", "(c)"), Cover(0), "give_a_tile"),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else "",
)
def test_b4a_what_is_not_possible_is_answered_by_what_is(
    before: tuple[str, ...], tried: AnyMove, code: str
) -> None:
    state, _ = when(given(TABLE), *before)
    assert refused(state, tried) == code


def test_b5_what_lies_open_or_is_not_there_cannot_be_turned() -> None:
    state, _ = when(given(TABLE), "a", "(a)")
    assert refused(state, FlipSquare(0)) == "square_not_down"
    assert refused(state, FlipSquare(9)) == "square_not_down"
    assert refused(state, FlipRound(0, 0)) == "tile_not_down"
    assert refused(state, FlipRound(2, 0)) == "tile_not_down"
    assert refused(state, FlipRound(1, 2)) == "tile_not_down"


def test_b10_a_coin_that_is_up_cannot_be_turned_again() -> None:
    state, _ = when(given(TABLE), "$1")
    assert refused(state, FlipSquare(2)) == "square_not_down"
