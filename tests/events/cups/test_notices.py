"""Who is told of the beginning and the end of cups and seasons, and in which words."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from api.responses import notices as answers
from events.cups.seasons import season_cups
from events.models import CupEntrant, Outbox
from events.notifications.freshness import is_news
from events.notifications.notice import notice_of
from events.notifications.words import heading, notice_sentence
from games.codec import convert
from tests.api.cups.test_cups import entered, resign, shown, sweep
from tests.events.cups.test_seasons import league, sign_up
from tests.events.notifications.receivers import Browser, Receiver, receiver
from tests.events.notifications.tables import INSTANT, forget_notices, notify, with_address
from tests.support.mailbox import text_of
from tests.support.people import Person
from tests.support.post_office import PostOffice, post_office
from tests.support.sse import parsed
from tests.support.time_travel import Sky, travelling

__all__ = ["league", "post_office"]

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

STARTS = ("match_started", "cup_started")


@pytest.fixture
def sky() -> Iterator[Sky]:
    with travelling() as sky:
        yield sky


@pytest.fixture
def machine(settings: Settings) -> Iterator[Receiver]:
    settings.PRIVATE_ENDPOINTS = True
    with receiver() as found:
        yield found


@pytest.fixture(autouse=True)
def nothing_left(any_database: str) -> None:
    forget_notices()


def told(person: Person, *kinds: str) -> list[str]:
    """The kinds of the notices to somebody, among these."""
    rows = Outbox.objects.filter(recipient=person.player, kind__in=kinds).order_by("id")
    return list(rows.values_list("kind", flat=True))


def said(row: Outbox, language: str) -> str:
    row.recipient.locale = language
    return notice_sentence(notice_of(row), row.recipient)


def seven() -> tuple[str, list[Person], list[dict[str, Any]], Person]:
    """A cup of seven that has begun with tables of three, its tables, and who rests."""
    cup, people = entered(7, sizes=[3])
    people[0].post(f"cups/{cup}/start")
    sweep()
    tables = shown(cup, people[0])["tables"]
    seated = {number for table in tables for number in table["entrants"]}
    (resting,) = set(range(7)) - seated
    return cup, people, tables, people[resting]


def test_the_beginning_is_told_once_by_the_table_or_by_the_cup(sky: Sky) -> None:
    cup, people, tables, resting = seven()
    for person in people:
        assert told(person, *STARTS) == ["cup_started" if person is resting else "match_started"]
    row = Outbox.objects.get(recipient=resting.player, kind="cup_started")
    assert is_news(row)
    assert said(row, "en") == "“Spring”. You play as soon as a table has a place for you."
    assert heading(notice_of(row), row.recipient) == "Ciao, ciao…: a cup has begun"
    seated = people[tables[0]["entrants"][0]]
    table = Outbox.objects.get(recipient=seated.player, kind="match_started")
    assert said(table, "fr") == "« Spring ». Votre table est prête."
    assert notice_of(table).cup == cup


def test_who_has_a_table_by_now_is_not_told_of_the_beginning(sky: Sky) -> None:
    _, people, tables, resting = seven()
    row = Outbox.objects.get(recipient=resting.player, kind="cup_started")
    for table in tables:
        resign(table, people)
    sweep()
    assert told(resting, "match_started") == ["match_started"]
    assert not is_news(row)


def test_the_end_is_told_with_the_place_to_all_who_have_stayed(sky: Sky) -> None:
    cup, people, _, _ = seven()
    people[5].post(f"cups/{cup}/leave")
    sky.pass_until(shown(cup, people[0])["ends_at"])
    sweep()
    over = shown(cup, people[0])
    assert over["status"] == "ended"
    order = [row["entrant"] for row in over["standings"]]
    for number, person in enumerate(people):
        assert told(person, "cup_ended") == ([] if number == 5 else ["cup_ended"])
    row = Outbox.objects.get(recipient=people[2].player, kind="cup_ended")
    place = order.index(2) + 1
    assert said(row, "en") == f"“Spring”. Your place: {place} of 7."
    assert said(row, "fr") == f"« Spring ». Votre place : {place} sur 7."
    assert row.seq == over["version"]
    sweep()
    assert told(people[2], "cup_ended") == ["cup_ended"]


def test_a_cup_that_is_called_off_is_told_by_every_channel(
    machine: Receiver, post_office: PostOffice
) -> None:
    cup, people = entered(2)
    anna, browser = people[1], Browser(machine)
    address = with_address(anna, notifications={"cup_ended": INSTANT}, locale="fr")
    anna.post("me/webhooks", {"url": machine.url})
    anna.post("me/push", browser.subscription)
    assert people[0].delete(f"cups/{cup}").status_code == 204
    notify()
    (hook,) = [one for one in machine.received if one.path == "/gobelet?who=me"]
    data = convert(hook.json(), answers.CupEndedNotice).data
    assert (data.cup, data.result, data.player) == (cup, None, anna.player)
    (push,) = browser.shown
    assert (push["kind"], push["cup"], push["tag"]) == ("cup_ended", cup, cup)
    assert push["url"].endswith(f"/cups/{cup}")
    assert "match" not in push
    (mail,) = post_office.mails_to(address)
    assert mail["Subject"] == "Ciao, ciao… : une coupe est terminée"
    text = text_of(mail)
    assert "« Spring ». La coupe n’aura pas lieu." in text
    assert f"/cups/{cup}" in text
    stream = parsed(anna.get("me/stream?after=0").content.decode())
    (told_by_stream,) = [one.data for one in stream if one.name == "cup"]
    assert convert(told_by_stream, answers.CupTold).cup == cup
    notify()
    assert len(post_office.mails_to(address)) == 1


def test_the_end_of_a_season_says_in_which_division_one_goes_on(sky: Sky, league: str) -> None:
    sign_up(league, 26)
    sky.pass_by(days=1, minutes=1)
    sweep()
    cups = season_cups(league, 1)
    assert len(cups) == 2
    assert not Outbox.objects.filter(cup__in=cups, kind="cup_ended").exists()
    sky.pass_until(cups[0].ends_at)
    sweep()
    sky.pass_by(minutes=2)
    sweep()
    phrases = {-1: "You go up to division 1.", 1: "You go down to division 2."}
    moved = 0
    for row in Outbox.objects.filter(cup__in=cups, kind="cup_ended"):
        assert row.cup is not None
        entries = CupEntrant.objects.filter(player=row.recipient, cup__season=2)
        after = entries.values_list("cup__division", flat=True).first()
        text, step = said(row, "en"), (after or row.cup.division) - row.cup.division
        assert text.startswith(f"Season 1, division {row.cup.division}. Your place: ")
        assert (phrases.get(step) or f"You stay in division {after}.") in text or after is None
        moved += abs(step)
    assert moved >= 6, "a quarter goes up and a quarter down"
