"""Sending what is due: taken for a while, asked once more whether it is news, carried, and marked.

What was taken and not marked, because a worker died, is tried again with the same id once its lease
is over: somebody may be told twice, and never not at all.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import uniform
from time import monotonic

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from events.bounces import has_bounced
from events.mail.answers import answer_may_tell
from events.models import Delivery, Endpoint, Player
from events.notify.channels import Channel, Fate, Parcel
from events.notify.email import Email
from events.notify.news import is_news
from events.notify.notices import notice_of, told_in_order
from events.notify.paces import not_by_night, pace_of
from events.notify.push import Push
from events.notify.webhooks import Webhooks
from events.profile import choices_of

CHANNELS: dict[str, Channel] = {channel.name: channel for channel in (Email(), Push(), Webhooks())}
TAKEN_AT_ONCE = 50
BUSY_SECONDS = 10.0
"""After so long no further batch is taken: the worker has other things to do."""
LEASE = timedelta(seconds=20)
"""How long nobody else tries what one worker has taken: what its death costs at most."""
BEGUN_WITHIN = LEASE / 2
"""What a worker has not begun to send by then it puts back; one try takes less than the rest."""
WAITS = tuple(
    timedelta(**wait)
    for wait in (
        {"seconds": 5}, {"minutes": 1}, {"minutes": 5}, {"minutes": 30}, {"hours": 2}, {"hours": 5},
        {"hours": 10}, {"hours": 14}, {"hours": 20}, {"hours": 24},
    )
)  # fmt: skip
"""How long after each try the next one comes, give or take a tenth; after the last none does."""
HELD_FOR = timedelta(seconds=2)
"""How long a notice waits before it is asked again whether an answer by mail has told it."""
KEPT = timedelta(days=30)

State = Delivery.State
log = logging.getLogger(__name__)


def deliveries_send() -> int:
    """Send what is due; how many deliveries arrived. What does not is tried again later."""
    return sum(_send_by(channel) for channel in CHANNELS.values())


def _send_by(channel: Channel) -> int:
    until, arrived = monotonic() + BUSY_SECONDS, 0
    while _due(channel).exists() and monotonic() < until:
        for parcel, fate in channel.carry(_parcels(channel, _taken(channel))):
            arrived += _mark(parcel, fate)
    return arrived


def deliveries_forget() -> None:
    """Delete what arrived, or was not news, long ago; the dead stay until they are looked at."""
    ended = Delivery.objects.filter(state__in=(State.SENT, State.STALE))
    ended.filter(at__lt=timezone.now() - KEPT).delete()


def _due(channel: Channel) -> QuerySet[Delivery]:
    waiting = Delivery.objects.filter(state=State.WAITING, channel=channel.name)
    return waiting.filter(at__lte=timezone.now())


@transaction.atomic
def _taken(channel: Channel) -> list[Delivery]:
    """Due deliveries that are nobody else's for a while."""
    now, due = timezone.now(), _due(channel)
    skip = connection.features.has_select_for_update_skip_locked
    # Whatever ends a worker before it can say what became of a try is not tried for ever.
    due.filter(tries__gt=len(WAITS)).update(state=State.DEAD, at=now, answer="given up")
    mine = due.select_for_update(skip_locked=skip, of=("self",)).select_related(
        "endpoint__player", "notice__recipient", "notice__match__creator"
    )
    taken = list(mine.order_by("at")[:TAKEN_AT_ONCE])
    own = Delivery.objects.filter(id__in=[delivery.id for delivery in taken])
    own.update(at=now + LEASE, tries=F("tries") + 1)
    for delivery in taken:
        delivery.tries += 1
    return taken


def _parcels(channel: Channel, deliveries: list[Delivery]) -> Iterator[Parcel]:
    """What goes together, asked once more whether it is news just before it goes."""
    begun_until = timezone.now() + BEGUN_WITHIN
    gathered: defaultdict[tuple[str, ...], list[Delivery]] = defaultdict(list)
    for delivery in deliveries:
        gathered[(_player(delivery).id, *channel.together(delivery))].append(delivery)
    for group in gathered.values():
        if timezone.now() > begun_until:
            _put_off(group, timezone.now())
            continue
        try:
            parcel = _parcel(group)
        except Exception:
            log.exception("delivery %s waits for its lease to end, the others go on", group[0].id)
            continue
        if parcel is not None:
            yield parcel


