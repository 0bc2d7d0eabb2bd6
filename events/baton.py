"""Of the requests that write to SQLite, one in each process is worked on at a time.

Threads of one process cannot compute at the same time, only get in each other's way: whoever has
just heard from the database has to win the interpreter back from the others, while everybody waits
for the one writer that SQLite allows. What they can do at the same time is wait for the disk or for
their turn, so whoever does that lays the baton down.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, local


class Baton:
    """A lock that can be laid down for a while by whoever has it, and by others without effect."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._mine = local()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have it inside."""
        with self._lock:
            self._mine.held = True
            try:
                yield
            finally:
                self._mine.held = False

    @contextmanager
    def laid_down(self) -> Iterator[None]:
        """Let others have it inside, if it is ours."""
        held = getattr(self._mine, "held", False)
        if held:
            self._lock.release()
        try:
            yield
        finally:
            if held:
                self._lock.acquire()


baton = Baton()
