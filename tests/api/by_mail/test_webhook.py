"""A mail that a provider passes on by its webhook, in a process that is set up for it."""

import json
import os
import subprocess
import sys
from email.message import EmailMessage

import pytest
from django.conf import settings

from events.models import Match
from tests.support.mailbox import Mailbox, codes_in
from tests.support.people import open_match
from tests.support.post_office import PostOffice
from tests.support.server import PATIENCE, soon

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

PASSED_ON = """
import base64, json, sys, time
import django
django.setup()
from django.test import Client
mails = json.load(sys.stdin)
def post(secret, told):
    who = base64.b64encode(secret.encode()).decode()
    body = json.dumps(told)
    return Client(SERVER_NAME="localhost", headers={"Authorization": "Basic " + who}).post(
        f"/mail/inbound/postmark/{sys.argv[1]}/", body, content_type="application/json").status_code
print(post("wrong:secret", mails[0]))
for told in mails:
    began = time.process_time()
    print(post("pass:word", told), time.process_time() - began)
"""


def passed_on(*told: object, about: str = "inbound") -> list[str]:
    """What such a process answers to a stranger and to the provider, with the CPU time for each."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "MAIL_WEBHOOK_SECRET": "pass:word",
        "MAIL_DOMAIN": "play.example.org",
        "MAIL_ANSWER_SECONDS": "0",
        "SECRET_KEY": settings.SECRET_KEY,
    }
    ended = subprocess.run(
        [sys.executable, "-c", PASSED_ON, about],
        input=json.dumps(told),
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split()


def test_a_mail_passed_on_by_a_provider_is_played(post_office: PostOffice, mail_port: int) -> None:
    box = Mailbox(post_office, mail_port)
    while True:
        match = open_match(box.person, 2, bots=1)["id"]
        (mail,) = box.new_mails()
        if codes_in(mail):
            break
    before = Match.objects.get(id=match).version
    to = str(mail["Reply-To"])
    raw = f"From: {box.address}\r\nTo: {to}\r\nMessage-ID: <a@b>\r\n"
    raw += f"In-Reply-To: {mail['Message-ID']}\r\n\r\n{codes_in(mail)[0]}, receipt\r\n"
    told = {
        "From": box.address,
        "FromFull": {"Email": box.address, "Name": ""},
        "To": to,
        "ToFull": [{"Email": to, "Name": ""}],
        "OriginalRecipient": to,
        "MessageID": "x",
        "RawEmail": raw,
        "TextBody": codes_in(mail)[0],
        "Headers": [{"Name": "Message-ID", "Value": "<a@b>"}],
    }
    assert passed_on(told)[:2] == ["400", "200"]
    assert Match.objects.get(id=match).version > before
    answers: list[EmailMessage] = []

    def is_answered() -> bool:
        answers.extend(box.new_mails())
        return bool(answers)

    assert soon(is_answered)
    (answer,) = answers
    assert answer["In-Reply-To"] == "<a@b>"
