"""Matches in lists: everything from rows, never by folding a log."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When

from events.access import inviters_of
from events.clocks.reliability import reliability_shown
from events.models import Invitation, Match, Player, Removed, Seat
from events.seen import READ_TO, UNREAD_MESSAGES
from events.shown import match_summary, person_shown, seat_shown
from events.shunning import estranged
from events.turns import WAITING

STATUSES = Match.Status.values
LISTED = ("open", "running", "finished")


def lobby(
    *,
    reader: Player | None,
    status: str,
    game: str | None,
    seats: int | None,
    after: tuple[datetime, str] | None,
    most: int,
) -> list[Match]:
    """Public matches, the newest first: open ones that the reader can join, others to watch."""
    found = Match.objects.filter(visibility=Match.Visibility.PUBLIC, status=status)
    if game is not None:
        found = found.filter(game=game)
    if seats is not None:
        found = found.filter(_has_seat(number=seats - 1), ~_has_seat(number=seats))
    if reader is not None:
        found = found.filter(~_has_seat(estranged(reader)))
    if status == Match.Status.OPEN:
        found = _joinable(found, reader)
    return _newest(found, after, most)


def invitations_of(player: Player, *, after: tuple[datetime, str] | None, most: int) -> list[Match]:
    """Open matches that somebody was asked to by name, or where a seat is kept for them, the newest
    first; not those that they sit at already or cannot join."""
    named = Q(Exists(Invitation.objects.filter(match=OuterRef("pk"), invitee=player)))
    asked = Match.objects.filter(named | _has_seat(kept_for=player), status=Match.Status.OPEN)
    found = _joinable(asked.filter(~_has_seat(estranged(player))), player)
    return _newest(found.select_related("creator"), after, most)


def _newest(matches: QuerySet[Match], after: tuple[datetime, str] | None, most: int) -> list[Match]:
    if after is not None:
        moment, match_id = after
        matches = matches.filter(created_at__lte=moment)
        matches = matches.exclude(created_at=moment, id__gte=match_id)
    return list(matches.order_by("-created_at", "-id")[:most])


def matches_of(player: Player, *, status: str | None, before: int | None, most: int) -> list[Seat]:
    """A player's seats, those in the newest matches first, with what is unread there."""
    seats = Seat.objects.filter(player=player).select_related("match")
    if status is not None:
        seats = seats.filter(match__status=status)
    if before is not None:
        seats = seats.filter(id__lt=before)
    marked = seats.annotate(
        read_to=READ_TO,
        unread_messages=UNREAD_MESSAGES,
        awaiting_you=Case(When(WAITING, then=Value(True)), default=Value(False)),
    )
    return list(marked.order_by("-id")[:most])  # the seats of a match are made with it


def matches_listed(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """Each match as anybody may see it in a list."""
    by_id = {match.id: match for match in matches}
    tables: dict[str, list[Any]] = {match_id: [] for match_id in by_id}
    seats = Seat.objects.filter(match__in=by_id).select_related("player", "kept_for")
    found = list(seats.order_by("number"))
    reliable = reliability_shown(seat.player_id for seat in found if seat.player_id)
    for seat in found:
        shown = seat_shown(by_id[seat.match_id], seat)
        tables[seat.match_id].append(shown | {"reliability": reliable[seat.player_id or ""]})
    return [match_summary(match, tables[match.id]) for match in by_id.values()]


def invitations_listed(player: Player, matches: list[Match]) -> list[dict[str, Any]]:
    """Each match with who has asked the player there."""
    inviters = inviters_of(player, matches)
    listed = matches_listed(matches)
    return [match | {"invited_by": person_shown(inviters[match["id"]])} for match in listed]


def own_matches_listed(seats: list[Any]) -> list[dict[str, Any]]:
    """Each match as whoever sits there sees it in the list of their own."""
    matches = matches_listed(seat.match for seat in seats)
    return [match | _own(seat) for seat, match in zip(seats, matches, strict=True)]


def _own(seat: Any) -> dict[str, Any]:
    return {
        "you": seat.number,
        "awaiting_you": seat.awaiting_you,
        "unread_events": seat.match.version - seat.read_to,
        "unread_messages": seat.unread_messages,
        "rank": seat.rank,
    }


def _joinable(matches: QuerySet[Match], reader: Player | None) -> QuerySet[Match]:
    """Those with a seat that is free and kept for nobody else; not those one sits at already or was
    removed from."""
    mine = Q(kept_for=reader) if reader else Q()
    free = Q(player=None, bot=False) & (Q(kept_for=None) | mine)
    found = matches.filter(_has_seat(free))
    if reader is None:
        return found
    removed = Exists(Removed.objects.filter(match=OuterRef("pk"), player=reader))
    return found.filter(~_has_seat(player=reader), ~removed)


def _has_seat(*conditions: Q, **more: Any) -> Q:
    return Q(Exists(Seat.objects.filter(*conditions, match=OuterRef("pk"), **more)))
