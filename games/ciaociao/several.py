"""Ciao, ciao… at three and four seats: moves weighed by what the others would probably do.

Each of the others is taken to play by the rules of thumb (`bot.py`), as far as what came to light
of them does not say otherwise. So for every number it is known who would doubt it, and for every
announcement how often it is a bluff. A truth that is doubted gains a pawn, a bluff that is believed
gains planks, and a doubt can be left to another seat.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from games.chance import Chance
from games.ciaociao.bot import (
    NUMBERS,
    SPARE,
    TRUST,
    WIN,
    bot,
    doubt_rate,
    gain_of_announcing,
    gain_of_doubt,
    worth,
)
from games.ciaociao.bot import TEMPTATION as TEMPTED
from games.ciaociao.events import (
    AnnouncementDoubted,
    AnyEvent,
    NumberAnnounced,
    PawnAdvanced,
    PawnEntered,
)
from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt
from games.ciaociao.view import Player, View
from games.contract import Seat, Sight

FORESEEN: Final = 0.8
"""How much a foreseen answer counts beside how often that player has doubted."""


def strongest(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """Play what promises most against such players."""
    match sight.view.phase:
        case "announce":
            return Announce(_announcement(sight))
        case "answer":
            return Doubt() if _gain_over_believing(sight) > 0 else Believe()
        case _:
            return bot(sight, chance)


def _announcement(sight: Sight[View, AnyEvent]) -> int:
    offered = [number for number in NUMBERS if number in sight.choices[0].values("number")]
    return max(offered, key=lambda number: _promise(sight, number))


def _promise(sight: Sight[View, AnyEvent], number: int) -> float:
    """What announcing a number promises, over who doubts first."""
    view, seat = sight.view, sight.seat
    me, rivals = view.players[seat], len(view.players) - 1
    after = _announced(sight, number)
    moved = worth(view, me, number) - worth(view, me, 0)
    total, unanswered = 0.0, 1.0
    for other in after.view.answerers:
        odds = unanswered * _doubts(after, other)
        unanswered -= odds
        stake = _stake(view, view.players[other])
        if view.die == number:
            total += odds * (moved + stake / rivals)
        else:
            advance = _advance(view, view.players[other], number)
            total -= odds * (worth(view, me, 0) + SPARE + advance / rivals)
    return total + unanswered * moved


def _announced(sight: Sight[View, AnyEvent], number: int) -> Sight[View, AnyEvent]:
    """The table as all see it once a number has been announced."""
    view, seat = sight.view, sight.seat
    me = view.players[seat]
    assert me.plank is not None
    plank: int | None = me.plank + number
    step = None
    answerers = _answerers(view, seat)
    if me.plank + number > view.planks:
        step = 1 + max((step for player in view.players for step in player.podium), default=0)
        enters = me.reserve > 0
        plank = None
        moved = replace(
            me,
            plank=1 if enters else None,
            reserve=me.reserve - enters,
            podium=(*me.podium, step),
        )
    else:
        moved = replace(me, plank=plank)
    players = (*view.players[:seat], moved, *view.players[seat + 1 :])
    event = NumberAnnounced(seat, number, answerers, plank, step)
    after = replace(view, players=players, phase="answer", number=number, answerers=answerers)
    return Sight(seat, after, (), [*sight.seen, event])


def _answerers(view: View, seat: Seat) -> tuple[Seat, ...]:
    """Who may answer an announcement, in order (C12)."""
    seats = len(view.players)
    others = [(seat + distance) % seats for distance in range(1, seats)]
    return tuple([at for at in others if view.players[at].plank or view.players[at].podium])


def _doubts(sight: Sight[View, AnyEvent], seat: Seat) -> float:
    """How probably a seat doubts the announcement now open."""
    foreseen = gain_of_doubt(Sight(seat, sight.view, (), sight.seen)) > 0
    return FORESEEN * foreseen + (1 - FORESEEN) * doubt_rate(sight.seen, seat)


def _gain_over_believing(sight: Sight[View, AnyEvent]) -> float:
    """What a doubt promises more than leaving the announcement to those who answer later."""
    view, seat = sight.view, sight.seat
    number = view.number or 0
    me, rivals = view.players[seat], len(view.players) - 1
    bluff = _bluff(sight)
    rival = view.players[view.turn]
    announced = next(event for event in reversed(sight.seen) if type(event) is NumberAnnounced)
    wins = len(rival.podium) >= 3
    at_stake = _last_plank(view, announced.plank)
    caught = WIN if wins else (SPARE + at_stake) / rivals
    left = 1.0
    believing = 0.0
    for other in view.answerers[view.answerers.index(seat) + 1 :]:
        player = view.players[other]
        odds = left * _doubts(sight, other)
        left -= odds
        loss = 0.0 if wins else _stake(view, player) / rivals
        gain = caught - _advance(view, player, number) / rivals
        believing += odds * (bluff * gain + (1 - bluff) * loss)
    own = 0.0 if wins else _stake(view, me)
    doubting = bluff * (caught + _advance(view, me, number)) - (1 - bluff) * own
    return doubting - believing


def _last_plank(view: View, plank: int | None) -> float:
    return 1.0 if plank is None else (plank - 1) / view.planks


def _stake(view: View, player: Player) -> float:
    """What a wrong doubt costs a player."""
    if player.plank is None:
        return sum(player.podium) / (2 * len(player.podium)) if player.podium else 0.0
    return SPARE + worth(view, player, 0)


def _advance(view: View, player: Player, number: int) -> float:
    """What a right doubt moves a player's own pawn forward."""
    if player.plank is None:
        return 0.0
    return worth(view, player, number) - worth(view, player, 0)


