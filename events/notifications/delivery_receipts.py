"""Delivery receipts of devices, and the fall-back to the next channel for a turn without one.

The delivery by the next channel is planned early, some minutes after the push. When it is due and a
device has reported that notice by then, it waits for its usual time after all. So a turn falls back
also if its push could not be sent, or its device is gone.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models.functions import Coalesce
from django.utils import timezone

from events.errors import NotFound
from events.log.envelope import timestamp
from events.models import Delivery, Endpoint, Outbox
from events.notifications.pace import after_quiet_hours, due_from, pace_of
from events.players.profile import preferences_of

PUSH, State = Delivery.Channel.PUSH, Delivery.State


def receipt_record(*, endpoint: Endpoint, delivery: str, opened: bool) -> dict[str, Any]:
    """Record that a device has shown a notification, or that it was opened; the first time counts.

    What was shown is not sent again, even if its result was never recorded.
    """
    now = timezone.now()
    named = Delivery.objects.filter(id=delivery, endpoint=endpoint).select_related("notice").first()
    if named is None:
        raise NotFound("delivery_not_found")
    times = {"delivered_at": Coalesce("delivered_at", now)}
    if opened:
        times["opened_at"] = Coalesce("opened_at", now)
    shown = Delivery.objects.filter(id__in=_sent_together(named))
    shown.update(**times)
    shown.filter(state=State.WAITING).update(state=State.SENT, at=now, answer="shown")
    named.refresh_from_db()
    return {
        "id": named.id,
        "delivered_at": timestamp(named.delivered_at or now),
        "opened_at": timestamp(named.opened_at) if named.opened_at else None,
    }


def _sent_together(delivery: Delivery) -> list[str]:
    """Return the ids of the deliveries in one notification.

    All of a group are leased, and recorded as sent, until or at the same time.
    """
    if delivery.notice is None:
        return [delivery.id]
    group = Delivery.objects.filter(
        endpoint=delivery.endpoint_id,
        notice__match=delivery.notice.match_id,
        notice__cup=delivery.notice.cup_id,
        at=delivery.at,
    )
    return list(group.values_list("id", flat=True))


def fall_back_plan(row: Outbox, planned: list[Delivery]) -> None:
    """Bring the next channel's deliveries of a turn forward if a device is to report receipts."""
    pushed = [one.at for one in planned if one.endpoint is not None and one.endpoint.receipts]
    others = [one for one in planned if one.channel != PUSH]
    if row.kind != Outbox.Kind.YOUR_TURN or not pushed or not others:
        return
    early = min(pushed) + timedelta(minutes=settings.RECEIPT_MINUTES)
    for one in others:
        if one.channel == others[0].channel:
            one.at = min(one.at, after_quiet_hours(early, row.recipient))


def usual_time(delivery: Delivery) -> datetime | None:
    """Return the time a delivery waits for that was brought forward in vain; None if for none."""
    notice = delivery.notice
    if notice is None or not delivery.digest or notice.kind != Outbox.Kind.YOUR_TURN:
        return None
    pace = pace_of(preferences_of(notice.recipient), notice.kind, delivery.channel)
    usual = due_from(pace, notice.at, notice.recipient)
    return usual if usual > timezone.now() and _is_shown(notice) else None


def _is_shown(notice: Outbox) -> bool:
    """Whether a device of the recipient has reported the notice."""
    return Delivery.objects.filter(notice=notice, delivered_at__isnull=False).exists()
