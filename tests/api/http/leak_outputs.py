"""Everything that a viewer can be told of a match: every route and channel, for the leak tests.

A new route is enrolled here or named as one that knows of no match; the tests fail until it is.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from django.db import transaction

from api.http.etag import etag_of, match_etag
from api.http.language import language_of
from events.models import CircleTable, Match
from games.chance import FastChance
from games.codec import canonical
from games.registry import all_games
from tests.events.cups.support import cup_with_table
from tests.events.notifications.payloads import told_by_channels
from tests.games.support.imaginable import imaginable_moves
from tests.support.people import (
    Person,
    full_table,
    new_key,
    play_at_random,
)
from tests.support.sizes import sized
from tests.support.sse import parsed

Ask = Callable[[Person, str], Any]


KNOWS_OF_NO_MATCH = {
    ("POST", "auth/guest"),
    ("POST", "auth/email"),
    ("POST", "auth/email/confirm"),
    ("POST", "auth/passkey"),
    ("POST", "auth/passkey/options"),
    ("POST", "auth/authorize"),
    ("GET", "me/apps"),
    ("POST", "me/apps"),
    ("DELETE", "me/apps/<app:app>"),
    ("GET", "me/grants"),
    ("DELETE", "me/grants/<grant:grant>"),
    ("GET", "me/passkeys"),
    ("POST", "me/passkeys"),
    ("POST", "me/passkeys/options"),
    ("DELETE", "me/passkeys/<passkey:passkey>"),
    ("GET", "me"),
    ("PATCH", "me"),
    ("DELETE", "me"),
    ("GET", "me/devices"),
    ("DELETE", "me/devices/<device:device>"),
    ("GET", "games"),
    ("GET", "games/<slug:game>"),
    ("GET", "games/<slug:game>/emblem.svg"),
    ("GET", "games/<slug:game>/lesson"),
    ("GET", "games/<slug:game>/ranking"),
    ("POST", "matches"),
    ("GET", "keys"),
    ("GET", "server"),
    ("GET", "verify.py"),
    ("GET", "me/blocks"),
    ("GET", "me/friends"),
    ("POST", "players/<player:player>/friend"),
    ("DELETE", "players/<player:player>/friend"),
    ("GET", "circles"),
    ("POST", "circles"),
    ("GET", "circles/<circle:circle>"),
    ("PATCH", "circles/<circle:circle>"),
    ("DELETE", "circles/<circle:circle>"),
    ("POST", "circles/<circle:circle>/link"),
    ("DELETE", "circles/<circle:circle>/link"),
    ("POST", "circles/<circle:circle>/join"),
    ("DELETE", "circles/<circle:circle>/members/<player:player>"),
    ("GET", "circles/<circle:circle>/cups"),
    ("GET", "cups"),
    ("POST", "cups"),
    ("DELETE", "cups/<cup:cup>"),
    ("GET", "leagues"),
    ("GET", "leagues/<slug:league>"),
    ("POST", "leagues/<slug:league>/join"),
    ("POST", "leagues/<slug:league>/leave"),
    ("GET", "me/push"),
    ("POST", "me/push"),
    ("DELETE", "me/push/<endpoint:endpoint>"),
    ("POST", "me/push/<endpoint:endpoint>/test"),
    ("POST", "me/push/<endpoint:endpoint>/receipts"),
    ("GET", "me/webhooks"),
    ("POST", "me/webhooks"),
    ("DELETE", "me/webhooks/<endpoint:endpoint>"),
    ("POST", "me/webhooks/<endpoint:endpoint>/test"),
    ("GET", "players/<player:player>"),
    ("GET", "players/<player:player>/ratings"),
    ("POST", "players/<player:player>/block"),
    ("DELETE", "players/<player:player>/block"),
    ("POST", "players/<player:player>/mute"),
    ("DELETE", "players/<player:player>/mute"),
    ("POST", "players/<player:player>/report"),
}


MOST_MOVES = sized(8, 60)
"""How many of the imaginable moves are tried; the rules' own leak test tries all of them."""


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


