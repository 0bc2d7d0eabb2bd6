"""How much of a thing a player may do: so many a day, so many matches at once.

The figures are in the settings. Rates, which protect the server and not people, are in the API.
"""

from datetime import datetime, time, timedelta

from django.conf import settings
from django.utils import timezone

from events.models import Player, Ration
from events.refusals import Conflict, TooMany
from events.sql import fetched

_USE = """
INSERT INTO events_ration (player_id, kind, day, count) VALUES (%s, %s, %s, 1)
ON CONFLICT (player_id, kind, day) DO UPDATE SET count = events_ration.count + 1
WHERE events_ration.count < %s RETURNING count
"""
_PLAYING = """
SELECT count(*) FILTER (WHERE m.status = 'open'), count(*) FILTER (WHERE m.status = 'running')
FROM events_seat s JOIN events_match m ON m.id = s.match_id WHERE s.player_id = %s
"""


def ration_use(*, player: Player, kind: str, most: int) -> None:
    """Count one more today, in the transaction of what is done, or refuse it until midnight UTC."""
    now = timezone.now()
    used = _used(player, kind, now, most) if most > 0 else None
    if used is None:
        raise TooMany("daily_limit_reached", wait=_seconds_until_midnight(now))
    if used == 1:  # the first of the day: earlier days no longer count
        Ration.objects.filter(player=player, kind=kind, day__lt=now.date()).delete()


def match_room_require(player: Player) -> None:
    """Refuse another match to who has as many open or running ones as the settings allow.

    Requests at the very same moment may each pass, so it can be exceeded by a few.
    """
    ((waiting, running),) = fetched(_PLAYING, [player.id])
    if waiting >= settings.OPEN_MATCHES_MOST:
        raise Conflict("too_many_open_matches")
    if running >= settings.RUNNING_MATCHES_MOST:
        raise Conflict("too_many_running_matches")


def _used(player: Player, kind: str, now: datetime, most: int) -> int | None:
    used = fetched(_USE, [player.id, kind, now.date(), most])
    return used[0][0] if used else None


def _seconds_until_midnight(now: datetime) -> int:
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), now.tzinfo)
    return int((midnight - now).total_seconds()) + 1
