"""Links in mails: they play by POST alone, once, for their player, while the question is open."""

import base64
import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from events.mail.tokens import PlayLink, play_token, unsubscribe_url
from events.models import LoggedEvent, Match
from events.players.profile import preferences_of
from tests.api.by_mail.questions import asked, version
from tests.support.mailbox import Mailbox, codes_in, everything_due, html_of, links_in, text_of
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

FORM = "application/x-www-form-urlencoded"


def page_at(link: str) -> str:
    return Client().get(link).content.decode()


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
        assert "A mail will tell what came of it" in done
        (mail,) = box.new_mails()
        assert "- You " in text_of(mail), "the move and what came of it"


def test_no_two_links_are_called_the_same(box: Mailbox) -> None:
    _, mail = asked(box, game="bonbons")
    links = [line for line in text_of(mail).splitlines() if "/mail/play/" in line]
    called = [line.partition(": http")[0] for line in links]
    assert len(set(called)) == len(called) > 2
    assert any("Colette" in one for one in called)


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
