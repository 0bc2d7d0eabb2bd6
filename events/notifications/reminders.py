"""Reminders of deadlines: when most of the time is gone, and at intervals that the player chose.

`Seat.remind_at` is the time of the next reminder. Code that changes a seat's question or deadline
sets it to `asked_at`, and the reminders are calculated here, so that moves need not know of them. A
check that finds nothing due takes no longer where many matches run.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from events.database.statements import Statement, write_all
from events.database.transactions import lock_if_free
from events.models import Outbox, Player, Seat
from events.notifications.pace import after_quiet_hours, before_quiet_hours
from events.players.profile import preferences_of
from events.work.publish import publish

SHARE = 0.8
"""The share of the time for an answer after which every player is reminded."""
MOST_AT_ONCE = 500

_REMIND = Statement(
    (("remind_at", "timestamptz"), ("reckoned", "integer"), ("id", "bigint")),
    each="UPDATE events_seat SET remind_at = %s, reckoned = %s WHERE id = %s",
    together="UPDATE events_seat s SET remind_at = r.remind_at, reckoned = r.reckoned"
    " FROM {rows} WHERE s.id = r.id",
)


def reminders_settle() -> None:
    """Recalculate changed reminders, and write due ones to the outbox."""
    while _is_due() and _settle_some():
        pass


def _is_due() -> bool:
    reminded = Seat.objects.filter(remind_at__isnull=False).order_by("remind_at")
    first = reminded.values_list("remind_at", flat=True).first()
    return first is not None and first <= timezone.now()


def reminder_times(seat: Seat) -> list[datetime]:
    """When the player of a seat is reminded of the open question's deadline, in order."""
    assert seat.asked_at is not None
    assert seat.deadline is not None
    assert seat.player is not None
    ladder = preferences_of(seat.player).reminders
    wanted = {seat.deadline - timedelta(seconds=seconds) for seconds in ladder}
    wanted.add(seat.asked_at + (seat.deadline - seat.asked_at) * SHARE)
    times = {_outside_quiet_hours(at, seat.player, seat.deadline) for at in wanted}
    return sorted(at for at in times if seat.asked_at < at < seat.deadline)


def _outside_quiet_hours(at: datetime, player: Player, deadline: datetime) -> datetime:
    """Move a time to the end of quiet hours, or before them if the end is past the deadline."""
    later = after_quiet_hours(at, player)
    return later if later < deadline else before_quiet_hours(at, player)


@transaction.atomic
def _settle_some() -> int:
    """Write the due reminders of one batch of seats, set the next ones, and return how many seats.

    Reminders of a new question are sent even if their time has passed; after a change of the
    deadline, only those still to come.
    """
    now = timezone.now()
    due = lock_if_free(Seat.objects.filter(remind_at__lte=now))
    seats = list(due.select_related("player").order_by("remind_at")[:MOST_AT_ONCE])
    reminded = [seat for seat in seats if seat.remind_at != seat.asked_at]
    Outbox.objects.bulk_create((_row(seat, now) for seat in reminded), ignore_conflicts=True)
    publish(*(str(seat.player_id) for seat in reminded))
    write_all([_REMIND.of((_next(seat, now), seat.asked, seat.pk) for seat in seats)])
    return len(seats)


def _next(seat: Seat, now: datetime) -> datetime | None:
    if seat.deadline is None or seat.player is None:
        return None
    fresh = seat.asked != seat.reckoned
    return next((at for at in reminder_times(seat) if fresh or at > now), None)


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
