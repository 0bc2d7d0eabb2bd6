"""Replies to mails: what is understood, what is answered, and what cannot be read."""

import smtplib
from email.message import EmailMessage

import pytest

from events.by_mail.inbox import mail_read
from events.models import SealedAnswer
from tests.api.by_mail.questions import asked, version
from tests.support.mailbox import Mailbox, codes_in, deliver, html_of, mail_socket_open, text_of
from tests.support.people import open_match
from tests.support.post_office import PostOffice

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def test_a_reply_is_answered_and_a_repeat_of_it_is_not(box: Mailbox) -> None:
    match, mail = asked(box)
    line = f"{codes_in(mail)[0]}, receipt please"
    assert box.reply(mail, line, message_id="<one@example.org>") is None
    played = version(match)
    (answer,) = box.new_mails()
    assert "Played: announce 1." in text_of(answer) or "Played: believe." in text_of(answer)
    assert answer["In-Reply-To"] == "<one@example.org>"
    assert answer["Auto-Submitted"] == "auto-replied"
    assert box.reply(mail, line, message_id="<one@example.org>") is None
    assert box.new_mails() == []
    assert version(match) >= played


def test_what_is_not_understood_is_said_with_examples(box: Mailbox) -> None:
    match, mail = asked(box)
    before = version(match)
    assert box.reply(mail, "<b>hop</b> & hop?") is None
    (answer,) = box.new_mails()
    assert "I did not understand “<b>hop</b> & hop?”" in text_of(answer)
    assert "&lt;b&gt;hop&lt;/b&gt; &amp; hop?" in html_of(answer)
    assert codes_in(answer) == codes_in(mail)
    assert version(match) == before
    assert box.reply(mail, "") is None  # only what is quoted
    (answer,) = box.new_mails()
    assert "no move in your mail" in text_of(answer)
    assert version(match) == before


def test_a_reply_to_a_closed_question_is_refused_politely(box: Mailbox) -> None:
    match, mail = asked(box)
    assert box.reply(mail, codes_in(mail)[0]) is None
    box.new_mails()
    before = version(match)
    assert box.reply(mail, codes_in(mail)[0]) is None
    (answer,) = box.new_mails()
    assert "no longer open" in text_of(answer)
    assert version(match) == before


def test_mails_come_by_lmtp_too(post_office: PostOffice) -> None:
    with mail_socket_open(MAIL_LMTP=True) as port:
        box = Mailbox(post_office, port)
        match, mail = asked(box)
        before = version(match)
        message = EmailMessage()
        message["From"], message["To"] = box.address, mail["Reply-To"]
        message["In-Reply-To"] = mail["Message-ID"]
        message.set_content(codes_in(mail)[0])
        with smtplib.LMTP("127.0.0.1", port) as post:
            assert post.send_message(message) == {}
        assert version(match) > before


def test_a_page_is_as_good_an_answer_as_plain_text(box: Mailbox) -> None:
    match, mail = asked(box)
    before = version(match)
    assert box.reply(mail, codes_in(mail)[0], html=True) is None
    assert version(match) > before


def test_nothing_that_comes_in_breaks_the_mail_server() -> None:
    strange = [
        b"",
        b"\0\xff\xfe",
        b"From: \xff\r\n\r\n\xff",
        b"From: a@b.c\r\nFrom: d@e.f\r\n\r\nok",
        b"Content-Type: text/plain; charset=klingon\r\n\r\nok",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n",
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!",
        b"Content-Type: text/html\r\n\r\n<div><p>ok",
        b"Subject: =?utf-8?q?=ff?=\r\n" * 2000 + b"\r\nok",
        b"Content-Type: text/plain; charset=utf-7\r\n\r\n+2AA- ok",
        b"Content-Type: text/plain; charset=unicode_escape\r\n\r\n\\ud800 ok",
        b"Content-Type: text/html\r\n\r\nok <![x",
        b"Content-Type: message/rfc822\r\n\r\n" * 1500,
        b"From: " + b"(" * 5000 + b"\r\n\r\nok",
    ]
    for content in strange:
        mail = mail_read(content, None)
        assert f"{mail.first_lines()}{mail.failure()}".encode() is not None


@pytest.mark.parametrize(
    ("charset", "body"), [("utf-7", b"+2AA- hm"), ("unicode_escape", b"\\ud800 hm")]
)
def test_half_a_sign_is_answered_like_any_other(box: Mailbox, charset: str, body: bytes) -> None:
    _, mail = asked(box)
    message = EmailMessage()
    message["From"] = box.address
    message["In-Reply-To"] = mail["Message-ID"]
    message["Content-Type"] = f"text/plain; charset={charset}"
    message.set_payload(body.decode())
    assert deliver(box.port, message, str(mail["Reply-To"]), box.address) is None
    assert "I did not understand “hm”" in text_of(box.new_mails()[-1])


