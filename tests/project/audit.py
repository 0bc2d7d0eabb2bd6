"""Known faults of the interpreter and of the pinned packages (`make audit`).

Ends with 1 if a package has one. Where the data cannot be reached it says so, and ends with 0.

    python -m tests.project.audit
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--format", "json",
           "--progress-spinner", "off", "--requirement")  # fmt: skip
FIXED = {(3, 11): 10, (3, 12): 6}
"""The first release of each version that parses cookies in linear time (CVE-2024-7592)."""


def interpreter_fault(version: tuple[int, int, int]) -> str | None:
    """Return a warning if this release of Python has a fault that concerns the server."""
    *minor, micro = version
    fixed = FIXED.get((minor[0], minor[1]), 0)
    if micro >= fixed:
        return None
    name = ".".join(map(str, minor))
    return (
        f"Python {name}.{micro} parses cookies in quadratic time (CVE-2024-7592); {name}.{fixed}"
        " does not. The server refuses large cookies instead."
    )


def package_faults(report: str) -> list[str] | None:
    """Return a line for each fault in pip-audit's report; None if it could look nothing up."""
    try:
        packages = json.loads(report)["dependencies"]
    except ValueError:
        return None
    audited = [package for package in packages if "vulns" in package]
    if not audited:
        return None
    return [
        f"{package['name']} {package['version']}: {fault['id']}, fixed in"
        f" {', '.join(fault['fix_versions']) or 'no release'}"
        for package in audited
        for fault in package["vulns"]
    ]


def main() -> None:
    """Print what is known, of the interpreter and of requirements.txt."""
    if warning := interpreter_fault(sys.version_info[:3]):
        print(warning)
    ran = subprocess.run(
        [*COMMAND, str(ROOT / "requirements.txt")], capture_output=True, text=True, check=False
    )
    faults = package_faults(ran.stdout)
    if faults is None:
        print("left out: known faults of packages; pypi.org does not answer about them")
        return
    print("\n".join(faults) or "no known fault in requirements.txt")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
