"""Players who use the API in this process, through the same layers as on the server."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

from django.test import RequestFactory

from api import urls
from events.models import Player
from games.chance import FastChance
from tests.support.client import ServerClient
from tests.support.sweeps import sweep_all

_keys = count()


class Person:
    """A client of the API, anonymous without a token."""

    def __init__(
        self,
        token: str | None = None,
        player: str = "",
        language: str = "en",
        scheme: str = "Token",
    ) -> None:
        self.player = player
        self._client = ServerClient()
        self._headers = {"Accept-Language": language}
        if token:
            self._headers["Authorization"] = f"{scheme} {token}"

    @classmethod
    def guest(cls, name: str = "Anna", language: str = "en") -> "Person":
        made = cls().post("auth/guest", {"name": name}).json()
        return cls(made["token"], made["player"]["id"], language)

    @classmethod
    def account(cls, name: str = "Anna", **about: Any) -> "Person":
        """A player with a verified address, a new one by default."""
        person = cls.guest(name)
        known = {"email": new_address(), "guest": False} | about
        Player.objects.filter(id=person.player).update(**known)
        return person

    def get(self, path: str, **headers: str) -> Any:
        return self._client.get(f"/api/v1/{path}", headers=self._headers | headers)

    def post(self, path: str, body: object = None, key: str | None = None, **headers: str) -> Any:
        if key:
            headers["Idempotency-Key"] = key
        return self.send("POST", path, {} if body is None else body, **headers)

    def patch(self, path: str, body: object) -> Any:
        return self.send("PATCH", path, body)

    def delete(self, path: str) -> Any:
        return self.send("DELETE", path, b"")

    def send(self, method: str, path: str, body: object, **headers: str) -> Any:
        return self._client.generic(
            method,
            f"/api/v1/{path}",
            body if isinstance(body, bytes) else json.dumps(body),
            content_type=headers.pop("content_type", "application/json"),
            headers=self._headers | headers,
        )

    def environ(self, path: str, body: object, key: str, **headers: str) -> Any:
        """The WSGI environment of a POST, and its body."""
        sent = json.dumps(body).encode()
        factory = RequestFactory(SERVER_NAME="localhost")
        request = factory.post(
            f"/api/v1/{path}",
            sent,
            content_type="application/json",
            headers=self._headers | {"Idempotency-Key": key} | headers,
        )
        return request.environ, sent

    def play(self, match: str, move: dict[str, Any], key: str | None = None, **more: Any) -> Any:
        return self.post(f"matches/{match}/moves", {"move": move} | more, key or new_key())

    def match(self, match: str) -> dict[str, Any]:
        shown: dict[str, Any] = self.get(f"matches/{match}").json()
        return shown


def routes() -> set[tuple[str, str]]:
    """Every method and route of the API."""
    found = set()
    for pattern in urls.urlpatterns:
        view: Any = pattern.callback
        for method in ("get", "post", "put", "patch", "delete"):
            if hasattr(view.view_class, method):
                found.add((method.upper(), str(pattern.pattern)))
    return found


def new_key() -> str:
    """A new Idempotency-Key."""
    return f"key-{next(_keys)}"


def new_address() -> str:
    """A new e-mail address."""
    return f"anna.{next(_keys)}@example.org"


def open_match(
    creator: Person, seats: int, bots: int | list[int] = 0, **more: Any
) -> dict[str, Any]:
    """Open a match, of Ciao, ciao… by default."""
    body = {"game": "ciaociao", "seats": seats, "bots": bots, "visibility": "public"} | more
    response = creator.post("matches", body)
    assert response.status_code == 201, response.content
    match: dict[str, Any] = response.json()
    return match


def full_table(seats: int, **more: Any) -> tuple[str, list[Person]]:
    """A running match of so many people, in the order of their seats."""
    people = [Person.guest(f"P{number}") for number in range(seats)]
    match = open_match(people[0], seats, **more)["id"]
    for person in people[1:]:
        assert person.post(f"matches/{match}/join").status_code == 200
    return match, people


def first_choice(match: dict[str, Any]) -> dict[str, Any]:
    """The first legal move of the player who got this match."""
    return _move(match["choices"][0], lambda values: values[0])


def random_choice(match: dict[str, Any], chance: FastChance) -> dict[str, Any]:
    """A random move of the player who got this match, of every kind equally often."""
    entry = match["choices"][chance.below(len(match["choices"]))]
    return _move(entry, lambda values: values[chance.below(len(values))])


def _move(entry: dict[str, Any], pick: Callable[[list[Any]], Any]) -> dict[str, Any]:
    chosen = {name: value if name == "type" else pick(value) for name, value in entry.items()}
    return {name: value for name, value in chosen.items() if value is not None}


def play_to_the_end(
    match: str,
    people: list[Person],
    choose: Callable[[dict[str, Any]], dict[str, Any]] = first_choice,
) -> None:
    """Play until the match is over, by default first legal moves, with a sweep when no one can."""
    reader, shown = people[0], people[0].match(match)
    seats = {shown["you"]: reader} | {one.match(match)["you"]: one for one in people[1:]}
    while shown["status"] != "finished":
        for seat in [seat for seat in shown["awaiting"] if seat in seats]:
            if seats[seat] is not reader:
                reader, shown = seats[seat], seats[seat].match(match)
            if shown["choices"] and shown["sealed"] is None:
                shown = played(reader, match, choose(shown))
                break
        else:
            sweep_all()
            shown = reader.match(match)


def play_at_random(match: str, people: list[Person], moves: int, chance: FastChance) -> None:
    """Play so many random moves, early answers included, unless the match is over before.

    The people are in the order of their seats; what bots do meanwhile is one move.
    """
    reader, shown = people[0], people[0].match(match)
    for _ in range(moves):
        if shown["status"] != "running":
            return
        asked = [seat for seat in shown["awaiting"] if not shown["seats"][seat]["gone"]]
        if asked:
            person = people[asked[chance.below(len(asked))]]
            reader, shown = person, shown if person is reader else person.match(match)
        if asked and shown["sealed"] is None:
            shown = played(reader, match, random_choice(shown, chance))
        else:
            sweep_all()
            shown = reader.match(match)


def played(person: Person, match: str, move: dict[str, Any]) -> dict[str, Any]:
    """The match after a move, which is accepted."""
    answer = person.play(match, move)
    assert answer.status_code in (201, 202), answer.content
    shown: dict[str, Any] = answer.json()["match"]
    return shown


def answering(seats: int) -> tuple[str, Person, list[Person]]:
    """A match in which a number was just announced: it, the announcer, the others in order."""
    match, people = full_table(seats)
    turn = people[0].match(match)["view"]["turn"]
    announcer = people[turn]
    assert announcer.play(match, {"type": "announce", "number": 2}).status_code == 201
    answerers = people[0].match(match)["view"]["answerers"]
    return match, announcer, [people[seat] for seat in answerers]
