"""A sensible player of Ciao, ciao…: weighs what it stands to gain and to lose.

It knows only what its seat was shown, and keeps count of who was caught bluffing and who doubts
easily. A third of the faces are crosses; it spreads them evenly over the numbers, so that whatever
it says is a bluff about one time in three. With a number it tells the truth, unless the others
believe so readily that saying more is worth the risk.
"""

from collections.abc import Sequence
from typing import Final

from games.chance import Chance
from games.ciaociao.events import (
    AnnouncementBelieved,
    AnnouncementDoubted,
    AnyEvent,
    NumberAnnounced,
)
from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt, Push
from games.ciaociao.view import Player, View
from games.contract import Seat, Sight

NUMBERS: Final[tuple[int, ...]] = (1, 2, 3, 4)

ACROSS: Final = 1.0
WIN: Final = 4.0
SPARE: Final = 0.45
"""What a pawn is worth before it has made its first step."""

BLUFFS_BEFORE_ANY_DOUBT: Final = 1 / 3
DOUBTS_BEFORE_ANY_ANSWER: Final = 0.3
TRUST: Final = 3
"""How many observations the two priors above weigh as much as."""
TEMPTATION: Final = 0.1
"""How much more than the truth a bluff must promise."""


def bot(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """A legal move from the seat's sight alone."""
    match sight.view.phase:
        case "announce":
            return Announce(_announcement(sight, chance))
        case "push":
            return Push(max(sight.view.pushable))
        case _:
            return Doubt() if gain_of_doubt(sight) > 0 else Believe()


def _announcement(sight: Sight[View, AnyEvent], chance: Chance) -> int:
    offered = sight.choices[0].values("number")
    numbers = [number for number in NUMBERS if number in offered]
    rolled = sight.view.die
    if rolled not in numbers:
        return numbers[chance.below(len(numbers), "bot")]
    best = max(numbers, key=lambda number: gain_of_announcing(sight, number))
    more = gain_of_announcing(sight, best) - gain_of_announcing(sight, rolled)
    return best if more > TEMPTATION and chance.below(2, "bot") else rolled


def gain_of_announcing(sight: Sight[View, AnyEvent], number: int) -> float:
    """What announcing a number promises."""
    view = sight.view
    me = view.players[sight.seat]
    moved = worth(view, me, number) - worth(view, me, 0)
    believed = 1.0
    for seat, player in enumerate(view.players):
        if seat != sight.seat and (player.plank or player.podium):
            believed *= 1 - doubt_rate(sight.seen, seat)
    if view.die == number:
        return moved + (1 - believed) * SPARE
    return believed * moved - (1 - believed) * (worth(view, me, 0) + SPARE)


def gain_of_doubt(sight: Sight[View, AnyEvent]) -> float:
    """What doubting the announcement now open promises more than believing it."""
    view = sight.view
    number = view.number or 0
    me, rival = view.players[sight.seat], view.players[view.turn]
    if len(rival.podium) >= 3:
        return WIN
    bluff = _bluff_rate(sight.seen, view.turn)
    caught = (SPARE + _stake(view, sight.seen)) / (len(view.players) - 1)
    if me.plank is None:
        return bluff * caught - (1 - bluff) * _podium_loss(me)
    advance = worth(view, me, number) - worth(view, me, 0)
    return bluff * (caught + advance) - (1 - bluff) * (SPARE + worth(view, me, 0))


def worth(view: View, player: Player, number: int) -> float:
    """What a player's bridge pawn is worth once it has moved so many planks further."""
    if player.plank is None:
        return ACROSS
    plank = player.plank + number
    if plank > view.planks:
        return WIN if len(player.podium) == 2 else ACROSS
    return (plank - 1) / view.planks


def _stake(view: View, seen: Sequence[AnyEvent]) -> float:
    """What the pawn is worth that was moved by the announcement now open."""
    announced = next(event for event in reversed(seen) if isinstance(event, NumberAnnounced))
    return ACROSS if announced.plank is None else (announced.plank - 1) / view.planks


def _podium_loss(player: Player) -> float:
    return sum(player.podium) / (2 * len(player.podium))


def _bluff_rate(seen: Sequence[AnyEvent], announcer: Seat) -> float:
    """How often this player's announcements turned out to be bluffs."""
    looks = [
        event.bluff
        for event in seen
        if isinstance(event, AnnouncementDoubted) and event.announcer == announcer
    ]
    return (TRUST * BLUFFS_BEFORE_ANY_DOUBT + sum(looks)) / (TRUST + len(looks))


def doubt_rate(seen: Sequence[AnyEvent], answerer: Seat) -> float:
    """How often this player doubted when asked."""
    answers = [
        isinstance(event, AnnouncementDoubted)
        for event in seen
        if isinstance(event, AnnouncementBelieved | AnnouncementDoubted) and event.seat == answerer
    ]
    return (TRUST * DOUBTS_BEFORE_ANY_ANSWER + sum(answers)) / (TRUST + len(answers))
