"""What has come to light of a player's announcements, for the bot to judge the next one by."""

from collections import defaultdict
from collections.abc import Iterable

from games.contract import Seat
from games.ptipasspass.events import (
    Animals,
    AnyEvent,
    CupsEmptied,
    CupsSwapped,
    DoubleFound,
    LieFound,
    LieMissed,
    LineLifted,
    OkSaid,
    TokenPicked,
    TokenPlaced,
)
from games.ptipasspass.moves import Animal


def lies_of(seat: Seat, seen: Iterable[AnyEvent]) -> list[bool]:
    """Of each announcement of a player that was challenged, or whose cup was opened later, whether
    it was a lie; of several tokens in a cup any may be the one that was announced."""
    lies: list[bool] = []
    said: defaultdict[int, list[Animal]] = defaultdict(list)
    """What the player said of the tokens in each cup that nobody has looked into since."""
    pick = None

    def opened(cup: int, contents: Animals) -> None:
        lies.extend(animal not in contents for animal in said.pop(cup, ()))

    for event in seen:
        if isinstance(event, OkSaid):
            continue
        match event:
            case TokenPicked():
                pick = event
            case TokenPlaced():
                if pick and pick.seat == seat and pick.announce and isinstance(pick.cup, int):
                    said[pick.cup].append(pick.announce)
            case LieFound() | LieMissed():
                if event.active == seat:
                    lies.append(isinstance(event, LieFound))
            case DoubleFound(contents=tuple(contents)):
                if pick and isinstance(pick.cup, int):
                    opened(pick.cup, contents)
            case CupsSwapped(cups=(one, other)):
                said[one], said[other] = said[other], said[one]
            case LineLifted(cups=tuple(cups), contents=tuple(held)):
                for cup, contents in zip(cups, held, strict=True):
                    opened(cup, contents)
            case CupsEmptied(contents=tuple(held)):
                for cup, contents in enumerate(held):
                    opened(cup, contents)
    return lies
