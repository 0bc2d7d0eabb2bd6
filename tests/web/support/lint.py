"""Format and lint browser client and TypeScript SDK: `python -m tests.web.support.lint [--write]`.

Without npm it says so and passes, unless CI is set.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.npm import WEB, node_modules
from tests.support.server import ROOT

CHECKED = (
    *("web/client", "tests/web/unit"),
    *("clients/typescript/src", "clients/typescript/examples", "tests/clients/typescript"),
)
MISSING = "Scripts were not linted: npm is missing; on Debian: apt-get install nodejs npm"


def biome(packages: Path, *options: str) -> int:
    """The exit status of Biome on all scripts and styles; a warning counts as an error."""
    config = ("--error-on-warnings", f"--config-path={WEB}")
    command = (str(packages / ".bin" / "biome"), "check", *config, *options, *CHECKED)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> int:
    if shutil.which("npm") is None:
        print(MISSING, file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    return biome(node_modules(WEB), *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
