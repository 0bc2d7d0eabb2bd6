"""Nothing that a running match tells anybody helps to predict what will be drawn next.

That outputs do not differ between two matches with different seeds is tested with the leaks, in
which all that is random is masked. Here it is the other way round: whatever looks random is one of
the few values that the scheme publishes, none of which tells the seed or the key.
"""

import json
import re
import secrets
from hashlib import sha256
from typing import Any

import pytest

from events.log import fairness, receipts
from events.log.envelope import MatchStarted, unpack
from events.log.position import position_at_head
from events.log.read import payloads_of
from events.models import LoggedEvent, Match, SealedAnswer, Secrets
from games.chance import FastChance, mac
from games.contract import SPECTATOR, Viewer
from tests.api.http.leak_outputs import ENROLLED, LISTS
from tests.support.lasting_games import lasting_games
from tests.support.people import Person, open_match, random_choice

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

RANDOM = re.compile(r"[0-9a-f]{16,}")
SIGNED = re.compile(r'"signature":"[0-9a-f]{128}"')


def running(game: str, moves: int) -> tuple[Match, list[Person], list[str]]:
    """A match with two people's seeds and one withheld that has gone some way; and what each was
    answered when they took their seat, gave their seed and moved."""
    chance, seats = FastChance(game), 3
    people = [Person.guest(f"P{seat}") for seat in range(seats)]
    seeds = [secrets.token_bytes(32) for _ in people]
    promised = [fairness.client_commitment(seed).hex() for seed in seeds]
    opened = open_match(people[0], seats, game=game, seed_commitment=promised[0])
    match, answers = opened["id"], [SIGNED.sub("", json.dumps(opened, separators=(",", ":")))]
    for person, promise in zip(people[1:], promised[1:], strict=True):
        joined = person.post(f"matches/{match}/join", {"seed_commitment": promise})
        assert joined.json()["promise"]["seed_commitment"] == promise
        answers.append(SIGNED.sub("", joined.content.decode()))
    for seat, seed in enumerate([seeds[0].hex(), seeds[1].hex(), ""]):
        assert seeds[0].hex().encode() not in people[2].get(f"matches/{match}").content
        given = people[seat].post(f"matches/{match}/seed", {"seed": seed})
        answers[seat] += SIGNED.sub("", given.content.decode())
    for _ in range(moves):
        seat = chance.below(seats)
        shown = people[seat].match(match)
        if shown["choices"]:
            played = people[seat].play(match, random_choice(shown, chance))
            answers[seat] += SIGNED.sub("", played.content.decode())
    found = Match.objects.get(id=match)
    assert found.status == Match.Status.RUNNING
    return found, people, answers


def told(person: Person, match: str) -> str:
    """Every answer to whatever somebody may read of a match, its headers included."""
    answers = []
    for (method, _), asks in (LISTS | ENROLLED).items():
        for ask in asks if method == "GET" else ():
            answer: Any = ask(person, match)
            if isinstance(answer, list):
                answers.append(repr(answer))
                continue
            headers = {name: text for name, text in answer.headers.items() if name != "ETag"}
            answers.append(answer.content.decode() + repr(headers))
    return SIGNED.sub("", "\n".join(answers))


def published(match: Match, viewer: Viewer) -> set[str]:
    """What the scheme tells this viewer."""
    seed = bytes.fromhex(Secrets.objects.get(match=match).server_seed)
    rows = list(LoggedEvent.objects.filter(match=match).order_by("seq"))
    start = fairness.first_head(match.id, match.ruleset, bytes.fromhex(match.commitment))
    values = {match.commitment, start.hex()} | {row.hash for row in rows}
    for row in rows:
        values |= {slot.hex() for slot in fairness.slots(seed, row.seq, payloads_of(row))}
        if viewer != SPECTATOR:
            values.add(fairness.nonce(seed, row.seq, viewer).hex())
    _, started = unpack(position_at_head(match).game, rows[0].full)
    assert isinstance(started, MatchStarted)
    values |= {*started.seeds, *filter(None, started.seed_commitments)}
    own = SealedAnswer.objects.filter(match=match, seat=viewer)
    values |= {sha256(seal.move.encode()).hexdigest() for seal in own}
    return values | {receipts.key_id()}


def hidden(match: Match) -> dict[str, str]:
    """What would predict draws, or lead to it."""
    seed = bytes.fromhex(Secrets.objects.get(match=match).server_seed)
    position = position_at_head(match)
    nonces = mac(seed, b"gobelet/nonce/1").hex()
    bots = mac(position.key, b"gobelet/bot/1").hex()
    return {"seed": seed.hex(), "key": position.key.hex(), "nonces": nonces, "bots": bots}


@pytest.mark.parametrize("game", lasting_games(seats=3, moves=30))
def test_whatever_looks_random_in_a_running_match_is_published_by_the_scheme(game: str) -> None:
    match, people, answers = running(game, 12)
    for viewer, person in [*enumerate(people), (SPECTATOR, Person())]:
        text = told(person, match.id) + ("" if viewer == SPECTATOR else answers[viewer])
        for name, value in hidden(match).items():
            assert value not in text, f"viewer {viewer} is told the {name}"
        unknown = set(RANDOM.findall(text)) - published(match, viewer)
        assert not unknown, f"viewer {viewer} is told {unknown}"
