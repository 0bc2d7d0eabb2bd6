"""The bot takes what it knows, and shows the others no more than it must."""

import pytest

from games.bonbons import GAME
from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Stop
from games.chance import FastChance
from games.simulate import bot_player, play_matches
from games.table import Table
from tests.games.bonbons.scene import opened, play

TABLE = """
    a b c d
    e f g h
    i j k l
    m $ $ $

    > a b
      c d
    + e f g h i j k l m
"""


def bots_moves(table: Table) -> set[AnyMove]:
    """Whatever the bot whose turn it is might do."""
    sight = table.sight(table.state.turn)
    return {GAME.bot(sight, FastChance(seed)) for seed in range(40)}


@pytest.mark.parametrize("seats", GAME.seats)
def test_bots_come_to_an_end_before_long(seats: int) -> None:
    for _, table in play_matches(GAME, [bot_player] * seats, GAME.options(), 20, seed=seats):
        assert len(table.steps) < 200


def test_it_begins_with_a_square_and_keeps_its_tiles_hidden() -> None:
    table = opened(TABLE)
    assert bots_moves(table) <= {FlipSquare(n) for n in range(16)}
    play(table, "m")
    assert bots_moves(table) == {Stop()}


def test_it_takes_a_pair_that_it_remembers_even_when_the_view_has_faded() -> None:
    table = opened(TABLE)
    play(table, "(a)", "m", "e", "stop", "a", "stop", "f", "stop", "g", "stop", "h", "stop")
    assert bots_moves(table) == {FlipSquare(0)}
    play(table, "a")
    assert bots_moves(table) == {FlipRound(0, 0)}


def test_it_takes_its_own_pair_before_it_steals() -> None:
    table = opened(TABLE)
    play(table, "(a)", "c", "(c)", "a")
    assert bots_moves(table) == {FlipSquare(0)}
    play(table, "a", "(a)")
    assert bots_moves(table) == {FlipSquare(2)}
    play(table, "c")
    assert bots_moves(table) == {FlipRound(1, 0)}


def test_it_turns_the_tile_that_goes_with_a_square_it_has_just_found() -> None:
    table = opened(TABLE)
    play(table, "(a)", "m", "a")
    assert bots_moves(table) == {FlipRound(0, 0)}


def test_it_turns_the_square_that_goes_with_a_tile_it_has_just_found() -> None:
    table = opened(TABLE)
    play(table, "a", "stop", "e", "stop", "(a)")
    assert bots_moves(table) == {FlipSquare(0)}


def test_it_gives_away_what_it_knows_least_about() -> None:
    table = opened(TABLE)
    play(table, "(a)", "c", "e", "stop", "c", "(c)")
    assert bots_moves(table) == {Give(1)}


def test_it_takes_the_coins_once_it_knows_all_three() -> None:
    table = opened(TABLE)
    play(table, "$1", "stop", "$2", "stop", "$3", "stop", "m", "stop")
    assert bots_moves(table) == {FlipSquare(13)}
    play(table, "$1")
    assert bots_moves(table) == {FlipSquare(14)}
    play(table, "$2")
    assert bots_moves(table) == {FlipSquare(15)}


def test_it_does_not_show_more_squares_for_a_coin_that_leads_nowhere() -> None:
    table = opened(TABLE)
    play(table, "$1")
    assert bots_moves(table) == {Stop()}


def test_it_covers_the_tile_that_is_hardest_to_find() -> None:
    table = opened(TABLE)
    play(table, "(a)", "m", "c", "stop", "$1", "$2", "$3")
    assert bots_moves(table) == {Cover(0)}


def test_it_stops_after_a_pair_when_the_next_one_is_unlikely() -> None:
    table = opened(TABLE)
    play(table, "a", "(a)")
    assert bots_moves(table) == {Stop()}
