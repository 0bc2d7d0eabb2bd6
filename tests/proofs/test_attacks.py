"""What a dishonest server could try, and what the file alone, without the rules, says of it."""

import copy
import json
import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from events.log.fairness import bot_chance
from games.chance import FastChance
from games.registry import all_games
from games.variants import tables
from tests.proofs.corpus import FOLDER, export_in
from tests.proofs.matches import Proved, RandomMatch
from tests.proofs.mutations import rehash
from tests.proofs.second_verifier import Unfair as UnfairToTheSecond
from tests.proofs.second_verifier import verified as verified_by_the_second
from verify import Unfair, below, mac, main, match_key, stream, u64, verified

Json = dict[str, Any]

CIAOCIAO = "ciaociao-1-seats=2-planks=9"
PASSPASS = "passpass-1-seats=3-teams=False"


def golden(name: str) -> Json:
    return export_in(FOLDER / f"{name}.json.gz")


@lru_cache
def a_seeded_match(*, redrawn: bool = False) -> Proved:
    """Four seats of which two have added a number and two have withheld theirs; left as it is."""
    game = all_games()["ciaociao"]
    options = next(options for seats, options in tables(game) if seats == 4)
    for number in range(1000):
        match = RandomMatch(game, 4, options, FastChance(f"attack {number}"), redrawn=redrawn)
        seeds = match.started.seeds
        if None not in match.started.seed_commitments and sum(map(bool, seeds)) == 2:
            return match.played()
    raise AssertionError("no such match")


@lru_cache
def a_match_of_bots() -> Proved:
    """Two seats, one of them a bot of level 5 that has moved often; left as it is."""
    game = all_games()["ciaociao"]
    options = next(options for seats, options in tables(game) if seats == 2)
    for number in range(1000):
        begun = RandomMatch(game, 2, options, FastChance(f"bots {number}"))
        if {seat.level for seat in begun.started.seats} == {UNSET, 5}:
            match = begun.played()
            causes = [event["cause"] for event in match.export["events"] if event["cause"]]
            if sum(cause["by"] == "bot" for cause in causes) > 10:
                return match
    raise AssertionError("no such match")


def promises_of(match: Proved) -> list[Json]:
    return [one for one in match.receipts if "commitment" in one]


def changed(export: Json, kind: str, change: Callable[[Json], None]) -> int:
    """Change every version of the first event of a kind, with all hashes made anew; its seq."""
    event = next(event for event in export["events"] if event["full"]["type"] == kind)
    for shown in (event["full"], event["public"], *event["seats"]):
        change(shown["data"])
    rehash(export)
    seq: int = event["full"]["seq"]
    return seq


def set_to(name: str, value: object) -> Callable[[Json], None]:
    def change(data: Json) -> None:
        if name in data:
            data[name] = value

    return change


def turned_round(name: str) -> Callable[[Json], None]:
    def change(data: Json) -> None:
        if name in data:
            data[name] = data[name][::-1]

    return change


def other_seat(name: str) -> Callable[[Json], None]:
    return lambda data: data.update({name: (data[name] + 1) % 2})


# The server draws its number again when it knows those of the players


def test_a_number_drawn_again_after_the_reveals_breaks_the_promise() -> None:
    match = a_seeded_match(redrawn=True)
    for promise in promises_of(match):
        with pytest.raises(Unfair, match=r"receipt 1: before the deal .* promised another"):
            verified(match.export, [promise])
        with pytest.raises(UnfairToTheSecond):
            verified_by_the_second(match.export, [promise])


def test_a_promise_is_given_to_the_program_beside_the_receipts_or_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest, cheating = a_seeded_match(), a_seeded_match(redrawn=True)
    (one, *others), seeds = promises_of(honest), [r for r in honest.receipts if "seed" in r]
    alone, rest = tmp_path / "promise.json", tmp_path / "kept.json"
    alone.write_text(json.dumps(one))
    rest.write_text(json.dumps([*others, *seeds[:1]]))
    given = ("--promise", str(alone), "--receipts", str(rest))
    assert verdict_of(honest.export, tmp_path, *given) == 0
    told = capsys.readouterr().out
    assert "4 given: the server had promised this digest before the deal" in told
    assert "1 given: all signed" in told
    alone.write_text(json.dumps(promises_of(cheating)[0]))
    assert verdict_of(cheating.export, tmp_path, *given[:2]) == 1
    assert verdict_of(cheating.export, tmp_path) == 0, "nothing from before the deal is at hand"


