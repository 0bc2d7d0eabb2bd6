"""Coins and the empty wrapper: B10 to B12."""

import pytest

from games.bonbons.events import (
    AttemptFailed,
    CoinsFound,
    RoundTurned,
    RowCompleted,
    SquareTurned,
    TileCovered,
    TurnPassed,
    TurnStopped,
    WrapperFound,
)
from games.bonbons.moves import Cover, FlipRound, FlipSquare, Stop
from tests.games.bonbons.scene import (
    A,
    board,
    drawn,
    given,
    offered,
    refused,
    slots_offered,
    table_at,
    the,
    when,
)

TABLE = """
    a $ c
    d $ %
    $ b e

    > a b
      c d
    + e
"""


def test_b10_after_a_coin_the_player_may_turn_a_square_or_a_round_tile_or_stop() -> None:
    state, _ = when(given(TABLE), "$1")
    assert offered(state) == {"flip_square", "flip_round", "stop"}


def test_b10_a_coin_and_a_round_tile_are_no_pair() -> None:
    after, events = when(given(TABLE), "$1", "(a)")
    assert events[1:] == [RoundTurned(0, 0, 0, 0, A), AttemptFailed(0, (1,), (0,)), TurnPassed(1)]
    assert drawn(after) == board(TABLE.replace("> a b", "a b").replace("c d\n    +", "> c d\n +"))


def test_b10_after_two_coins_only_a_square_or_a_stop() -> None:
    state, _ = when(given(TABLE), "$1", "$2")
    assert offered(state) == {"flip_square", "stop"}
    assert refused(state, FlipRound(0, 0)) == "turn_a_square_or_stop"


@pytest.mark.parametrize("coins", [("$1",), ("$1", "$3")], ids=["one", "two"])
def test_b10_stopping_turns_the_coins_down(coins: tuple[str, ...]) -> None:
    after, events = when(given(TABLE), *coins, "stop")
    assert events[-2:] == [TurnStopped(0, (1, 6)[: len(coins)]), TurnPassed(1)]
    assert after.squares_left == 2**9 - 1


@pytest.mark.parametrize("coins", [("$2",), ("$2", "$3")], ids=["one", "two"])
def test_b10_a_square_that_is_no_coin_ends_the_turn(coins: tuple[str, ...]) -> None:
    after, events = when(given(TABLE), *coins, "a")
    assert events[-2:] == [AttemptFailed(0, (*(4, 6)[: len(coins)], 0), ()), TurnPassed(1)]
    assert after.squares_left == 2**9 - 1


def test_b10_all_three_coins_cover_an_own_tile_and_end_the_turn() -> None:
    state, events = when(given(TABLE), "$3", "$1", "$2")
    assert events[-1] == CoinsFound(0, (6, 1, 4))
    assert slots_offered(state) == (0, 1)
    after, events = when(state, "cover 1")
    assert events == [TileCovered(0, slot=1, tile=1), TurnPassed(1)]
    assert drawn(after) == board("""
        a - c
        d - %
        - b e

        a {b}
        > c d
        + e
    """)


def test_b10_a_covered_tile_can_no_longer_be_turned_or_stolen() -> None:
    state, _ = when(given(TABLE), "$1", "$2", "$3", "cover 1", "b")
    assert refused(state, FlipRound(0, 1)) == "tile_not_down"


def test_b10_the_tile_covered_must_be_an_own_one_that_is_face_down() -> None:
    state, _ = when(given(TABLE), "a", "(a)", "$1", "$2", "$3")
    assert slots_offered(state) == (1,)
    assert refused(state, Cover(0)) == "not_your_tile_down"
    assert refused(state, Cover(2)) == "not_your_tile_down"
    assert refused(state, Stop()) == "cover_a_tile"


def test_b10_the_server_covers_the_only_tile_there_is() -> None:
    state, _ = when(given(TABLE), "a", "(a)", "$1", "$2")
    steps = table_at(state).submit(0, FlipSquare(6))
    assert [(step.by, step.move) for step in steps[1:]] == [("forced", Cover(1))]
    assert isinstance(steps[-1].events[-1], RowCompleted)


def test_b11_the_wrapper_stays_and_brings_one_more_tile() -> None:
    state, events = when(given(TABLE), "%")
    assert events == [WrapperFound(0, square=5, slot=2, tile=4)]
    assert drawn(state) == board("""
        a $ c
        d $ (%)
        $ b e

        > a b e
        c d
    """)


def test_b11_after_the_wrapper_a_round_tile_or_a_stop() -> None:
    state, _ = when(given(TABLE), "%")
    assert offered(state) == {"flip_round", "stop"}
    assert refused(state, FlipSquare(0)) == "turn_a_round_tile_or_stop"
    _, events = when(state, "stop")
    assert events == [TurnStopped(0, ()), TurnPassed(1)]
    _, events = when(state, "(e)")
    assert events[1:] == [AttemptFailed(0, (), (4,)), TurnPassed(1)]


def test_b11_the_wrapper_as_second_tile_ends_the_turn() -> None:
    after, events = when(given(TABLE), "(a)", "%")
    assert events[1:] == [
        WrapperFound(0, square=5, slot=2, tile=4),
        AttemptFailed(0, (), (0,)),
        TurnPassed(1),
    ]
    assert drawn(after) == board("""
        a $ c
        d $ (%)
        $ b e

        a b e
        > c d
    """)


@pytest.mark.parametrize("coins", [("$1",), ("$1", "$2")], ids=["one", "two"])
def test_b11_after_coins_the_wrapper_stays_and_the_coins_go_down(coins: tuple[str, ...]) -> None:
    after, events = when(given(TABLE), *coins, "%")
    assert events[-2:] == [AttemptFailed(0, (1, 4)[: len(coins)], ()), TurnPassed(1)]
    assert after.squares_left == 2**9 - 1 - 2**5
    assert len(after.rows[0]) == 3


def test_b11_with_nothing_set_aside_there_is_no_extra_tile() -> None:
    state, events = when(given(TABLE.replace("+ e", "")), "%")
    assert events == [WrapperFound(0, square=5, slot=None, tile=None)]
    assert state.rows == ((0, 1), (2, 3))


def test_b11_the_extra_tile_is_played_like_the_others() -> None:
    after, _ = when(given(TABLE), "%", "stop", "e", "(e)", "give 0")
    assert drawn(after) == board("""
        a $ c
        d $ (%)
        $ b (e)

        a b c
        > (e) d
    """)


def test_b12_a_coin_turned_after_a_round_tile_is_no_pair() -> None:
    after, events = when(given(TABLE), "(a)", "$1")
    assert the(SquareTurned, events).square == 1
    assert events[-2:] == [AttemptFailed(0, (1,), (0,)), TurnPassed(1)]
    assert after.squares_left == 2**9 - 1
