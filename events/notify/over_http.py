"""Channels that are a POST to an address which a player has registered."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from datetime import timedelta

from events.models import Delivery
from events.notify.channels import Fate, Parcel
from events.notify.wire import Answer, Request, post_all

LONGEST_WAIT = timedelta(days=1)

log = logging.getLogger(__name__)


class OverHttp(ABC):
    """What such channels share."""

    name: str
    unwanted: frozenset[int]
    """The statuses by which an address says that it wants nothing more."""

    @abstractmethod
    def together(self, delivery: Delivery) -> tuple[str, ...]: ...

    @abstractmethod
    def request(self, parcel: Parcel) -> Request:
        """What is sent for a parcel."""

    def is_final(self, status: int) -> bool:
        """Whether trying again after this status would change nothing."""
        return status in self.unwanted

    def carry(self, parcels: Iterable[Parcel]) -> Iterator[tuple[Parcel, Fate]]:
        """All at once: see `wire`."""
        ready: list[tuple[Parcel, Request]] = []
        for parcel in parcels:
            try:
                ready.append((parcel, self.request(parcel)))
            except Exception:
                log.exception("no %s could be written for delivery %s", self.name, parcel.id)
                yield parcel, Fate(False, "it could not be written")
        for place, answer in post_all([request for _, request in ready]):
            yield ready[place][0], self._fate(answer)

    def _fate(self, answer: Answer) -> Fate:
        if answer.status is None:
            return Fate(False, answer.text)
        wait = timedelta(seconds=answer.retry_after or 0)
        return Fate(
            arrived=200 <= answer.status < 300,
            answer=answer.text,
            for_good=self.is_final(answer.status),
            unwanted=answer.status in self.unwanted,
            wait=min(wait, LONGEST_WAIT) or None,
        )
