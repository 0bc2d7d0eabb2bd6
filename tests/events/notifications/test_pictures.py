"""Pictures of tables in mails: small enough for a mailbox on a phone."""

import pytest

from events.notifications.email.picture import MOST_BYTES, png_of
from games.chance import FastChance
from games.contract import AnyGame
from games.registry import all_games
from games.table import Table


@pytest.mark.parametrize("game", [it for it in all_games().values() if it.words.picture])
def test_the_picture_of_the_largest_table_is_small(game: AnyGame) -> None:
    seats = max(game.seats)
    table = Table.opened(game, seats, game.options(), FastChance("picture"))
    draw = game.words.picture
    assert draw is not None
    png = png_of(draw(table.view(0), ["Wilhelmine"] * seats, 0))
    assert png.startswith(b"\x89PNG")
    assert len(png) <= MOST_BYTES
