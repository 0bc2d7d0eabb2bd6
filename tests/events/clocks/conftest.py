"""What tests of clocks share."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.support.time_travel import Sky, travelling


@pytest.fixture
def sky() -> Iterator[Sky]:
    """Time that passes only when the test says so."""
    with travelling(datetime(2026, 3, 2, 12, tzinfo=UTC)) as sky:
        yield sky
