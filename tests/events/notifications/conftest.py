"""What tests of notices share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.events.clocks.conftest import sky
from tests.events.notifications.receivers import Receiver, receiver
from tests.support.post_office import post_office
from tests.support.push.phones import Phones, push_services, with_keys_for

__all__ = ["post_office", "sky"]


@pytest.fixture
def machine(settings: Settings) -> Iterator[Receiver]:
    """Somebody's machine, which may be on loopback here."""
    settings.PRIVATE_ENDPOINTS = True
    with receiver() as found:
        yield found


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[Phones]:
    """The push services of phones, which this server has keys for."""
    with push_services(tmp_path) as found, with_keys_for(found):
        yield found
