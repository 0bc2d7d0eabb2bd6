"""Time that passes when a test says so: every service asks `timezone.now`, and it answers this."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from django.utils import timezone

MICROSECOND = timedelta(microseconds=1)


class Sky:
    """What time it is; each look takes a microsecond, so that no two things happen at once."""

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
        """Let time pass, if it is not yet that late."""
        if isinstance(moment, str):
            moment = datetime.fromisoformat(moment)
        self.now = max(self.now, moment)


@contextmanager
def travelling(start: datetime | None = None) -> Iterator[Sky]:
    """Under a sky of one's own, from now or from another moment."""
    sky = Sky(start or datetime.now(UTC))
    with patch.object(timezone, "now", sky):
        yield sky
