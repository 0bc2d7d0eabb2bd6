"""Deadlines that come near: told of when most of the time is gone, and by a player's own ladder.

The row of a seat says when its player is next to be told. Whoever writes what a seat is asked, or
until when, leaves that to be reckoned here, so that moves need not know of reminders at all; and a
look that finds nothing to do takes no longer where many matches run.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from events.announce import announce
from events.models import Outbox, Player, Seat
from events.notify.paces import before_night, not_by_night
from events.profile import choices_of
from events.writes import Statement, send

SHARE = 0.8
"""How much of the time for an answer is gone when everybody is reminded."""
MOST_AT_ONCE = 500

_REMIND = Statement(
    (("remind_at", "timestamptz"), ("reckoned", "integer"), ("id", "bigint")),
    each="UPDATE events_seat SET remind_at = %s, reckoned = %s WHERE id = %s",
    together="UPDATE events_seat s SET remind_at = r.remind_at, reckoned = r.reckoned"
    " FROM {rows} WHERE s.id = r.id",
)


def reminders_settle() -> None:
    """Reckon what has changed, and put into the outbox what is due."""
    while _is_due() and _settle_some():
        pass


def _is_due() -> bool:
    reminded = Seat.objects.filter(remind_at__isnull=False).order_by("remind_at")
    first = reminded.values_list("remind_at", flat=True).first()
    return first is not None and first <= timezone.now()


def moments(seat: Seat) -> list[datetime]:
    """When the player of a seat is told that the time for the open question runs out, in order."""
    assert seat.asked_at is not None
    assert seat.deadline is not None
    assert seat.player is not None
    ladder = choices_of(seat.player).reminders
    wanted = {seat.deadline - timedelta(seconds=seconds) for seconds in ladder}
    wanted.add(seat.asked_at + (seat.deadline - seat.asked_at) * SHARE)
    awake = {_awake(moment, seat.player, seat.deadline) for moment in wanted}
    return sorted(moment for moment in awake if seat.asked_at < moment < seat.deadline)


def _awake(moment: datetime, player: Player, deadline: datetime) -> datetime:
    """After the night that a moment falls into, or before it where that would be too late."""
    later = not_by_night(moment, player)
    return later if later < deadline else before_night(moment, player)


@transaction.atomic
def _settle_some() -> int:
    """Tell who is due to be told, and say when each is next: of a new question be it late, of one
    that has more time from now on. How many rows that were."""
    now, skip = timezone.now(), connection.features.has_select_for_update_skip_locked
    due = Seat.objects.select_for_update(skip_locked=skip, of=("self",)).filter(remind_at__lte=now)
    seats = list(due.select_related("player").order_by("remind_at")[:MOST_AT_ONCE])
    told = [seat for seat in seats if seat.remind_at != seat.asked_at]
    Outbox.objects.bulk_create((_row(seat, now) for seat in told), ignore_conflicts=True)
    announce(*(str(seat.player_id) for seat in told))
    send([_REMIND.of((_next(seat, now), seat.asked, seat.pk) for seat in seats)])
    return len(seats)


def _next(seat: Seat, now: datetime) -> datetime | None:
    if seat.deadline is None or seat.player is None:
        return None
    fresh = seat.asked != seat.reckoned
    return next((moment for moment in moments(seat) if fresh or moment > now), None)


def _row(seat: Seat, now: datetime) -> Outbox:
    assert seat.asked is not None
    assert seat.remind_at is not None
    return Outbox(
        recipient_id=str(seat.player_id),
        match_id=seat.match_id,
        seq=seat.asked,
        kind=Outbox.Kind.DEADLINE_NEAR,
        number=int(seat.remind_at.timestamp()),
        at=now,
    )
