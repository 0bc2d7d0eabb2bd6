"""Calling a running match off, when everybody still in it agrees."""

from django.db.models import Max
from django.utils import timezone

from events.announce import match_touched
from events.clocks.endings import match_call_off
from events.models import LoggedEvent, Match, Player, Seat
from events.moves import seat_played_by
from events.position import Position, position_at_head
from events.record import SeatResigned
from events.refusals import Conflict
from events.tables import match_settled
from games.codec import name_of


def cancel_vote(*, match: Match, player: Player, agree: bool) -> Match:
    """Say whether a running match, locked by the caller, shall be called off; the last of those
    still in who agrees does it. A vote is for the table as it stands: the next move voids it."""
    match_settled(match)
    position = position_at_head(match)
    number = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    seats = Seat.objects.filter(match=match)
    seats.filter(number=number).update(agrees_to_cancel_at=match.version if agree else None)
    match_touched(match)
    if _still_in(position) <= set(cancel_votes(match, list(seats), position)):
        match_call_off(match, position, at=timezone.now())
    return match


def cancel_votes(match: Match, seats: list[Seat], position: Position) -> list[int]:
    """The seats that agree, at this moment, to call the match off; who leaves the table changes
    it as a move does."""
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
    """The seats of people who have not left."""
    return set(range(len(position.players))).difference(position.bots, position.gone)
