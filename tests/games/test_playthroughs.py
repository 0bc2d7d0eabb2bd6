"""Every golden playthrough, played again, comes out to the letter."""

from pathlib import Path

import pytest

from games.contract import AnyGame
from games.registry import all_games
from tests.games.support.playthroughs import all_playthroughs, replayed


@pytest.mark.parametrize(
    "path", all_playthroughs(), ids=lambda path: f"{path.parent.parent.name}-{path.stem}"
)
def test_a_golden_playthrough_comes_out_the_same(path: Path) -> None:
    assert replayed(path) == path.read_text(), (
        "write it anew and look: tests.games.support.playthroughs"
    )


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_the_playthroughs_show_the_smallest_and_the_largest_table_and_every_event(
    game: AnyGame,
) -> None:
    texts = [path.read_text() for path in all_playthroughs() if path.parts[-3] == game.key]
    shown = "\n".join(texts)
    for seats in (game.seats[0], game.seats[-1]):
        assert f"\nseats: {seats}\n" in shown
    missing = [
        kind for kind in game.events if f'"type":"{kind.__struct_config__.tag}"' not in shown
    ]
    assert not missing
