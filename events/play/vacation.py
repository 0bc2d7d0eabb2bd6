"""Vacation: a yearly allowance of hours in which a player's clocks stop.

Vacation that a player plans stops all of their clocks at once. Without it, when the time for an
answer is up, hours are used automatically, one after the other, for that match alone.
"""

from datetime import UTC, datetime, timedelta

from django.conf import settings

from events.clocks.calendar import (
    Calendar,
    Interval,
    calendar_of,
    calendar_text,
    hours_used,
    with_hour_taken,
    with_vacation,
)
from events.clocks.kinds import HOURS_A_TURN, NoClock, clock_of
from events.clocks.readings import with_calendar, with_more_time
from events.clocks.seat_clock import reading_of, reading_set, seat_clock_writes
from events.database.statements import write_all
from events.errors import Unprocessable
from events.log.position import Position
from events.models import LoggedEvent, Match, Player, Seat
from events.play.decide import Turn
from events.play.turn_log import turn_log
from events.seats.locks import matches_lock, players_lock
from events.work.publish import match_touch

HOUR = timedelta(hours=1)


def hours_left(calendar: Calendar, year: int) -> int:
    """Return the hours of a year's allowance that are neither used nor planned."""
    return max(0, settings.VACATION_DAYS_PER_YEAR * 24 - hours_used(calendar, year))


def vacation_plan(calendar: Calendar, planned: Interval | None, now: datetime) -> Calendar:
    """Return the calendar with this vacation; raises Unprocessable if the allowance is exceeded."""
    changed = with_vacation(calendar, planned, now)
    if planned is not None:
        for year in range(now.year, planned[1].astimezone(UTC).year + 1):
            if hours_used(changed, year) > settings.VACATION_DAYS_PER_YEAR * 24:
                raise Unprocessable("vacation_too_long")
    return changed


def vacation_hour_use(
    match: Match, position: Position, seats: list[Seat], late: Seat, at: datetime
) -> bool:
    """Use an hour of vacation for a seat whose time is up; returns whether one was left."""
    clock = clock_of(match.clock)
    if isinstance(clock, NoClock) or not clock.vacation or late.player is None:
        return False
    # All of them: the match may end in this transaction, which writes the figures of all.
    players_lock(seat.player_id for seat in seats if seat.player_id)
    player = Player.objects.get(id=late.player_id)
    calendar = calendar_of(player.calendar)
    if not calendar.automatic or not hours_left(calendar, at.year):
        return False
    if _hours_used_for(match, late) >= HOURS_A_TURN:
        return False
    player.calendar = calendar_text(with_hour_taken(calendar, at))
    player.save(update_fields=["calendar"])
    late.player.calendar = player.calendar
    play = Turn(position, {})
    play.give(late.number, late.number, int(HOUR.total_seconds()), automatic=True)
    turn_log(match, position, play, at=at, seats=seats)
    reading_set(late, with_more_time(clock, reading_of(late), HOUR, at, calendar))
    write_all(seat_clock_writes([late]))
    return True


def _hours_used_for(match: Match, seat: Seat) -> int:
    """Return the hours of vacation used for the question open to a seat."""
    gifts = LoggedEvent.objects.filter(match=match, type="time_given", seq__gt=seat.asked)
    return gifts.filter(actor=seat.number, public__contains='"automatic":true').count()


def matches_with_clock_lock(player: Player) -> list[str]:
    """Lock the matches in which a player's clock runs, before the player, as a move does."""
    running = Seat.objects.filter(player=player, deadline__isnull=False).values("match")
    return matches_lock(running)


def deadlines_recount(player: Player, matches: list[str], now: datetime) -> None:
    """Recompute a player's deadlines from the calendar; passed deadlines stay."""
    calendar = calendar_of(player.calendar)
    own = Seat.objects.filter(player=player, match__in=matches, deadline__gt=now)
    moved = list(own.select_related("match"))
    for seat in moved:
        reading_set(seat, with_calendar(clock_of(seat.match.clock), reading_of(seat), calendar))
        match_touch(seat.match)
    if moved:
        write_all(seat_clock_writes(moved))
