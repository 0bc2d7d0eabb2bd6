"""What a viewer of Ciao, ciao… cannot tell apart, from the rules alone.

A die is known to its roller and to the doubter who looked; a wrong doubt tells everybody that it
showed the number, a right one that it did not; otherwise nobody learns of it before the end (C30).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.chance import Chance
from games.ciaociao.events import (
    FACES,
    AnnouncementDoubted,
    AnyEvent,
    CrossingEnded,
    DieRolled,
)
from games.contract import OPEN, Horizon, Viewer


def resample(
    log: Sequence[AnyEvent], viewer: Viewer, horizon: Horizon, chance: Chance
) -> list[AnyEvent]:
    """The same match with other dice wherever the viewer cannot know them."""
    other = list(log)
    if viewer == OPEN or any(isinstance(event, CrossingEnded) for event in log):
        return other
    for roll, event in enumerate(log):
        if not isinstance(event, DieRolled) or event.seat == viewer:
            continue
        faces = [face for face in set(FACES) if face != event.die]
        look = _look(log, roll)
        if look is not None:
            doubted = log[look]
            assert isinstance(doubted, AnnouncementDoubted)
            if doubted.seat == viewer or not doubted.bluff:
                continue
            faces.remove(doubted.number)
            face = faces[chance.below(len(faces), "resample")]
            other[look] = replace(doubted, die=face)
        else:
            face = faces[chance.below(len(faces), "resample")]
        other[roll] = replace(event, die=face)
    return other


def _look(log: Sequence[AnyEvent], roll: int) -> int | None:
    """Where in the log somebody looked at the die rolled there, if anybody did."""
    for place in range(roll + 1, len(log)):
        match log[place]:
            case AnnouncementDoubted():
                return place
            case DieRolled():
                return None
    return None
