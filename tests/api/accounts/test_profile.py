"""One's profile, the language of answers, a copy of one's data, and leaving for good."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.requests import people as shapes
from api.responses.people import OwnData, Profile
from events.accounts.sign_in import GONE
from events.models import Block, Device, Match, Player, QueuedMail, SignInCode, StoredResponse
from events.players import profile as stored
from events.proof.log_check import chain_fault
from games.codec import convert
from tests.proofs.second_verifier import verified
from tests.support.people import Person, full_table, new_key, open_match, play_to_the_end
from tests.support.post_office import PostOffice, post_office, sign_in

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")
__all__ = ["post_office"]


def test_a_guest_has_a_profile_with_the_usual_settings() -> None:
    anna = Person.guest("Anna")
    me = anna.get("me").json()
    assert convert(me, Profile)
    assert (me["id"], me["name"], me["guest"], me["email"]) == (anna.player, "Anna", True, None)
    assert (me["locale"], me["time_zone"]) == ("en", "UTC")
    assert me["quiet_hours"] is me["vacation"] is None
    assert me["notifications"]["your_turn"] == {
        "email": "hourly",
        "push": "instant",
        "webhook": "instant",
    }


def test_a_guest_brings_language_and_time_zone_along() -> None:
    brought = {"locale": "fr-CA", "time_zone": "America/Toronto"}
    anna = Person(Person().post("auth/guest", brought).json()["token"])
    me = anna.get("me").json()
    assert (me["locale"], me["time_zone"]) == ("fr", "America/Toronto")
    assert anna.patch("me", {"locale": "en_GB"}).json()["locale"] == "en"
    for wrong in ({"locale": "de"}, {"time_zone": "Mars/Olympus"}):
        refused = Person().post("auth/guest", wrong)
        assert refused.status_code == 400
        assert refused.json()["errors"][0]["code"] == "not_offered"


LINKS = [
    "exemple.com", "Gagnez: Exemple.COM", "www.exemple", "http://x", "a.b.example.org/x",
    "bit.ly/x",
    "exemple\uff0ecom", "exemple\u3002com", "exemple\uff61com", "exemple\u2024com", "пример.рф",
    "exem\u00adple.\u00adcom", "exemple.\ufe0fcom", "exemple.c\u034fom", "exemple.\U0001d41com",
    "192.168.0.1", "ex\u200dample.\u200dcom",
]  # fmt: skip


@pytest.mark.parametrize("name", LINKS)
def test_a_name_is_no_link(name: str) -> None:
    anna = Person.guest("Anna")
    for answer in (anna.patch("me", {"name": name}), Person().post("auth/guest", {"name": name})):
        assert (answer.status_code, answer.json()["code"]) == (422, "link_in_name"), name
    assert anna.get("me").json()["name"] == "Anna"
    french = Person().send("POST", "auth/guest", {"name": name}, **{"Accept-Language": "fr"}).json()
    assert "ni lien ni domaine" in french["detail"]


@pytest.mark.parametrize(
    "name",
    ["M. Dupont", "J.-P.", "J.R.R. Tolkien", "Zoé 2.0", "Étudiant·e·s", "ami.e.s", "👩‍🚀"],
)
def test_a_dot_alone_makes_no_link(name: str) -> None:
    assert Person().post("auth/guest", {"name": name}).status_code == 201


def _in_days(days: int) -> str:
    return (timezone.now() + timedelta(days=days)).date().isoformat()


def test_what_is_named_is_changed_and_the_rest_stays() -> None:
    anna = Person.guest("Anna")
    changes = {
        "name": "Zoé",
        "locale": "fr",
        "time_zone": "Europe/Paris",
        "quiet_hours": {"from": "22:00", "until": "07:00"},
        "vacation": {"from": _in_days(30), "until": _in_days(43)},
        "notifications": {"message": {"email": "daily"}},
    }
    before = anna.get("me").json()
    changed = anna.patch("me", changes)
    assert changed.status_code == 200
    assert anna.get("me").json() == changed.json()
    expected = before | changes
    expected["notifications"] = before["notifications"] | {
        "message": before["notifications"]["message"] | {"email": "daily"}
    }
    expected["vacation_left_seconds"] = changed.json()["vacation_left_seconds"]
    assert expected["vacation_left_seconds"] < before["vacation_left_seconds"]
    assert changed.json() == expected
    part = anna.patch("me", {"quiet_hours": {"until": "08:30"}, "vacation": None}).json()
    assert part["quiet_hours"] == {"from": "22:00", "until": "08:30"}
    assert part["vacation"] is None
    assert part["name"] == "Zoé"
    assert anna.patch("me", {}).json() == part


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"email": "x@example.org"}, "/email", "unknown_field"),
        ({"guest": False}, "/guest", "unknown_field"),
        ({"name": None}, "/name", "wrong_type"),
        ({"name": ""}, "/name", "too_short"),
        ({"name": "a\x00b"}, "/name", "malformed"),
        ({"locale": "de"}, "/locale", "not_offered"),
        ({"time_zone": "Mars/Olympus"}, "/time_zone", "not_offered"),
        ({"time_zone": "../../etc/passwd"}, "/time_zone", "not_offered"),
        ({"time_zone": "\x00"}, "/time_zone", "not_offered"),
        ({"quiet_hours": {"from": "22:00"}}, "/quiet_hours/until", "missing_field"),
        ({"quiet_hours": {"from": "24:00", "until": "07:00"}}, "/quiet_hours/from", "malformed"),
        ({"quiet_hours": {"from": "22:00\n", "until": "7"}}, "/quiet_hours/from", "malformed"),
        ({"quiet_hours": []}, "/quiet_hours", "wrong_type"),
        ({"vacation": {"from": "2030-02-30", "until": "x"}}, "/vacation/from", "malformed"),
        ({"vacation": {"from": 7, "until": 8}}, "/vacation/from", "wrong_type"),
        ({"notifications": None}, "/notifications", "wrong_type"),
        ({"notifications": {"lunch": {}}}, "/notifications/lunch", "unknown_field"),
        ({"notifications": {"message": {"email": "never"}}}, "/notifications/message/email",
         "not_offered"),
    ],
)  # fmt: skip
def test_a_bad_change_is_named_and_changes_nothing(
    changes: dict[str, Any], pointer: str, code: str
) -> None:
    anna = Person.guest()
    before = anna.get("me").json()
    answer = anna.patch("me", changes | {"locale": changes.get("locale", "fr")})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    (error,) = answer.json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert anna.get("me").json() == before


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"quiet_hours": {"from": "22:00", "until": "22:00"}}, "quiet_hours_empty"),
        ({"vacation": {"from": "2030-07-02", "until": "2030-07-01"}}, "vacation_backwards"),
    ],
)
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], code: str) -> None:
    answer = Person.guest().patch("me", changes)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


@pytest.mark.parametrize("kind", ["QuietHours", "Vacation", "Channels", "Notifications"])
def test_everything_that_is_kept_can_be_changed(kind: str) -> None:
    kept, changes = getattr(stored, kind), getattr(shapes, f"{kind}Changes")
    assert kept.__struct_encode_fields__ == changes.__struct_encode_fields__


def test_answers_follow_the_header_and_then_the_players_locale() -> None:
    made = Person().post("auth/guest", {"locale": "fr"}).json()

    def detail(language: str, path: str = "me/devices/" + "0" * 16) -> str:
        anna = Person(made["token"], language=language)
        title: str = anna.delete(path).json()["title"]
        return title

    assert [detail(header) for header in ("", "de", "*", "fr-CH", "en", "de, en;q=0.5")] == [
        "Introuvable", "Introuvable", "Introuvable", "Introuvable", "Not found", "Not found"
    ]  # fmt: skip
    assert Person("wrong", language="").get("me").json()["title"] == "Not signed in"
    assert Person(made["token"], language="").get("nowhere").json()["title"] == "Introuvable"
    refused = Person(made["token"], language="").send("PATCH", "me", b"{")
    assert refused.json()["title"] == "Demande mal formée"


def test_a_copy_of_ones_data_has_all_of_it_and_no_secret(post_office: PostOffice) -> None:
    anna = sign_in(post_office, "copy@example.org")
    over = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(over, [anna])
    waiting = open_match(anna, 2, visibility="private")["id"]
    other = Person.guest()
    anna.post(f"matches/{waiting}/messages", {"text": "Quelqu’un ?"})
    anna.post(f"players/{other.player}/block")
    anna.post(f"players/{other.player}/report", {"reason": "rude"})
    answer = anna.get("me/export")
    assert answer.headers["Cache-Control"] == "no-store"
    data = answer.json()
    assert convert(data, OwnData)
    assert data["profile"] == anna.get("me").json()
    assert data["devices"] == anna.get("me/devices").json()["results"]
    assert [row["id"] for row in data["matches"]] == [over, waiting]
    assert data["matches"][0]["outcome"] == anna.match(over)["outcome"]
    assert data["matches"][1]["outcome"] is None
    assert [row["text"] for row in data["messages"]] == ["Quelqu’un ?"]
    assert [row["player"] for row in data["blocks"]] == [other.player]
    assert [row["reason"] for row in data["reports"]] == ["rude"]
    secret = Device.objects.get(player_id=anna.player).digest
    assert secret not in answer.content.decode()


def test_who_leaves_for_good_leaves_no_trace_but_an_id(post_office: PostOffice) -> None:
    address = "leaver@example.org"
    anna = sign_in(post_office, address)
    finished = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(finished, [anna])
    bruno, carla = Person.guest(), Person.guest()
    waiting = open_match(bruno, 3)["id"]
    running = open_match(bruno, 3)["id"]
    for match, people in ((waiting, [anna]), (running, [anna, carla])):
        for person in people:
            assert person.post(f"matches/{match}/join", {}, new_key()).status_code == 200
    anna.patch(
        "me", {"time_zone": "Europe/Paris", "notifications": {"message": {"email": "daily"}}}
    )
    anna.post(f"players/{bruno.player}/block")
    Person().post("auth/email", {"email": address})

    assert anna.delete("me").status_code == 204
    assert anna.get("me").status_code == 401
    left = Player.objects.get(id=anna.player)
    assert (left.name, left.email, left.choices, left.time_zone) == (GONE, None, "{}", "UTC")
    assert left.left_at
    for model in (Device, StoredResponse, Block):
        assert not model.objects.filter(player=left).exists()
    assert not SignInCode.objects.filter(email=address).exists()
    assert not QueuedMail.objects.filter(to=address).exists()
    assert [seat["player"] is None for seat in bruno.match(waiting)["seats"]] == [False, True, True]
    seat = bruno.match(running)["seats"][1]
    assert (seat["gone"], seat["player"]["name"]) == (True, GONE)
    play_to_the_end(running, [bruno, carla])
    for match in (finished, running):
        assert chain_fault(Match.objects.get(id=match)) is None
        exported = bruno.get(f"matches/{match}/export").json()
        verified(exported)
        assert anna.player in repr(exported)
    assert sign_in(post_office, address).player != anna.player


def test_leaving_with_nothing_to_leave_is_simple() -> None:
    guest = Person.guest()
    assert guest.delete("me").status_code == 204
    assert guest.delete("me").status_code == 401


def test_nobody_reads_a_profile_without_a_token() -> None:
    for path in ("me", "me/export", "me/devices"):
        assert Person().get(path).status_code == 401
    assert Person().patch("me", {}).status_code == 401
    assert Person().delete("me").status_code == 401


def test_a_profile_read_again_is_not_sent_again() -> None:
    anna = Person.guest()
    first = anna.get("me")
    assert anna.get("me", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    anna.patch("me", {"name": "Zoé"})
    assert anna.get("me", **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_running_match_is_not_told_of_in_a_copy() -> None:
    match, (anna, _) = full_table(2)
    (row,) = anna.get("me/export").json()["matches"]
    assert (row["id"], row["status"], row["outcome"], row["rank"]) == (match, "running", None, None)
