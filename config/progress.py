"""A bar that says how far a long command has come; drawn on a terminal only."""

import sys
import time
from typing import TextIO

BAR = 30
DRAWN_EVERY = 0.1


class Progress:
    """So many things to be done, and how many have been."""

    def __init__(self, total: int, unit: str, stream: TextIO = sys.stderr) -> None:
        self._total = total
        self._unit = unit
        self._stream = stream if stream.isatty() else None
        self._started = time.monotonic()
        self._drawn = 0.0
        self.done = 0

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._started

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.done / max(self.seconds, 1e-6)

    def advance(self, count: int = 1) -> None:
        """So many more are done."""
        self.done += count
        if self._stream and time.monotonic() - self._drawn > DRAWN_EVERY:
            self._drawn = time.monotonic()
            self._stream.write(f"\r{self._line()}\x1b[K")
            self._stream.flush()

    def clear(self) -> None:
        """Leave the line to whoever writes next."""
        if self._stream and self._drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _line(self) -> str:
        total = max(self._total, self.done, 1)  # others may have added some
        filled = BAR * self.done // total
        left = (total - self.done) / max(self.rate, 1e-6)
        return (
            f"[{'#' * filled}{'.' * (BAR - filled)}] {100 * self.done // total:3} %  "
            f"{self.done:,} of {total:,} {self._unit}, {self.rate:,.0f}/s, {left:,.0f} s left"
        )
