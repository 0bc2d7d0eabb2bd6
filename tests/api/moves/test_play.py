"""A match of Ciao, ciao… over HTTP, from the guest's account to the export."""

import hashlib
import json
import secrets
from typing import Any

import pytest
from django.db import connection

from events.database.statements import fetch
from events.log.receipts import signing_key_publish
from events.models import Outbox, SigningKey
from games.registry import all_games
from tests.proofs.second_verifier import verified
from tests.support.people import (
    Person,
    answering,
    first_choice,
    full_table,
    open_match,
    play_to_the_end,
)
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("database", "redis_url")


def test_a_match_against_bots_is_played_to_its_end_and_proved() -> None:
    anna = Person.guest()
    match = open_match(anna, 3, bots=2)["id"]
    play_to_the_end(match, [anna])
    shown = anna.match(match)
    assert shown["outcome"]["winners"]
    assert shown["awaiting"] == shown["choices"] == []
    verified(anna.get(f"matches/{match}/export").json())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("avoided", ["nestloop", "hashjoin", "mergejoin"])
def test_the_start_is_told_before_the_turn_however_the_database_joins(avoided: str) -> None:
    fetch(f"SET enable_{avoided} = off")
    try:
        matches = [full_table(3)[0] for _ in range(5)]
    finally:
        connection.close()
    for match in matches:
        told = Outbox.objects.filter(match=match).order_by("id").values_list("kind", flat=True)
        assert [*told] == [Outbox.Kind.STARTED] * 3 + [Outbox.Kind.YOUR_TURN]


def test_people_join_and_the_last_one_starts_it() -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    match = open_match(anna, 2)["id"]
    assert anna.match(match)["status"] == "open"
    joined = bruno.post(f"matches/{match}/join").json()
    assert (joined["status"], joined["you"]) == ("running", 1)
    assert [seat["player"]["name"] for seat in joined["seats"]] == ["Anna", "Bruno"]


def test_the_creator_may_stop_waiting() -> None:
    anna = Person.guest()
    match = open_match(anna, 4)["id"]
    assert Person.guest().post(f"matches/{match}/start", {"bots": True}).status_code == 403
    started = anna.post(f"matches/{match}/start", {"bots": True}).json()
    assert started["status"] == "running"
    assert [seat["player"]["kind"] for seat in started["seats"]] == ["human"] + ["bot"] * 3


def test_a_stale_version_is_told_what_it_missed() -> None:
    match, _, (first,) = answering(2)
    old = first.match(match)["version"] - 1
    response = first.play(match, {"type": "believe"}, expected_version=old)
    assert response.status_code == 409
    problem = response.json()
    assert problem["code"] == "stale_version"
    assert problem["current_version"] == old + 1
    assert [event["type"] for event in problem["events"]] == ["number_announced"]


def test_the_feed_is_paged_and_counts_without_gaps() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(match, [anna])
    seen: list[Any] = []
    while True:
        page = anna.get(f"matches/{match}/events?after={len(seen)}&limit=7").json()
        seen += page["events"]
        if not page["has_more"]:
            break
    assert [event["seq"] for event in seen] == list(range(1, page["version"] + 1))
    assert seen[0]["type"] == "match_started"
    assert seen[-1]["type"] == "match_finished"


def test_the_die_is_in_nobody_elses_feed_before_the_end() -> None:
    match, announcer, others = answering(2)
    for person, knows in ((announcer, True), (others[0], False), (Person(), False)):
        events = person.get(f"matches/{match}/events").json()["events"]
        rolled = next(event for event in events if event["type"] == "die_rolled")
        assert ("die" in rolled["data"]) == knows


def test_a_proof_opens_the_readers_own_slot() -> None:
    match, announcer, _ = answering(2)
    seat = announcer.match(match)["you"]
    for event in announcer.get(f"matches/{match}/events?proof=1").json()["events"]:
        proof = event.pop("proof")
        packed = canonical(event)
        opened = hashlib.sha256(b"gobelet/slot/1\0" + bytes.fromhex(proof["nonce"]) + packed)
        assert opened.hexdigest() == proof["slots"][seat]
        assert len(proof["slots"]) == 3


def canonical(value: object) -> bytes:
    packed = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return packed.encode()


def test_everybodys_seed_goes_into_the_match() -> None:
    seeds = [secrets.token_bytes(32) for _ in range(2)]
    committed = [hashlib.sha256(b"gobelet/client/1\0" + seed).hexdigest() for seed in seeds]
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    match = open_match(anna, 2, seed_commitment=committed[0])["id"]
    joined = bruno.post(f"matches/{match}/join", {"seed_commitment": committed[1]}).json()
    assert joined["status"] == "open"
    assert joined["starting"]["waiting_for"] == [0, 1]
    assert joined["version"] == 0

    wrong = anna.post(f"matches/{match}/seed", {"seed": "ab" * 32})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "seed_mismatch")
    revealed = anna.post(f"matches/{match}/seed", {"seed": seeds[0].hex()}).json()
    assert revealed["match"]["starting"]["waiting_for"] == [1]
    assert revealed["receipt"]["signature"]
    waived = bruno.post(f"matches/{match}/seed", {"seed": ""}).json()["match"]
    assert waived["status"] == "running"
    assert [seat["contribution"] for seat in waived["seats"]] == ["revealed", "withheld"]
    play_to_the_end(match, [anna, bruno])
    export = anna.get(f"matches/{match}/export").json()
    assert export["fairness"]["seats"][0]["seed"] == seeds[0].hex()
    verified(export)


