"""Lists of matches, built from rows only, never by folding a log."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThanOrEqual, LessThan
from django.utils import timezone

from events.clocks.seat_clock import deadline_json
from events.models import (
    ArchivedLog,
    Circle,
    Invitation,
    LoggedEvent,
    Match,
    Player,
    Pool,
    Rating,
    RemovedPlayer,
    Seat,
)
from events.players.blocks import blocked_either_way
from events.projections.reliability import reliability_json
from events.projections.skill import FIRST, POINTS
from events.seats.access import inviters_of
from events.seats.rows import person_json
from events.selectors.match import match_summary, seats_json
from events.selectors.turns import WAITING
from events.selectors.unread import READ_TO, UNREAD_MESSAGES

STATUSES = Match.Status.values
LISTED = ("open", "running", "finished")


class RatingRange(NamedTuple):
    """Between which points every player of a table is rated; a player without a rating counts as
    rated as everyone begins."""

    least: int
    most: int


ANY_RATING = RatingRange(0, 10_000)

_LAST_EVENT_AT = Coalesce(
    Subquery(
        LoggedEvent.objects.filter(match=OuterRef("match"), seq=OuterRef("match__version")).values(
            "at"
        )
    ),
    Subquery(ArchivedLog.objects.filter(match=OuterRef("match")).values("last_at")),
)


def lobby(
    *,
    reader: Player | None,
    status: str,
    game: str | None,
    seats: int | None,
    ratings: RatingRange,
    after: tuple[datetime, str] | None,
    most: int,
) -> list[Match]:
    """Return public matches, newest first: open ones that the reader can join, others to watch."""
    found = Match.objects.filter(visibility=Match.Visibility.PUBLIC, status=status)
    if ratings != ANY_RATING:
        found = found.filter(~_has_seat(_rated_outside(ratings), player__isnull=False))
    return _filtered(found, reader, status, game, seats, after, most)


def circle_tables(
    circle: Circle,
    *,
    reader: Player,
    status: str,
    after: tuple[datetime, str] | None,
    most: int,
) -> list[Match]:
    """Return the matches opened to a circle, as `lobby` does."""
    found = Match.objects.filter(opened_to__circle=circle, status=status)
    return _filtered(found, reader, status, None, None, after, most)


def _filtered(
    found: QuerySet[Match],
    reader: Player | None,
    status: str,
    game: str | None,
    seats: int | None,
    after: tuple[datetime, str] | None,
    most: int,
) -> list[Match]:
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
        last_event_at=_LAST_EVENT_AT,
        awaiting_you=Case(When(WAITING, then=Value(True)), default=Value(False)),
    )
    # Seats are created with their match, so their ids order the matches by age.
    return list(marked.order_by("-id")[:most])


def matches_json(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """Serialise each match for a list, with public fields only."""
    found = list(matches)
    return _summaries(found, _tables(found))


def _tables(matches: Iterable[Match]) -> dict[str, list[Seat]]:
    """Return the seats of each match, by number."""
    tables: dict[str, list[Seat]] = {match.id: [] for match in matches}
    seats = Seat.objects.filter(match__in=tables).select_related("player", "kept_for")
    for seat in seats.order_by("number"):
        tables[seat.match_id].append(seat)
    return tables


def _summaries(matches: list[Match], tables: dict[str, list[Seat]]) -> list[dict[str, Any]]:
    sitting = (seat.player_id for table in tables.values() for seat in table)
    reliable = reliability_json(player for player in sitting if player)

    def listed(match: Match) -> list[dict[str, Any]]:
        shown = zip(tables[match.id], seats_json(match, tables[match.id]), strict=True)
        return [one | {"reliability": reliable[seat.player_id or ""]} for seat, one in shown]

    return [match_summary(match, listed(match)) for match in matches]


def invitations_json(player: Player, matches: list[Match]) -> list[dict[str, Any]]:
    """Serialise each match with the person who invited the player."""
    inviters = inviters_of(player, matches)
    listed = matches_json(matches)
    return [match | {"invited_by": person_json(inviters[match["id"]])} for match in listed]


def own_matches_json(seats: list[Any]) -> list[dict[str, Any]]:
    """Serialise each seat's match for its player's own list."""
    matches, now = [seat.match for seat in seats], timezone.now()
    tables = _tables(matches)
    return [
        summary | _own_fields(seat, tables[seat.match_id], now)
        for seat, summary in zip(seats, _summaries(matches, tables), strict=True)
    ]


def _own_fields(seat: Any, table: list[Seat], now: datetime) -> dict[str, Any]:
    return {
        "you": seat.number,
        "awaiting": [other.number for other in table if other.asked is not None],
        "awaiting_you": seat.awaiting_you,
        "deadline": deadline_json(table, now),
        "last_event_at": seat.last_event_at,
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


def _rated_outside(ratings: RatingRange) -> Q:
    """Return the condition of a seat whose player is not rated within the range at such a table."""
    third = Seat.objects.filter(match=OuterRef("match"), number=2)
    rated = Rating.objects.filter(player=OuterRef("player"), game=OuterRef("match__game"))
    best = rated.order_by("-mu").values("mu")
    skill = Case(
        When(Exists(third), then=Subquery(best.exclude(pool=Pool.TWO)[:1])),
        default=Subquery(best.filter(pool=Pool.TWO)[:1]),
    )
    points = Coalesce(skill, Value(FIRST.mu)) * Value(float(POINTS))
    return ~Q(GreaterThanOrEqual(points, Value(ratings.least - 0.5))) | ~Q(
        LessThan(points, Value(ratings.most + 0.5))
    )


def _has_seat(*conditions: Q, **more: Any) -> Q:
    return Q(Exists(Seat.objects.filter(*conditions, match=OuterRef("pk"), **more)))
