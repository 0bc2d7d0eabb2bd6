"""The leak property over HTTP: no route tells a viewer what the rules hide.

Every route is enrolled here or named as one that knows of no match; a new one fails until it is.
"""

import os
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import transaction
from msgspec.structs import replace

from api.http.etag import etag_of
from api.http.language import language_of
from api.views import replay as views
from events import tasks
from events.log import read
from events.log.position import Position, position_at_head
from events.models import Match, Outbox, Player
from events.notifications.notice import Notice, notice_of
from events.players.profile import Channels
from events.selectors import lists, recap, turns
from events.streams import match as stream
from events.streams import news
from events.streams import person as own_stream
from games.chance import FastChance
from games.codec import canonical
from games.contract import OPEN, SPECTATOR
from games.registry import all_games
from tests.events.notifications import payloads
from tests.events.notifications.payloads import told_by
from tests.games.support.imaginable import imaginable_moves
from tests.support.lasting_games import lasting_games
from tests.support.people import (
    Person,
    full_table,
    new_key,
    open_match,
    play_to_the_end,
    random_choice,
    routes,
)
from tests.support.sizes import sized
from tests.support.sse import Heard, parsed
from tests.support.twins import twin_of

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

Ask = Callable[[Person, str], Any]

KNOWS_OF_NO_MATCH = {
    ("POST", "auth/guest"),
    ("POST", "auth/email"),
    ("POST", "auth/email/confirm"),
    ("GET", "me"),
    ("PATCH", "me"),
    ("DELETE", "me"),
    ("GET", "me/devices"),
    ("DELETE", "me/devices/<device:device>"),
    ("GET", "games"),
    ("GET", "games/<slug:game>"),
    ("GET", "games/<slug:game>/emblem.svg"),
    ("POST", "matches"),
    ("GET", "keys"),
    ("GET", "verify.py"),
    ("GET", "me/shunned"),
    ("GET", "me/push"),
    ("POST", "me/push"),
    ("DELETE", "me/push/<endpoint:endpoint>"),
    ("POST", "me/push/<endpoint:endpoint>/test"),
    ("GET", "me/webhooks"),
    ("POST", "me/webhooks"),
    ("DELETE", "me/webhooks/<endpoint:endpoint>"),
    ("POST", "me/webhooks/<endpoint:endpoint>/test"),
    ("GET", "players/<player:player>"),
    ("POST", "players/<player:player>/block"),
    ("DELETE", "players/<player:player>/block"),
    ("POST", "players/<player:player>/mute"),
    ("DELETE", "players/<player:player>/mute"),
    ("POST", "players/<player:player>/report"),
}
MOST_MOVES = sized(15, 60)
"""How many of the imaginable moves are tried; the rules' own leak test tries all of them."""
SEEDS = int(os.environ.get("LEAK_SEEDS", "1"))
IN_FRENCH = {"Accept-Language": "fr"}
MASKED = re.compile(
    rb'"(id|head|commitment|server_time|signature|digest|hash)":"[^"]*"'
    rb'|"(slots)":\[[^\]]*\]|"(nonce)":"[^"]*"'
    rb'|"(remaining_seconds)":\d+|"(seats)":\{[^}]*\}'  # time passes while one asks
)


class RolledBack(Exception):
    """What was tried is not to stay."""


def tried(person: Person, path: str, body: object) -> Any:
    """The answer to a request, of which nothing stays."""
    return undone(lambda: person.post(path, body, new_key()))


def undone(request: Callable[[], Any]) -> Any:
    """The same for whatever is asked."""
    answer: list[Any] = []
    try:
        with transaction.atomic():
            answer.append(request())
            raise RolledBack
    except RolledBack:
        return answer[0]