def test_receipts_are_signed_heads_of_the_exported_chain() -> None:
    signing_key_publish()
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    receipts = []
    while (shown := anna.match(match))["status"] != "finished":
        if shown["choices"]:
            receipts.append(anna.play(match, first_choice(shown)).json()["receipt"])
        else:
            sweep_all()
    keys = {key["key_id"]: key["public_key"] for key in anna.get("keys").json()["keys"]}
    verified(anna.get(f"matches/{match}/export").json(), receipts, keys)


def test_a_private_match_is_for_its_guests_alone() -> None:
    anna, bruno, carla = (Person.guest(name) for name in ("Anna", "Bruno", "Carla"))
    match = open_match(anna, 3, visibility="private")["id"]
    for path in ("", "/events", "/export"):
        assert bruno.get(f"matches/{match}{path}").status_code == 404
        assert Person().get(f"matches/{match}{path}").status_code == 404
    assert bruno.post(f"matches/{match}/join").status_code == 404
    assert bruno.post(f"matches/{match}/join", {"invite": "guessed"}).status_code == 404
    made = anna.post(f"matches/{match}/invitations").json()
    assert made["invite"] in made["url"]
    assert bruno.post(f"matches/{match}/join", {"invite": made["invite"]}).status_code == 200
    assert carla.post(f"matches/{match}/invitations").status_code == 404


def test_a_running_match_is_not_exported() -> None:
    match, _, _ = answering(2)
    response = Person().get(f"matches/{match}/export")
    assert (response.status_code, response.json()["code"]) == (409, "match_running")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_games_come_with_rules_labels_and_schemas(language: str) -> None:
    someone = Person()
    listed = someone.get("games").json()["results"]
    assert [game["id"] for game in listed] == list(all_games())
    game = someone.get("games/ciaociao").json()
    assert game["seats"] == {"min": 2, "max": 4}
    assert game["options"]["properties"]["planks"]["x-label"][language]
    assert "**C12**" in game["rules"][language]
    assert game["manifest"]["moves"].keys() == {"announce", "believe", "doubt", "push"}
    assert game["manifest"]["labels"]["die.0"][language] in ("croix", "cross")
    memory = someone.get("games/bonbons").json()["options"]["properties"]["memory"]
    assert memory["enum"] == ["open", "table"]
    assert memory["x-value-labels"].keys() == {"open", "table"}
    assert memory["x-value-labels"]["open"][language]


def test_six_who_do_not_want_teams_are_told_why() -> None:
    body = {"game": "passpass", "seats": 6, "options": {"teams": False}, "visibility": "public"}
    problem = Person.guest().post("matches", body).json()
    assert (problem["status"], problem["code"]) == (422, "six_play_in_teams")
    assert problem["errors"][0]["pointer"] == "/options/teams"


@pytest.mark.parametrize(
    ("game", "options", "pointer", "code"),
    [
        ("bonbons", {"memory": "elephant"}, "/options/memory", "not_offered"),
        ("bonbons", {"quick": 1}, "/options/quick", "wrong_type"),
        ("ptipasspass", {"challenge_tokens": None}, "/options/challenge_tokens", "wrong_type"),
        ("passpass", {"team": True}, "/options/team", "unknown_field"),
        ("passpass", {"teams": True}, "/options/teams", "teams_need_four_or_six"),
        ("ciaociao", {"planks": 4}, "/options/planks", "too_small"),
    ],
)
def test_a_wrong_option_is_told_which_and_why(
    game: str, options: object, pointer: str, code: str
) -> None:
    anna = Person.guest(language="fr")
    body = {"game": game, "seats": 3, "options": options, "visibility": "public"}
    response = anna.post("matches", body)
    problem = response.json()
    assert response.status_code in (400, 422), problem
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, code)]
    assert problem["errors"][0]["detail"]


def test_keys_are_published_and_a_key_that_comes_back_is_current_again(settings: Any) -> None:
    someone = Person()
    first, second = settings.SIGNING_KEY, "ab" * 32
    for key in (first, second, first):
        settings.SIGNING_KEY = key
        signing_key_publish()
    keys = someone.get("keys").json()["keys"]
    assert [key["retired_at"] is None for key in keys] == [True] + [False] * (len(keys) - 1)
    assert len(keys) == SigningKey.objects.count() >= 2


def test_an_answer_is_for_one_reader_in_one_language() -> None:
    for response in (Person().get("games"), Person().get("matches/x"), Person().post("matches")):
        assert response.headers["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept-Language"} <= set(response.headers["Vary"].split(", "))
