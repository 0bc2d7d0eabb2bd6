"""What tests of notices share."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.events.clocks.conftest import sky
from tests.events.notifications.receivers import Receiver, receiver
from tests.support.post_office import post_office

__all__ = ["post_office", "sky"]


@pytest.fixture
def machine(settings: Settings) -> Iterator[Receiver]:
    """Somebody's machine, which may be on loopback here."""
    settings.PRIVATE_ENDPOINTS = True
    with receiver() as found:
        yield found
