"""The interface of a channel, which delivers parcels to players and reports each result.

To add a channel (FCM, APNs, …), write a class with these three members, and add an entry to
`deliver.CHANNELS`, a value to Delivery.Channel (and to Endpoint.Channel if players register
endpoints for it) and a field to `events.players.profile.Channels`.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import NamedTuple, Protocol

from events.models import Delivery, Endpoint, Player
from events.notifications.notice import Notice


class DeliveryGroup(NamedTuple):
    """One unit of delivery: notices that are still news, for one player at one address."""

    player: Player
    endpoint: Endpoint | None
    notices: tuple[Notice, ...]
    """The most urgent first; empty in a test delivery that the player requested."""
    deliveries: tuple[Delivery, ...]

    @property
    def id(self) -> str:
        """The same at every try, so that recipients can detect duplicates."""
        return min(delivery.id for delivery in self.deliveries)


class DeliveryResult(NamedTuple):
    """The result of one try to deliver a parcel."""

    arrived: bool
    answer: str
    for_good: bool = False
    """Whether the failure is permanent, so that there is no retry."""
    unwanted: bool = False
    """Whether the address wants no further deliveries."""
    wait: timedelta = timedelta(0)
    """The least time to wait before the next try, if the recipient named one (Retry-After)."""


class Channel(Protocol):
    """A channel by which players are notified."""

    name: str

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        """Return the grouping key: a player's deliveries with equal keys go in one parcel."""

    def carry(
        self, parcels: Iterable[DeliveryGroup]
    ) -> Iterator[tuple[DeliveryGroup, DeliveryResult]]:
        """Deliver the parcels in order; yield each with its result as soon as that is known.

        The failure of a parcel is a result, never an exception.
        """
