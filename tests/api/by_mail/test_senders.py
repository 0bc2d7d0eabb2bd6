"""Senders of mails: only the player asked, authenticated where that is demanded, may play."""

from email.message import EmailMessage

import pytest

from events.by_mail.sender_auth import is_authenticated
from events.mail.reply_address import (
    address_read,
    message_id,
    question_named,
    reply_address,
    was_made_for,
)
from tests.api.by_mail.questions import asked, version
from tests.support.mailbox import Mailbox, codes_in, deliver, mail_socket_open, text_of
from tests.support.post_office import PostOffice

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

MATCH = "7b1c6f7e-4f0c-4a63-8d4d-0f6f7fd0a001"
PASSED = "dmarc=pass header.from=example.org"


def test_an_address_names_one_player_and_one_match() -> None:
    address = reply_address(MATCH, 1, "somebody")
    assert len(address.partition("@")[0]) <= 64
    found = address_read(address.upper())
    assert found is not None
    assert (found.match, found.seat, found.asked) == (MATCH, 1, None)
    assert was_made_for(found, "somebody")
    assert not was_made_for(found, "somebody else")
    assert address_read("r-aaaa@elsewhere.org") is None
    assert address_read("gobelet@play.example.org") is None


def test_a_reference_names_a_question_of_the_same_match_only() -> None:
    ours = message_id(MATCH, 40, "x1")
    other = message_id(MATCH.replace("7", "8"), 41, "x2")
    nothing = message_id(MATCH, None, "x3")
    assert question_named(f"<match.{MATCH}@localhost> {ours} {other}", MATCH) == 40
    assert question_named(f"{ours} {nothing}", MATCH) == 0
    for strange in ("", "<a@b>", other, ours.replace("@", "@evil."), ours.strip("<")):
        assert question_named(strange, MATCH) is None


def test_a_mail_that_was_passed_on_is_of_no_use_to_others(box: Mailbox) -> None:
    match, mail = asked(box)
    before = version(match)
    line = codes_in(mail)[0]
    two = f"{box.address}, eve@example.org"
    for sender in ("eve@example.org", two, f"eve@example.org <{box.address}.org>", ""):
        refused = box.reply(mail, line, sender=sender or "nobody")
        assert refused is not None
        assert refused[0] == 550
    local, _, domain = str(mail["Reply-To"]).partition("@")
    forged = local[:-1] + ("a" if local[-1] != "a" else "b")
    assert box.write(f"{forged}@{domain}", line) is not None
    assert box.write(f"gobelet@{domain}", line) is not None
    assert version(match) == before
    assert box.new_mails() == []


def test_a_stranger_cannot_guess_an_address(mail_port: int) -> None:
    message = EmailMessage()
    message["From"] = "eve@example.org"
    message.set_content("3")
    to = f"r-{'a' * 53}@play.example.org"
    refused = deliver(mail_port, message, to, "eve@example.org")
    assert refused is not None
    assert refused[0] == 550


def test_machines_are_not_answered(box: Mailbox) -> None:
    match, mail = asked(box)
    before = version(match)
    line = codes_in(mail)[0]
    assert box.reply(mail, line, Auto_Submitted="auto-replied") is None
    assert box.reply(mail, line, envelope="") is None
    assert version(match) == before
    assert box.new_mails() == []


SUSPECT = [{"Precedence": "bulk"}, {"List_Id": "<x.example.org>"}, {"X_Autoreply": "yes"}]


def test_a_person_whose_mails_look_automatic_is_not_ignored(box: Mailbox) -> None:
    match, mail = asked(box)
    before = version(match)
    assert box.reply(mail, "I am away until Monday.", **SUSPECT[0]) is None
    (answer,) = box.new_mails()
    assert "looks like an automatic answer" in text_of(answer)
    for headers in SUSPECT:
        assert box.reply(mail, "I am away until Monday.", **headers) is None
    assert box.new_mails() == [], "answered once"
    assert version(match) == before
    for headers in SUSPECT:
        line = codes_in(mail)
        assert box.reply(mail, line[0], **headers) is None
        (mail,) = box.new_mails()
        assert version(match) > before
        before = version(match)


def test_where_it_is_demanded_a_sender_must_be_authenticated(post_office: PostOffice) -> None:
    results = "Authentication_Results"
    with mail_socket_open(MAIL_AUTHSERV_ID="mx.example.net") as port:
        box = Mailbox(post_office, port)
        match, mail = asked(box)
        before, line = version(match), codes_in(mail)[0]
        for said in (
            "",
            "mx.example.net; dmarc=fail header.from=example.org",
            "mx.example.net; dmarc=pass header.from=evil.org; dkim=pass header.d=evil.org",
            "mx.evil.org; dmarc=pass header.from=example.org",
            "mx.example.net; spf=pass smtp.mailfrom=example.org",
            "mx.example.net; dkim=fail (dkim=pass header.d=example.org)",
            'mx.example.net; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org y"@a.b',
        ):
            refused = box.reply(mail, line, **({results: said} if said else {}))
            assert refused is not None, said
        assert version(match) == before
        good = "mx.example.net (x); spf=none; dkim=pass (2048-bit) header.d=example.org"
        assert box.reply(mail, line, **{results: good}) is None
        assert version(match) > before


@pytest.mark.parametrize(
    "said",
    [
        f'spf=pass smtp.mailfrom="x; {PASSED} y"@evil.org; dmarc=fail header.from=example.org',
        f'spf=pass smtp.mailfrom="a\\"; {PASSED}; "@evil.org',
        f"spf=pass (of a (b) ; {PASSED}) smtp.mailfrom=evil.org",
        f"spf=pass (of a (b; {PASSED} (c) )) smtp.mailfrom=evil.org",
        f"spf=pass (a\\) ; {PASSED} ) smtp.mailfrom=evil.org",
        f"spf=pass (of a) ; {PASSED} ) smtp.mailfrom=evil.org",
        f"spf=pass (of a ; {PASSED}",
        'dkim=pass reason="header.d=example.org" header.d=evil.org',
        'dkim=pass header.b="x header.d=example.org" header.d=evil.org',
        "dkim=pass header.d=example.org; dmarc=fail header.from=example.org",
        f"x-{PASSED}",
        f"{PASSED} header.from=evil.org",
        f"{PASSED}; dmarc=fail header.from=example.org",
        "dmarc=passed header.from=example.org",
        "dmarc=pass header.from=example.org.evil.org",
        "dkim=pass header.d=xample.org",
        "dmarc=pass",
    ],
)
def test_nobody_writes_their_own_authentication_results(said: str) -> None:
    assert not is_authenticated(f"mx.example.net; {said}", "mx.example.net", "example.org")


@pytest.mark.parametrize(
    "said",
    [
        PASSED,
        'DMARC = Pass (p=reject) Header.From = Example.org; spf=pass smtp.mailfrom="a b"@x.org',
        'spf=none;\r\n\tdkim=pass (2048-bit (rsa)) reason="good; it is" header.d=example.org',
        "dkim=pass header.d=list.org; dkim=pass header.d=example.org",
        "spf=pass smtp.mailfrom=x.org;\r\n dmarc=pass(p=NONE) header.from=example.org;",
    ],
)
def test_authentication_results_are_read_however_they_are_written(said: str) -> None:
    assert is_authenticated(f"mx.example.net 1; {said}", "MX.example.net", "example.org")
    assert not is_authenticated(f"mx.evil.org; {said}", "mx.example.net", "example.org")
