"""The mail servers of these tests, and a player who has a mailbox."""

import pytest

from tests.support.mailbox import Mailbox, mail_port
from tests.support.post_office import PostOffice, post_office

__all__ = ["mail_port", "post_office"]


@pytest.fixture
def box(post_office: PostOffice, mail_port: int) -> Mailbox:
    return Mailbox(post_office, mail_port)
