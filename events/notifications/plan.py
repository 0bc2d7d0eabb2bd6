"""Make deliveries of outbox rows: by which channels a recipient is notified, and from when."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from events.database.transactions import lock_if_free
from events.matches.invitations import was_mailed
from events.models import Bounce, Delivery, Endpoint, Outbox
from events.notifications.delivery_receipts import fall_back_plan
from events.notifications.http.endpoints import is_available
from events.notifications.pace import due_from, pace_of
from events.players.profile import preferences_of

PLANNED_AT_ONCE = 200
RETENTION = timedelta(days=90)

EMAIL, State = Delivery.Channel.EMAIL, Delivery.State


def outbox_plan() -> int:
    """Plan all unplanned rows and return how many there were."""
    if not Outbox.objects.filter(planned=False).exists():
        return 0
    planned = count = _plan_some()
    while count == PLANNED_AT_ONCE:
        count = _plan_some()
        planned += count
    return planned


def outbox_delete_expired() -> None:
    """Delete rows older than RETENTION, unless they have waiting or dead deliveries."""
    old = Outbox.objects.filter(planned=True, at__lt=timezone.now() - RETENTION)
    old.exclude(deliveries__state__in=(State.WAITING, State.DEAD)).delete()


@transaction.atomic
def _plan_some() -> int:
    waiting = lock_if_free(Outbox.objects.filter(planned=False))
    rows = list(waiting.select_related("recipient").order_by("id")[:PLANNED_AT_ONCE])
    Delivery.objects.bulk_create(_deliveries(rows), ignore_conflicts=True)
    Outbox.objects.filter(id__in=[row.id for row in rows]).update(planned=True)
    return len(rows)


def _deliveries(rows: list[Outbox]) -> Iterator[Delivery]:
    endpoints, bounced = _endpoints(rows), _bounced(rows)
    for row in rows:
        player = row.recipient
        if player.left_at is not None:
            continue
        planned: list[Delivery] = []
        if player.email and player.email not in bounced and not _was_mailed(row):
            planned += _delivery_if_wanted(row, EMAIL, None)
        for endpoint in endpoints[player.id]:
            planned += _delivery_if_wanted(row, endpoint.channel, endpoint)
        fall_back_plan(row, planned)
        yield from planned


def _delivery_if_wanted(row: Outbox, channel: str, endpoint: Endpoint | None) -> Iterator[Delivery]:
    pace = pace_of(preferences_of(row.recipient), row.kind, channel)
    if pace != "none":
        yield Delivery(
            notice=row,
            channel=channel,
            endpoint=endpoint,
            digest=pace != "instant",
            at=due_from(pace, row.at, row.recipient),
        )


def _endpoints(rows: Iterable[Outbox]) -> dict[str, list[Endpoint]]:
    """The endpoints of each recipient that are enabled and that this server has keys for."""
    found: defaultdict[str, list[Endpoint]] = defaultdict(list)
    recipients = {row.recipient_id for row in rows}
    for endpoint in Endpoint.objects.filter(player__in=recipients, disabled_at=None):
        if is_available(endpoint.kind):
            found[endpoint.player_id].append(endpoint)
    return found


def _bounced(rows: Iterable[Outbox]) -> set[str]:
    emails = {row.recipient.email for row in rows if row.recipient.email}
    return set(Bounce.objects.filter(email__in=emails).values_list("email", flat=True))


def _was_mailed(row: Outbox) -> bool:
    """Whether the invitation was mailed directly, before the recipient had an account."""
    address = row.recipient.email or ""
    return row.kind == Outbox.Kind.INVITED and was_mailed(row.about, address)
