"""What somebody takes away from a match that is over: the file that proves it, and the text."""

import json
import secrets
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import VerifyKey

from events.log import fairness
from events.log.position import position_cache
from events.log.receipts import public_key
from events.models import Match, Secrets
from games.chance import FastChance
from games.registry import all_games
from tests.proofs.both import proved
from tests.support.people import (
    Person,
    first_choice,
    full_table,
    open_match,
    play_to_the_end,
    random_choice,
)
from tests.support.sweeps import sweep_all
from verify import Unfair, verified

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

VERIFY = Path(__file__).parents[3] / "verify.py"
MOVES_OF_A_STORY = 10


def finished(game: str = "ciaociao", seats: int = 2, **more: Any) -> tuple[str, list[Person]]:
    match, people = full_table(seats, game=game, **more)
    play_to_the_end(match, people)
    return match, people


def nothing(match: str) -> None:
    """An honest server does nothing of its own."""


def played_with_receipts(
    seats: int = 3, before_the_deal: Callable[[str], None] = nothing
) -> tuple[dict[str, Any], list[Any]]:
    """A match in which all promise a seed and keep what the server signs; the last waives."""
    people = [Person.guest(f"P{seat}") for seat in range(seats)]
    seeds = [secrets.token_bytes(32) for _ in people]
    promised = [sha256(b"gobelet/client/1\0" + seed).hexdigest() for seed in seeds]
    opened = open_match(people[0], seats, seed_commitment=promised[0])
    match, receipts = opened["id"], [opened["promise"]]
    for person, commitment in zip(people[1:], promised[1:], strict=True):
        joined = person.post(f"matches/{match}/join", {"seed_commitment": commitment})
        receipts.append(joined.json()["promise"])
    before_the_deal(match)
    for person, seed in zip(people[:-1], seeds, strict=False):
        revealed = person.post(f"matches/{match}/seed", {"seed": seed.hex()}).json()
        receipts.append(revealed["receipt"])
    receipts.append(people[-1].post(f"matches/{match}/seed", {"seed": ""}).json()["receipt"])
    chance = FastChance("receipts")
    while (shown := people[0].match(match))["status"] == "running":
        person = people[shown["awaiting"][chance.below(len(shown["awaiting"]))]]
        theirs = person.match(match)
        receipts.append(person.play(match, random_choice(theirs, chance)).json()["receipt"])
    return people[0].get(f"matches/{match}/export").json(), receipts


def test_everybodys_seeds_and_receipts_hold_to_the_end() -> None:
    export, receipts = played_with_receipts()
    contributions = [seat["contribution"] for seat in export["fairness"]["seats"]]
    assert contributions == ["revealed", "revealed", "withheld"]
    some = [*receipts[:6], *receipts[-2:], *[r for r in receipts if "digest" in r][:2]]
    told = verified(export, some).told
    assert "3 given: the server had promised this digest before the deal" in told[1]
    assert "2 of 3 seats added" in told[2]
    assert "1 seat withheld: the deal could have been picked among 2" in told[2]
    proved(export)


def test_a_server_that_draws_its_seed_again_after_the_reveals_is_found() -> None:
    def redraw(match: str) -> None:
        found, seed = Match.objects.get(id=match), secrets.token_bytes(32)
        commitment = fairness.commitment(match, found.ruleset, seed)
        head = fairness.first_head(match, found.ruleset, commitment)
        Secrets.objects.filter(match=match).update(server_seed=seed.hex())
        Match.objects.filter(id=match).update(commitment=commitment.hex(), head=head.hex())
        position_cache.clear()

    export, receipts = played_with_receipts(2, redraw)
    proved(export)
    later = [receipt for receipt in receipts if "commitment" not in receipt]
    assert "no promise from before the deal was shown to me" in verified(export, later[:3]).told[1]
    for promise in receipts[:2]:
        with pytest.raises(Unfair, match="the server promised another commitment"):
            verified(export, [promise])


