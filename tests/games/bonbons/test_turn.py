"""A turn without coins or wrapper: B4a to B9."""

import pytest

from games.bonbons import GAME
from games.bonbons.events import (
    AttemptFailed,
    CandyStolen,
    PairFound,
    RoundTurned,
    SquareTurned,
    TileGiven,
    TurnPassed,
    TurnStopped,
)
from games.bonbons.moves import FlipRound, FlipSquare, Give, Stop
from games.choices import choice
from tests.games.bonbons.scene import (
    A,
    B,
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
    a b c
    d e f
    g h i

    > a b c
      d e
      f g
"""


def test_b4_play_goes_clockwise() -> None:
    state = given(TABLE)
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state, _ = when(state, "h", "stop")
    assert turns == [0, 1, 2, 0]


def test_b4a_at_the_start_of_a_turn_a_tile_must_be_turned() -> None:
    state = given(TABLE)
    assert offered(state) == {"flip_square", "flip_round"}
    assert refused(state, Stop()) == "turn_a_tile"


def test_b4a_before_a_further_go_the_player_may_stop() -> None:
    state, _ = when(given(TABLE), "a", "(a)")
    assert offered(state) == {"flip_square", "flip_round", "stop"}
    after, events = when(state, "stop")
    assert events == [TurnStopped(0, ()), TurnPassed(1)]
    assert drawn(after) == board("""
        (a) b c
        d e f
        g h i

          (a) b c
        > d e
          f g
    """)


def test_b5_a_square_then_a_round_tile() -> None:
    state, events = when(given(TABLE), "b")
    assert events == [SquareTurned(0, 1, B)]
    assert offered(state) == {"flip_round", "stop"}
    assert drawn(state) == board("""
        a [b] c
        d e f
        g h i

        > a b c
          d e
          f g
    """)
    _, events = when(state, "(a)")
    assert events[0] == RoundTurned(0, 0, 0, 0, A)


def test_b5_a_round_tile_then_a_square() -> None:
    state, events = when(given(TABLE), "(a)")
    assert events == [RoundTurned(0, 0, 0, 0, A)]
    assert offered(state) == {"flip_square"}
    _, events = when(state, "b")
    assert events[0] == SquareTurned(0, 1, B)


def test_b5_the_round_tile_may_be_anybodys_and_is_offered_by_seat() -> None:
    state = given("""
        a b c
        d e f
        g h i

        > a (b) c
          d {e}
          f g
    """)
    assert GAME.choices(state, 0) == (
        choice("flip_square", square=range(9)),
        choice("flip_round", seat=[0], slot=[0, 2]),
        choice("flip_round", seat=[1], slot=[0]),
        choice("flip_round", seat=[2], slot=[0, 1]),
    )


def test_b5_only_face_down_tiles_can_be_turned() -> None:
    state = given("""
        a (b) c
        d e f
        g h -

        > a (b) c
          d {e}
          f g
    """)
    for place in (1, 8, 9, 35):
        assert refused(state, FlipSquare(place)) == "square_not_down"
    for seat, slot in [(0, 1), (1, 1), (1, 2), (3, 0), (5, 4)]:
        assert refused(state, FlipRound(seat, slot)) == "tile_not_down"


def test_b6_after_a_square_the_player_may_leave_it_at_that() -> None:
    after, events = when(given(TABLE), "b", "stop")
    assert events[1:] == [TurnStopped(0, (1,)), TurnPassed(1)]
    assert drawn(after) == board("""
        a b c
        d e f
        g h i

        a b c
        > d e
        f g
    """)


def test_b6_after_a_round_tile_a_square_must_follow() -> None:
    state, _ = when(given(TABLE), "(a)")
    assert refused(state, Stop()) == "turn_a_square"
    assert refused(state, FlipRound(0, 1)) == "turn_a_square"


@pytest.mark.parametrize("order", [("a", "(a)"), ("(a)", "a")], ids=["square", "round"])
def test_b7_a_pair_with_an_own_tile_stays_and_the_player_may_go_on(order: tuple[str, str]) -> None:
    after, events = when(given(TABLE), *order)
    assert events[-1] == PairFound(0, square=0, slot=0, tile=0, face=A)
    assert after.step == "further"
    assert drawn(after) == board("""
        (a) b c
        d e f
        g h i

        > (a) b c
        d e
        f g
    """)
    _, events = when(after, "b", "(b)")
    assert the(PairFound, events).seat == 0


def test_b7_the_same_candy_in_another_colour_is_no_pair() -> None:
    red, yellow = "a", "b"
    assert A.split("-")[0] == B.split("-")[0]
    _, events = when(given(TABLE), red, f"({yellow})")
    assert the(AttemptFailed, events)


@pytest.mark.parametrize("order", [("d", "(d)"), ("(d)", "d")], ids=["square", "round"])
def test_b8_a_pair_with_an_opponents_tile_is_a_theft(order: tuple[str, str]) -> None:
    state, events = when(given(TABLE), *order)
    assert isinstance(events[-1], CandyStolen)
    assert (events[-1].seat, events[-1].owner, events[-1].slot) == (0, 1, 0)
    assert offered(state) == {"give"}
    assert slots_offered(state) == (0, 1, 2)


def test_b8_the_tile_given_goes_into_the_freed_slot_and_the_stolen_one_takes_its_place() -> None:
    after, events = when(given(TABLE), "d", "(d)", "give 1")
    assert events[-1] == TileGiven(0, slot=1, tile=1, to=1, to_slot=0)
    assert after.step == "further"
    assert drawn(after) == board("""
        a b c
        (d) e f
        g h i

        > a (d) c
        b e
        f g
    """)


def test_b8_after_a_theft_the_player_may_go_on_or_stop() -> None:
    state, _ = when(given(TABLE), "d", "(d)", "give 1")
    assert offered(state) == {"flip_square", "flip_round", "stop"}
    after, _ = when(state, "e", "(e)", "give 0")
    assert after.rows[0][:2] == (4, 3)


def test_b8_the_tile_given_must_be_an_own_one_that_is_face_down() -> None:
    state, _ = when(given(TABLE), "a", "(a)", "d", "(d)")
    assert slots_offered(state) == (1, 2)
    for slot in (0, 3, 4):
        assert refused(state, Give(slot)) == "not_your_tile_down"
    assert refused(state, Stop()) == "give_a_tile"


def test_b8_the_server_gives_the_only_tile_there_is() -> None:
    table = table_at(
        given("""
        a b c
        d e f
        g h i

        > a (b) (c)
          d e
    """)
    )
    table.submit(0, FlipSquare(3))
    steps = table.submit(0, FlipRound(1, 0))
    assert [(step.by, step.move) for step in steps[1:]] == [("forced", Give(0))]


def test_b8_a_face_up_tile_cannot_be_stolen() -> None:
    state, _ = when(given(TABLE), "d", "(d)", "give 1", "stop")
    assert refused(state, FlipRound(0, 1)) == "tile_not_down"


@pytest.mark.parametrize("order", [("b", "(a)"), ("(a)", "b")], ids=["square", "round"])
def test_b9_what_is_no_pair_goes_down_and_the_next_player_is_asked(order: tuple[str, str]) -> None:
    after, events = when(given(TABLE), *order)
    assert events[-2:] == [AttemptFailed(0, squares=(1,), tiles=(0,)), TurnPassed(1)]
    assert drawn(after) == board("""
        a b c
        d e f
        g h i

        a b c
        > d e
        f g
    """)


def test_b9_a_failed_attempt_at_a_theft_costs_nothing_but_the_turn() -> None:
    after, events = when(given(TABLE), "b", "(d)")
    assert the(AttemptFailed, events).tiles == (3,)
    assert after.rows == given(TABLE).rows
    assert after.turn == 1
