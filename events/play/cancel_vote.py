"""Cancelling a running match when all players still in it agree."""

from django.db.models import Max
from django.utils import timezone

from events.errors import Conflict
from events.log.envelope import SeatResigned
from events.log.position import Position, position_at_head
from events.models import LoggedEvent, Match, Player, Seat
from events.play.expiry import match_cancel
from events.play.moves import seat_played_by
from events.play.ready_table import match_settle
from events.work.publish import match_touch
from games.codec import name_of


def cancel_vote(*, match: Match, player: Player, agree: bool) -> Match:
    """Vote for or against cancelling a running match, locked by the caller.

    The match is cancelled once all players still in it agree. The next move voids a vote.
    """
    match_settle(match)
    position = position_at_head(match)
    number = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    if match.ends_at is not None:
        raise Conflict("cup_table")
    seats = Seat.objects.filter(match=match)
    seats.filter(number=number).update(agrees_to_cancel_at=match.version if agree else None)
    match_touch(match)
    if _still_in(position) <= set(cancel_votes(match, list(seats), position)):
        match_cancel(match, position, at=timezone.now())
    return match


def cancel_votes(match: Match, seats: list[Seat], position: Position) -> list[int]:
    """Return the seats whose vote to cancel is valid now; a resignation voids it like a move."""
    if match.status != Match.Status.RUNNING:
        return []
    now = position.place_after(position.version)
    votes = {
        seat.number: seat.agrees_to_cancel_at
        for seat in seats
        if seat.agrees_to_cancel_at is not None
        and position.place_after(seat.agrees_to_cancel_at) == now
    }
    if not votes:
        return []
    left = LoggedEvent.objects.filter(match=match, type=name_of(SeatResigned))
    last = left.aggregate(last=Max("seq"))["last"] or 0
    return [number for number, at in votes.items() if at >= last]


def _still_in(position: Position) -> set[int]:
    """Return the seats of players who have not left."""
    return set(range(len(position.players))).difference(position.bots, position.gone)