def test_without_a_promise_the_verifier_says_what_it_could_not_see() -> None:
    match = a_seeded_match(redrawn=True)
    verdict = verified(match.export, [one for one in match.receipts if "seed" in one])
    assert "no promise from before the deal was shown to me" in verdict.told[1]
    honest = a_seeded_match()
    assert "4 given" in verified(honest.export, promises_of(honest)).told[1]


def test_a_seat_that_promised_cannot_be_said_to_have_promised_nothing() -> None:
    match = a_seeded_match()
    promise = next(one for one in promises_of(match) if one["seed_commitment"])
    other = promise | {"seed_commitment": None}
    with pytest.raises(Unfair, match="the seed commitment of seat"):
        verified(match.export, [other])


@pytest.mark.parametrize("name", ["signature", "key_id", "seat"])
def test_a_promise_that_the_server_did_not_sign_is_none(name: str) -> None:
    match = a_seeded_match()
    one, other = promises_of(match)[:2]
    with pytest.raises(Unfair, match="receipt 1"):
        verified(match.export, [one | {name: "0" * 16 if name == "key_id" else other[name]}])


# An event shows something else than was drawn


PTIPASSPASS = "ptipasspass-1-seats=2-challenge_tokens=reset-memory=table"
BONBONS = "bonbons-1-seats=2-quick=False-memory=table"
QUICK = "bonbons-1-seats=2-quick=True-memory=table"


@pytest.mark.parametrize(
    ("name", "kind", "change"),
    [
        (CIAOCIAO, "die_rolled", set_to("die", 9)),
        (CIAOCIAO, "bridge_built", other_seat("first")),
        (PTIPASSPASS, "animals_dealt", other_seat("first")),
        (PASSPASS, "round_opened", other_seat("leader")),
        (PASSPASS, "hand_dealt", turned_round("cards")),
        (PASSPASS, "hand_dealt", other_seat("seat")),
        (BONBONS, "candies_laid", other_seat("first")),
        (BONBONS, "candies_laid", turned_round("squares")),
        (BONBONS, "candies_laid", turned_round("rounds")),
        (QUICK, "candies_laid", set_to("removed", ["bear", "cane"])),
    ],
)
def test_what_was_not_drawn_is_found_without_the_rules(
    name: str, kind: str, change: Callable[[Json], None]
) -> None:
    export = golden(name)
    seq = changed(export, kind, change)
    with pytest.raises(Unfair) as found:
        verified(export, rules=False)
    assert found.value.where == f"event {seq}"
    with pytest.raises(UnfairToTheSecond):
        verified_by_the_second(export)


def test_a_die_that_was_rolled_once_more_is_found_without_the_rules() -> None:
    export = golden(CIAOCIAO)
    roll = next(event for event in export["events"] if event["full"]["type"] == "die_rolled")
    export["events"].insert(roll["full"]["seq"], json.loads(json.dumps(roll)))
    rehash(export)
    with pytest.raises(Unfair, match=r"event \d+: by the draws its die"):
        verified(export, rules=False)


def test_a_draw_that_nothing_shows_is_found_without_the_rules() -> None:
    export = golden(CIAOCIAO)
    rolls = [at for at, e in enumerate(export["events"]) if e["full"]["type"] == "die_rolled"]
    del export["events"][rolls[-1]]
    rehash(export)
    with pytest.raises(Unfair, match=r"draw \d+: no event shows it"):
        verified(export, rules=False)


# Three verdicts


def verdict_of(export: Json, folder: Path, *more: str) -> int:
    path = folder / "match.json"
    path.write_text(json.dumps(export))
    return main([str(path), *more])


def test_a_fair_match_is_told_so_only_if_its_moves_were_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verdict_of(golden(CIAOCIAO), tmp_path) == 0
    assert capsys.readouterr().out.endswith("\nfair\n")
    monkeypatch.setitem(sys.modules, "events.proof.referee", None)
    assert verdict_of(golden(CIAOCIAO), tmp_path) == 3
    assert "\nconsistent, not judged" in capsys.readouterr().out


def test_another_winner_is_unfair_by_the_rules_and_without_them_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = golden(CIAOCIAO)

    def swap(data: Json) -> None:
        data["winners"] = [1 - data["winners"][0]]
        data["ranking"] = data["ranking"][::-1]

    changed(export, "match_finished", swap)
    export["match"]["outcome"] = export["events"][-1]["full"]["data"]
    assert not verified(export, rules=False).judged
    assert verdict_of(export, tmp_path) == 1
    assert f"NOT FAIR  event {len(export['events'])}: " in capsys.readouterr().out


