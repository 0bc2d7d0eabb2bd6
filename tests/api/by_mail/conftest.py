"""The mail servers of these tests, and a player who has a mailbox."""

import pytest

from events.notifications.email import picture
from tests.support.mailbox import Mailbox, mail_port
from tests.support.post_office import PostOffice, post_office

__all__ = ["mail_port", "post_office"]


@pytest.fixture(autouse=True)
def pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails have small pictures here: most of the time of a mail goes into rendering its picture
    at full size."""
    monkeypatch.setattr(picture, "ZOOM", 0.25)


@pytest.fixture
def box(post_office: PostOffice, mail_port: int) -> Mailbox:
    return Mailbox(post_office, mail_port)
