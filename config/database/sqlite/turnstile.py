"""One writer at a time among all threads and processes of a database file, in turn.

SQLite lets a writer that finds the database locked sleep and look again, longer each time, so that
under load one is overtaken for a second and more. Here the kernel wakes whoever waits.
"""

import fcntl
import os


class Turnstile:
    """Held while writing. Whoever waits to write already holds `next`, so whoever has just
    written and wants to again queues behind."""

    def __init__(self, path: str) -> None:
        self._next = _opened(f"{path}-next")
        self._now = _opened(f"{path}-now")

    def enter(self) -> None:
        """Return when it is our turn."""
        fcntl.flock(self._next, fcntl.LOCK_EX)
        try:
            fcntl.flock(self._now, fcntl.LOCK_EX)
        finally:
            fcntl.flock(self._next, fcntl.LOCK_UN)

    def leave(self) -> None:
        """Let the next one in; no harm if we are not inside."""
        fcntl.flock(self._now, fcntl.LOCK_UN)

    def close(self) -> None:
        """Leave for good."""
        os.close(self._next)
        os.close(self._now)


def _opened(path: str) -> int:
    return os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
