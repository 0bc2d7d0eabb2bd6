"""What reading a mail costs: nothing before its address is known, then linear in its length."""

import os
import smtplib
from email.message import EmailMessage

import pytest

from bench.mail_parsing import ATTACKS, read_bounded, seconds
from events.by_mail.mime import HEADERS_MOST, TEXT_MOST
from tests.api.by_mail.questions import asked
from tests.api.by_mail.test_webhook import passed_on
from tests.support.mailbox import Mailbox, codes_in, text_of

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

MADE_UP = f"r-{'a' * 53}@play.example.org"
GROWTH = 8
MOST_RATIO = 4 * GROWTH
"""Linear time grows by GROWTH, quadratic time by its square; a busy machine is in between."""
LEAST_SECONDS = 0.002


@pytest.mark.parametrize("attack", ATTACKS)
def test_reading_a_mail_takes_linear_time(attack: str) -> None:
    sizes = (5000, 5000 * GROWTH)
    small, large = (seconds(read_bounded, ATTACKS[attack](size), 3) for size in sizes)
    assert large < MOST_RATIO * max(small, LEAST_SECONDS)


def test_a_mail_to_a_made_up_address_is_refused_before_it_is_sent(mail_port: int) -> None:
    with smtplib.SMTP("127.0.0.1", mail_port) as post:
        post.ehlo()
        post.mail("eve@example.org")
        assert post.rcpt(MADE_UP)[0] == 550
        assert post.rcpt("gobelet@play.example.org")[0] == 550


PADDING = "x" * 78 + "\r\n"


def send_raw(box: Mailbox, mail: EmailMessage, headers: str, body: str) -> None:
    own = f"Message-ID: <{os.urandom(8).hex()}@b>\r\nIn-Reply-To: {mail['Message-ID']}\r\n"
    text = f"From: {box.address}\r\n{headers}{own}\r\n{body}"
    with smtplib.SMTP("127.0.0.1", box.port) as post:
        assert post.sendmail(box.address, [str(mail["Reply-To"])], text.encode()) == {}


def test_what_is_too_long_is_not_read_and_its_sender_is_told(box: Mailbox) -> None:
    _, mail = asked(box)
    line = codes_in(mail)[0]
    received = f"Received: {'y' * 900}\r\n" * (HEADERS_MOST // 900 + 1)
    quoted = f"> {PADDING}" * (TEXT_MOST // len(PADDING) + 200)
    for headers, body in ((received, line), ("", f"{quoted}{line}")):
        send_raw(box, mail, headers, body)
        (answer,) = box.new_mails()
        assert "Your mail is too long" in text_of(answer)
        assert codes_in(answer) == codes_in(mail), "nothing was played"


def test_a_long_quotation_below_the_move_does_no_harm(box: Mailbox) -> None:
    _, mail = asked(box)
    send_raw(box, mail, "", f"{codes_in(mail)[0]}, receipt\r\n\r\n" + f"> {PADDING}" * 2000)
    (answer,) = box.new_mails()
    assert text_of(answer).startswith("Played: ")


def test_a_providers_webhook_reads_in_linear_time_too() -> None:
    def raw(kind: str) -> object:
        mail = f"From: a@b.org\r\nTo: {MADE_UP}\r\nContent-Type: {kind}\r\n\r\nok\r\n"
        return told("Content-Type", "text/plain") | {"RawEmail": mail}

    def told(name: str, value: str) -> dict[str, object]:
        return {
            "MessageID": "x",
            "From": "a@b.org",
            "FromFull": {"Email": "a@b.org", "Name": ""},
            "To": MADE_UP,
            "ToFull": [],
            "Headers": [{"Name": name, "Value": value}],
            "TextBody": "ok",
        }

    plain, attack = "text/plain; x=" + "aaa" * 4000, "text/plain " + "(a)" * 4000
    mails = [raw(plain), raw(attack), told("Sender", plain), told("Sender", attack)]
    refused, *answers = passed_on(mails[0], *mails)
    assert refused == "400"
    assert answers[::2] == ["200"] * 5
    _, raw_plain, raw_attack, plain_parsed, attack_parsed = map(float, answers[1::2])
    assert raw_attack < 10 * max(raw_plain, LEAST_SECONDS)
    assert attack_parsed < 10 * max(plain_parsed, LEAST_SECONDS)
