"""A file lock that allows at most one server per DATA_DIR."""

import fcntl
import os
import time
from pathlib import Path

from config.supervisor.errors import StartupError

# After a SIGKILL the reaper holds the lock a little longer, until the last process has ended.
PATIENCE_SECONDS = 3.0


def lock(folder: Path) -> int:
    """Lock the folder until the returned descriptor and its copies are closed.

    Raise StartupError if another server still holds the lock after PATIENCE_SECONDS.
    """
    descriptor = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            os.close(descriptor)
            raise StartupError(
                f"Another server already runs on {folder}. "
                "Stop it, or choose another folder: DATA_DIR=elsewhere make run"
            ) from None
        return descriptor
