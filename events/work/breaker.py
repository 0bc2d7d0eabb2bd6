"""Circuit breaker: a service that failed is not tried again for a while, so no request waits."""

from time import monotonic

PAUSE_SECONDS = 5


class CircuitBreaker:
    """A circuit breaker for one service, local to this process; closed at first."""

    def __init__(self) -> None:
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the circuit is open: do not try the service."""
        return monotonic() < self._until

    def open(self) -> None:
        """Open the circuit for PAUSE_SECONDS, because the service failed."""
        self._until = monotonic() + PAUSE_SECONDS
