"""When a player is notified: at once, or in an hourly or daily digest, never in quiet hours."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from events.clocks.calendar import Hours, after_quiet, calendar_of, is_quiet, local_time_reached
from events.models import Player
from events.players.profile import Pace, Preferences

DIGEST_AT = time(8)
"""The local time at which daily digests are sent."""
HOUR = timedelta(hours=1)
SHORTLY = timedelta(minutes=10)


def pace_of(choices: Preferences, kind: str, channel: str) -> Pace:
    """How soon a player wants notices of this kind by this channel."""
    pace: Pace = getattr(getattr(choices.notifications, kind), channel)
    return pace


def due_from(pace: Pace, happened: datetime, player: Player) -> datetime:
    """The earliest time to notify a player of an event, outside their quiet hours."""
    zone = ZoneInfo(player.time_zone)
    at = happened
    if pace == "hourly":
        at = _next_hour(happened, zone)
    elif pace == "daily":
        at = _next_digest(happened, zone)
    return after_quiet_hours(at, player)


def after_quiet_hours(at: datetime, player: Player) -> datetime:
    """Return the time itself, or the end of the quiet hours that it falls into."""
    return after_quiet(at, _hours(player, at))


def before_quiet_hours(at: datetime, player: Player) -> datetime:
    """Return the time itself, or ten minutes before the quiet hours that it falls into."""
    hours = _hours(player, at)
    if hours is None or hours.quiet_from is None or not is_quiet(at, hours):
        return at
    zone, begins = ZoneInfo(hours.time_zone), time.fromisoformat(hours.quiet_from)
    local = at.astimezone(zone)
    day = local.date() if local.time() >= begins else local.date() - timedelta(days=1)
    return datetime.combine(day, begins, zone).astimezone(UTC) - SHORTLY


def _hours(player: Player, at: datetime) -> Hours | None:
    return calendar_of(player.calendar).hours_at(at)


def _next_hour(at: datetime, zone: ZoneInfo) -> datetime:
    """The next full hour of local time, which may be a half hour of UTC."""
    past = timedelta(minutes=(local := at.astimezone(zone)).minute, seconds=local.second)
    return at - past - timedelta(microseconds=local.microsecond) + HOUR


def _next_digest(at: datetime, zone: ZoneInfo) -> datetime:
    local = at.astimezone(zone)
    day = local.date() if local.time() < DIGEST_AT else local.date() + timedelta(days=1)
    return local_time_reached(datetime.combine(day, DIGEST_AT), zone, after=at)
