"""Lists of matches, built from rows only, never by folding a log."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When

from events.models import Invitation, Match, Player, RemovedPlayer, Seat
from events.players.blocks import blocked_either_way
from events.projections.reliability import reliability_json
from events.seats.access import inviters_of
from events.seats.rows import person_json
from events.selectors.match import match_summary, seats_json
from events.selectors.turns import WAITING
from events.selectors.unread import READ_TO, UNREAD_MESSAGES

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
    """Return public matches, newest first: open ones that the reader can join, others to watch."""
    found = Match.objects.filter(visibility=Match.Visibility.PUBLIC, status=status)
    if game is not None:
        found = found.filter(game=game)
    if seats is not None:
        found = found.filter(_has_seat(number=seats - 1), ~_has_seat(number=seats))
    if reader is not None:
        found = found.filter(~_has_seat(blocked_either_way(reader)))
    if status == Match.Status.OPEN:
        found = _joinable(found, reader)
    return _newest(found, after, most)


def invitations_of(player: Player, *, after: tuple[datetime, str] | None, most: int) -> list[Match]:
    """Return the open matches that the player is invited to and can join, newest first.

    Invited means by name or by a seat reserved for the player. Matches where the player already
    has a seat are left out.
    """
    named = Q(Exists(Invitation.objects.filter(match=OuterRef("pk"), invitee=player)))
    asked = Match.objects.filter(named | _has_seat(kept_for=player), status=Match.Status.OPEN)
    found = _joinable(asked.filter(~_has_seat(blocked_either_way(player))), player)
    return _newest(found.select_related("creator"), after, most)


def _newest(matches: QuerySet[Match], after: tuple[datetime, str] | None, most: int) -> list[Match]:
    if after is not None:
        created_at, match_id = after
        matches = matches.filter(created_at__lte=created_at)
        matches = matches.exclude(created_at=created_at, id__gte=match_id)
    return list(matches.order_by("-created_at", "-id")[:most])


def matches_of(player: Player, *, status: str | None, before: int | None, most: int) -> list[Seat]:
    """Return a player's seats, newest match first, annotated with unread counts."""
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
    # Seats are created with their match, so their ids order the matches by age.
    return list(marked.order_by("-id")[:most])


def matches_json(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """Serialise each match for a list, with public fields only."""
    by_id = {match.id: match for match in matches}
    tables: dict[str, list[Seat]] = {match_id: [] for match_id in by_id}
    seats = Seat.objects.filter(match__in=by_id).select_related("player", "kept_for")
    found = list(seats.order_by("number"))
    reliable = reliability_json(seat.player_id for seat in found if seat.player_id)
    for seat in found:
        tables[seat.match_id].append(seat)

    def listed(match: Match) -> list[dict[str, Any]]:
        shown = zip(tables[match.id], seats_json(match, tables[match.id]), strict=True)
        return [one | {"reliability": reliable[seat.player_id or ""]} for seat, one in shown]

    return [match_summary(match, listed(match)) for match in by_id.values()]


def invitations_json(player: Player, matches: list[Match]) -> list[dict[str, Any]]:
    """Serialise each match with the person who invited the player."""
    inviters = inviters_of(player, matches)
    listed = matches_json(matches)
    return [match | {"invited_by": person_json(inviters[match["id"]])} for match in listed]


def own_matches_json(seats: list[Any]) -> list[dict[str, Any]]:
    """Serialise each seat's match for its player's own list."""
    matches = matches_json(seat.match for seat in seats)
    return [match | _own_fields(seat) for seat, match in zip(seats, matches, strict=True)]


def _own_fields(seat: Any) -> dict[str, Any]:
    return {
        "you": seat.number,
        "awaiting_you": seat.awaiting_you,
        "unread_events": seat.match.version - seat.read_to,
        "unread_messages": seat.unread_messages,
        "rank": seat.rank,
    }


def _joinable(matches: QuerySet[Match], reader: Player | None) -> QuerySet[Match]:
    """Return the matches with a seat that is free and not reserved for another player.

    Matches where the reader has a seat, or from which they were removed, are left out.
    """
    mine = Q(kept_for=reader) if reader else Q()
    free = Q(player=None, level=None) & (Q(kept_for=None) | mine)
    found = matches.filter(_has_seat(free))
    if reader is None:
        return found
    removed = Exists(RemovedPlayer.objects.filter(match=OuterRef("pk"), player=reader))
    return found.filter(~_has_seat(player=reader), ~removed)


def _has_seat(*conditions: Q, **more: Any) -> Q:
    return Q(Exists(Seat.objects.filter(*conditions, match=OuterRef("pk"), **more)))
