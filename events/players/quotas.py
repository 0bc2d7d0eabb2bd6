"""Quotas: how often a day a player may do something, and in how many matches at once they may be.

The limits are in the settings. Rate limits, which protect the server and not people, are in
api/http/throttling.py.
"""

from datetime import datetime, time, timedelta

from django.conf import settings
from django.utils import timezone

from events.database.statements import fetch
from events.errors import Conflict, TooMany
from events.models import Player, QuotaUse

_COUNT_USE = """
INSERT INTO events_quotause (player_id, kind, day, count) VALUES (%s, %s, %s, 1)
ON CONFLICT (player_id, kind, day) DO UPDATE SET count = events_quotause.count + 1
WHERE events_quotause.count < %s RETURNING count
"""
_MATCH_COUNTS = """
SELECT count(*) FILTER (WHERE m.status = 'open'), count(*) FILTER (WHERE m.status = 'running')
FROM events_seat s JOIN events_match m ON m.id = s.match_id WHERE s.player_id = %s
"""


def quota_use(*, player: Player, kind: str, most: int) -> None:
    """Count one more use today, in the caller's transaction, or refuse it until midnight UTC."""
    now = timezone.now()
    used = _count_use(player, kind, now, most) if most > 0 else None
    if used is None:
        raise TooMany("daily_limit_reached", wait=seconds_until_midnight(now))
    if used == 1:  # the first of the day: earlier days no longer count
        QuotaUse.objects.filter(player=player, kind=kind, day__lt=now.date()).delete()


def match_count(player: Player, *, with_bots: bool) -> None:
    """Count one more match that a player opens today: its rows stay in the database."""
    quota_use(player=player, kind="match", most=settings.MATCHES_PER_DAY)
    if with_bots:
        bot_match_count(player)


def bot_match_count(player: Player) -> None:
    """Count one more match with bots today: their moves are the server's work."""
    quota_use(player=player, kind="bot_match", most=settings.BOT_MATCHES_PER_DAY)


def match_room_require(player: Player) -> None:
    """Refuse another match to a player with as many open or running ones as the settings allow.

    Concurrent requests may each pass, so the limit can be exceeded by a few.
    """
    ((waiting, running),) = fetch(_MATCH_COUNTS, [player.id])
    if waiting >= settings.OPEN_MATCHES_MOST:
        raise Conflict("too_many_open_matches")
    if running >= settings.RUNNING_MATCHES_MOST:
        raise Conflict("too_many_running_matches")


def _count_use(player: Player, kind: str, now: datetime, most: int) -> int | None:
    used = fetch(_COUNT_USE, [player.id, kind, now.date(), most])
    return used[0][0] if used else None


def seconds_until_midnight(now: datetime) -> int:
    """Return how long a daily quota that is used up stays so."""
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), now.tzinfo)
    return int((midnight - now).total_seconds()) + 1
