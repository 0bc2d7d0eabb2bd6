"""When somebody wants to be told: at once, with others by the hour or the day, not by night."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from events.clocks.calendar import Hours, after_quiet, calendar_of, is_quiet, wall_reached
from events.models import Player
from events.profile import Choices, Pace

DIGEST_AT = time(8)
"""When the day's news are sent, by the clock on the reader's wall."""
HOUR = timedelta(hours=1)
SHORTLY = timedelta(minutes=10)


def pace_of(choices: Choices, kind: str, channel: str) -> Pace:
    """How soon a player wants to be told of this kind by this channel."""
    pace: Pace = getattr(getattr(choices.notifications, kind), channel)
    return pace


def due_from(pace: Pace, happened: datetime, player: Player) -> datetime:
    """The first moment at which to tell a player of something, never in their quiet hours."""
    zone = ZoneInfo(player.time_zone)
    moment = happened
    if pace == "hourly":
        moment = _next_hour(happened, zone)
    elif pace == "daily":
        moment = _next_digest(happened, zone)
    return not_by_night(moment, player)


def not_by_night(moment: datetime, player: Player) -> datetime:
    """The moment itself, or the end of the quiet hours that it falls into."""
    return after_quiet(moment, _hours(player, moment))


def before_night(moment: datetime, player: Player) -> datetime:
    """The moment itself, or shortly before the quiet hours that it falls into."""
    hours = _hours(player, moment)
    if hours is None or hours.quiet_from is None or not is_quiet(moment, hours):
        return moment
    zone, begins = ZoneInfo(hours.time_zone), time.fromisoformat(hours.quiet_from)
    local = moment.astimezone(zone)
    day = local.date() if local.time() >= begins else local.date() - timedelta(days=1)
    return datetime.combine(day, begins, zone).astimezone(UTC) - SHORTLY


def _hours(player: Player, moment: datetime) -> Hours | None:
    return calendar_of(player.calendar).hours_at(moment)


def _next_hour(moment: datetime, zone: ZoneInfo) -> datetime:
    """The next full hour on the wall; where zones are off by half an hour, so is this."""
    past = timedelta(minutes=(local := moment.astimezone(zone)).minute, seconds=local.second)
    return moment - past - timedelta(microseconds=local.microsecond) + HOUR


def _next_digest(moment: datetime, zone: ZoneInfo) -> datetime:
    local = moment.astimezone(zone)
    day = local.date() if local.time() < DIGEST_AT else local.date() + timedelta(days=1)
    return wall_reached(datetime.combine(day, DIGEST_AT), zone, after=moment)