def test_a_seat_sealed_by_mail_may_be_changed_by_mail(
    post_office: PostOffice, mail_port: int
) -> None:
    boxes = [Mailbox(post_office, mail_port) for _ in range(3)]
    match = open_match(boxes[0].person, 3)["id"]
    for box in boxes[1:]:
        assert box.person.post(f"matches/{match}/join").status_code == 200
    mails = {box: box.new_mails() for box in boxes}
    announcer = next(box for box in boxes if codes_in(mails[box][-1]))
    assert announcer.reply(mails[announcer][-1], "1") is None
    last = boxes[(boxes.index(announcer) + 2) % 3]
    mail = last.new_mails()[-1]
    assert last.reply(mail, "doubt, receipt") is None
    (answer,) = last.new_mails()
    assert "sealed until it is your turn: doubt" in text_of(answer)
    assert last.reply(mail, "believe") is None
    sealed = SealedAnswer.objects.filter(match=match).order_by("id").values_list("move", flat=True)
    assert list(sealed) == ['{"type":"doubt"}', '{"type":"believe"}']


def three_people(office: PostOffice, port: int) -> tuple[str, Mailbox, Mailbox, EmailMessage]:
    """A match of three, who announces, who answers first, and the mail that asks the latter."""
    boxes = [Mailbox(office, port) for _ in range(3)]
    match = open_match(boxes[0].person, 3)["id"]
    for box in boxes[1:]:
        assert box.person.post(f"matches/{match}/join").status_code == 200
    mails = {box: box.new_mails() for box in boxes}
    announcer = next(box for box in boxes if codes_in(mails[box][-1]))
    assert announcer.reply(mails[announcer][-1], "1") is None
    assert announcer.new_mails() == [], "a move that was played needs no answer"
    first = boxes[(boxes.index(announcer) + 1) % 3]
    return match, announcer, first, first.new_mails()[-1]


def test_a_move_is_told_with_the_next_question_or_at_once_where_that_is_asked_for(
    post_office: PostOffice, mail_port: int
) -> None:
    match, announcer, first, mail = three_people(post_office, mail_port)
    before = version(match)
    assert first.reply(mail, "receipt") is None
    assert "This is how the match stands." in text_of(first.new_mails()[-1])
    assert version(match) == before
    assert first.reply(mail, "doubt", Disposition_Notification_To=first.address) is None
    assert version(match) > before
    assert "Played: doubt." in text_of(first.new_mails()[-1])
    told = [text_of(one) for one in announcer.new_mails()]
    assert not told or "You announce" in told[-1]


def test_a_greeting_above_the_move_is_passed_over(box: Mailbox) -> None:
    for greeting in ("Bonjour,", "Hello Gobelet!", "Salut"):
        match, mail = asked(box)
        before = version(match)
        assert box.reply(mail, f"{greeting}\n\n{codes_in(mail)[0]}\n\nAnna") is None
        assert version(match) > before, greeting
        box.new_mails()
    match, mail = asked(box)
    before = version(match)
    assert box.reply(mail, "Bonjour, je ne doute pas\n1") is None
    assert version(match) == before, "nothing is guessed"


def test_a_mail_that_names_no_question_answers_the_one_that_was_sent_before_it(
    box: Mailbox,
) -> None:
    match, mail = asked(box)
    before, line, to = version(match), codes_in(mail)[0], str(mail["Reply-To"])
    assert box.write(to, line, Date="Mon, 01 Jan 2024 10:00:00 +0000") is None
    assert "cannot tell which question" in text_of(box.new_mails()[-1])
    assert version(match) == before
    assert box.write(to, line) is None
    assert version(match) > before
    after = version(match)
    assert box.reply(mail, line) is None
    assert "no longer open" in text_of(box.new_mails()[-1]), "it names a question that is closed"
    assert version(match) == after


def test_all_mails_about_a_match_have_one_address_to_answer_to(box: Mailbox) -> None:
    _, mail = asked(box)
    assert box.reply(mail, f"{codes_in(mail)[0]}, receipt") is None
    (answer,) = box.new_mails()
    assert answer["Reply-To"] == mail["Reply-To"]
    assert answer["Message-ID"] != mail["Message-ID"]
