"""At most one server per DATA_DIR."""

import fcntl
import os
import time
from pathlib import Path

from config.serve.refusal import Refusal

# After a SIGKILL the leash holds the lock for a moment longer, until the last process is gone.
PATIENCE_SECONDS = 3.0


def lock(folder: Path) -> int:
    """A lock on the folder, held until this descriptor and its copies are closed."""
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
            raise Refusal(
                f"Another server already runs on {folder}. "
                "Stop it, or choose another folder: DATA_DIR=elsewhere make run"
            ) from None
        return descriptor
