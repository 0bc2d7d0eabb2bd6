"""What each player may know, and for how long: B30 and B31."""

from typing import Any

import pytest

from games.bonbons import GAME
from games.bonbons.events import (
    AttemptFailed,
    CandiesLaid,
    RoundTurned,
    SquareTurned,
    TurnStopped,
)
from games.bonbons.moves import Memory, Options
from games.chance import FastChance
from games.contract import HIDDEN, OPEN, SPECTATOR, Viewer
from games.table import Table
from tests.games.bonbons.scene import A, B, C, D, opened, play
from tests.games.support.worlds import random_match, viewers

TABLE = """
    a b c
    d e f
    $ $ $

    > a b
      c d
      e f
"""


def square_known(table: Table, viewer: Viewer, square: int) -> Any:
    """The square's face as the viewer may still read it, in the view as in the history."""
    in_view = table.view(viewer).squares[square].face
    told = [
        event.face
        for event in table.feed(viewer)
        if isinstance(event, SquareTurned) and event.square == square
    ]
    assert (told[-1] if told else HIDDEN) == in_view
    return in_view


def tile_known(table: Table, viewer: Viewer, seat: int, slot: int) -> Any:
    """The same of a round tile."""
    tile = table.view(viewer).rows[seat][slot]
    told = [
        event.face
        for event in table.feed(viewer)
        if isinstance(event, RoundTurned) and event.tile == tile.tile
    ]
    assert (told[-1] if told else HIDDEN) == tile.face
    return tile.face


def test_b30_what_was_dealt_is_unknown_to_everyone() -> None:
    laid = GAME.setup(3, Options(), FastChance(0))[0]
    for viewer in (0, 1, 2, SPECTATOR):
        shown = GAME.redact(laid, viewer)
        assert isinstance(shown, CandiesLaid)
        assert shown.squares is HIDDEN
        assert shown.rounds is HIDDEN
    assert GAME.redact(laid, OPEN) == laid


def test_b30_what_is_turned_up_is_seen_by_all() -> None:
    table = opened(TABLE)
    play(table, "b")
    for viewer in viewers(table):
        assert square_known(table, viewer, 1) == B
        assert table.view(viewer).squares[1].lies == "shown"


def test_b30_a_seat_remembers_until_its_first_own_move_after_it_was_hidden() -> None:
    table = opened(TABLE)
    play(table, "b", "(c)")
    assert [square_known(table, seat, 1) for seat in range(3)] == [B, B, B]
    assert [tile_known(table, seat, 1, 0) for seat in range(3)] == [C, C, C]
    play(table, "e")
    assert [square_known(table, seat, 1) for seat in range(3)] == [B, HIDDEN, B]
    assert [tile_known(table, seat, 1, 0) for seat in range(3)] == [C, HIDDEN, C]
    play(table, "stop", "f", "stop")
    assert [square_known(table, seat, 1) for seat in range(3)] == [B, HIDDEN, HIDDEN]
    play(table, "d")
    assert [square_known(table, seat, 1) for seat in range(3)] == [HIDDEN, HIDDEN, HIDDEN]


def test_b30_the_move_that_hides_something_is_not_one_after_it() -> None:
    table = opened(TABLE)
    play(table, "b", "stop")
    assert square_known(table, 0, 1) == B


def test_b30_a_spectator_remembers_as_long_as_every_seat() -> None:
    table = opened(TABLE)
    play(table, "b", "stop")
    assert square_known(table, SPECTATOR, 1) == B
    play(table, "e")
    assert square_known(table, 1, 1) is HIDDEN
    assert square_known(table, SPECTATOR, 1) is HIDDEN


def test_b30_that_something_was_turned_stays_readable_but_neither_what_nor_where() -> None:
    table = opened(TABLE)
    play(table, "b", "(c)", "e")
    assert table.feed(1)[2:5] == [SquareTurned(0), RoundTurned(0), AttemptFailed(0)]


def test_b30_the_places_of_a_search_for_coins_are_forgotten_with_them() -> None:
    table = opened(TABLE)
    play(table, "$1", "$2", "stop", "e")
    assert table.feed(1)[2:5] == [SquareTurned(0), SquareTurned(0), TurnStopped(0)]
    assert all(view.squares[6].lies == "down" for view in table.replay(1))


