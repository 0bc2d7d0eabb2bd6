"""Cups made without the API."""

from events.cups.cup import cup_create
from events.cups.log import cup_append
from events.leagues.cup_log import CupOpened, CupStarted, EntrantJoined, NewTable, RoundPaired
from events.models import Cup, CupEntrant, Match, Player, Seat


def cup_with_table(match: Match, organiser: str) -> Cup:
    """A running cup of which a match is a table; its organiser, if any, sees it."""
    seats = Seat.objects.filter(match=match).order_by("number")
    players = [seat.player for seat in seats if seat.player]
    opened = CupOpened(
        game=match.game,
        sizes=(3,),
        seats=3,
        rounds=1,
        places=9,
        starts_at="2026-01-01T00:00:00+00:00",
        ends_at="2099-01-01T00:00:00+00:00",
    )
    owner = Player.objects.filter(id=organiser).first()
    cup = cup_create(Cup(name="Cup", organiser=owner), opened)
    entrants = range(len(players))
    CupEntrant.objects.bulk_create(
        CupEntrant(cup=cup, number=number, player=player) for number, player in enumerate(players)
    )
    table = NewTable(0, match.id, tuple(entrants))
    paired = RoundPaired(round=1, tables=(table,), resting=(), ends_at=opened.ends_at)
    joined = [EntrantJoined(entrant=entrant) for entrant in entrants]
    cup_append(cup, [*joined, CupStarted(at=opened.starts_at), paired])
    return cup
