"""Deliveries: drop those no longer news, group the rest, record results; send those by mail.

Those over HTTP are sent by outgoing.py. A delivery whose worker died is retried with the same id
when its lease ends: delivery is at least once.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from time import monotonic

from django.utils import timezone

from events.mail.bounces import has_bounced
from events.mail.queue import has_pending_reply
from events.models import Delivery, Player
from events.notifications.channel import RETRY_DELAYS, Channel, DeliveryGroup, DeliveryResult
from events.notifications.delivery_receipts import usual_time
from events.notifications.email.channel import Email
from events.notifications.freshness import is_news
from events.notifications.http.endpoint_health import answer_record
from events.notifications.notice import notice_of, notices_by_urgency
from events.notifications.pace import after_quiet_hours, pace_of
from events.players.profile import preferences_of
from events.work.lease import LEASE, Queue

EMAIL = Email()
BATCH_SIZE = 50
BUSY_SECONDS = 10.0
"""After this time no further batch is leased: the worker has other tasks to run."""
BEGUN_WITHIN = LEASE / 2
"""Deliveries not begun by then are released; one try takes less than the rest of the lease."""
QUEUE = Queue(Delivery, RETRY_DELAYS)
DELIVERIES = Delivery.objects.select_related(
    "endpoint__player", "notice__recipient", "notice__match__creator", "notice__cup"
)
HELD_FOR = timedelta(seconds=2)
"""How long a notice is put off while a reply by mail that may cover it is pending."""
RETENTION = timedelta(days=30)

State = Delivery.State
log = logging.getLogger(__name__)


def mails_send() -> int:
    """Send due deliveries by mail and return how many arrived; the others are retried later."""
    until, arrived = monotonic() + BUSY_SECONDS, 0
    own = DELIVERIES.filter(channel=EMAIL.name)
    while monotonic() < until and (leased := QUEUE.lease(own, most=BATCH_SIZE)):
        for group, result in EMAIL.send(delivery_groups(EMAIL, leased)):
            arrived += result_record(group, result)
    return arrived


def deliveries_delete_expired() -> None:
    """Delete deliveries sent or stale for longer than RETENTION; dead ones stay."""
    ended = Delivery.objects.filter(state__in=(State.SENT, State.STALE))
    ended.filter(at__lt=timezone.now() - RETENTION).delete()


def delivery_groups(channel: Channel, deliveries: list[Delivery]) -> Iterator[DeliveryGroup]:
    """Group leased deliveries, each group checked for freshness just before it is yielded."""
    begun_until = timezone.now() + BEGUN_WITHIN
    gathered: defaultdict[tuple[str, ...], list[Delivery]] = defaultdict(list)
    for delivery in deliveries:
        gathered[(_player(delivery).id, *channel.together(delivery))].append(delivery)
    for rows in gathered.values():
        if timezone.now() > begun_until:
            QUEUE.release(rows, timezone.now())
        elif QUEUE.begin(rows):
            try:
                group = _group(rows)
            except Exception as error:
                log.exception("delivery %s failed, continuing with the others", rows[0].id)
                QUEUE.retry(rows, type(error).__name__)
                continue
            if group is not None:
                yield group


def _group(rows: list[Delivery]) -> DeliveryGroup | None:
    """Build a delivery group of rows; None if it must wait or nothing in it is still news."""
    player, now = _player(rows[0]), timezone.now()
    awake = after_quiet_hours(now, player)
    if awake > now and rows[0].notice is not None:
        QUEUE.release(rows, awake)
        return None
    held = {row.id: until for row in rows if (until := _held_until(row))}
    for row in rows:
        if row.id in held:
            QUEUE.release([row], held[row.id])
    rows = [row for row in rows if row.id not in held]
    wanted = [delivery for delivery in rows if _is_wanted(delivery)]
    QUEUE.end([delivery for delivery in rows if delivery not in wanted], State.STALE, "")
    if not wanted:
        return None
    outbox = [delivery.notice for delivery in wanted if delivery.notice is not None]
    notices = notices_by_urgency([notice_of(row) for row in outbox])
    return DeliveryGroup(player, wanted[0].endpoint, tuple(notices), tuple(wanted))


def _player(delivery: Delivery) -> Player:
    if delivery.notice is not None:
        return delivery.notice.recipient
    assert delivery.endpoint is not None
    return delivery.endpoint.player


def _is_wanted(delivery: Delivery) -> bool:
    """Whether it is still news and the player still wants it by this channel and address."""
    notice, endpoint = delivery.notice, delivery.endpoint
    if notice is None:
        return True
    player = notice.recipient
    if endpoint is not None and (endpoint.disabled_at or endpoint.player_id != player.id):
        return False
    if endpoint is None and (not player.email or has_bounced(player.email)):
        return False
    pace = pace_of(preferences_of(player), notice.kind, delivery.channel)
    return pace != "none" and is_news(notice)


def _held_until(delivery: Delivery) -> datetime | None:
    """Until when a delivery waits: for a pending reply by mail that may say the same, or for its
    usual time because a device has reported the turn."""
    notice, channel = delivery.notice, delivery.channel
    if notice is not None and channel == Delivery.Channel.EMAIL and has_pending_reply(notice):
        return timezone.now() + HELD_FOR
    return usual_time(delivery)


def result_record(group: DeliveryGroup, result: DeliveryResult) -> int:
    """Record the result of a group and return how many of its deliveries arrived."""
    if group.endpoint is not None:
        answer_record(group.endpoint, result)
    deliveries = list(group.deliveries)
    if result.arrived:
        QUEUE.end(deliveries, State.SENT, result.answer)
        return len(deliveries)
    if not group.notices:  # a test delivery is not retried; its endpoint keeps the answer
        Delivery.objects.filter(id=group.id).delete()
        return 0
    if result.for_good:
        QUEUE.give_up(deliveries, result.answer)
    else:
        QUEUE.retry(deliveries, result.answer, least=result.wait)
    return 0