def test_b30_shown_again_it_is_known_again() -> None:
    table = opened(TABLE)
    play(table, "b", "stop", "e", "stop", "b", "stop")
    assert square_known(table, 1, 1) == B


def test_b30_a_replay_does_not_show_what_has_faded() -> None:
    table = opened(TABLE)
    play(table, "b", "stop", "e")
    faces = [view.squares[1].face for view in table.replay(1)]
    assert set(faces) == {HIDDEN}
    assert B in [view.squares[1].face for view in table.replay(0)]
    assert all(view.squares[1].lies == "down" for view in table.replay(1))


def test_b30_a_pair_stays_open_in_view_history_and_replay() -> None:
    table = opened(TABLE)
    play(table, "a", "(a)", "stop", "e", "stop", "f", "stop", "d", "stop", "e", "stop")
    for viewer in viewers(table):
        assert square_known(table, viewer, 0) == A
        assert tile_known(table, viewer, 0, 0) == A


def test_b30_the_coins_are_known_to_all_once_they_have_left_the_grid() -> None:
    table = opened(TABLE)
    play(table, "$1", "$2", "$3", "cover 0", "e", "stop", "f", "stop", "d", "stop", "e", "stop")
    for viewer in viewers(table):
        assert {square_known(table, viewer, place) for place in (6, 7, 8)} == {"coin"}
        assert table.view(viewer).rows[0][0].face is HIDDEN


def test_b30_a_covered_tile_is_remembered_like_one_that_is_face_down() -> None:
    table = opened(TABLE)
    play(table, "e", "stop", "f", "stop", "(a)", "b", "$1", "$2", "$3", "cover 0")
    tiles = [table.view(viewer).rows[0][0] for viewer in (0, 1, 2)]
    assert [tile.lies for tile in tiles] == ["covered"] * 3
    assert [tile.face for tile in tiles] == [HIDDEN, A, A]


@pytest.mark.parametrize(("memory", "known"), [("table", HIDDEN), ("open", B)])
def test_b30_with_open_memory_nothing_fades(memory: Memory, known: Any) -> None:
    table = opened(TABLE, memory)
    play(table, "b", "stop", "e", "stop", "f", "stop", "d", "stop")
    for viewer in viewers(table):
        assert square_known(table, viewer, 1) == known


def test_b30_the_bot_is_given_all_that_its_seat_was_ever_shown() -> None:
    table = opened(TABLE)
    play(table, "b", "stop", "e", "stop", "f", "stop", "d", "stop")
    assert table.view(1).squares[1].face is HIDDEN
    assert table.sight(1).view.squares[1].face == B


def test_b30_after_the_match_everything_is_open() -> None:
    table = random_match(GAME, 2, Options(), FastChance(0))
    assert table.feed(SPECTATOR) == table.log
    view = table.view(0)
    assert tuple(square.face for square in view.squares) == table.state.squares


def test_b31_a_tile_given_away_keeps_its_number_and_what_is_known_of_it() -> None:
    table = opened(TABLE)
    play(table, "(a)", "e", "f", "stop", "d", "stop", "d", "(d)", "give 0")
    given = table.sight(2).view.rows[1][1]
    assert (given.tile, given.face, given.lies) == (0, A, "down")
    stolen = table.sight(2).view.rows[0][0]
    assert (stolen.tile, stolen.face, stolen.lies) == (3, D, "open")


def test_b31_everybody_sees_where_it_goes() -> None:
    table = opened(TABLE)
    play(table, "d", "(d)", "give 1")
    for viewer in viewers(table):
        assert [tile.tile for tile in table.view(viewer).rows[1]] == [2, 1]
        assert table.feed(viewer)[-1] == table.log[-1]


def test_b31_a_face_fades_with_its_tile_wherever_that_goes() -> None:
    table = opened(TABLE)
    play(table, "(a)", "e", "f", "stop", "d", "stop", "d", "(d)", "give 0")
    assert tile_known(table, 2, 1, 1) is HIDDEN
    assert tile_known(table, 0, 1, 1) is HIDDEN
