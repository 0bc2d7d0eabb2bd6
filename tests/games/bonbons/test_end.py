"""How a match ends: B20 and B21."""

from games.bonbons import GAME
from games.bonbons.events import PairFound, RowCompleted, TileCovered, TileGiven
from games.bonbons.moves import FlipSquare
from games.chance import FastChance
from games.contract import Outcome
from games.table import Table
from tests.games.bonbons.scene import given, refused, when
from tests.games.support.worlds import random_match

TABLE = """
    a b c
    d e $
    f $ $

    > a (b)
      c d
      e f
"""


def test_b20_the_last_pair_wins() -> None:
    state, events = when(given(TABLE), "a", "(a)")
    assert [type(event) for event in events[-2:]] == [PairFound, RowCompleted]
    assert GAME.outcome(state) == Outcome((0,), ((0,), (1, 2)), "row_complete")
    assert GAME.active(state) == ()


def test_b20_a_theft_wins_once_the_last_tile_has_been_given() -> None:
    state, _ = when(given(TABLE), "c", "(c)")
    assert GAME.outcome(state) is None
    state, events = when(state, "give 0")
    assert [type(event) for event in events] == [TileGiven, RowCompleted]
    assert GAME.outcome(state) == Outcome((0,), ((0,), (1, 2)), "row_complete")


def test_b20_the_coins_win_once_the_last_tile_is_covered() -> None:
    state, _ = when(given(TABLE), "$1", "$2", "$3")
    assert GAME.outcome(state) is None
    state, events = when(state, "cover 0")
    assert [type(event) for event in events] == [TileCovered, RowCompleted]
    assert GAME.outcome(state) == Outcome((0,), ((0,), (1, 2)), "row_complete")


def test_b20_an_extra_tile_must_be_found_too() -> None:
    state = given("""
        a b
        c %

        > a (b)
          c
        + d
    """)
    state, _ = when(state, "%", "stop", "a", "stop", "a", "(a)")
    assert GAME.outcome(state) is None


def test_b20_the_fewer_tiles_face_down_the_better_the_place() -> None:
    state = given("""
        a b c
        d e f
        g h i

        > a
          {b} c d
          e (f) (g)
          h i
    """)
    state, _ = when(state, "a", "(a)")
    assert GAME.outcome(state) == Outcome((0,), ((0,), (2,), (1, 3)), "row_complete")


def test_b20_nothing_can_be_played_after_the_end() -> None:
    state, _ = when(given(TABLE), "a", "(a)")
    assert refused(state, FlipSquare(1)) == "match_over"
    assert refused(state, FlipSquare(1), seat=1) == "match_over"


def test_b21_whoever_is_asked_always_has_a_tile_face_down() -> None:
    def visit(table: Table) -> None:
        if table.outcome is None:
            assert table.state.slots_left[table.state.turn]

    for seats in GAME.seats:
        random_match(GAME, seats, GAME.options(), FastChance(seats), visit)
