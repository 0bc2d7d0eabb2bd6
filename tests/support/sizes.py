"""The sizes of open-ended tests: small in every run, larger in `make check`."""

import os
from typing import TypeVar

T = TypeVar("T")

FULL = "FULL" in os.environ


def sized(everyday: T, full: T) -> T:
    """Return the second where FULL is set, else the first."""
    return full if FULL else everyday