def _bluff(sight: Sight[View, AnyEvent]) -> float:
    """How probably the announcement now open is a bluff."""
    view = sight.view
    looks = [
        event.bluff
        for event in sight.seen
        if isinstance(event, AnnouncementDoubted) and event.announcer == view.turn
    ]
    return (TRUST * _expected_bluff(sight) + sum(looks)) / (TRUST + len(looks))


def _expected_bluff(sight: Sight[View, AnyEvent]) -> float:
    """The same of a player by the rules of thumb, who has announced this number."""
    view, turn = sight.view, sight.view.turn
    place = max(at for at, event in enumerate(sight.seen) if type(event) is NumberAnnounced)
    number, seen = view.number or 0, sight.seen[:place]
    mover = replace(view.players[turn], plank=_plank(seen, turn))
    event = sight.seen[place]
    assert isinstance(event, NumberAnnounced)
    if event.step is not None:
        mover = replace(mover, podium=tuple([at for at in mover.podium if at != event.step]))
    before = replace(view, players=(*view.players[:turn], mover, *view.players[turn + 1 :]))
    truth = bluffs = 0.0
    for die in NUMBERS:
        gains = [
            gain_of_announcing(Sight(turn, replace(before, die=die), (), seen), one)
            for one in NUMBERS
        ]
        best = NUMBERS[gains.index(max(gains))]
        lures = max(gains) - gains[die - 1] > TEMPTED
        if die == number:
            truth += 0.5 if lures else 1.0
        elif best == number and lures:
            bluffs += 0.5
    bluffs += 2 / len(NUMBERS)
    return bluffs / (truth + bluffs)


def _plank(seen: Sequence[AnyEvent], seat: Seat) -> int:
    """Where the pawn of a seat stood at last."""
    return next(_planks(seen, seat), 1)


def _planks(seen: Sequence[AnyEvent], seat: Seat) -> Iterator[int]:
    for event in reversed(seen):
        if isinstance(event, PawnEntered) and event.seat == seat:
            yield 1
        elif (
            isinstance(event, NumberAnnounced | PawnAdvanced) and event.seat == seat and event.plank
        ):
            yield event.plank
