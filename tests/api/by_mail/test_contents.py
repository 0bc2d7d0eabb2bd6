"""What a mail contains, and what is kept of a received one."""

import re

import pytest

from events.models import Player, ReceivedMail
from tests.api.by_mail.questions import asked
from tests.support.mailbox import Mailbox, html_of, text_of
from tests.support.people import open_match
from tests.support.post_office import PostOffice

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def test_a_whole_mail_is_one_of_everything(box: Mailbox) -> None:
    _, mail = asked(box)
    assert mail.get_content_type() == "multipart/related"
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<table@gobelet>"
    assert "cid:table@gobelet" in html_of(mail)
    assert bytes(picture.get_payload(decode=True)).startswith(b"\x89PNG")
    assert mail["Auto-Submitted"] == "auto-generated"


def test_a_name_is_never_a_header_or_a_tag(post_office: PostOffice, mail_port: int) -> None:
    box, friend = (Mailbox(post_office, mail_port) for _ in range(2))
    name = '<img src=x onerror=alert(1)>"&'
    Player.objects.filter(id=friend.person.player).update(
        name=f"{name}\r\nBcc: eve@example.org"[:40]
    )
    match = open_match(box.person, 2)["id"]
    assert friend.person.post(f"matches/{match}/join").status_code == 200
    for mail in box.new_mails() + friend.new_mails():
        assert mail["Bcc"] is None
        assert "\n" not in str(mail["Subject"])
        assert "<img src=x" not in html_of(mail)
    assert not [to for to in post_office.recipients if "eve" in to]


def test_what_is_quoted_is_not_kept(box: Mailbox) -> None:
    _, mail = asked(box)
    assert box.reply(mail, "what is this?") is None
    kept = ReceivedMail.objects.values_list("digest", flat=True)
    assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in kept)
    (answer,) = box.new_mails()
    assert "> " not in text_of(answer)
