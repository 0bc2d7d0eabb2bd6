"""When the log of this installation was last checked as a whole, in a file of DATA_DIR.

A file, because the check changes nothing in the database, which may be a copy or read-only.
"""

from datetime import datetime
from pathlib import Path

import msgspec
from django.conf import settings
from django.utils import timezone


class CheckRecord(msgspec.Struct):
    """The result of the last check."""

    at: datetime
    faults: int


def check_record(faults: int) -> None:
    """Record that the whole log was checked now, with this number of faults."""
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.write_bytes(msgspec.json.encode(CheckRecord(timezone.now(), faults)))
    draft.replace(path)


def last_check() -> CheckRecord | None:
    """Return the last check, or None if there was none on this machine."""
    try:
        return msgspec.json.decode(_path().read_bytes(), type=CheckRecord)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def _path() -> Path:
    return Path(settings.DATA_DIR) / "log-check.json"
