"""Drawings of tables: whole, the same for the same view, and no name is more than a name."""

from typing import Any
from xml.etree import ElementTree

import pytest

from games.chance import FastChance
from games.codec import any_move
from games.contract import AnyGame
from games.registry import all_games
from games.table import Table
from tests.games.support.worlds import tables

HOSTILE = ('<script x="', "&amp;'\"]]>", "日本 \0\x07", "x" * 40, "", "É")

drawn = [
    pytest.param(game, seats, options, id=f"{game.key}-{seats}-{number}")
    for game in all_games().values()
    if game.words.picture
    for number, (seats, options) in enumerate(tables(game))
]


@pytest.mark.parametrize(("game", "seats", "options"), drawn)
def test_a_table_can_be_drawn_at_any_time(game: AnyGame, seats: int, options: Any) -> None:
    chance = FastChance("picture")
    table = Table.opened(game, seats, options, chance)
    draw, names = game.words.picture, HOSTILE[:seats]
    assert draw is not None
    for step in range(400):
        if step % 20 == 0 or table.outcome is not None:
            for viewer in (None, 0, seats - 1):
                view = table.view(0 if viewer is None else viewer)
                picture = draw(view, names, viewer)
                root = ElementTree.fromstring(picture)
                kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
                assert kinds <= {"svg", "rect", "circle", "polygon", "text"}
                assert picture == draw(view, names, viewer)
        if table.outcome is not None:
            break
        seat = game.active(table.state)[0]
        table.submit(seat, any_move(game, table.choices(seat), chance))
