"""Figures that the database knows: what is going on, and what waits to be done."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Model
from django.utils import timezone

from events.models import Delivery, Due, Letter, Match, Outbox, Report, Seat


def matches_by_status() -> dict[str, int]:
    """How many matches are open and running."""
    going_on = (Match.Status.OPEN, Match.Status.RUNNING)
    rows = Match.objects.filter(status__in=going_on).values_list("status").annotate(Count("id"))
    return {str(status): 0 for status in going_on} | dict(rows)


def backlogs() -> dict[str, tuple[int, float]]:
    """For each kind of duty how many are due, and for how many seconds the oldest has been."""
    now = timezone.now()
    late = Seat.objects.filter(in_turn=True, deadline__lte=now)
    found = late.aggregate(count=Count("pk"), oldest=Min("deadline"))
    return {
        "due": _backlog(Due, now),
        "letters": _backlog(Letter, now, dead_at=None),
        "outbox": _backlog(Outbox, now, planned=False),
        "notices": _backlog(Delivery, now, state=Delivery.State.WAITING),
        "deadlines": _since(found["count"], found["oldest"], now),
    }


def notices_dead() -> int:
    """How many notices nobody took, however often they were tried."""
    return Delivery.objects.filter(state=Delivery.State.DEAD).count()


def letters_dead() -> int:
    """How many mails that are not notices nobody took either."""
    return Letter.objects.filter(dead_at__isnull=False).count()


def reports_open() -> int:
    """How many complaints nobody has settled."""
    return Report.objects.filter(settled_at=None).count()


def _backlog(model: type[Model], now: datetime, **only: Any) -> tuple[int, float]:
    found = model._default_manager.filter(at__lte=now, **only).aggregate(
        count=Count("pk"), oldest=Min("at")
    )
    return _since(found["count"], found["oldest"], now)


def _since(count: int, oldest: datetime | None, now: datetime) -> tuple[int, float]:
    return count, max(0.0, (now - oldest).total_seconds()) if oldest else 0.0
