"""Places for requests under way: which due deliveries may be sent now.

A place is held for as long as the other server takes to answer. So no player, no host and no
endpoint that fails can hold more than a share of the places; address_share.py bounds what one
network address holds under any number of names.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from events.models import Delivery, Endpoint
from events.notifications.channel import Channel
from events.notifications.http.endpoint_health import deliveries_put_off, is_paused

AT_ONCE = 100
SHARES = {"player": 5, "host": 20, "failing": 1, "unproved": 50}
"""The most requests under way for one player, to one host, to one endpoint whose last request
failed, and to all endpoints together whose last request failed or that were never tried."""
READ_AT_ONCE = 200

UNPROVED = Q(endpoint__failures__gt=0) | Q(endpoint__tried_at=None)


class Share(NamedTuple):
    """A kind of share (SHARES), and whose it is."""

    kind: str
    owner: str = ""


def shares_of(endpoint: Endpoint) -> list[Share]:
    """Return the shares that a request to an endpoint takes part of."""
    shares = [Share("player", endpoint.player_id), Share("host", endpoint.host)]
    if endpoint.failures:
        shares.append(Share("failing", endpoint.id))
    if endpoint.failures or endpoint.tried_at is None:
        shares.append(Share("unproved"))
    return shares


class Places:
    """The places of one sender."""

    def __init__(self) -> None:
        self._held: dict[object, list[Share]] = {}

    def hold(self, request: object, endpoint: Endpoint) -> None:
        """Count a request as under way."""
        self._held[request] = shares_of(endpoint)

    def free(self, request: object) -> None:
        """Count a request as ended."""
        del self._held[request]

    def choose(self, channels: Mapping[str, Channel]) -> list[str]:
        """Return the ids of due deliveries for which there are places, the longest due first.

        `channels` has the channel of each kind of endpoint. Deliveries to paused endpoints are put
        off. Deliveries that go together need one place.
        """
        load = Counter(share for shares in self._held.values() for share in shares)
        free = AT_ONCE - len(self._held)
        chosen: dict[tuple[str, ...], list[str]] = {}
        put_off: set[str] = set()
        more = free > 0
        while more:
            ids = [one for group in chosen.values() for one in group]
            rows = list(_due(load).exclude(id__in=ids)[:READ_AT_ONCE])
            for row in rows:
                assert row.endpoint is not None
                if is_paused(row):
                    if row.endpoint.id not in put_off:
                        deliveries_put_off(row.endpoint)
                        put_off.add(row.endpoint.id)
                    continue
                key = channels[row.endpoint.kind].together(row)
                shares = shares_of(row.endpoint)
                if key in chosen:
                    chosen[key].append(row.id)
                elif len(chosen) < free and not any(_is_used_up(load, one) for one in shares):
                    chosen[key] = [row.id]
                    load.update(shares)
            more = len(rows) == READ_AT_ONCE and len(chosen) < free
        return [one for group in chosen.values() for one in group]


def _is_used_up(load: Counter[Share], share: Share) -> bool:
    return load[share] >= SHARES[share.kind]


def _due(load: Counter[Share]) -> QuerySet[Delivery]:
    """Due deliveries whose shares are not used up."""
    used_up: dict[str, list[str]] = {kind: [] for kind in SHARES}
    for share in filter(lambda one: _is_used_up(load, one), load):
        used_up[share.kind].append(share.owner)
    due = Delivery.objects.filter(
        endpoint__isnull=False, state=Delivery.State.WAITING, at__lte=timezone.now()
    )
    due = due.exclude(endpoint__player__in=used_up["player"])
    due = due.exclude(endpoint__host__in=used_up["host"])
    due = due.exclude(endpoint__in=used_up["failing"])
    if used_up["unproved"]:
        due = due.exclude(UNPROVED)
    return due.select_related("endpoint", "notice").order_by("at")
