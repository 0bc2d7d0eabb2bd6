"""Row locks of matches, seats, players, circles, leagues and cups, in the order of taking them.

1. A match with its seats: no other transaction writes to either until this one ends.
2. Players, ordered by their id; then an app that one authorises, and its grants (events/oauth).
3. Circles, ordered by their id.
4. A league, and then cups, ordered by their id. A cup opens its tables under its lock: nothing else
   knows of these matches yet.
5. The idempotency key of a player's request, as the last write (events/idempotency.py).

Several matches are locked in the order of their ids, or without waiting, to avoid deadlock. Rows of
queues and seats whose reminder is due are locked without waiting too (`lock_if_free`). A lock does
not keep other transactions from inserting rows that refer to the locked one.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from events.database.queries import PreparedQuery
from events.database.transactions import lock_if_free
from events.errors import AccountGone, NotFound
from events.models import Circle, Cup, League, Match, Player, Seat
from events.seats.access import may_see
from events.seats.rows import PLAYER_COLUMNS, SEAT_COLUMNS

_MATCH = PreparedQuery(Match, "id = %s", locked=("this",))
# The seats' rows are locked too: otherwise, where PostgreSQL has to wait for another writer, it
# would return the match as that writer left it, and the seats as they were before.
_TABLES = PreparedQuery(
    Seat,
    "this.match_id {among} ORDER BY this.match_id, this.number",
    only=SEAT_COLUMNS,
    along=PLAYER_COLUMNS | {"match": None},
    locked=("match", "this"),
)
_PLAYERS = PreparedQuery(
    Player, "this.id {among} ORDER BY this.id", only=("id", "left_at"), locked=("this",)
)


def match_lock(match_id: str) -> Match:
    """Lock a match; raises NotFound if there is none."""
    match = _MATCH.first(match_id)
    if match is None:
        raise NotFound("match_not_found")
    return match


def match_lock_if_free(match_id: str) -> Match | None:
    """Lock a match, unless another transaction has locked it."""
    return lock_if_free(Match.objects.filter(id=match_id)).first()


def matches_lock(match_ids: QuerySet[Any]) -> list[str]:
    """Lock the matches with these ids; returns the ids in order."""
    matches = Match.objects.select_for_update(no_key=True).filter(id__in=match_ids)
    return list(matches.order_by("id").values_list("id", flat=True))


def match_lock_for(match_id: str, player: Player) -> Match:
    """Lock a match that this player may see; raises NotFound otherwise."""
    match = match_lock(match_id)
    if not may_see(match, player):
        raise NotFound("match_not_found")
    return match


def table_lock(match_id: str) -> list[Seat]:
    """Lock a match with its seats in one statement; returns the seats in order."""
    return _TABLES.all([match_id])


def tables_lock_if_free(match_ids: list[str]) -> dict[str, list[Seat]]:
    """Lock several matches with their seats, skipping rows that other transactions have locked."""
    tables: dict[str, list[Seat]] = {}
    for seat in _TABLES.all_free(match_ids):
        tables.setdefault(seat.match_id, []).append(seat)
    return tables


def player_lock(player_id: str) -> Player:
    """Lock a player; raises AccountGone if the account was deleted or merged meanwhile."""
    player = Player.objects.select_for_update(no_key=True).get(id=player_id)
    if player.left_at is not None:
        raise AccountGone
    return player


def players_lock(ids: Iterable[str]) -> list[str]:
    """Lock players before writing their figures; returns the ids of those who have not left."""
    return [player.id for player in _PLAYERS.all([*ids]) if player.left_at is None]


def circle_lock(circle_id: str) -> Circle:
    """Lock a circle; raises NotFound if there is none."""
    found = Circle.objects.select_for_update(no_key=True).filter(id=circle_id).first()
    if found is None:
        raise NotFound("circle_not_found")
    return found


def cup_lock(cup_id: str) -> Cup:
    """Lock a cup; raises NotFound if there is none."""
    found = Cup.objects.select_for_update(no_key=True).filter(id=cup_id).first()
    if found is None:
        raise NotFound("cup_not_found")
    return found


def league_lock(key: str) -> League:
    """Lock the row of a league, which is created the first time."""
    League.objects.bulk_create([League(key=key)], ignore_conflicts=True)
    return League.objects.select_for_update(no_key=True).get(key=key)
