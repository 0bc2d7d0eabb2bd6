"""Giving up a seat: leaving or being removed before the start, resigning afterwards."""

from django.db.models import Q
from django.utils import timezone

from events.errors import Conflict, Forbidden, Unprocessable
from events.log.position import position_at_head
from events.matches.invitations import invitation_withdraw
from events.matches.opening import seat_of
from events.models import Due, Match, Player, RemovedPlayer, Seat
from events.play.decide import Turn
from events.play.moves import seat_played_by
from events.play.ready_table import match_settle
from events.play.turn_log import turn_log
from events.seats.locks import match_lock, players_lock
from events.work.due import due_clear
from events.work.publish import match_touch


def match_leave(*, match: Match, player: Player) -> Match:
    """Free the player's seat in an open match locked by the caller.

    A player without a seat declines: the seat reserved for them is freed, and invitations that
    name them are deleted.
    """
    seat = seat_of(match, player)
    if seat is None:
        return _decline(match, player)
    if match.status == Match.Status.RUNNING:
        raise Conflict("resign_instead")
    if match.status != Match.Status.OPEN:
        raise Conflict("match_ended")
    _vacate(match, seat)
    if match.creator_id == player.id:
        _creator_replace(match)
    return match


def seat_remove(*, match: Match, player: Player, number: int) -> Match:
    """Free a seat before the start, as the creator: a player's, a bot's or a reserved one.

    The removed player may join again only after another invitation (see `was_removed`).
    """
    if match.creator_id != player.id:
        raise Forbidden("not_creator")
    if match.status != Match.Status.OPEN:
        raise Conflict("match_not_open")
    seat = Seat.objects.filter(match=match, number=number).first()
    if seat is None:
        raise Unprocessable("no_such_seat")
    if seat.player_id == player.id:
        raise Unprocessable("own_seat")
    if not (seat.player_id or seat.level or seat.kept_for_id):
        raise Conflict("seat_free")
    if seat.player is not None:
        invitation_withdraw(match=match, player=seat.player)
        RemovedPlayer.objects.get_or_create(
            match=match, player=seat.player, defaults={"at": timezone.now()}
        )
    _vacate(match, seat)
    return match


def seat_resign(*, match: Match, player: Player) -> Match:
    """Resign from a running match, locked by the caller: a bot plays the seat to the end."""
    if match.status == Match.Status.OPEN and seat_of(match, player) is not None:
        raise Conflict("leave_instead")
    match_settle(match)
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    play = Turn(position, {})
    play.resign(seat, len(position.players))
    after = turn_log(match, position, play)
    if after.over:
        due_clear(match, Due.Kind.BOT)
    return match


def seats_leave_all(*, player: Player) -> None:
    """Leave every open match and resign from every running one, in the caller's transaction."""
    theirs = Seat.objects.filter(Q(player=player) | Q(kept_for=player), gone=False)
    alive = theirs.filter(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    # In one order, so that two players who leave at the same time never deadlock.
    ids = list(alive.order_by("match_id").values_list("match_id", flat=True))
    matches = [match_lock(match_id) for match_id in ids]
    at_table = Seat.objects.filter(match__in=ids, player__isnull=False)
    players_lock(at_table.values_list("player_id", flat=True))
    for match in matches:
        match_settle(match)
        if match.status == Match.Status.OPEN:
            match_leave(match=match, player=player)
        elif match.status == Match.Status.RUNNING and theirs.filter(match=match).exists():
            seat_resign(match=match, player=player)


def _decline(match: Match, player: Player) -> Match:
    reserved = Seat.objects.filter(match=match, kept_for=player).first()
    is_open = match.status == Match.Status.OPEN
    withdrawn = is_open and invitation_withdraw(match=match, player=player)
    if reserved is None and not withdrawn:
        raise Forbidden("not_seated")
    if reserved is not None:
        _vacate(match, reserved)
    return match


def _vacate(match: Match, seat: Seat) -> None:
    """Reset a seat's row to a free seat, and end the wait for seeds if there was one."""
    Seat.objects.filter(id=seat.id).update(
        player=None,
        level=None,
        kept_for=None,
        joined_at=None,
        seed_commitment=None,
        seed=None,
        seen_version=0,
        seen_message=0,
    )
    due_clear(match, Due.Kind.SEEDS)
    match_touch(match)


def _creator_replace(match: Match) -> None:
    """Make the first remaining player the creator; without any, cancel the match."""
    next_seat = Seat.objects.filter(match=match, player__isnull=False).order_by("number").first()
    if next_seat is not None and next_seat.player is not None:
        match.creator = next_seat.player
        match.save(update_fields=["creator"])
        return
    match.status, match.finished_at = Match.Status.CANCELLED, timezone.now()
    match.save(update_fields=["status", "finished_at"])
    Seat.objects.filter(match=match).update(kept_for=None)