def test_whoever_takes_a_seat_gets_a_promise_and_nobody_else() -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    body = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    opened = anna.post("matches", body, "once").json()
    match, commitment = opened["id"], opened["commitment"]
    joined = bruno.post(f"matches/{match}/join", {}, "twice").json()
    for seat, answer in enumerate((opened, joined)):
        promise = answer["promise"]
        message = b"gobelet/promise/1\0" + match.encode() + b"\0" + bytes.fromhex(commitment)
        VerifyKey(public_key()).verify(
            message + seat.to_bytes(8, "big"), bytes.fromhex(promise["signature"])
        )
        assert promise.items() >= {"commitment": commitment, "seat": seat}.items()
        assert promise["seed_commitment"] is None
    repeated = anna.post("matches", body, "once")
    assert repeated.json()["version"] > 0, "the match has begun since"
    assert repeated.json()["promise"] == opened["promise"]
    assert "promise" not in anna.match(match)
    for person in (anna, bruno):
        person.post(f"matches/{match}/cancel-vote", {"agree": True})
    again = anna.post(f"matches/{match}/rematch").json()
    assert (again["promise"]["seat"], again["promise"]["commitment"]) == (1, again["commitment"])
    assert "promise" not in bruno.post(f"matches/{match}/rematch").json()


def test_a_match_says_of_each_seat_whether_it_added_to_the_chance() -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    seed = secrets.token_bytes(32)
    promise = sha256(b"gobelet/client/1\0" + seed).hexdigest()
    match = open_match(anna, 3, bots=1, seed_commitment=promise)["id"]
    bruno.post(f"matches/{match}/join")

    def said() -> list[str]:
        return [seat["contribution"] for seat in bruno.match(match)["seats"]]

    assert said() == ["committed", "none", "none"]
    anna.post(f"matches/{match}/seed", {"seed": seed.hex()})
    assert said() == ["revealed", "none", "none"]


def test_the_table_is_told_of_a_withheld_seed_before_the_deal_and_ever_after() -> None:
    people = [Person.guest(name) for name in ("Anna", "Bruno", "Clara")]
    match = open_match(people[0], 3, seed_commitment="ab" * 32)["id"]
    for person in people[1:]:
        person.post(f"matches/{match}/join", {"seed_commitment": "cd" * 32})

    def said() -> list[str]:
        return [seat["contribution"] for seat in Person().match(match)["seats"]]

    people[1].post(f"matches/{match}/seed", {"seed": ""})
    assert said() == ["committed", "withheld", "committed"]
    assert people[0].match(match)["status"] == "open"
    people[2].post(f"matches/{match}/seed", {"seed": ""})
    people[0].post(f"matches/{match}/seed", {"seed": ""})
    assert said() == ["withheld"] * 3
    people[0].post(f"matches/{match}/resign")
    play_to_the_end(match, people[1:])
    story = Person(language="fr").get(f"matches/{match}/transcript").content.decode()
    assert story.count("a retenu le nombre promis") == 3
    told = "3 places ont retenu leur nombre\N{NO-BREAK SPACE}: la donne a pu être choisie parmi 8."
    assert told in story
    first = Person(language="fr").get(f"matches/{match}/recap?after=0").json()["sentences"][0]
    assert first["text"].endswith(told)


