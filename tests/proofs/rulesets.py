"""Ciao, ciao… as it might be played one day: a second version of one rule, and of one event."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import astuple

import games.ciaociao
from events.log.position import position_cache
from games.chance import Chance
from games.choices import Choice, choice
from games.ciaociao.events import NumberAnnounced
from games.ciaociao.moves import Announce
from games.contract import AnyGame, IllegalMove, Seat
from games.registry import all_games, all_rulesets

FIRST: AnyGame = games.ciaociao.GAME
OFFERED = choice("announce", number=(1, 2, 3, 4))


def _choices(state: Any, seat: Seat) -> tuple[Choice, ...]:
    """In version 2 nobody may announce a four who could announce less."""
    offered: tuple[Choice, ...] = FIRST.choices(state, seat)
    return (choice("announce", number=(1, 2, 3)),) if offered == (OFFERED,) else offered


def _decide(state: Any, seat: Seat, move: Any, chance: Chance) -> Sequence[Any]:
    if isinstance(move, Announce) and move.number == 4 and OFFERED in FIRST.choices(state, seat):
        raise IllegalMove("announce_expected")
    return FIRST.decide(state, seat, move, chance)


SECOND = replace(FIRST, version=2, choices=_choices, decide=_decide)


class NumberSaid(NumberAnnounced, frozen=True, tag="number_announced"):
    """The same event in a later form, with one field more."""

    schema = 2
    asks = True

    aloud: bool = True


def _new(event: Any) -> Any:
    return NumberSaid(*astuple(event)) if type(event) is NumberAnnounced else event


def _old(event: Any) -> Any:
    return NumberAnnounced(*astuple(event)[:-1]) if type(event) is NumberSaid else event


REFORMED = replace(
    FIRST,
    events=tuple(NumberSaid if kind is NumberAnnounced else kind for kind in FIRST.events),
    upcasters={("number_announced", 1): lambda data: data | {"aloud": True}},
    decide=lambda *asked: [_new(event) for event in FIRST.decide(*asked)],
    evolve=lambda state, event: FIRST.evolve(state, _old(event)),
    words=FIRST.words._replace(recap=lambda event, names: FIRST.words.recap(_old(event), names)),
)
"""Version 1 with that event: matches under way have it in both forms."""


@contextmanager
def played_as(newest: AnyGame, *earlier: AnyGame) -> Iterator[None]:
    """The server after an upgrade: new matches play the newest, and nothing is in any memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games.ciaociao, "GAME", newest)
        patch.setattr(games.ciaociao, "EARLIER", earlier, raising=False)
        _forget()
        yield
    _forget()


def _forget() -> None:
    all_games.cache_clear()
    all_rulesets.cache_clear()
    position_cache.clear()
