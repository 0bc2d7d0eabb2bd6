"""Friends and circles as their members may read them."""

from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from events.leagues.points import table_points
from events.log.envelope import timestamp
from events.models import Circle, CircleMember, Friendship, Match, Player, Seat
from events.seats.rows import person_json

COUNTED_MOST = 500
"""The standings of a circle count this many of its latest finished tables."""


def friend_json(row: Friendship, reader: Player) -> dict[str, Any]:
    """Serialise a friend or a request, for one of the two."""
    other = row.other if row.player_id == reader.id else row.player
    return {
        "player": person_json(other),
        "state": friend_state(row, reader),
        "at": timestamp(row.accepted_at or row.asked_at),
    }


def friend_state(row: Friendship, reader: Player) -> str:
    """Return whether they are friends, or else which of the two has asked."""
    if row.accepted_at is not None:
        return "friends"
    return "asked" if row.player_id == reader.id else "asks_you"


def circles_of(player: Player) -> QuerySet[CircleMember]:
    """Return a player's circles, the last joined first."""
    own = CircleMember.objects.filter(player=player)
    return own.select_related("circle__owner").order_by("-id")


def circle_summary(circle: Circle) -> dict[str, Any]:
    """Serialise a circle in short, for its members."""
    return {
        "id": circle.id,
        "name": circle.name,
        "owner": person_json(circle.owner),
        "created_at": timestamp(circle.created_at),
    }


def circle_json(circle: Circle) -> dict[str, Any]:
    """Serialise a circle with its members, for one of them."""
    members = circle.members.select_related("player").order_by("joined_at", "id")
    return circle_summary(circle) | {
        "has_link": bool(circle.invite),
        "members": [
            {"player": person_json(row.player), "joined_at": timestamp(row.joined_at)}
            for row in members
        ],
    }


def circle_standings(circle: Circle, *, game: str | None) -> list[dict[str, Any]]:
    """Return how the members have done at the circle's finished tables, the best first."""
    totals: dict[str, list[int]] = {}
    for table in _finished_tables(circle, game):
        ranking = [list(group) for _, group in groupby(table, key=lambda seat: seat[1])]
        for seat, points in table_points(ranking).items():
            player, rank = seat[2], seat[1]
            total = totals.setdefault(player, [0, 0, 0])
            for place, more in enumerate((points, 1, int(rank == 1))):
                total[place] += more
    members = [row.player for row in circle.members.select_related("player")]
    shown = [
        {"player": person_json(player), "points": total[0], "played": total[1], "won": total[2]}
        for player in members
        if (total := totals.get(player.id, []))
    ]
    return sorted(shown, key=lambda one: (-one["points"], one["played"], one["player"]["id"]))


Place = tuple[str, int, str]
"""A match, a rank and the player who reached it; of a bot the player is a seat's number."""


def _finished_tables(circle: Circle, game: str | None) -> list[list[Place]]:
    """Return the places of each of the latest finished tables, the best first."""
    tables = Match.objects.filter(opened_to__circle=circle, status=Match.Status.FINISHED)
    if game is not None:
        tables = tables.filter(game=game)
    latest = list(tables.order_by("-finished_at").values_list("id", flat=True)[:COUNTED_MOST])
    seats = Seat.objects.filter(match__in=latest, rank__isnull=False)
    rows = seats.order_by("match_id", "rank", "number")
    places = [
        (match, rank or 0, player or str(number))
        for match, rank, player, number in rows.values_list(
            "match_id", "rank", "player_id", "number"
        )
    ]
    return [list(table) for _, table in groupby(places, key=lambda place: place[0])]
