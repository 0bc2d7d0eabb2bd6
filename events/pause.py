"""Leaving alone for a while what did not answer, so that nobody waits for it twice."""

from time import monotonic

PAUSE_SECONDS = 5


class Pause:
    """Of one process, from whenever it is begun."""

    def __init__(self) -> None:
        self._until = 0.0

    @property
    def lasts(self) -> bool:
        """Whether not to try yet."""
        return monotonic() < self._until

    def begin(self) -> None:
        """It did not answer."""
        self._until = monotonic() + PAUSE_SECONDS

    def end(self) -> None:
        """Try again at once."""
        self._until = 0.0
