"""Whatever is asked, as whomever: the answer is one that the schema declares, and no fault."""

import os

import pytest

from tests.api.schema.fuzzing import Fuzz
from tests.support.services.databases import VENDORS

DATABASES = VENDORS if os.environ.get("EVERY_DATABASE") else ["postgresql"]
"""In every run the one that refuses more: NUL in a text, for example."""
CASES = int(os.environ.get("FUZZ_CASES", "120"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))


@pytest.mark.parametrize("database", DATABASES, indirect=True)
@pytest.mark.usefixtures("redis_url")
def test_every_answer_is_one_that_the_schema_declares(database: str) -> None:
    fuzz = Fuzz(cases=CASES, number=SEED)
    fuzz.run()
    print(f"\n{database}", *fuzz.report(), sep="\n")
    assert not fuzz.faults, "\n\n".join(fuzz.faults.values())
    assert sum(fuzz.statuses.values()) >= CASES