def every_refused_move(person: Person, match: str) -> list[Any]:
    """The refusals of whatever this person might try to play; and which is not refused."""
    answers = []
    moves = imaginable_moves(all_games()[Match.objects.get(id=match).game])
    for move in moves[:: 1 + len(moves) // MOST_MOVES]:
        response = tried(person, f"matches/{match}/moves", {"move": msgspec.to_builtins(move)})
        accepted = response.status_code in (201, 202)
        answers.append((response.status_code, b"" if accepted else response.content))
    return answers


def reading(path: str, **headers: str) -> Ask:
    return lambda person, match: person.get(f"matches/{match}/{path}".rstrip("/"), **headers)


def writing(path: str, body: object) -> Ask:
    return lambda person, match: tried(person, f"matches/{match}/{path}", body)


def listed(path: str, *, under: str = "results") -> Ask:
    """What a list says of a match."""

    def ask(person: Person, match: str) -> list[Any]:
        response = person.get(path)
        results = response.json().get(under, [])
        items = [canonical(item) for item in results if item["id"] == match]
        assert len(items) == 1 or path.startswith("me/"), "the match is on the page"
        return [response.status_code, *items]

    return ask


def streamed(person: Person, match: str) -> list[Any]:
    """What one's own stream says of a match."""
    response = person.get("me/stream?after=0")
    messages = [(one.name, one.data) for one in parsed(response.content.decode())]
    return [response.status_code, *(one for one in messages if one[1].get("match") == match)]


def playing(path: str, body: object) -> Ask:
    """The answer to what may play a move, unless it does: what follows then is the rules'."""

    def ask(person: Person, match: str) -> Any:
        answer = tried(person, f"matches/{match}/{path}", body)
        logged = answer.status_code == 200 and "head" in answer.json().get("receipt", {})
        return ["played"] if logged else answer

    return ask


def ending(path: str, body: object) -> Ask:
    """The answer to what may end the match, unless it does: then everything is open."""

    def ask(person: Person, match: str) -> Any:
        answer = tried(person, f"matches/{match}/{path}", body)
        over = answer.status_code == 200 and answer.json()["status"] != "running"
        return ["over"] if over else answer

    return ask


LISTS: dict[tuple[str, str], list[Ask]] = {
    ("GET", "matches"): [listed("matches?status=running&limit=100")],
    ("GET", "me/matches"): [listed("me/matches?limit=100")],
    ("GET", "me/turns"): [listed("me/turns?limit=100")],
    ("GET", "me/invitations"): [listed("me/invitations?limit=100")],
    ("GET", "me/stream"): [streamed],
    ("GET", "me/export"): [listed("me/export", under="matches")],
}
ENROLLED: dict[tuple[str, str], list[Ask]] = {
    ("GET", ""): [reading(""), reading("", **IN_FRENCH)],
    ("GET", "/events"): [reading("events"), reading("events?after=2&limit=3&proof=1")],
    ("GET", "/stream"): [
        reading(f"stream{query}") for query in ("", "?after=0&proof=1", "?after=3")
    ],
    ("GET", "/replay"): [
        reading(f"replay?{query}")
        for query in ("", "at=3", "at=1&ahead=100", "at=1&ahead=100&as=spectator", "as=all", "as=1")
    ],
    ("GET", "/export"): [reading("export")],
    ("GET", "/transcript"): [reading("transcript"), reading("transcript", **IN_FRENCH)],
    ("POST", "/join"): [writing("join", {}), writing("join", {"invite": "x"})],
    ("POST", "/invitations"): [writing("invitations", {"x": 1})],
    ("POST", "/start"): [writing("start", {"bots": True})],
    ("POST", "/seed"): [writing("seed", {"seed": ""})],
    ("POST", "/leave"): [writing("leave", {})],
    ("POST", "/remove"): [writing("remove", {"seat": 1})],
    ("POST", "/resign"): [ending("resign", {})],
    ("POST", "/cancel-vote"): [
        ending("cancel-vote", {"agree": True}),
        ending("cancel-vote", {"agree": False}),
    ],
    ("POST", "/rematch"): [writing("rematch", {})],
    ("POST", "/more-time"): [writing("more-time", {"seat": seat}) for seat in range(4)],
    ("POST", "/return"): [writing("return", {})],
    ("GET", "/standing"): [reading("standing")],
    ("POST", "/standing"): [
        playing("standing", {"move": {"type": kind}, "until": "turn"})
        for kind in ("ok", "believe", "doubt", "play")
    ],
    ("DELETE", "/standing"): [
        lambda person, match: undone(lambda: person.delete(f"matches/{match}/standing"))
    ],
    ("GET", "/recap"): [
        reading("recap"),
        reading("recap?after=0"),
        reading("recap?after=3"),
        reading("recap?after=0", **IN_FRENCH),
    ],
    ("GET", "/text"): [reading("text"), reading("text", **IN_FRENCH)],
    ("GET", "/messages"): [reading("messages")],
    ("POST", "/messages"): [writing("messages", {"text": ""})],
    ("POST", "/seen"): [writing("seen", {"version": 2})],
    ("POST", "/moves"): [
        writing("moves", {"move": {"type": "announce", "number": 9}}),
        writing("moves", {"move": {"type": "believe"}, "expected_version": 1}),
        every_refused_move,
    ],
}


def carried(channel: str) -> Ask:
    """What a channel would tell somebody of a match."""
    return lambda person, match: told_by(channel, person.player, match)


CHANNELS: dict[tuple[str, str], list[Ask]] = {
    ("NOTICE", channel): [carried(channel)] for channel in Channels.__struct_fields__
}


def test_every_route_is_enrolled() -> None:
    of_a_match = {(method, f"matches/<match:match>{path}") for method, path in ENROLLED}
    assert routes() == KNOWS_OF_NO_MATCH | of_a_match | LISTS.keys()


def told(person: Person, match: str) -> dict[str, Any]:
    """Everything that somebody can learn of a match, what may differ masked."""
    answers = {}
    for (method, path), asks in (LISTS | ENROLLED | CHANNELS).items():
        for number, ask in enumerate(asks):
            answer = ask(person, match)
            if not isinstance(answer, list):
                headers = dict(answer.headers)
                if etag := headers.pop("ETag", None):
                    reader = Player(id=person.player) if person.player else None
                    language = language_of(answer.wsgi_request)
                    assert etag == etag_of(answer.content, reader=reader, language=language)
                answer = (answer.status_code, sorted(headers.items()), answer.content)
            answers[f"{method} {path} {number}"] = masked(answer, match)
    return answers


def masked(answer: Any, match: str) -> Any:
    text = repr(answer).replace(match, "MATCH").encode()
    return MASKED.sub(b"MASKED", text)


def random_positions(
    seats: int, moves: int, seed: int, game: str = "ciaociao"
) -> tuple[str, list[Person]]:
    """A match that has gone some way and goes on, early answers included."""
    chance = FastChance(seed)
    match, people = full_table(seats, game=game)
    for _ in range(moves):
        person = people[chance.below(seats)]
        shown = person.match(match)
        if shown["choices"]:
            response = person.play(match, random_choice(shown, chance))
            assert response.status_code in (201, 202), response.content
            if response.json()["match"]["status"] != "running":
                match, people = full_table(seats, game=game)
    return match, people


def assert_twins_are_told_alike(found: Match, people: list[Person], chance: FastChance) -> None:
    """No viewer learns anything of a match that would not also be told of its twin."""
    for viewer in (*range(len(people)), SPECTATOR):
        twin = twin_of(found, viewer, chance)
        person = Person() if viewer == SPECTATOR else people[viewer]
        ours, theirs = told(person, found.id), told(person, twin.id)
        for output, answer in ours.items():
            assert answer == theirs[output], f"{output} tells viewer {viewer} something hidden"


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", all_games())
def test_no_route_tells_what_the_rules_hide(game: str, seed: int) -> None:
    sizes = all_games()[game].seats
    seats = sizes[seed % min(3, len(sizes))]
    match, people = random_positions(seats, 12 + 12 * seed, seed, game)
    assert_twins_are_told_alike(Match.objects.get(id=match), people, FastChance(seed))


@pytest.mark.parametrize("game", lasting_games(seats=3, moves=30))
def test_neither_a_resignation_nor_a_vote_tells_what_the_rules_hide(game: str) -> None:
    chance, seats = FastChance(game), 3
    match, people = random_positions(seats, 20, 7, game)
    assert people[1].post(f"matches/{match}/resign").json()["status"] == "running"
    for _ in range(8):
        tasks.sweep()
        person = people[chance.below(seats)]
        shown = person.match(match)
        if shown["choices"]:
            person.play(match, random_choice(shown, chance))
    people[2].post(f"matches/{match}/cancel-vote", {"agree": True})
    found = Match.objects.get(id=match)
    assert found.status == Match.Status.RUNNING
    assert_twins_are_told_alike(found, people, chance)


@pytest.mark.parametrize("leak", ["view", "feed"])
def test_a_leak_planted_in_a_route_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = random_positions(3, 25, 1)
    found = Match.objects.get(id=match)
    twin = twin_of(found, SPECTATOR, FastChance(1))
    assert told(Person(), match) == told(Person(), twin.id)
    if leak == "view":
        monkeypatch.setattr(Position, "reader", lambda position, viewer: OPEN)
    else:
        monkeypatch.setattr(read, "payload_for", lambda row, reader: row.full.encode())
    assert told(Person(), match) != told(Person(), twin.id)


def at_head(match: str) -> Position:
    return position_at_head(Match.objects.get(id=match))


def planted_in(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """From now on this kind of answer also tells the whole state."""

    def telling(function: Any, position_of: Callable[..., Position], field: str) -> Any:
        def told(*given: Any, **more: Any) -> Any:
            answer, secret = function(*given, **more), repr(position_of(*given).state)
            if isinstance(answer, list):
                return [one | {field: secret} for one in answer]
            return answer | {field: secret}

        return told

    places: dict[str, tuple[Any, str, Callable[..., Position], str]] = {
        "list": (lists, "match_summary", lambda match, seats: position_at_head(match), "creator"),
        "turns": (
            turns,
            "_turn_json",
            lambda seat, others: position_at_head(seat.match),
            "deadline",
        ),
        "recap": (recap, "sentence", lambda position, *rest: position, "text"),
        "replay": (views, "replay_json", lambda match, *rest: position_at_head(match), "as"),
        "stream": (stream, "events_json", lambda match, position, *rest: position, "data"),
        "state": (news, "match_json", lambda match, viewer, position, *rest: position, "creator"),
        "own stream": (own_stream, "_told", lambda row, kind, match, *rest: at_head(match), "kind"),
    }
    module, name, position_of, field = places[kind]
    monkeypatch.setattr(module, name, telling(getattr(module, name), position_of, field))


def somebody_asked_who_does_not_know_all() -> tuple[str, str, Person]:
    """Two matches in different states, and who sits in both, is asked, and cannot tell."""
    for moves in range(15, 60):
        match, people = random_positions(3, moves, moves)
        found = Match.objects.get(id=match)
        for viewer, person in enumerate(people):
            shown = person.match(match)
            if shown["choices"] and not shown["sealed"]:
                twin = twin_of(found, viewer, FastChance(moves))
                if position_at_head(twin).state != position_at_head(found).state:
                    return match, twin.id, person
    raise AssertionError("everybody knows everything")


@pytest.mark.parametrize(
    ("kind", "outputs"),
    [
        ("list", {"GET matches 0", "GET me/matches 0"}),
        ("turns", {"GET me/turns 0"}),
        ("recap", {f"GET /recap {number}" for number in range(4)}),
        ("replay", {f"GET /replay {number}" for number in range(6)}),
        ("stream", {"GET /stream 1", "GET /stream 2"}),
        ("state", {f"GET /stream {number}" for number in range(3)}),
        ("own stream", {"GET me/stream 0"}),
    ],
)
def test_a_leak_planted_in_one_kind_of_answer_is_found_there(
    kind: str, outputs: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, twin, person = somebody_asked_who_does_not_know_all()

    def different() -> set[str]:
        ours, theirs = told(person, match), told(person, twin)
        return {output for output, answer in ours.items() if answer != theirs[output]}

    assert not different()
    planted_in(monkeypatch, kind)
    found = different()
    assert found
    assert found <= outputs


def test_a_leak_planted_in_notices_is_found_in_every_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, twin, person = somebody_asked_who_does_not_know_all()

    def different() -> set[str]:
        return {
            channel
            for _, channel in CHANNELS
            if masked(told_by(channel, person.player, match), match)
            != masked(told_by(channel, person.player, twin), twin)
        }

    assert not different()
    honest = notice_of

    def planted(row: Outbox) -> Notice:
        secret = hash(repr(position_at_head(row.match).state))
        return replace(honest(row), seq=secret)

    monkeypatch.setattr(payloads, "notice_of", planted)
    assert different() == {"push", "webhook"}
    monkeypatch.setattr(payloads, "notice_of", honest)
    monkeypatch.setattr(Position, "reader", lambda position, viewer: OPEN)
    assert different() == {"email"}


def with_the_last_answer(*, standing: bool) -> tuple[list[Heard], int]:
    """What somebody is told who announces between two words said elsewhere, and how many notices
    were written for others meanwhile; the last who is asked has an answer that stands, or not."""
    match, people = full_table(3)
    turn = people[0].match(match)["view"]["turn"]
    anna, last = people[turn], people[(turn + 2) % 3]
    other = Person.guest()
    elsewhere = open_match(other, 2)["id"]
    anna.post(f"matches/{elsewhere}/join")
    if standing:
        kept = last.post(f"matches/{match}/standing", {"move": {"type": "believe"}}, new_key())
        assert kept.status_code == 200
    other.post(f"matches/{elsewhere}/messages", {"text": "Before."})
    rows = Outbox.objects.count()
    assert anna.play(match, {"type": "announce", "number": 1}).status_code == 201
    written = Outbox.objects.count() - rows
    other.post(f"matches/{elsewhere}/messages", {"text": "After."})
    heard = parsed(anna.get("me/stream?after=0").content.decode())
    return [one for one in heard if one.data.get("kind") == "message"], written


def test_ones_stream_does_not_tell_how_many_others_were_told_something() -> None:
    told, written = zip(*(with_the_last_answer(standing=one) for one in (False, True)), strict=True)
    assert written == (2, 1), "something is hidden"
    for before, after in told:
        gap = int(str(after.id), 16) - int(str(before.id), 16)
        assert abs(gap) > 2**64, "these are not numbers of rows"


def test_a_finished_match_hides_nothing() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(match, [anna])
    events = Person().get(f"matches/{match}/events").json()["events"]
    rolls = [event for event in events if event["type"] == "die_rolled"]
    assert rolls
    assert all("die" in event["data"] for event in rolls)
