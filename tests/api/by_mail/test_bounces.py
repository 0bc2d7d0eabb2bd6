"""Mails that come back later: reports of mail servers to the address that a mail was sent from."""

import re
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP

import pytest
from pytest_django import Settings

from events.models import Bounce, ReceivedMail
from tests.api.by_mail.test_webhook import passed_on
from tests.support.mailbox import Mailbox, deliver
from tests.support.people import new_address, open_match
from tests.support.post_office import PostOffice

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

REPORT = """\
From: Mail Delivery System <MAILER-DAEMON@example.org>
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <report@example.org>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type={kind}; boundary="x"

--x
Content-Type: text/plain

believe
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; somebody@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 nobody here

--x--
"""


def mail_to(box: Mailbox) -> EmailMessage:
    open_match(box.person, 2, bots=1)
    (mail,) = box.new_mails()
    return mail


def report(
    to: str, *, action: str = "failed", status: str = "5.1.1", kind: str = "delivery-status"
) -> EmailMessage:
    text = REPORT.format(to=to, action=action, status=status, kind=kind)
    message = BytesParser(policy=SMTP).parsebytes(text.replace("\n", "\r\n").encode())
    assert isinstance(message, EmailMessage)
    return message


def test_a_mail_that_comes_back_for_good_ends_mails_until_the_address_is_proved(
    box: Mailbox, mail_port: int
) -> None:
    to = str(mail_to(box)["Reply-To"])
    assert deliver(mail_port, report(to), to, "") is None
    bounce = Bounce.objects.get(email=box.address)
    assert bounce.answer == "5.1.1 smtp; 550 nobody here"
    (banner,) = box.person.get("me").json()["banners"]
    assert banner["code"] == "email_bounced"
    open_match(box.person, 2, bots=1)
    assert box.new_mails() == []
    assert deliver(mail_port, report(to), to, "") is None, "as often as one likes"


@pytest.mark.parametrize(
    "said",
    [
        {"action": "delayed", "status": "4.4.1"},
        {"action": "failed", "status": "4.2.2"},
        {"action": "delivered", "status": "2.0.0"},
        {"action": "delayed", "status": "5.1.1"},
        {"kind": "feedback-report"},
        {"status": "5"},
        {"status": "five"},
    ],
)
def test_any_other_report_changes_nothing(
    box: Mailbox, mail_port: int, said: dict[str, str]
) -> None:
    to, taken = str(mail_to(box)["Reply-To"]), ReceivedMail.objects.count()
    assert deliver(mail_port, report(to, **said), to, "") is None
    assert not Bounce.objects.filter(email=box.address).exists()
    assert ReceivedMail.objects.count() == taken, "and it is not answered"
    assert box.new_mails() == []


def test_a_report_to_a_forged_address_changes_nothing(box: Mailbox, mail_port: int) -> None:
    to = str(mail_to(box)["Reply-To"])
    local, _, domain = to.partition("@")
    forged = f"{local[:-3]}{'a' if local[-3] != 'a' else 'b'}{local[-2:]}@{domain}"
    deliver(mail_port, report(forged), forged, "")
    assert not Bounce.objects.filter(email=box.address).exists()


def test_mails_are_sent_in_the_name_of_the_address_to_answer_to(
    box: Mailbox, post_office: PostOffice, settings: Settings
) -> None:
    mail = mail_to(box)
    assert post_office.senders[-1] == "gobelet@localhost", "another domain is not ours to use"
    settings.MAIL_FROM = "Gobelet <gobelet@play.example.org>"
    mail = mail_to(box)
    assert post_office.senders[-1] == mail["Reply-To"]
    assert re.fullmatch(r"r-[a-z2-7]+@play\.example\.org", str(mail["Reply-To"]))
    assert mail["From"] == settings.MAIL_FROM
    assert len(mail.get_all("From") or []) == 1


def test_a_provider_tells_of_bounces_by_its_webhook(box: Mailbox) -> None:
    for_now = {
        "RecordType": "Bounce",
        "Type": "Transient",
        "MessageID": "x",
        "Email": new_address(),
        "Description": "Later",
        "Details": "452 4.2.2 full",
        "BouncedAt": "2026-05-01T18:30:00Z",
    }
    for_good = for_now | {
        "Type": "HardBounce",
        "Email": box.address.upper(),
        "Details": "550 5.1.1 \x00 nobody",
    }
    refused, *answers = passed_on(for_now, for_good, about="tracking")
    assert (refused, answers[::2]) == ("400", ["200", "200"])
    assert not Bounce.objects.filter(email=for_now["Email"]).exists()
    assert "5.1.1" in Bounce.objects.get(email=box.address).answer