def test_a_match_of_unknown_rules_is_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = golden(PASSPASS)
    match, fairness = export["match"], export["fairness"]
    match["ruleset"] = "passpass/9"
    names = f"{match['id']}\0{match['ruleset']}\0".encode()
    seed = bytes.fromhex(fairness["server_seed"])
    fairness["commitment"] = sha256(b"gobelet/commit/1\0" + names + seed).hexdigest()
    rehash(export)
    assert verdict_of(export, tmp_path) == 3
    told = capsys.readouterr().out
    assert "has no passpass/9" in told
    assert "not compared with the events" in told


def test_bots_of_an_unknown_version_are_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = copy.deepcopy(a_match_of_bots().export)
    assert verdict_of(export, tmp_path) == 0

    def later(data: Json) -> None:
        data["bot_version"] = 99

    changed(export, "match_started", later)
    assert verdict_of(export, tmp_path) == 3
    assert "this copy has not the bots that chose" in capsys.readouterr().out


def test_a_bot_of_another_level_is_found_out(tmp_path: Path) -> None:
    export = copy.deepcopy(a_match_of_bots().export)

    def weaker(data: Json) -> None:
        for seat in data["seats"]:
            if seat["kind"] == "bot":
                seat["level"] = 1

    changed(export, "match_started", weaker)
    export["match"]["seats"] = export["events"][0]["full"]["data"]["seats"]
    assert verdict_of(export, tmp_path) == 1


def a_match_of_stand_ins() -> Proved:
    """Two people, one of whom a bot has played for often."""
    game = all_games()["ciaociao"]
    options = next(options for seats, options in tables(game) if seats == 2)
    for number in range(1000):
        begun = RandomMatch(game, 2, options, FastChance(f"stand-ins {number}"))
        if {seat.level for seat in begun.started.seats} == {UNSET}:
            match = begun.played()
            causes = [event["cause"] for event in match.export["events"] if event["cause"]]
            if sum(cause["by"] == "bot" for cause in causes) > 10:
                return match
    raise AssertionError("no such match")


@pytest.mark.parametrize("level", [1, 6, None])
def test_a_stand_in_of_another_level_is_found_out(level: int | None, tmp_path: Path) -> None:
    export = copy.deepcopy(a_match_of_stand_ins().export)
    assert verdict_of(export, tmp_path) == 0

    def another(data: Json) -> None:
        data["stand_in"] = level
        if level is None:
            del data["stand_in"]

    changed(export, "match_started", another)
    assert verdict_of(export, tmp_path) == 1


@pytest.mark.parametrize("level", [0, 6, None])
def test_a_bot_has_a_level_from_1_to_5(level: int | None, tmp_path: Path) -> None:
    export = copy.deepcopy(a_match_of_bots().export)

    def odd(data: Json) -> None:
        bot = next(seat for seat in data["seats"] if seat["kind"] == "bot")
        bot["level"] = level
        if level is None:
            del bot["level"]

    changed(export, "match_started", odd)
    export["match"]["seats"] = export["events"][0]["full"]["data"]["seats"]
    assert verdict_of(export, tmp_path) == 1


# Numbers that were promised and not revealed


def test_every_withheld_number_doubles_the_choice_and_is_said() -> None:
    match = a_seeded_match()
    told = "\n".join(verified(match.export).told)
    assert "\nWITHHELD    2 seats withheld: the deal could have been picked among 4\n" in told


def test_a_withheld_number_is_not_none() -> None:
    export = copy.deepcopy(a_seeded_match().export)
    seats = export["fairness"]["seats"]
    withheld = next(seat for seat in seats if seat["contribution"] == "withheld")
    withheld["contribution"] = "none"
    with pytest.raises(Unfair, match=f"seat {withheld['seat']}: its contribution"):
        verified(export)


def test_a_bot_draws_from_the_key_that_players_have_added_to() -> None:
    match = a_seeded_match()
    fairness = match.export["fairness"]
    seeds = [bytes.fromhex(seat["seed"]) for seat in fairness["seats"]]
    key = match_key(match.export, bytes.fromhex(fairness["server_seed"]), seeds)
    seed = mac(mac(key, b"gobelet/bot/1"), u64(40) + u64(2))
    assert bot_chance(key, 40, 2).below(2**40) == below(stream(seed), 2**40)
    other = match_key(match.export, bytes.fromhex(fairness["server_seed"]), seeds[::-1])
    assert bot_chance(other, 40, 2).below(2**40) != bot_chance(key, 40, 2).below(2**40)
