"""What mails and their links must not let anybody do."""

import base64
import re
import smtplib
from email.message import EmailMessage
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from events.by_mail.inbox import mail_read
from events.by_mail.sender_auth import is_authenticated
from events.mail.reply_address import Question, question_of, reply_address
from events.mail.tokens import PlayLink, play_token, unsubscribe_url
from events.models import LoggedEvent, Match, Player, ReceivedMail, SealedAnswer
from events.players.profile import preferences_of
from tests.support.mailbox import (
    Mailbox,
    codes_in,
    deliver,
    everything_due,
    html_of,
    links_in,
    mail_port,
    mail_socket_open,
    text_of,
)
from tests.support.people import Person, open_match
from tests.support.post_office import PostOffice, post_office

__all__ = ["mail_port", "post_office"]

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def box(post_office: PostOffice, mail_port: int) -> Mailbox:
    return Mailbox(post_office, mail_port)


def asked(box: Mailbox, **more: object) -> tuple[str, EmailMessage]:
    """A match in which somebody is asked for a move, and the mail that says so."""
    for _ in range(20):
        match = open_match(box.person, 2, bots=1, **more)["id"]
        (mail,) = box.new_mails()
        if codes_in(mail):
            return match, mail
    raise AssertionError("never asked")


def version(match: str) -> int:
    return Match.objects.get(id=match).version


def test_a_get_shows_and_only_a_post_plays_and_only_once(box: Mailbox) -> None:
    match, mail = asked(box)
    before, link, browser = version(match), links_in(mail)[0], Client()
    for _ in range(2):
        page = browser.get(link)
        assert page.status_code == 200
        assert "default-src 'none'" in page["Content-Security-Policy"]
        assert page["Cache-Control"] == "no-store"
        assert page["Referrer-Policy"] == "no-referrer"
        assert b"<script" not in page.content
    assert version(match) == before
    assert browser.post(link).status_code == 200
    after = version(match)
    assert after > before
    assert browser.post(link).status_code == 410
    assert browser.get(link).status_code == 410
    everything_due()
    assert browser.post(link).status_code == 410
    assert LoggedEvent.objects.filter(match=match, move_key__startswith="link:").count() <= after


@pytest.mark.parametrize("game", ["bonbons", "ciaociao"])
def test_what_a_click_led_to_comes_by_mail_and_can_be_played_on_from(
    box: Mailbox, game: str
) -> None:
    match, mail = asked(box, game=game)
    for _ in range(3):
        if Match.objects.get(id=match).status != Match.Status.RUNNING or not codes_in(mail):
            break
        link = links_in(mail)[0]
        offered = re.search(r'name="move" value="([^"]*)"|<option value="([^"]*)"', page_at(link))
        assert offered is not None
        sent = {"move": unescape(offered[1] or offered[2])}
        done = Client().post(link, sent).content.decode()
        assert "Played: " in done
        assert "A mail is on its way" in done
        (mail,) = box.new_mails()
        played, came_of_it = text_of(mail).split("\n")[0].split(". ", 1)
        assert played.startswith("Played: ")
        assert box.player.name in came_of_it


def test_no_two_links_are_called_the_same(box: Mailbox) -> None:
    _, mail = asked(box, game="bonbons")
    links = [line for line in text_of(mail).splitlines() if "/mail/play/" in line]
    called = [line.partition(": http")[0] for line in links]
    assert len(set(called)) == len(called) > 2
    assert any("Inès" in one for one in called)


def page_at(link: str) -> str:
    return Client().get(link).content.decode()


def test_a_link_to_a_closed_question_plays_nothing(box: Mailbox) -> None:
    match, mail = asked(box)
    first, second = links_in(mail)[:2]
    assert Client().post(first).status_code == 200
    everything_due()
    before = version(match)
    assert Client().post(second).status_code == 410
    assert version(match) == before


def test_no_changed_sign_of_a_link_is_taken(box: Mailbox) -> None:
    match, mail = asked(box)
    before, link = version(match), links_in(mail)[0]
    stem, token = link.rsplit("/", 1)
    packed = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    for place in range(0, len(packed), 7):
        other = bytearray(packed)
        other[place] ^= 1
        forged = base64.urlsafe_b64encode(other).decode().rstrip("=")
        assert Client().post(f"{stem}/{forged}").status_code == 404
    for other_token in ("", "x", token[:-1], f"{token}=", f"{token}A", "%00", "é" * 50):
        assert Client().get(f"{stem}/{other_token}").status_code == 404
    assert version(match) == before


def test_a_link_expires(box: Mailbox) -> None:
    match, _ = asked(box)
    seat = Match.objects.get(id=match).seats.get(player=box.person.player)
    assert seat.asked is not None
    past = int(timezone.now().timestamp()) - 1
    move = {"type": "announce", "number": 1}
    token = play_token(PlayLink(match, box.person.player, seat.asked, past, move))
    page = Client().post(f"/mail/play/{token}")
    assert page.status_code == 410
    assert b"too old" in page.content


def test_a_link_of_somebody_who_has_no_seat_is_nobodys(box: Mailbox) -> None:
    match, _ = asked(box)
    stranger = PlayLink(match, Person.guest().player, 3, 2**31, {})
    assert Client().get(f"/mail/play/{play_token(stranger)}").status_code == 404


def test_many_moves_are_chosen_on_a_page(box: Mailbox) -> None:
    _, mail = asked(box, game="ptipasspass")
    everything = re.findall(r'href="[^"]*?(/mail/play/[\w-]+)"[^>]*>place…', html_of(mail))
    (link,) = everything or links_in(mail)[:1]
    page = Client().get(link).content.decode()
    assert page.count("<option") > 4 or "hidden" in page
    refused = Client().post(link, {"move": '{"type":"lift","cups":[0,1,2]}'})
    assert refused.status_code in (200, 409)


