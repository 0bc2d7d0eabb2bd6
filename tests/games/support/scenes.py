"""What the scenarios of every game have in common."""

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from games.contract import AnyGame, IllegalMove, Seat
from tests.games.support.worlds import NoChance

T = TypeVar("T")


def refusal(game: AnyGame, state: Any, seat: Seat, move: Any) -> str:
    """The code with which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        game.decide(state, seat, move, NoChance())
    return refused.value.code


def the(kind: type[T], events: Sequence[Any]) -> T:
    """The only event of a kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"{len(found)} {kind.__name__} in {events}"
    return found[0]
