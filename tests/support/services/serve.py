"""The command and environment of `manage.py serve` in tests, with nothing set but what is named."""

import os
import sys
from pathlib import Path

COMMAND = (sys.executable, "manage.py", "serve")
NOT_PASSED_ON = (
    "DATABASE_URL",
    "REDIS_URL",
    "PUBLIC_URL",
    "HOST",
    "WEB_PROCESSES",
    "WEB_THREADS",
    "PROMETHEUS_MULTIPROC_DIR",
)


def serve_environment(data_dir: Path, port: int, **environment: str) -> dict[str, str]:
    """Return the variables of a server that inherits no setting of the test run."""
    inherited = {k: v for k, v in os.environ.items() if k not in NOT_PASSED_ON}
    return inherited | {"DATA_DIR": str(data_dir), "PORT": str(port)} | environment
