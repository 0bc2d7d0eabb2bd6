"""What each player may know: C30."""

import pytest

from games.chance import FastChance
from games.ciaociao import GAME
from games.ciaociao.events import (
    AnnouncementDoubted,
    AnyEvent,
    DieRolled,
)
from games.ciaociao.moves import Options
from games.contract import HIDDEN, OPEN, SPECTATOR
from games.table import Table

ROLL = DieRolled(0, 0)
LOOK = AnnouncementDoubted(1, 0, 2, bluff=True, die=0)


@pytest.mark.parametrize(
    ("event", "knows"), [(ROLL, {0, OPEN}), (LOOK, {0, 1, OPEN})], ids=["roll", "look"]
)
def test_c30_the_die_is_known_to_its_roller_and_to_the_doubter_who_looked(
    event: AnyEvent, knows: set[int]
) -> None:
    for viewer in (0, 1, 2, SPECTATOR, OPEN):
        shown = GAME.redact(event, viewer)
        assert isinstance(shown, DieRolled | AnnouncementDoubted)
        assert (shown.die is not HIDDEN) == (viewer in knows)


def test_c30_everybody_learns_whether_it_was_a_bluff() -> None:
    shown = GAME.redact(LOOK, SPECTATOR)
    assert isinstance(shown, AnnouncementDoubted)
    assert shown.bluff


def test_c30_after_the_match_everything_is_open() -> None:
    table = Table.opened(GAME, 2, Options(), FastChance(5))
    while table.outcome is None:
        seat = GAME.active(table.state)[0]
        table.submit(seat, table.legal_moves(seat)[0])
    assert table.feed(SPECTATOR) == table.log
