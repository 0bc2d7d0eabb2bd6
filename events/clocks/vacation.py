"""Vacation: a yearly allowance of hours in which a player's clocks stand still.

Days off taken by hand stop every clock of theirs at once. Where none are taken and the time for an
answer is up, one hour after the other is used for that match alone.
"""

from datetime import UTC, datetime, timedelta

from django.conf import settings

from events.announce import match_touched
from events.clocks.calendar import (
    Calendar,
    Interval,
    calendar_of,
    calendar_text,
    hours_used,
    replanned,
    with_hour_taken,
)
from events.clocks.kinds import HOURS_A_TURN, NoClock, clock_of
from events.clocks.readings import recounted, with_more
from events.clocks.rows import reading_of, reading_set, seats_writing
from events.models import LoggedEvent, Match, Player, Seat
from events.moves import play_logged
from events.play import Play
from events.position import Position
from events.refusals import Impossible
from events.standings import players_locked
from events.writes import send

HOUR = timedelta(hours=1)


def hours_left(calendar: Calendar, year: int) -> int:
    """How many hours of a year's allowance are neither used nor planned."""
    return max(0, settings.VACATION_DAYS_PER_YEAR * 24 - hours_used(calendar, year))


def vacation_plan(calendar: Calendar, planned: Interval | None, now: datetime) -> Calendar:
    """The calendar with this time off, or a refusal where it is more than is left."""
    changed = replanned(calendar, planned, now)
    if planned is not None:
        for year in range(now.year, planned[1].astimezone(UTC).year + 1):
            if hours_used(changed, year) > settings.VACATION_DAYS_PER_YEAR * 24:
                raise Impossible("vacation_too_long")
    return changed


def hour_take(
    match: Match, position: Position, seats: list[Seat], late: Seat, at: datetime
) -> bool:
    """Whether a seat whose time is up had an hour of vacation left for it, which is now used."""
    clock = clock_of(match.clock)
    if isinstance(clock, NoClock) or not clock.vacation or late.player is None:
        return False
    # All of them, for the end of the match may follow in this transaction and counts for all.
    players_locked(seat.player_id for seat in seats if seat.player_id)
    player = Player.objects.get(id=late.player_id)
    calendar = calendar_of(player.calendar)
    if not calendar.automatic or not hours_left(calendar, at.year):
        return False
    if _hours_taken(match, late) >= HOURS_A_TURN:
        return False
    player.calendar = calendar_text(with_hour_taken(calendar, at))
    player.save(update_fields=["calendar"])
    late.player.calendar = player.calendar
    play = Play(position, {})
    play.give(late.number, late.number, int(HOUR.total_seconds()), automatic=True)
    play_logged(match, position, play, at=at, seats=seats)
    reading_set(late, with_more(clock, reading_of(late), HOUR, at, calendar))
    send(seats_writing([late]))
    return True


def _hours_taken(match: Match, seat: Seat) -> int:
    """How many were used for the question that is open to a seat."""
    gifts = LoggedEvent.objects.filter(match=match, type="time_given", seq__gt=seat.asked)
    return gifts.filter(actor=seat.number, public__contains='"automatic":true').count()


def matches_stopped(player: Player) -> list[str]:
    """Lock the matches in which a player's clock runs; before the player, as whoever moves does."""
    running = Seat.objects.filter(player=player, deadline__isnull=False).values("match")
    matches = Match.objects.select_for_update().filter(id__in=running).order_by("id")
    return list(matches.values_list("id", flat=True))


def deadlines_recount(player: Player, matches: list[str], now: datetime) -> None:
    """Move a player's deadlines to where the calendar puts them; what is past stays past."""
    calendar = calendar_of(player.calendar)
    own = Seat.objects.filter(player=player, match__in=matches, deadline__gt=now)
    moved = list(own.select_related("match"))
    for seat in moved:
        reading_set(seat, recounted(clock_of(seat.match.clock), reading_of(seat), calendar))
        match_touched(seat.match)
    if moved:
        send(seats_writing(moved))
