"""The bot bluffs in proportion and doubts by odds."""

from collections import Counter

import pytest

from games.chance import FastChance
from games.ciaociao import GAME
from games.ciaociao.events import AnnouncementBelieved, AnnouncementDoubted, AnyEvent, DieRolled
from games.ciaociao.events import NumberAnnounced as Announced
from games.ciaociao.moves import Announce, Doubt
from games.contract import Sight
from games.simulate import bot_player, play_matches
from tests.games.ciaociao.scene import given, when
from tests.support.sizes import sized

NUMBERS = (1, 2, 3, 4)
MATCHES = sized(30, 60)


@pytest.mark.parametrize("seats", GAME.seats)
def test_whatever_it_says_is_a_bluff_about_one_time_in_three(seats: int) -> None:
    said: Counter[int] = Counter()
    bluffs: Counter[int] = Counter()
    for _, table in play_matches(GAME, [bot_player] * seats, GAME.options(), MATCHES, seed=seats):
        die = None
        for event in table.log:
            if isinstance(event, DieRolled):
                die = event.die
            if isinstance(event, Announced) and event.answerers:
                said[event.number] += 1
                bluffs[event.number] += event.number != die
    for number in NUMBERS:
        assert 0.22 < bluffs[number] / said[number] < 0.48


def asked_about(number: int, bridge: str, seen: list[AnyEvent]) -> bool:
    """Whether the bot in seat 1 doubts that announcement, given what it has seen before."""
    state, events = when(given(bridge), (0, Announce(number)))
    sight = Sight(1, GAME.view(state, 1, 0), GAME.choices(state, 1), [*seen, *events])
    return isinstance(GAME.bot(sight, FastChance(0)), Doubt)


def looks(bluffs: int, truths: int) -> list[AnyEvent]:
    """A history in which the player in seat 0 was caught, and was believed wrongly doubted."""
    caught = [AnnouncementDoubted(1, 0, 2, bluff=True, die=0)] * bluffs
    return [*caught, *[AnnouncementDoubted(1, 0, 2, bluff=False, die=2)] * truths]


MIDDLE = """
    ...o..... +5 ?0
    ...o..... +5
"""


def test_it_doubts_the_more_readily_the_more_often_it_has_seen_a_bluff() -> None:
    doubts = [asked_about(2, MIDDLE, looks(bluffs, 6 - bluffs)) for bluffs in range(7)]
    assert doubts == sorted(doubts)
    assert not doubts[0]
    assert doubts[-1]


def test_it_doubts_the_more_readily_the_less_it_has_to_lose() -> None:
    rows = ["." * plank + "o" + "." * (8 - plank) for plank in range(9)]
    doubts = [
        asked_about(2, f"...o..... +5 ?0\n{row} +5", looks(bluffs=2, truths=3)) for row in rows
    ]
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[0]
    assert not doubts[5]


def test_it_doubts_whoever_would_win_otherwise() -> None:
    assert asked_about(
        1,
        """
        ........o +2 ^1,2 ?1
        .......o. +5
        """,
        looks(bluffs=0, truths=9),
    )


def test_it_says_more_than_it_rolled_only_to_people_who_believe_everything() -> None:
    def announced(seen: list[AnyEvent]) -> set[int]:
        state = given("o........ +6 ?1\no........ +6")
        sight = Sight(0, GAME.view(state, 0, 0), GAME.choices(state, 0), seen)
        moves = [GAME.bot(sight, FastChance(seed)) for seed in range(30)]
        return {move.number for move in moves if isinstance(move, Announce)}

    assert announced([AnnouncementDoubted(1, 0, 2, bluff=False, die=2)] * 10) == {1}
    assert announced([AnnouncementBelieved(1)] * 40) == {1, 4}
