"""Mails are rows until a mail server has taken them: late, doubled or dead workers lose none."""

import email.policy
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import BadHeaderError
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from config.mail_settings import mail, sender
from events import tasks
from events.mail import queue
from events.mail.queue import mail_enqueue
from events.models import QueuedMail
from events.work.lease import LEASE
from tests.support.post_office import PostOffice, post_office
from tests.support.races import at_once
from tests.support.server import free_port
from tests.support.services.databases import on_each_database

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")
__all__ = ["post_office"]

TEXT = "Salut Zoé,\n\nc’est à vous : « Ciao, ciao… » 😀\n.\n"


def write(to: str, **more: Any) -> None:
    mail_enqueue(to=to, subject="À vous !", text=TEXT, **more)


def test_a_mail_is_sent_as_it_was_written_and_then_gone(post_office: PostOffice) -> None:
    write("plain@example.org")
    assert tasks.send_mails() == 1
    (sent,) = post_office.mails_to("plain@example.org")
    assert sent["Subject"] == "À vous !"
    assert sent.get_content().replace("\r\n", "\n") == TEXT
    assert sent["From"] == "Gobelet <gobelet@localhost>"
    assert sent["Message-ID"].endswith("@localhost>")
    assert sent["Auto-Submitted"] == "auto-generated"
    assert sent["Date"]
    assert not QueuedMail.objects.exists()
    assert tasks.send_mails() == 0


def test_a_mail_belongs_to_the_transaction_that_it_was_written_in() -> None:
    with transaction.atomic():
        write("never@example.org")
        transaction.set_rollback(True)
    assert not QueuedMail.objects.filter(to="never@example.org").exists()


@pytest.mark.parametrize(
    "to", ["a@example.org\nBcc: b@example.org", "a@example.org\r", "a\x00@example.org", "a", ""]
)
def test_what_is_no_address_is_never_written_to(to: str) -> None:
    with pytest.raises(ValueError, match="address"):
        write(to)


def test_a_subject_cannot_become_a_header(post_office: PostOffice) -> None:
    evil = "Hi\r\nBcc: eve@example.org\n\nText " + "x" * 300
    mail_enqueue(to="subject@example.org", subject=evil, text="\r\n.\r\nQUIT\r\n")
    try:
        tasks.send_mails()
    except BadHeaderError:
        pytest.fail("it should have been made one line")
    (sent,) = post_office.mails_to("subject@example.org")
    assert sent["Bcc"] is None
    assert sent["Subject"].startswith("Hi Bcc: eve@example.org Text x")
    assert "eve@example.org" not in post_office.recipients
    assert sent.get_content().replace("\r\n", "\n") == "\n.\nQUIT\n"


@on_each_database
def test_many_workers_at_once_send_each_mail_once(post_office: PostOffice) -> None:
    people = [f"many{number}@example.org" for number in range(30)]
    for person in people:
        write(person)
    at_once([tasks.send_mails] * 4)
    while tasks.send_mails():
        pass
    assert sorted(to for to in post_office.recipients if to.startswith("many")) == sorted(people)


def test_while_no_server_answers_mails_wait_longer_and_longer(
    post_office: PostOffice, settings: Settings
) -> None:
    write("patient@example.org")
    with_answer, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    for wait in (5, 15, 45):
        before = timezone.now()
        QueuedMail.objects.update(at=before)
        assert tasks.send_mails() == 0
        mail = QueuedMail.objects.get(to="patient@example.org")
        assert 0.9 * wait <= (mail.at - before).total_seconds()
        assert (mail.at - timezone.now()).total_seconds() <= 1.1 * wait
        assert tasks.send_mails() == 0
    settings.EMAIL_PORT = with_answer
    QueuedMail.objects.update(at=timezone.now())
    assert tasks.send_mails() == 1


def test_a_mail_is_given_up_in_the_end(post_office: PostOffice, settings: Settings) -> None:
    write("hopeless@example.org")
    settings.EMAIL_PORT = free_port()
    for _ in range(10):
        QueuedMail.objects.update(at=timezone.now())
        tasks.send_mails()
    dead = QueuedMail.objects.get(to="hopeless@example.org")
    assert dead.state == "dead"
    assert "Connection refused" in dead.answer
    QueuedMail.objects.update(at=timezone.now())
    tasks.send_mails()
    dead.refresh_from_db()
    assert dead.tries == 10
    queue.queue_delete_expired()
    assert QueuedMail.objects.filter(id=dead.id).update(at=timezone.now() - queue.RETENTION)
    queue.queue_delete_expired()
    assert not QueuedMail.objects.filter(id=dead.id).exists()


@pytest.mark.parametrize(("answer", "is_dead"), [("451 later", False), ("554 never", True)])
def test_a_server_that_says_no_is_asked_again_only_if_it_says_later(
    post_office: PostOffice, answer: str, is_dead: bool
) -> None:
    post_office.answer = answer
    try:
        write("refused@example.org")
        assert tasks.send_mails() == 0
    finally:
        post_office.answer = None
    mail = QueuedMail.objects.get(to="refused@example.org")
    assert (mail.state == "dead") == is_dead
    assert answer[:3] in mail.answer
    QueuedMail.objects.all().delete()


