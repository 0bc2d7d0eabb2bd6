"""Signed-in devices: listed and signed out by their owner, prolonged by use."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.responses.people import DeviceList
from events import tasks
from events.models import Device, Player, SignInCode
from events.players.devices import TOKEN_LIFE, device_sign_in
from games.codec import convert
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def another_device(person: Person, name: str = "Tablet") -> Person:
    player = Player.objects.get(id=person.player)
    token, _ = device_sign_in(player=player, name=name)
    return Person(token, person.player)


def test_devices_are_listed_with_the_one_that_asks() -> None:
    made = Person().post("auth/guest", {"device": "Anna’s phone"}).json()
    phone = Person(made["token"], made["player"]["id"])
    tablet = another_device(phone)
    answer = phone.get("me/devices").json()
    assert convert(answer, DeviceList)
    assert [(row["device"], row["current"]) for row in answer["results"]] == [
        ("Tablet", False),
        ("Anna’s phone", True),
    ]
    assert answer["next"] is None
    assert [row["current"] for row in tablet.get("me/devices").json()["results"]] == [True, False]
    assert all(len(row["id"]) == 16 for row in answer["results"])


@pytest.mark.parametrize(
    ("agent", "name"),
    [("Gobelet/3 (iOS 19)", "Gobelet/3 (iOS 19)"), ("x" * 500, "x" * 120), ("a\x00b\x1b", "ab")],
)
def test_a_device_without_a_name_is_called_what_it_says_it_is(agent: str, name: str) -> None:
    made = Person().post("auth/guest", **{"User-Agent": agent}).json()
    (row,) = Person(made["token"]).get("me/devices").json()["results"]
    assert row["device"] == name


@pytest.mark.parametrize("device", ["", "x" * 121, "a\nb", 7])
def test_a_bad_name_for_a_device_is_refused(device: object) -> None:
    assert Person().post("auth/guest", {"device": device}).status_code == 400


def test_the_list_goes_in_pages() -> None:
    phone = Person.guest()
    for number in range(4):
        another_device(phone, f"D{number}")
    Device.objects.filter(player_id=phone.player).update(created_at=timezone.now())
    found: list[str] = []
    path = "me/devices?limit=2"
    while True:
        answer = phone.get(path).json()
        found += [row["id"] for row in answer["results"]]
        if answer["next"] is None:
            break
        path = f"me/devices?limit=2&cursor={answer['next']}"
    assert len(found) == len(set(found)) == 5
    assert phone.get("me/devices?cursor=WzEsICJcdTAwMDAiXQ").status_code == 400


def test_a_device_is_signed_out_by_its_owner_alone() -> None:
    phone, stranger = Person.guest(), Person.guest()
    tablet = another_device(phone)
    rows = {row["device"]: row["id"] for row in phone.get("me/devices").json()["results"]}
    answer = stranger.delete(f"me/devices/{rows['Tablet']}")
    assert (answer.status_code, answer.json()["code"]) == (404, "device_not_found")
    assert tablet.get("me").status_code == 200
    assert phone.delete(f"me/devices/{rows['Tablet']}").status_code == 204
    assert tablet.get("me").status_code == 401
    assert phone.delete(f"me/devices/{rows['Tablet']}").status_code == 404
    (own,) = phone.get("me/devices").json()["results"]
    assert phone.delete(f"me/devices/{own['id']}").status_code == 204
    assert phone.get("me").status_code == 401
    for nonsense in ("x", "0" * 15, "%00" * 16, "0" * 64):
        assert stranger.delete(f"me/devices/{nonsense}").status_code == 404


def test_a_device_in_use_stays_signed_in_and_is_seldom_written() -> None:
    anna = Person.guest()
    tokens = Device.objects.filter(player_id=anna.player)
    hour_ago = timezone.now() - timedelta(hours=1)
    tokens.update(seen_at=hour_ago, expires_at=hour_ago + TOKEN_LIFE)
    anna.get("games")
    token = tokens.get()
    assert token.seen_at
    assert timezone.now() - token.seen_at < timedelta(minutes=1)
    assert token.expires_at == token.seen_at + TOKEN_LIFE
    with CaptureQueriesContext(connection) as queries:
        anna.get("games")
    assert [query["sql"].split()[0] for query in queries] == ["SELECT"] * len(queries)


def test_a_device_not_used_for_long_is_signed_out_and_forgotten() -> None:
    anna = Person.guest()
    tokens = Device.objects.filter(player_id=anna.player)
    tokens.update(expires_at=timezone.now())
    assert anna.get("me").status_code == 401
    SignInCode.objects.create(
        nonce="", email="late@example.org", digest="", at=timezone.now() - timedelta(minutes=15)
    )
    tasks.delete_expired()
    assert not tokens.exists()
    assert not SignInCode.objects.filter(email="late@example.org").exists()
