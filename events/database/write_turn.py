"""On SQLite, each process works on one writing request at a time.

Threads of one process cannot compute in parallel, they only contend: a thread that has just got an
answer from the database has to win the interpreter lock back from the others, while all of them
wait for the single writer that SQLite allows. They can wait in parallel, for the disk or for the
writer queue, so a thread releases this lock while it does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, local


class WriteTurn:
    """A lock that its holder can release for a while; for other threads that is a no-op."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._thread = local()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock inside the block."""
        with self._lock:
            self._thread.held = True
            try:
                yield
            finally:
                self._thread.held = False

    @contextmanager
    def laid_down(self) -> Iterator[None]:
        """Release the lock inside the block, if this thread holds it."""
        held = getattr(self._thread, "held", False)
        if held:
            self._lock.release()
        try:
            yield
        finally:
            if held:
                self._lock.acquire()


write_turn = WriteTurn()