def test_one_mail_that_is_refused_does_not_hold_up_the_others(post_office: PostOffice) -> None:
    write("bad@example.org")
    QueuedMail.objects.filter(to="bad@example.org").update(to="not an address")
    write("good@example.org")
    tasks.send_mails()
    assert len(post_office.mails_to("good@example.org")) == 1
    QueuedMail.objects.all().delete()


def test_one_mail_that_cannot_be_written_does_not_hold_up_the_others(
    post_office: PostOffice,
) -> None:
    write("good2@example.org")
    write("odd@example.org")

    def made(mail: QueuedMail) -> Any:
        if mail.to == "odd@example.org":
            raise RuntimeError("what is hidden")
        return queue.plain_message(mail)

    assert queue.queue_send(compose=made) == 1
    assert len(post_office.mails_to("good2@example.org")) == 1
    odd = QueuedMail.objects.get(to="odd@example.org")
    assert (odd.tries, odd.answer) == (1, "RuntimeError")
    odd.delete()


def test_a_mail_that_somebody_else_has_taken_since_is_left_to_them(
    post_office: PostOffice,
) -> None:
    write("slow1@example.org")
    write("slow2@example.org")

    def lease_ends() -> None:
        QueuedMail.objects.update(at=timezone.now() - timedelta(seconds=1))
        tasks.send_mails()

    post_office.meanwhile = lease_ends
    tasks.send_mails()
    assert len(post_office.mails_to("slow1@example.org")) == 2, "both were sending it"
    assert len(post_office.mails_to("slow2@example.org")) == 1, "one had not begun"
    assert not QueuedMail.objects.exists()


def test_a_mail_past_its_time_is_not_sent(post_office: PostOffice) -> None:
    write("late@example.org", until=timezone.now() - timedelta(seconds=1))
    assert tasks.send_mails() == 0
    assert not QueuedMail.objects.filter(to="late@example.org").exists()


@on_each_database
def test_a_worker_that_died_with_a_lease_loses_no_mail(
    post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("orphan@example.org")

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(queue, "_send", die)
    with pytest.raises(KeyboardInterrupt):
        tasks.send_mails()
    monkeypatch.undo()
    assert tasks.send_mails() == 0
    (due,) = QueuedMail.objects.values_list("at", flat=True)
    assert due - timezone.now() < timedelta(seconds=30), "what its death costs"
    QueuedMail.objects.update(at=timezone.now() - LEASE)
    assert tasks.send_mails() == 1


def opened(path: Path) -> EmailMessage:
    parsed = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert isinstance(parsed, EmailMessage)
    assert not parsed.defects
    return parsed


def test_without_a_server_each_mail_is_a_file(tmp_path: Path, settings: Settings) -> None:
    settings.EMAIL_BACKEND = mail("", default_folder=tmp_path).backend
    settings.EMAIL_FILE_PATH = str(tmp_path / "outbox")
    write("first@example.org")
    write("second@example.org")
    assert tasks.send_mails() == 2
    files = sorted((tmp_path / "outbox").iterdir())
    assert [path.suffix for path in files] == [".eml", ".eml"]
    found = {opened(path)["To"]: opened(path) for path in files}
    assert found.keys() == {"first@example.org", "second@example.org"}
    assert found["first@example.org"].get_content().replace("\r\n", "\n") == TEXT


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "password", "starts_tls", "is_tls"),
    [
        ("smtp://mail.example.org", "mail.example.org", 25, "", "", False, False),
        ("smtp://u:p@h.example:2525", "h.example", 2525, "u", "p", False, False),
        ("smtp+tls://a%40b.org:p%2Fw@h.example", "h.example", 587, "a@b.org", "p/w", True, False),
        ("smtps://u:p@[::1]", "::1", 465, "u", "p", False, True),
    ],
)
def test_a_mail_server_is_named_by_its_url(
    url: str, host: str, port: int, user: str, password: str, starts_tls: bool, is_tls: bool
) -> None:
    named = mail(url, default_folder=Path("/unused"))
    assert named.backend == "django.core.mail.backends.smtp.EmailBackend"
    assert named[2:] == (host, port, user, password, starts_tls, is_tls)
    assert mail("file:///tmp/a%20b", default_folder=Path("/unused")).folder == Path("/tmp/a b")


@pytest.mark.parametrize(
    "url", ["http://x", "smtp:", "smtp://", "mail.example.org", "smtp://h:99999", "smtp://h:x",
            "file://folder", "file:x", "smtp://[::1", "smtps://h/path", "smtp+ssl://h"],
)  # fmt: skip
def test_a_url_that_makes_no_sense_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^EMAIL_URL .* it must be smtp://"):
        mail(url, default_folder=Path("/unused"))


@pytest.mark.parametrize("given", ["nobody", "a@b.org\nBcc: c@d.org"])
def test_a_sender_that_is_no_address_is_refused(given: str) -> None:
    assert sender("", "example.org") == "Gobelet <gobelet@example.org>"
    with pytest.raises(ImproperlyConfigured, match="MAIL_FROM must be"):
        sender(given, "localhost")
