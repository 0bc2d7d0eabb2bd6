"""Schemathesis over the whole schema at full size, on both databases at once (fuzzing.py).

python -m tests.api.schema.schema_fuzz [--cases 100000] [--seed 1]
"""

import argparse
import os

import pytest


def main() -> None:
    """Print how often what was asked and answered; fails if there is a fault."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cases", type=int, default=100_000, help="on each database")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    os.environ.update(FUZZ_CASES=str(given.cases), FUZZ_SEED=str(given.seed), EVERY_DATABASE="1")
    # pytest, because its plugin of ours starts the servers.
    raise SystemExit(pytest.main(["-n2", "-rP", "tests/api/schema/test_fuzz.py"]))


if __name__ == "__main__":
    main()
