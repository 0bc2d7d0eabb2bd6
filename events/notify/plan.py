"""From the outbox to deliveries: by which channels somebody is told, and from when on."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from events.invitations import was_mailed
from events.models import Bounce, Delivery, Endpoint, Outbox
from events.notify.paces import due_from, pace_of
from events.profile import choices_of

PLANNED_AT_ONCE = 200
KEPT = timedelta(days=90)

EMAIL, State = Delivery.Channel.EMAIL, Delivery.State


def outbox_plan() -> int:
    """Plan what nobody has planned yet; how many rows that were."""
    if not Outbox.objects.filter(planned=False).exists():
        return 0
    planned = count = _plan_some()
    while count == PLANNED_AT_ONCE:
        count = _plan_some()
        planned += count
    return planned


def outbox_forget() -> None:
    """Delete what was told so long ago that no stream asks for it; not what is still on its way."""
    old = Outbox.objects.filter(planned=True, at__lt=timezone.now() - KEPT)
    old.exclude(deliveries__state__in=(State.WAITING, State.DEAD)).delete()


@transaction.atomic
def _plan_some() -> int:
    skip = connection.features.has_select_for_update_skip_locked
    waiting = Outbox.objects.select_for_update(skip_locked=skip, of=("self",)).filter(planned=False)
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
        if player.email and player.email not in bounced and not _was_mailed(row):
            yield from _planned(row, EMAIL, None)
        for endpoint in endpoints[player.id]:
            yield from _planned(row, endpoint.channel, endpoint)


def _planned(row: Outbox, channel: str, endpoint: Endpoint | None) -> Iterator[Delivery]:
    pace = pace_of(choices_of(row.recipient), row.kind, channel)
    if pace != "none":
        yield Delivery(
            notice=row,
            channel=channel,
            endpoint=endpoint,
            digest=pace != "instant",
            at=due_from(pace, row.at, row.recipient),
        )


def _endpoints(rows: Iterable[Outbox]) -> dict[str, list[Endpoint]]:
    """Where each of the recipients wants to be told."""
    found: defaultdict[str, list[Endpoint]] = defaultdict(list)
    recipients = {row.recipient_id for row in rows}
    for endpoint in Endpoint.objects.filter(player__in=recipients, disabled_at=None):
        found[endpoint.player_id].append(endpoint)
    return found


def _bounced(rows: Iterable[Outbox]) -> set[str]:
    emails = {row.recipient.email for row in rows if row.recipient.email}
    return set(Bounce.objects.filter(email__in=emails).values_list("email", flat=True))


def _was_mailed(row: Outbox) -> bool:
    """Whether an invitation came by a mail of its own, before there was an account."""
    address = row.recipient.email or ""
    return row.kind == Outbox.Kind.INVITED and was_mailed(row.match_id, address)
