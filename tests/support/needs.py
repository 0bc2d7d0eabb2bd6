"""Programs that tests need and the project does not install: node, npm, Chromium, Java.

Without one, its tests are skipped, with the command that installs it; where CI is set they fail.
"""

import os
import shutil
from typing import NoReturn

import pytest

LEFT_OUT = "left out:"
"""Skip reasons that begin with this are listed at the end of a run."""
INSTALL = "on Debian: apt-get install"


def needed(command: str, packages: str) -> str:
    """The path of a command; skips the test without it."""
    return shutil.which(command) or leave_out(command, packages)


def leave_out(what: str, packages: str) -> NoReturn:
    """Skip the test, or fail it where CI is set, and name the packages to install."""
    reason = f"{LEFT_OUT} {what}; {INSTALL} {packages}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
