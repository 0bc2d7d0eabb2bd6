"""Deadlines that come near: told of when most of the time is gone, and by a player's own ladder.

A row for each seat whose clock runs says when its player is next to be told. It is reckoned anew
whenever the seat is asked something else or given more time, which a look at the seats finds, so
that moves need not know of reminders at all.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from events.announce import announce
from events.models import Outbox, Player, Reminder, Seat
from events.notify.paces import before_night, not_by_night
from events.profile import choices_of

SHARE = 0.8
"""How much of the time for an answer is gone when everybody is reminded."""
MOST_AT_ONCE = 500


def reminders_settle() -> int:
    """Reckon what has changed, and put into the outbox what is due; how many rows that were."""
    while changed := list(_changed()[:MOST_AT_ONCE]):
        _reckon(changed)
    if not _due().exists():
        return 0
    return _tell()


def reminders_forget() -> None:
    """Delete what was reckoned for clocks that no longer run."""
    Reminder.objects.filter(seat__deadline=None).delete()


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


def _running() -> QuerySet[Seat]:
    """Seats of people whose clock runs."""
    seats = Seat.objects.filter(asked__isnull=False, deadline__isnull=False, player__isnull=False)
    return seats.exclude(Q(gone=True) | Q(stand_in=True))


def _changed() -> QuerySet[Seat]:
    """Those for which nothing was reckoned, or for another question or deadline."""
    same = Reminder.objects.filter(
        seat=OuterRef("pk"), asked=OuterRef("asked"), deadline=OuterRef("deadline")
    )
    return _running().filter(~Exists(same)).select_related("player")


@transaction.atomic
def _reckon(seats: list[Seat]) -> None:
    """Say when each is next to be told: of a new question be it late, of one that has more time
    from now on."""
    now = timezone.now()
    known = Reminder.objects.filter(seat__in=seats).values_list("seat", "asked")
    before = set(known)
    Reminder.objects.bulk_create(
        (
            Reminder(
                seat=seat,
                asked=seat.asked or 0,
                deadline=seat.deadline or now,
                at=_next(seat, past=now if (seat.pk, seat.asked) in before else None),
            )
            for seat in seats
        ),
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=["asked", "deadline", "at"],
    )


def _next(seat: Seat, *, past: datetime | None) -> datetime | None:
    return next((moment for moment in moments(seat) if past is None or moment > past), None)


def _due() -> QuerySet[Reminder]:
    """Reminders that are due, of seats that still have the question and the deadline."""
    return Reminder.objects.filter(
        at__lte=timezone.now(), asked=F("seat__asked"), deadline=F("seat__deadline")
    )


@transaction.atomic
def _tell() -> int:
    """Owe the reminders that are due; of several that were missed only one."""
    now = timezone.now()
    due = _due().select_for_update(of=("self",)).select_related("seat", "seat__player")
    told = list(due[:MOST_AT_ONCE])
    Outbox.objects.bulk_create((_row(reminder, now) for reminder in told), ignore_conflicts=True)
    for reminder in told:
        reminder.at = _next(reminder.seat, past=now)
    Reminder.objects.bulk_update(told, ["at"])
    announce(*(str(reminder.seat.player_id) for reminder in told))
    return len(told)


def _row(reminder: Reminder, now: datetime) -> Outbox:
    assert reminder.at is not None
    return Outbox(
        recipient_id=str(reminder.seat.player_id),
        match_id=reminder.seat.match_id,
        seq=reminder.asked,
        kind=Outbox.Kind.DEADLINE_NEAR,
        number=int(reminder.at.timestamp()),
        at=now,
    )
