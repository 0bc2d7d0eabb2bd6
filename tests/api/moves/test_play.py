"""A match of Ciao, ciao… over HTTP, from the guest's account to the export."""

import hashlib
import json
import secrets
from typing import Any

import pytest
from django.db import connection

from events import tasks
from events.database.statements import fetch
from events.log.receipts import signing_key_publish
from events.models import LoggedEvent, Outbox, SealedAnswer, SigningKey
from games.registry import all_games
from tests.proofs.second_verifier import verified
from tests.support.people import (
    Person,
    first_choice,
    full_table,
    new_key,
    open_match,
    play_to_the_end,
)

pytestmark = pytest.mark.usefixtures("database", "redis_url")


def answering(seats: int) -> tuple[str, Person, list[Person]]:
    """A match in which a number was just announced: it, the announcer, the others in order."""
    match, people = full_table(seats)
    turn = people[0].match(match)["view"]["turn"]
    announcer = people[turn]
    assert announcer.play(match, {"type": "announce", "number": 2}).status_code == 201
    answerers = people[0].match(match)["view"]["answerers"]
    return match, announcer, [people[seat] for seat in answerers]


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


def test_an_early_answer_is_sealed_seen_by_its_owner_alone_and_used_in_turn() -> None:
    match, announcer, (first, last) = answering(3)
    before = {person: person.match(match) for person in (announcer, first)}
    response = last.play(match, {"type": "doubt"})
    assert response.status_code == 202
    answer = response.json()
    assert answer["events"] == []
    assert answer["receipt"].keys() == {"asked", "digest", "key_id", "signature"}
    assert answer["match"]["sealed"] == {"type": "doubt"}
    assert answer["match"]["choices"] == [{"type": "believe"}, {"type": "doubt"}]
    for person, was in before.items():
        now = person.match(match)
        assert now | {"server_time": ""} == was | {"server_time": ""}

    taken = first.play(match, {"type": "believe"}).json()
    kinds = [event["type"] for event in taken["events"]]
    assert kinds[:2] == ["announcement_believed", "announcement_doubted"]
    assert taken["events"][1]["actor"] == last.match(match)["you"]


def test_a_sealed_answer_can_be_changed() -> None:
    match, _, (first, last) = answering(3)
    last.play(match, {"type": "doubt"})
    last.play(match, {"type": "believe"})
    assert last.match(match)["sealed"] == {"type": "believe"}
    taken = first.play(match, {"type": "believe"}).json()
    assert [event["type"] for event in taken["events"]][1] == "announcement_believed"
    assert SealedAnswer.objects.filter(match_id=match).count() == 2


def test_a_stale_version_is_told_what_it_missed() -> None:
    match, _, (first,) = answering(2)
    old = first.match(match)["version"] - 1
    response = first.play(match, {"type": "believe"}, expected_version=old)
    assert response.status_code == 409
    problem = response.json()
    assert problem["code"] == "stale_version"
    assert problem["current_version"] == old + 1
    assert [event["type"] for event in problem["events"]] == ["number_announced"]


def test_expected_asked_holds_while_others_answer_and_no_longer() -> None:
    match, _, (first, second) = answering(3)
    asked = second.match(match)["asked"]
    first.play(match, {"type": "believe"})
    assert second.match(match)["asked"] == asked
    accepted = second.play(match, {"type": "believe"}, expected_asked=asked)
    assert accepted.status_code == 201
    late = second.play(match, {"type": "believe"}, expected_asked=asked)
    assert (late.status_code, late.json()["code"]) == (409, "question_closed")


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
            tasks.sweep()
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


def test_a_repeated_move_gets_the_first_answer_and_changes_nothing() -> None:
    match, _, (first,) = answering(2)
    key = new_key()
    answers = [first.play(match, {"type": "believe"}, key) for _ in range(5)]
    assert {response.content for response in answers} == {answers[0].content}
    assert {response.status_code for response in answers} == {201}
    replayed = [response.headers.get("Idempotent-Replayed") for response in answers]
    assert replayed == [None] + ["true"] * 4
    believed = LoggedEvent.objects.filter(match_id=match, type="announcement_believed")
    assert believed.count() == 1


def test_an_old_key_is_answered_with_the_match_as_it_is_now() -> None:
    match, _, (first,) = answering(2)
    key = new_key()
    original = first.play(match, {"type": "believe"}, key).json()
    shown = first.match(match)
    first.play(match, first_choice(shown))
    again = first.play(match, {"type": "believe"}, key)
    assert again.status_code == 201
    assert again.json()["receipt"] == original["receipt"]
    seqs = [event["seq"] for event in original["events"]]
    assert [event["seq"] for event in again.json()["events"]] == seqs
    assert again.json()["match"]["version"] == first.match(match)["version"]


def test_a_key_belongs_to_one_request_of_one_player() -> None:
    match, _, (first, second) = answering(3)
    key = new_key()
    assert first.play(match, {"type": "believe"}, key).status_code == 201
    other = first.play(match, {"type": "doubt"}, key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert second.play(match, {"type": "believe"}, f'"{key}"').status_code == 201


def test_a_key_belongs_to_one_path() -> None:
    anna, key = Person.guest(), new_key()
    one, other = (open_match(Person.guest(), 3)["id"] for _ in range(2))
    assert anna.post(f"matches/{one}/join", {}, key).status_code == 200
    refused = anna.post(f"matches/{other}/join", {}, key)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")
    assert anna.match(other)["you"] is None


def test_moves_of_others_leave_the_first_answer_as_it_was() -> None:
    match, _, (first, last) = answering(3)
    key = new_key()
    answer = first.play(match, {"type": "believe"}, key)
    assert last.play(match, {"type": "believe"}, new_key()).status_code == 201
    assert first.play(match, {"type": "believe"}, key).content == answer.content


def test_who_has_resigned_since_is_shown_the_match_as_it_is_now() -> None:
    match, _, (first, _) = answering(3)
    key = new_key()
    before = first.play(match, {"type": "believe"}, key).json()["match"]["version"]
    first.post(f"matches/{match}/resign")
    again = first.play(match, {"type": "believe"}, key)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert again.json()["match"]["version"] == first.match(match)["version"] > before


def test_a_repeated_seal_that_was_changed_since_shows_what_is_sealed_now() -> None:
    match, _, (_, last) = answering(3)
    key = new_key()
    assert last.play(match, {"type": "doubt"}, key).json()["match"]["sealed"] == {"type": "doubt"}
    last.play(match, {"type": "believe"})
    again = last.play(match, {"type": "doubt"}, key)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (202, "true")
    assert again.json()["match"]["sealed"] == {"type": "believe"}


def test_everybody_may_count_their_keys_alike_early_answers_included() -> None:
    match, people = full_table(3)
    turns = [0, 0, 0]
    for _ in range(40):
        for seat in reversed(people[0].match(match)["awaiting"]):
            turns[seat] += 1
            move = first_choice(people[seat].match(match))
            assert people[seat].play(match, move, f"move-{turns[seat]}").status_code in (201, 202)


def test_a_refusal_frees_the_key() -> None:
    match, _, (first, _) = answering(3)
    key = new_key()
    assert first.play(match, {"type": "push", "step": 1}, key).status_code == 422
    assert first.play(match, {"type": "believe"}, key).status_code == 201


def test_creating_with_a_key_creates_once() -> None:
    anna = Person.guest()
    body = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    first, again = (anna.post("matches", body, key="once") for _ in range(2))
    assert first.content == again.content
    assert first.status_code == again.status_code == 201


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
