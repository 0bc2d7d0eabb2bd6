"""Gauges read from the database at each scrape: matches, backlogs, dead deliveries, reports."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Model
from django.utils import timezone

from events.models import (
    ArchivedLog,
    Delivery,
    Due,
    LoggedEvent,
    Match,
    Outbox,
    QueuedMail,
    Report,
    Seat,
)

DUE_TO_WORKERS = [kind for kind in Due.Kind if kind is not Due.Kind.BOT]


def matches_by_status() -> dict[str, int]:
    """The numbers of open and of running matches."""
    going_on = (Match.Status.OPEN, Match.Status.RUNNING)
    rows = Match.objects.filter(status__in=going_on).values_list("status").annotate(Count("id"))
    return {str(status): 0 for status in going_on} | dict(rows)


def backlogs() -> dict[str, tuple[int, float]]:
    """For each queue the number of due rows, and for how many seconds the oldest has been due."""
    now = timezone.now()
    late = Seat.objects.filter(in_turn=True, deadline__lte=now)
    found = late.aggregate(count=Count("pk"), oldest=Min("deadline"))
    return {
        "due": _backlog(Due, now, kind__in=DUE_TO_WORKERS),
        "bots": _backlog(Due, now, kind=Due.Kind.BOT),
        "mails": _backlog(QueuedMail, now, state=QueuedMail.State.WAITING),
        "outbox": _backlog(Outbox, now, planned=False),
        "notices": _backlog(Delivery, now, state=Delivery.State.WAITING),
        "deadlines": _count_and_age(found["count"], found["oldest"], now),
    }


def notices_dead() -> int:
    """The number of deliveries that failed permanently or used up their retries."""
    return Delivery.objects.filter(state=Delivery.State.DEAD).count()


def mails_dead() -> int:
    """The number of queued mails (not notifications) that were given up."""
    return QueuedMail.objects.filter(state=QueuedMail.State.DEAD).count()


def reports_open() -> int:
    """The number of reports that no administrator has settled."""
    return Report.objects.filter(settled_at=None).count()


def oldest_event_at() -> datetime | None:
    """The time of the first event of the log, of an archived one if there are any; or None."""
    archived = ArchivedLog.objects.values_list("last_at", flat=True).first()
    return datetime.fromisoformat(archived) if archived else _event_at("id")


def newest_event_at() -> datetime | None:
    """The time of the latest event, or None if there is none."""
    return _event_at("-id")


def _event_at(order: str) -> datetime | None:
    at = LoggedEvent.objects.order_by(order).values_list("at", flat=True).first()
    return datetime.fromisoformat(at) if at else None


def _backlog(model: type[Model], now: datetime, **only: Any) -> tuple[int, float]:
    found = model._default_manager.filter(at__lte=now, **only).aggregate(
        count=Count("pk"), oldest=Min("at")
    )
    return _count_and_age(found["count"], found["oldest"], now)


def _count_and_age(count: int, oldest: datetime | None, now: datetime) -> tuple[int, float]:
    return count, max(0.0, (now - oldest).total_seconds()) if oldest else 0.0
