"""What a fuzzed API is asked about: somebody, and everything that is theirs or others'."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from events.models import QueuedMail
from events.players.devices import device_sign_in
from events.players.identity import player_create
from games.chance import FastChance
from games.registry import all_games
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.apps import asked as asked_for
from tests.support.apps import authorise, register, tokens_of
from tests.support.authenticator import Authenticator, registration
from tests.support.people import Person, new_address, open_match, random_choice

PERSONAS = ("anonymous", "guest", "player", "outsider", "app")
"""A guest and a player, who has an address, sit at every table; an outsider has an account and
knows nobody; an app acts for a player who sits at every table."""


class World:
    """A persona with matches in every state, people and devices; good for a number of cases."""

    def __init__(self, persona: str, number: int) -> None:
        self.uses = 0
        self._random = Random(number)
        self._kind, self._phone = persona, Authenticator()
        self.persona, self.headers = self._signed_in()
        self._host, self._seated = Person.guest("Hanna"), persona in ("guest", "player", "app")
        self.ids: dict[str, list[str]] = {
            "match": self._matches(),
            "player": [player for player in (self.persona.player, self._host.player) if player],
            "device": self._devices(),
            "endpoint": self._endpoints(),
            "app": self._apps(),
            "passkey": self._passkeys(),
            "circle": self._circles(),
            "cup": [],
            "league": ["open"],
            "game": list(all_games()),
        }
        self.ids["grant"] = self._grants()

        self.ids["cup"] = self._cups()

    def sign_in_again(self) -> None:
        """Somebody new takes the persona's place, if that is gone."""
        if self.headers and self.persona.get("me").status_code == 401:
            self.persona, self.headers = self._signed_in()
            self.ids["device"] = self._devices()
            self.ids["endpoint"] = self._endpoints()

    def _signed_in(self) -> tuple[Person, dict[str, str]]:
        person, token = SIGN_IN[self._kind]()
        scheme = "Token"
        if self._kind == "app":
            scheme, token = "Bearer", tokens_of(person, register(person))["access_token"]
        return person, {"Authorization": f"{scheme} {token}"} if token else {}

    def sensible_body(self, operation: str, path: dict[str, str]) -> dict[str, Any] | None:
        """What does something now, where a schema alone cannot say what that is; a move leads to a
        match that runs."""
        match operation:
            case "play_move":
                path["match"] = self._random.choice(self.ids["match"][: len(all_games())])
                return {"move": self._legal_move(path["match"])}
            case "create_match":
                game = self._random.choice(list(all_games().values()))
                new = {"game": game.key, "seats": self._random.choice(game.seats)}
                return new | {"visibility": "public", "bots": self._random.choice((0, 1))}
            case "create_cup":
                circle = self._random.choice(self.ids["circle"])
                return {"circle": circle, "name": "Cup", "game": "ciaociao", "seats": 3}
            case "confirm_code":
                return self._proof()
            case "authorize_app":
                asking = asked_for(self._random.choice(self.ids["app"]))
                return asking | {"allow": self._random.choice((True, False, None))}
            case "register_passkey":
                return self._new_passkey()
            case "use_passkey":
                asked = self.persona.post("auth/passkey/options", {}).json()
                credential = self._phone.sign(asked["options"])
                return {"nonce": asked["nonce"], "credential": credential}
        return None

    def _legal_move(self, match: str) -> dict[str, Any]:
        shown = self.persona.get(f"matches/{match}")
        if shown.status_code != 200 or not shown.json()["choices"]:
            return {"type": "believe"}
        return random_choice(shown.json(), FastChance(self._random.randrange(2**32)))

    def _proof(self) -> dict[str, Any]:
        """The code in a letter that waits to be sent."""
        address = new_address()
        asked = self.persona.post("auth/email", {"email": address})
        assert asked.status_code == 202
        code = re.search(r"\d{6}", QueuedMail.objects.get(to=address).text)
        assert code
        return {"email": address, "code": code[0], "nonce": asked.json()["nonce"]}

    def _apps(self) -> list[str]:
        """An app of somebody, and one of the persona, if they may have one."""
        owner, _ = _player()
        people = [owner] + ([self.persona] if self._kind in ("player", "outsider") else [])
        return [register(person) for person in people]

    def _grants(self) -> list[str]:
        """What the persona and another player have allowed an app."""
        people = [_player()[0]] + ([self.persona] if self.persona.player else [])
        for person in people:
            authorise(person, self.ids["app"][0], "read")
        found = [person.get("me/grants").json()["results"] for person in people]
        return [grant["id"] for grants in found for grant in grants]

    def _new_passkey(self) -> dict[str, Any] | None:
        """A passkey of another phone, which a guest may not ask for."""
        asked = self.persona.post("me/passkeys/options", {})
        if asked.status_code != 200:
            return None
        credential = Authenticator().register(asked.json()["options"])
        return {"nonce": asked.json()["nonce"], "credential": credential}

    def _passkeys(self) -> list[str]:
        """A passkey that the persona has the phone of, and one more."""
        owner, _ = _player()
        made = [owner.post("me/passkeys", registration(owner, self._phone)).json()["id"]]
        if self.persona.player and self._kind != "guest":
            made += [self.persona.post("me/passkeys", self._new_passkey()).json()["id"]]
        return made

    def _matches(self) -> list[str]:
        running = [self._table(game=game) for game in all_games()]
        ended = self._table()
        self._host.post(f"matches/{ended}/resign")
        unsure = self._table(full=False, seed_commitment="ab" * 32)
        return [
            *running,
            ended,
            unsure,
            self._table(full=False),
            self._table(full=False, visibility="private"),
            open_match(self._host, 2, visibility="private")["id"],
            open_match(self._host, 3)["id"],
        ]

    def _table(self, *, full: bool = True, **more: Any) -> str:
        """A match of the persona's, the host's if the persona sits nowhere, with somebody else."""
        creator = self.persona if self._seated else self._host
        other = self._host if self._seated else Person.guest()
        game = all_games()[more.get("game", "ciaociao")]
        seats = game.seats[0] + (not full)
        match: str = open_match(creator, seats, bots=max(0, game.seats[0] - 2), **more)["id"]
        invite = creator.post(f"matches/{match}/invitations").json()["invite"]
        assert other.post(f"matches/{match}/join", {"invite": invite}).status_code == 200
        creator.post(f"matches/{match}/messages", {"text": "Hello."})
        return match

    def _circles(self) -> list[str]:
        """A circle of the host, and one of the persona that the host has joined."""
        circles = [self._host.post("circles", {"name": "Family"}).json()["id"]]
        if self.persona.player:
            circles.append(self.persona.post("circles", {"name": "Friends"}).json()["id"])
            invite = self.persona.post(f"circles/{circles[1]}/link").json()["invite"]
            self._host.post(f"circles/{circles[1]}/join", {"invite": invite})
        return circles

    def _cups(self) -> list[str]:
        """A cup of a league, and one of a circle of the host."""
        host, _ = _player()
        circle = host.post("circles", {"name": "Family"}).json()["id"]
        body = {"circle": circle, "name": "Cup", "game": "ciaociao", "seats": 3}
        cups = [host.post("cups", body).json()["id"]]
        if not self.persona.player:
            return cups
        invite = host.post(f"circles/{circle}/link").json()["invite"]
        self.persona.post(f"circles/{circle}/join", {"invite": invite})
        opened = self.persona.post("cups", body)
        return cups + ([opened.json()["id"]] if opened.status_code == 201 else [])

    def _endpoints(self) -> list[str]:
        people = [self._host] + ([self.persona] if self.persona.player else [])
        made = []
        for person in people:
            browser = SUBSCRIPTION | {"endpoint": f"https://push.example.org/{person.player}"}
            made.append(person.post("me/push", browser).json())
            made.append(person.post("me/webhooks", {"url": "https://example.org/hook"}).json())
        return [endpoint["id"] for endpoint in made if "id" in endpoint]

    def _devices(self) -> list[str]:
        people = [self._host] + ([self.persona] if self.persona.player else [])
        return [
            device["id"]
            for person in people
            for device in person.get("me/devices").json()["results"]
        ]


def _guest() -> tuple[Person, str]:
    made = Person().post("auth/guest", {"name": "Anna"}).json()
    return Person(made["token"], made["player"]["id"]), made["token"]


def _player() -> tuple[Person, str]:
    player = player_create(locale="fr", email=new_address())
    token, _ = device_sign_in(player=player, name="Phone")
    return Person(token, player.id), token


SIGN_IN: dict[str, Callable[[], tuple[Person, str]]] = {
    "anonymous": lambda: (Person(), ""),
    "guest": _guest,
    "player": _player,
    "outsider": _player,
    "app": _player,
}
