"""Seats given up: left or freed before the start, resigned afterwards."""

from django.db.models import Q
from django.utils import timezone

from events.announce import match_touched
from events.due import due_clear
from events.invitations import invitation_withdraw
from events.matches import seat_of
from events.models import Due, Match, Player, Removed, Seat
from events.moves import match_locked, play_logged, seat_played_by
from events.play import Play
from events.position import position_at_head
from events.refusals import Conflict, Forbidden, Impossible
from events.standings import players_locked
from events.tables import match_settled


def match_leave(*, match: Match, player: Player) -> Match:
    """Give up one's seat in an open match locked by the caller; or, for who does not sit there, the
    one kept for them and every invitation by name."""
    seat = seat_of(match, player)
    if seat is None:
        return _decline(match, player)
    if match.status == Match.Status.RUNNING:
        raise Conflict("resign_instead")
    if match.status != Match.Status.OPEN:
        raise Conflict("match_ended")
    _vacate(match, seat)
    if match.creator_id == player.id:
        _hand_on(match)
    return match


def seat_remove(*, match: Match, player: Player, number: int) -> Match:
    """The creator frees a seat, be it a player's, a bot's or kept, before the start; whoever sat
    there comes back only when they are invited anew by name."""
    if match.creator_id != player.id:
        raise Forbidden("not_creator")
    if match.status != Match.Status.OPEN:
        raise Conflict("match_not_open")
    seat = Seat.objects.filter(match=match, number=number).first()
    if seat is None:
        raise Impossible("no_such_seat")
    if seat.player_id == player.id:
        raise Impossible("own_seat")
    if not (seat.player_id or seat.bot or seat.kept_for_id):
        raise Conflict("seat_free")
    if seat.player is not None:
        invitation_withdraw(match=match, player=seat.player)
        Removed.objects.get_or_create(
            match=match, player=seat.player, defaults={"at": timezone.now()}
        )
    _vacate(match, seat)
    return match


def seat_resign(*, match: Match, player: Player) -> Match:
    """Leave a running match, locked by the caller, for good: a bot plays the seat to the end."""
    if match.status == Match.Status.OPEN and seat_of(match, player) is not None:
        raise Conflict("leave_instead")
    match_settled(match)
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    play = Play(position, {})
    play.resign(seat, len(position.players))
    after = play_logged(match, position, play)
    if after.over:
        due_clear(match, Due.Kind.BOT)
    return match


def seats_left_for_good(*, player: Player) -> None:
    """Leave every open match and resign from every running one, in the caller's transaction."""
    theirs = Seat.objects.filter(Q(player=player) | Q(kept_for=player), gone=False)
    alive = theirs.filter(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    # In one order, so that two who leave at the same time never wait for each other.
    ids = list(alive.order_by("match_id").values_list("match_id", flat=True))
    matches = [match_locked(match_id) for match_id in ids]
    at_table = Seat.objects.filter(match__in=ids, player__isnull=False)
    players_locked(at_table.values_list("player_id", flat=True))
    for match in matches:
        match_settled(match)
        if match.status == Match.Status.OPEN:
            match_leave(match=match, player=player)
        elif match.status == Match.Status.RUNNING and theirs.filter(match=match).exists():
            seat_resign(match=match, player=player)


def _decline(match: Match, player: Player) -> Match:
    kept = Seat.objects.filter(match=match, kept_for=player).first()
    is_open = match.status == Match.Status.OPEN
    withdrawn = is_open and invitation_withdraw(match=match, player=player)
    if kept is None and not withdrawn:
        raise Forbidden("not_seated")
    if kept is not None:
        _vacate(match, kept)
    return match


def _vacate(match: Match, seat: Seat) -> None:
    """Nobody sits there, nothing of theirs stays, and the wait for seeds is over if there was."""
    Seat.objects.filter(id=seat.id).update(
        player=None,
        bot=False,
        kept_for=None,
        joined_at=None,
        seed_commitment=None,
        seed=None,
        seen_version=0,
        seen_message=0,
    )
    due_clear(match, Due.Kind.SEEDS)
    match_touched(match)


def _hand_on(match: Match) -> None:
    """The first person still there is the creator now; without any the match is called off."""
    heir = Seat.objects.filter(match=match, player__isnull=False).order_by("number").first()
    if heir is not None and heir.player is not None:
        match.creator = heir.player
        match.save(update_fields=["creator"])
        return
    match.status, match.finished_at = Match.Status.CANCELLED, timezone.now()
    match.save(update_fields=["status", "finished_at"])
    Seat.objects.filter(match=match).update(kept_for=None)