def test_an_address_names_one_player_one_match_and_one_question() -> None:
    question = Question("7b1c6f7e-4f0c-4a63-8d4d-0f6f7fd0a001", 1, 40)
    address = reply_address(question, "somebody")
    assert len(address.partition("@")[0]) <= 64
    found = question_of(address.upper())
    assert found is not None
    assert found[0] == question
    assert question_of("r-aaaa@elsewhere.org") is None
    assert question_of("gobelet@play.example.org") is None


def test_a_reply_is_answered_and_a_repeat_of_it_is_not(box: Mailbox) -> None:
    match, mail = asked(box)
    line = codes_in(mail)[0]
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


def test_machines_are_not_answered(box: Mailbox) -> None:
    match, mail = asked(box)
    before = version(match)
    line = codes_in(mail)[0]
    assert box.reply(mail, line, Auto_Submitted="auto-replied") is None
    assert box.reply(mail, line, Precedence="bulk") is None
    assert box.reply(mail, line, List_Id="<x.example.org>") is None
    assert box.reply(mail, line, envelope="") is None
    assert version(match) == before
    assert box.new_mails() == []


def test_where_it_is_asked_for_a_sender_must_be_vouched_for(post_office: PostOffice) -> None:
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


PASSED = "dmarc=pass header.from=example.org"


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
def test_nobody_writes_their_own_voucher(said: str) -> None:
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
def test_a_voucher_is_read_however_it_is_written(said: str) -> None:
    assert is_authenticated(f"mx.example.net 1; {said}", "MX.example.net", "example.org")
    assert not is_authenticated(f"mx.evil.org; {said}", "mx.example.net", "example.org")


def test_mails_come_by_lmtp_too(post_office: PostOffice) -> None:
    with mail_socket_open(MAIL_LMTP=True) as port:
        box = Mailbox(post_office, port)
        match, mail = asked(box)
        before = version(match)
        message = EmailMessage()
        message["From"], message["To"] = box.address, mail["Reply-To"]
        message.set_content(codes_in(mail)[0])
        with smtplib.LMTP("127.0.0.1", port) as post:
            assert post.send_message(message) == {}
        assert version(match) > before


def test_what_is_quoted_is_not_kept(box: Mailbox) -> None:
    _, mail = asked(box)
    assert box.reply(mail, "what is this?") is None
    kept = ReceivedMail.objects.values_list("digest", flat=True)
    assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in kept)
    (answer,) = box.new_mails()
    assert "> " not in text_of(answer)


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


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x", "text/plain"])
def test_mails_stop_by_one_click(box: Mailbox, kind: str) -> None:
    _, mail = asked(box)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(mail["List-Unsubscribe"]).strip().strip("<>")
    assert link == unsubscribe_url(box.person.player)
    path = "/mail/" + link.partition("/mail/")[2]
    shown = Client().get(path)
    assert shown.status_code == 200
    assert b"<form" in shown.content
    assert preferences_of(box.player).notifications.your_turn.email == "instant"
    body = b"List-Unsubscribe=One-Click"
    if kind.startswith("multipart"):
        named = b'Content-Disposition: form-data; name="List-Unsubscribe"'
        body = b"\r\n".join([b"--x", named, b"", b"One-Click", b"--x--"])
    for _ in range(2):
        assert Client().generic("POST", path, body, content_type=kind).status_code == 200
    told = preferences_of(box.player).notifications
    assert {told.your_turn.email, told.match_finished.email, told.invited.email} == {"none"}
    assert Client().post(path[:-2]).status_code == 404


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
        assert f"{mail.first_line()}{mail.failure()}".encode() is not None


@pytest.mark.parametrize(
    ("charset", "body"), [("utf-7", b"+2AA- hm"), ("unicode_escape", b"\\ud800 hm")]
)
def test_half_a_sign_is_answered_like_any_other(box: Mailbox, charset: str, body: bytes) -> None:
    _, mail = asked(box)
    message = EmailMessage()
    message["From"] = box.address
    message["Content-Type"] = f"text/plain; charset={charset}"
    message.set_payload(body.decode())
    assert deliver(box.port, message, str(mail["Reply-To"]), box.address) is None
    assert "I did not understand “hm”" in text_of(box.new_mails()[-1])


def test_a_whole_mail_is_one_of_everything(box: Mailbox) -> None:
    _, mail = asked(box)
    assert mail.get_content_type() == "multipart/related"
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<table@gobelet>"
    assert "cid:table@gobelet" in html_of(mail)
    assert bytes(picture.get_payload(decode=True)).startswith(b"\x89PNG")
    assert mail["Auto-Submitted"] == "auto-generated"


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
    assert last.reply(mail, "doubt") is None
    (answer,) = last.new_mails()
    assert "sealed until it is your turn: doubt" in text_of(answer)
    assert last.reply(mail, "believe") is None
    sealed = SealedAnswer.objects.filter(match=match).order_by("id").values_list("move", flat=True)
    assert list(sealed) == ['{"type":"doubt"}', '{"type":"believe"}']


def test_a_stranger_cannot_guess_an_address(mail_port: int) -> None:
    message = EmailMessage()
    message["From"] = "eve@example.org"
    message.set_content("3")
    to = f"r-{'a' * 53}@play.example.org"
    refused = deliver(mail_port, message, to, "eve@example.org")
    assert refused is not None
    assert refused[0] == 550
