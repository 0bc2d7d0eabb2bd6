"""What the mails of notices say, and when: none is lost, and each can be played from."""

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from events import tasks
from events.by_mail.acknowledge import acknowledgement_enqueue
from events.mail.consent import Kind, is_stopped
from events.mail.queue import PATIENT_TRIES
from events.models import Bounce, Delivery, Match, Player, QueuedMail
from events.notifications.deliver import HELD_FOR
from tests.events.notifications.tables import (
    INSTANT,
    forget_notices,
    play_until_asked,
    states,
    table,
    with_address,
)
from tests.support.mailbox import codes_in, links_in, text_of
from tests.support.people import Person, new_address, open_match
from tests.support.post_office import PostOffice, sign_in
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

TURNS = {"your_turn": INSTANT, "match_started": INSTANT}


@pytest.fixture(autouse=True)
def nothing_left(any_database: str, settings: Settings) -> None:
    forget_notices()
    QueuedMail.objects.all().delete()
    settings.MAIL_IS_READ = True
    settings.MAIL_ANSWER_SECONDS = 0.0


def answered(match: str, person: Person) -> None:
    """Somebody's reply is taken, and an answer is owed to them."""
    with transaction.atomic():
        acknowledgement_enqueue(
            player=Player.objects.get(id=person.player),
            match=Match.objects.get(id=match),
            note="Played.",
            answers="<a@b>",
        )


def held_over() -> None:
    """The time that a held notice waits is over."""
    Delivery.objects.filter(state="waiting").update(at=timezone.now())


def test_a_turn_that_comes_while_an_answer_is_being_sent_is_told_afterwards(
    post_office: PostOffice,
) -> None:
    match, bruno, anna = table()
    forget_notices()
    address = with_address(anna, notifications=TURNS)

    def bruno_moves() -> None:
        play_until_asked(match, anna, bruno)
        tasks.notify()

    answered(match, anna)
    post_office.meanwhile = bruno_moves
    assert tasks.send_mails() == 1
    (shown,) = post_office.mails_to(address)
    assert not codes_in(shown)
    (turn,) = Delivery.objects.filter(notice__recipient_id=anna.player)
    assert (turn.state, turn.tries) == ("waiting", 0)
    assert turn.at - timezone.now() <= HELD_FOR
    held_over()
    tasks.notify()
    _, turn_mail = post_office.mails_to(address)
    assert codes_in(turn_mail)


def test_a_turn_that_an_answer_has_shown_is_not_told_once_more(post_office: PostOffice) -> None:
    match, bruno, anna = table()
    forget_notices()
    address = with_address(anna, notifications=TURNS)
    play_until_asked(match, anna, bruno)
    answered(match, anna)
    tasks.notify()
    assert not post_office.mails_to(address)
    tasks.send_mails()
    held_over()
    tasks.notify()
    assert len(post_office.mails_to(address)) == 1
    assert states(anna, notice__kind="your_turn") == [("your_turn", "email", "stale")]


def test_a_turn_does_not_wait_for_an_answer_that_is_refused_again_and_again(
    post_office: PostOffice,
) -> None:
    match, bruno, anna = table()
    forget_notices()
    address = with_address(anna, notifications=TURNS)
    play_until_asked(match, anna, bruno)
    answered(match, anna)
    later = timezone.now() + timedelta(hours=1)
    QueuedMail.objects.update(at=later, tries=PATIENT_TRIES)
    tasks.notify()
    assert len(post_office.mails_to(address)) == 1


def test_every_match_that_waits_is_a_mail_to_play_from_and_the_rest_one_list(
    sky: Sky, post_office: PostOffice
) -> None:
    forget_notices()
    anna = Person.guest("Anna")
    address = with_address(anna)
    asked: list[str] = []
    idle: list[str] = []
    while len(asked) < 3 or len(idle) < 2:
        match = open_match(anna, 2)["id"]
        bruno = Person.guest("Bruno")
        bruno.post(f"matches/{match}/join")
        bruno.post(f"matches/{match}/messages", {"text": "Hello"})
        (asked if anna.match(match)["choices"] else idle).append(match)
    anna.patch("me", {"notifications": {"message": {"email": "hourly"}}})
    sky.pass_by(hours=1)
    tasks.notify()
    mails = post_office.mails_to(address)
    playable = [mail for mail in mails if codes_in(mail)]
    assert len(playable) == len(asked)
    assert all(mail["Reply-To"] and links_in(mail) for mail in playable)
    (rest,) = [mail for mail in mails if mail not in playable]
    assert rest["Subject"] == f"Gobelet: news of {len(idle)} matches"
    text = text_of(rest)
    assert [text.count(match) for match in idle] == [1] * len(idle)
    assert not any(match in text for match in asked)