def _parcel(group: list[Delivery]) -> Parcel | None:
    """The parcel of these, None if they must wait or nothing of them is news."""
    player, now = _player(group[0]), timezone.now()
    awake = not_by_night(now, player)
    if awake > now and group[0].notice is not None:
        _put_off(group, awake)
        return None
    held = [delivery for delivery in group if _is_held(delivery)]
    _put_off(held, now + HELD_FOR)
    group = [delivery for delivery in group if delivery not in held]
    wanted = [delivery for delivery in group if _is_wanted(delivery)]
    _end([delivery for delivery in group if delivery not in wanted], State.STALE, "")
    if not wanted:
        return None
    rows = [delivery.notice for delivery in wanted if delivery.notice is not None]
    told = told_in_order([notice_of(row) for row in rows])
    return Parcel(player, wanted[0].endpoint, tuple(told), tuple(wanted))


def _player(delivery: Delivery) -> Player:
    if delivery.notice is not None:
        return delivery.notice.recipient
    assert delivery.endpoint is not None
    return delivery.endpoint.player


def _is_wanted(delivery: Delivery) -> bool:
    """Whether its player still wants to be told, there, and it is still news."""
    notice, endpoint = delivery.notice, delivery.endpoint
    if notice is None:
        return True
    player = notice.recipient
    if endpoint is not None and (endpoint.disabled_at or endpoint.player_id != player.id):
        return False
    if endpoint is None and (not player.email or has_bounced(player.email)):
        return False
    pace = pace_of(choices_of(player), notice.kind, delivery.channel)
    return pace != "none" and is_news(notice)


def _is_held(delivery: Delivery) -> bool:
    """Whether a mail waits for another that may say the same."""
    notice, channel = delivery.notice, delivery.channel
    return notice is not None and channel == Delivery.Channel.EMAIL and answer_may_tell(notice)


def _mark(parcel: Parcel, fate: Fate) -> int:
    """Note what became of a parcel; how many of its deliveries arrived."""
    if parcel.endpoint is not None:
        _mark_endpoint(parcel.endpoint, fate)
    deliveries = list(parcel.deliveries)
    if fate.arrived:
        _end(deliveries, State.SENT, fate.answer)
        return len(deliveries)
    if not parcel.notices:  # a trial is not repeated, and its address says what came of it
        Delivery.objects.filter(id=parcel.id).delete()
        return 0
    final = [one for one in deliveries if fate.for_good or one.tries > len(WAITS)]
    _end(final, State.DEAD, fate.answer)
    for delivery in deliveries:
        if delivery not in final:
            wait = WAITS[delivery.tries - 1] * uniform(0.9, 1.1)
            _retry(delivery, max(wait, fate.wait or wait), fate.answer)
    return 0


def _mark_endpoint(endpoint: Endpoint, fate: Fate) -> None:
    """Note how an address answered; what wants nothing more gets nothing more."""
    own = Endpoint.objects.filter(id=endpoint.id)
    now = timezone.now()
    own.update(tried_at=now, answer=fate.answer[:200])
    if fate.arrived:
        own.update(disabled_at=None)
    elif fate.unwanted and endpoint.channel == Endpoint.Channel.PUSH:
        own.delete()
    elif fate.unwanted:
        own.update(disabled_at=now)


def _end(deliveries: list[Delivery], state: Delivery.State, answer: str) -> None:
    own = Delivery.objects.filter(id__in=[delivery.id for delivery in deliveries])
    own.update(state=state, at=timezone.now(), answer=answer[:200])


def _retry(delivery: Delivery, wait: timedelta, answer: str) -> None:
    own = Delivery.objects.filter(id=delivery.id)
    own.update(at=timezone.now() + wait, answer=answer[:200])


def _put_off(deliveries: list[Delivery], until: datetime) -> None:
    """Not now: that was no try."""
    own = Delivery.objects.filter(id__in=[delivery.id for delivery in deliveries])
    own.update(at=until, tries=F("tries") - 1)