def in_a_circle(path: str) -> Ask:
    """What a circle's list says of a match that was opened to it; nothing of the circle stays."""

    def ask(person: Person, match: str) -> list[Any]:
        def request() -> Any:
            made = person.post("circles", {"name": "Family"})
            circle = made.json().get("id", match)
            if made.status_code == 201:
                CircleTable.objects.create(match_id=match, circle_id=circle)
            return person.get(f"circles/{circle}/{path}")

        response = undone(request)
        results = response.json().get("results", [])
        return [response.status_code, *(canonical(item) for item in results)]

    return ask


def in_a_cup(method: str, path: str, under: str) -> Ask:
    """What a cup says of a match that is a table of it; nothing of the cup stays."""

    def ask(person: Person, match: str) -> list[Any]:
        def request() -> Any:
            cup = cup_with_table(Match.objects.get(id=match), person.player)
            return person.send(method, f"cups/{cup.id}{path}", {} if method == "POST" else b"")

        response = undone(request)
        said = response.json().get(under, [])
        return [response.status_code, *(canonical(one.get("event", one)) for one in said)]

    return ask


LISTS: dict[tuple[str, str], list[Ask]] = {
    ("GET", "matches"): [listed("matches?status=running&limit=100")],
    ("GET", "me/matches"): [listed("me/matches?limit=100")],
    ("GET", "me/turns"): [listed("me/turns?limit=100")],
    ("GET", "me/invitations"): [listed("me/invitations?limit=100")],
    ("GET", "me/stream"): [streamed],
    ("GET", "circles/<circle:circle>/matches"): [in_a_circle("matches?status=running")],
    ("GET", "circles/<circle:circle>/standings"): [in_a_circle("standings")],
    ("GET", "cups/<cup:cup>"): [in_a_cup("GET", "", "tables")],
    ("POST", "cups/<cup:cup>/join"): [in_a_cup("POST", "/join", "tables")],
    ("POST", "cups/<cup:cup>/leave"): [in_a_cup("POST", "/leave", "tables")],
    ("POST", "cups/<cup:cup>/start"): [in_a_cup("POST", "/start", "tables")],
    ("GET", "cups/<cup:cup>/log"): [in_a_cup("GET", "/log", "results")],
    ("GET", "me/export"): [listed("me/export", under="matches")],
}


ENROLLED: dict[tuple[str, str], list[Ask]] = {
    ("GET", ""): [reading(""), reading("", **IN_FRENCH)],
    ("GET", "/events"): [reading("events"), reading("events?after=2&limit=3&proof=1")],
    ("GET", "/stream"): [
        *(
            reading(f"stream{query}")
            for query in ("", "?after=0&proof=1", "?after=3", "?after=0&recap=1")
        ),
        reading("stream?recap=1", **IN_FRENCH),
    ],
    ("GET", "/replay"): [
        reading(f"replay?{query}")
        for query in ("", "at=3", "at=1&ahead=100", "at=1&ahead=100&as=spectator", "as=all", "as=1")
    ],
    ("GET", "/share"): [reading("share")],
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


def told(person: Person, match: str) -> dict[str, Any]:
    """Everything that somebody can learn of a match, what may differ masked."""
    answers = {}
    for (method, path), asks in (LISTS | ENROLLED).items():
        for number, ask in enumerate(asks):
            answer = ask(person, match)
            if not isinstance(answer, list):
                headers = dict(answer.headers)
                if etag := headers.pop("ETag", None):
                    language = language_of(answer.wsgi_request)
                    tag = etag_of if method == "GET" else match_etag
                    assert etag == tag(answer.content, reader=person.player, language=language)
                answer = (answer.status_code, sorted(headers.items()), answer.content)
            answers[f"{method} {path} {number}"] = masked(answer, match)
    for channel, said in told_by_channels(person.player, match).items():
        answers[f"NOTICE {channel}"] = masked(said, match)
    return answers


def masked(answer: Any, match: str) -> Any:
    text = repr(answer).replace(match, "MATCH").encode()
    return MASKED.sub(b"MASKED", text)


def random_positions(
    seats: int, moves: int, seed: int, game: str = "ciaociao"
) -> tuple[str, list[Person]]:
    """A match that has gone some way and goes on, early answers included."""
    chance = FastChance(seed)
    while True:
        match, people = full_table(seats, game=game)
        play_at_random(match, people, moves, chance)
        if people[0].match(match)["status"] == "running":
            return match, people
