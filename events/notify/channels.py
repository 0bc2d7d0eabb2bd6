"""What a channel is: something that carries parcels to people and says what became of each.

Another one (FCM, APNs, …) is a class with these three things, an entry in `send.CHANNELS`, a value
of Delivery.Channel (and of Endpoint.Channel where it has addresses of its own) and a field of
`events.profile.Channels`.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import NamedTuple, Protocol

from events.models import Delivery, Endpoint, Player
from events.notify.notices import Notice


class Parcel(NamedTuple):
    """What is carried in one go: notices that are still news, to one player, to one address."""

    player: Player
    endpoint: Endpoint | None
    notices: tuple[Notice, ...]
    """The most urgent first; none in a trial that the player has asked for."""
    deliveries: tuple[Delivery, ...]

    @property
    def id(self) -> str:
        """The same at every try."""
        return min(delivery.id for delivery in self.deliveries)


class Fate(NamedTuple):
    """What became of a parcel."""

    arrived: bool
    answer: str
    for_good: bool = False
    """Trying again would change nothing."""
    unwanted: bool = False
    """Nothing more is wanted at that address."""
    wait: timedelta | None = None
    """How long we were asked to wait at least before the next try."""


class Channel(Protocol):
    """A way of telling people."""

    name: str

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        """What is the same for deliveries to one player that go in one parcel."""

    def carry(self, parcels: Iterable[Parcel]) -> Iterator[tuple[Parcel, Fate]]:
        """Take the parcels one after the other, and say of each what became of it as soon as that
        is known; it never raises for a single one."""
