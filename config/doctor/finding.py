"""The result of a check."""

from typing import NamedTuple


class Finding(NamedTuple):
    """Whether one thing is in order, and what to do if it is not."""

    subject: str
    text: str
    is_ok: bool


def ok(subject: str, text: str) -> Finding:
    """Return that something is in order."""
    return Finding(subject, text, is_ok=True)


def wrong(subject: str, text: str) -> Finding:
    """Return that something is not; the text says what to do."""
    return Finding(subject, text, is_ok=False)


def duration(seconds: float) -> str:
    """Return a duration in words: `40 s`, `5 min`, `7 h`, `12 days`."""
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
