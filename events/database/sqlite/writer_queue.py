"""A fair lock for writers, across all threads and processes that share a database file.

SQLite makes a writer that finds the database locked sleep and retry, longer each time, so under
load a writer can be overtaken for a second and more. Here the kernel wakes the next writer.
"""

import fcntl
import os


class WriterQueue:
    """A lock held while writing. The next writer already holds `next` while it waits, so a writer
    that has just finished and wants to write again queues behind it."""

    def __init__(self, path: str) -> None:
        self._next = _open(f"{path}-next")
        self._now = _open(f"{path}-now")

    def enter(self) -> None:
        """Take the lock, waiting for our turn."""
        fcntl.flock(self._next, fcntl.LOCK_EX)
        try:
            fcntl.flock(self._now, fcntl.LOCK_EX)
        finally:
            fcntl.flock(self._next, fcntl.LOCK_UN)

    def leave(self) -> None:
        """Release the lock; a no-op if we do not hold it."""
        fcntl.flock(self._now, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the lock files, which releases the lock."""
        os.close(self._next)
        os.close(self._now)


def _open(path: str) -> int:
    return os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
