"""The base of all channels: units of delivery, their results, and how deliveries are grouped.

To add a kind of push or webhook, write an `HttpChannel` (http/channel.py), and add an entry to
`http.outgoing.CHANNELS` and a value to Endpoint.Kind. A channel with a pace of its own also needs a
value in Delivery.Channel and Endpoint.Channel, and a field of `events.players.profile.Channels`.
"""

from datetime import timedelta
from typing import NamedTuple, Protocol

from events.models import Delivery, Endpoint, Player
from events.notifications.notice import Notice

RETRY_DELAYS = tuple(
    timedelta(minutes=wait)
    for wait in (5 / 60, 1, 5, 30, *(60 * hours for hours in (2, 5, 10, 14, 20, 24)))
)
"""The waits before the retries of a delivery."""


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
    """The result of one try to deliver a group."""

    arrived: bool
    answer: str
    for_good: bool = False
    """Whether the failure is permanent, so that there is no retry."""
    unwanted: bool = False
    """Whether the address wants no further deliveries."""
    of_service: bool = False
    """Whether a service of many addresses failed: that does not count as a failure of this one."""
    wait: timedelta = timedelta(0)
    """The least time to wait before the next try, if the recipient named one (Retry-After)."""


class Channel(Protocol):
    """A channel by which players are notified."""

    name: str

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        """Return the grouping key: a player's deliveries with equal keys go in one group."""