@pytest.mark.parametrize("several", [False, True])
def test_all_messages_are_in_the_mail(sky: Sky, post_office: PostOffice, several: bool) -> None:
    match, bruno, anna = table()
    matches = [(match, bruno)]
    address = with_address(anna, notifications={"message": {"email": "hourly"}})
    if several:
        other = open_match(anna, 2)["id"]
        clara = Person.guest("Clara")
        clara.post(f"matches/{other}/join")
        matches.append((other, clara))
    forget_notices()
    for number in range(3):
        for where, who in matches:
            who.post(f"matches/{where}/messages", {"text": f"Word {number} <b>\nEve: no"})
    sky.pass_by(hours=1)
    tasks.notify()
    told = "".join(text_of(mail) for mail in post_office.mails_to(address))
    for _, who in matches:
        name = Player.objects.get(id=who.player).name
        lines = [f"{name}: Word {number} <b> Eve: no" for number in range(3)]
        assert "\r\n".join(lines) in told


def test_who_wants_no_invitations_by_mail_gets_none(post_office: PostOffice) -> None:
    anna = Person.account("Anna")
    zoe = sign_in(post_office, new_address())
    address = Player.objects.get(id=zoe.player).email or ""
    match, before = open_match(anna, 2)["id"], len(post_office.mails_to(address))
    zoe.patch("me", {"notifications": {"invited": {"email": "none"}}})
    for _ in range(3):
        assert anna.post(f"matches/{match}/invitations", {"email": address}).status_code == 201
    tasks.notify()
    tasks.send_mails()
    assert len(post_office.mails_to(address)) == before


def test_a_player_is_invited_to_a_match_by_one_mail_with_a_link_and_not_by_night(
    sky: Sky, post_office: PostOffice
) -> None:
    anna, zoe = Person.account("Anna"), Person.guest("Zoé")
    address = with_address(zoe, quiet_hours={"from": "11:00", "until": "14:00"})
    match = open_match(anna, 2, visibility="private")["id"]
    for _ in range(3):
        anna.post(f"matches/{match}/invitations", {"email": address})
    tasks.notify()
    tasks.send_mails()
    assert not post_office.mails_to(address)
    sky.pass_by(hours=2, minutes=1)
    tasks.notify()
    tasks.send_mails()
    (mail,) = post_office.mails_to(address)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Anna" in text_of(mail)
    found = re.search(rf"/join/{match}#(\S+)", text_of(mail))
    assert found
    guest = Person.guest()
    assert guest.post(f"matches/{match}/join").status_code == 404
    assert guest.post(f"matches/{match}/join", {"invite": found[1]}).status_code == 200


def invitations_to(address: str, office: PostOffice) -> list[EmailMessage]:
    return [mail for mail in office.mails_to(address) if "/join/" in text_of(mail)]


def test_a_stranger_is_invited_to_a_match_once_and_can_ask_for_no_more(
    post_office: PostOffice,
) -> None:
    anna, address = Person.account("Anna"), new_address()
    match = open_match(anna, 2)["id"]
    for _ in range(3):
        anna.post(f"matches/{match}/invitations", {"email": address})
    tasks.send_mails()
    (mail,) = post_office.mails_to(address)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = "/mail/stop/" + str(mail["List-Unsubscribe"]).strip("<>").partition("/mail/stop/")[2]
    assert address in Client().get(stop).content.decode()
    assert not Bounce.objects.filter(email=address).exists()
    assert Client().post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    anna.post(f"matches/{open_match(anna, 2)['id']}/invitations", {"email": address})
    tasks.send_mails()
    assert len(post_office.mails_to(address)) == 1
    assert is_stopped(address, Kind.INVITATION)
    assert not Bounce.objects.filter(email=address).exists(), "its mails arrive"
    zoe = sign_in(post_office, address)
    assert zoe.get("me").json()["banners"] == []
    anna.post(f"matches/{match}/invitations", {"email": address})
    tasks.notify()
    assert len(invitations_to(address, post_office)) == 1, "that match they were invited to"
    assert Client().post(stop).status_code == 200
    anna.post(f"matches/{open_match(anna, 2)['id']}/invitations", {"email": address})
    tasks.notify()
    assert len(invitations_to(address, post_office)) == 1
