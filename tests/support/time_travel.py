"""Simulated time: `timezone.now` returns it, and it passes when a test says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from django.utils import timezone

MICROSECOND = timedelta(microseconds=1)


class Sky:
    """The simulated time; each reading takes a microsecond, so that no two are equal."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        self.now += MICROSECOND
        return self.now

    def pass_by(self, **duration: float) -> datetime:
        """Let time pass."""
        self.now += timedelta(**duration)
        return self.now

    def pass_until(self, moment: datetime | str) -> None:
        """Let time pass until then, if that is in the future."""
        if isinstance(moment, str):
            moment = datetime.fromisoformat(moment)
        self.now = max(self.now, moment)


@contextmanager
def travelling(start: datetime | None = None) -> Iterator[Sky]:
    """Simulate time inside the block, from now or from `start`."""
    sky = Sky(start or datetime.now(UTC))
    with patch.object(timezone, "now", sky):
        yield sky