def test_a_receipt_for_another_story_is_found() -> None:
    export, receipts = played_with_receipts(2)
    other, _ = played_with_receipts(2)
    head = next(receipt for receipt in receipts if "head" in receipt)
    with pytest.raises(Unfair, match="receipt 1: it was given for a log that was another"):
        verified(other, [head])
    with pytest.raises(Unfair, match="receipt 1: it was not so signed"):
        verified(export, [head | {"signature": "00" * 64}])
    with pytest.raises(Unfair, match="receipt 1: its key is not here"):
        verified(export, [head | {"key_id": "0" * 16}])


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The file that the server gives, alone in a folder, by a Python that has nothing installed."""
    (folder / "verify.py").write_bytes(Person().get("verify.py").content)
    return subprocess.run(
        [sys.executable, "-I", "-S", "verify.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_verifier_needs_nothing_but_python(tmp_path: Path) -> None:
    export, receipts = played_with_receipts(2)
    keys = Person().get("keys").json()
    for name, content in (("match", export), ("receipts", receipts[:5]), ("keys", keys)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    given = ("match.json", "--receipts", "receipts.json", "--keys", "keys.json")
    fair = command(tmp_path, *given)
    assert (fair.returncode, fair.stderr) == (3, "")
    assert "2 given: the server had promised" in fair.stdout
    assert "3 given: all signed" in fair.stdout
    assert "each as the events show it" in fair.stdout
    assert "not replayed: they are not here" in fair.stdout
    assert fair.stdout.splitlines()[-1].startswith("consistent, not judged")

    export["events"][4]["full"]["data"]["forged"] = True
    (tmp_path / "match.json").write_text(json.dumps(export))
    unfair = command(tmp_path, *given)
    assert unfair.returncode == 1
    assert unfair.stdout.startswith("NOT FAIR  event 5: ")

    (tmp_path / "match.json").write_text('{"format": 1.5}')
    assert command(tmp_path, "match.json").returncode == 2
    assert command(tmp_path, "nothing.json").returncode == 2


def test_with_the_project_at_hand_the_rules_are_replayed(tmp_path: Path) -> None:
    match, people = finished()
    (tmp_path / "match.json").write_bytes(people[0].get(f"matches/{match}/export").content)
    checked = subprocess.run(
        [sys.executable, str(VERIFY), str(tmp_path / "match.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "moves played again by ciaociao/1, each event came out the same" in checked.stdout


def test_a_resignation_and_a_cancelled_match_are_proved_too() -> None:
    match, people = full_table(3)
    people[1].post(f"matches/{match}/resign")
    play_to_the_end(match, [people[0], people[2]])
    proved(people[0].get(f"matches/{match}/export").json())

    match, people = full_table(2)
    for person in people:
        person.post(f"matches/{match}/cancel-vote", {"agree": True})
    export = people[0].get(f"matches/{match}/export").json()
    assert (export["match"]["status"], export["match"]["outcome"]) == ("cancelled", None)
    proved(export)


def test_neither_a_running_match_nor_somebody_elses_private_one_is_exported() -> None:
    match, people = full_table(2, visibility="unlisted")
    for path in ("export", "transcript"):
        refused = people[0].get(f"matches/{match}/{path}")
        assert (refused.status_code, refused.json()["code"]) == (409, "match_running")
    private = open_match(people[0], 2, bots=1, visibility="private")["id"]
    people[0].post(f"matches/{private}/resign")
    for path in ("export", "transcript"):
        assert people[0].get(f"matches/{private}/{path}").status_code == 200
        assert people[1].get(f"matches/{private}/{path}").status_code == 404
        assert Person().get(f"matches/{private}/{path}").status_code == 404


@pytest.mark.parametrize("game", all_games())
def test_a_match_can_be_read_as_a_story(game: str) -> None:
    rules = all_games()[game]
    anna = Person.guest("Anna")
    match = open_match(anna, rules.seats[0], bots=rules.seats[0] - 1, game=game)["id"]
    for _ in range(MOVES_OF_A_STORY):
        sweep_all()
        if (shown := anna.match(match))["status"] == "finished":
            break
        anna.play(match, first_choice(shown))
    anna.post(f"matches/{match}/resign")
    play_to_the_end(match, [anna])  # bots that are left go on without her
    version = anna.match(match)["version"]
    for language, begins in (("en", "The match begins"), ("fr", "La partie commence")):
        answer = Person(language=language).get(f"matches/{match}/transcript", Accept="text/plain")
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert (
            answer.headers["Content-Disposition"] == f'attachment; filename="gobelet-{match}.txt"'
        )
        text = answer.content.decode()
        assert text.startswith(rules.words.title.within(language))
        assert begins in text
        assert f"\n{version:>5}  " in text
        assert text.rstrip().splitlines()[-1].split(". ")[1]
