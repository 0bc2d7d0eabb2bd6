"""Ciao, ciao… at three and four seats: legal at every table, and better than the rules of thumb."""

import pytest

from games.arena import contest, measured
from games.bots import bot_of, version_of
from games.chance import FastChance
from games.ciaociao import GAME
from games.ciaociao.several import strongest
from games.table import Table


def opened(seats: int, seed: int) -> Table:
    return Table.opened(GAME, seats, GAME.options(), FastChance(seed))


def test_it_wins_more_than_its_share_against_the_rules_of_thumb() -> None:
    result = measured(contest("ciaociao", ["5", "bot", "bot"]), matches=30)
    assert result.share > 0.34


@pytest.mark.parametrize("seats", [3, 4])
def test_level_5_plays_it_at_larger_tables(seats: int) -> None:
    bot = bot_of(GAME, version_of(GAME), 5)
    for seed in range(4):
        table = opened(seats, seed)
        while table.outcome is None:
            seat = GAME.active(table.state)[0]
            sight = table.sight(seat)
            move = bot(sight, FastChance(seed))
            assert move == strongest(sight, FastChance(seed))
            table.submit(seat, move)
