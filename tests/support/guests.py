"""Guests of a running server, over plain HTTP connections."""

import json
import uuid
from contextlib import closing
from http.client import HTTPConnection
from time import monotonic
from typing import Any

from tests.support.people import first_choice
from tests.support.server import PATIENCE, soon

LOOK_SECONDS = 0.2


class Guest:
    """A guest whose every request has a connection of its own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.token = ""
        signed_in = self.post("auth/guest")
        self.token = signed_in["token"]

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
        """Send a request; return status, headers and answer."""
        fresh = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        auth = {"Authorization": f"Token {self.token}"} if self.token else {}
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as connection:
            sent = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1/{path}", sent, fresh | auth | headers)
            response = connection.getresponse()
            text = response.read()
            return response.status, response.headers, json.loads(text) if text else None

    def get(self, path: str) -> Any:
        status, _, answer = self.ask("GET", path)
        assert status == 200, answer
        return answer

    def post(self, path: str, **body: Any) -> Any:
        status, _, answer = self.ask("POST", path, body)
        assert status in (200, 201, 202), answer
        return answer

    def play(self, match: str) -> None:
        """Play the first legal move."""
        move = first_choice(self.get(f"matches/{match}"))
        self.post(f"matches/{match}/moves", move=move)


class Api:
    """A client with one persistent connection."""

    def __init__(self, port: int, token: str = "", *, source: str = "127.0.0.1") -> None:
        self._connection = HTTPConnection(
            "127.0.0.1", port, timeout=PATIENCE, source_address=(source, 0)
        )
        self._headers = {"Authorization": f"Token {token}"} if token else {}

    def get(self, path: str) -> Any:
        """Return the answer to a GET."""
        status, answer = self._call("GET", path, None, self._headers)
        assert status == 200, answer
        return answer

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        """Send a POST with a new key; return the status and the answer."""
        fresh = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        return self._call("POST", path, json.dumps(body), self._headers | fresh)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _call(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, Any]:
        self._connection.request(method, f"/api/v1/{path}", body, headers)
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())


class BotMatch:
    """One match of a guest against a bot, from its opening to its end."""

    def __init__(self, api: Api, game: str = "ciaociao") -> None:
        self.api = api
        table = {"game": game, "seats": 2, "bots": 1, "visibility": "unlisted"}
        status, self.match = api.post("matches", **table)
        assert status == 201, self.match
        self.receipts: list[dict[str, Any]] = [self.match["promise"]]

    @property
    def path(self) -> str:
        """The path of the match."""
        return f"matches/{self.match['id']}"

    @property
    def over(self) -> bool:
        """Whether it has ended, as far as the guest has seen."""
        return bool(self.match["status"] == "finished")

    def play(self) -> None:
        """Play the first legal move whenever there is one, until the end."""
        while not self.over:
            if not self._is_asked():
                assert soon(self._look, pause=LOOK_SECONDS), self.match
            else:
                self._move(first_choice(self.match))

    def bot_seconds(self, *, pause: float = LOOK_SECONDS) -> float:
        """Play until the bot is awaited, and wait for its move; how long that took."""
        while self._is_asked():
            self._move(first_choice(self.match))
        began, seen = monotonic(), self.match["version"]
        assert self.over or soon(lambda: self.api.get(self.path)["version"] > seen, pause=pause)
        self._look()
        return monotonic() - began

    def _is_asked(self) -> bool:
        return bool(self.match["choices"] and self.match["sealed"] is None)

    def _look(self) -> bool:
        self.match = self.api.get(self.path)
        return self.over or self._is_asked()

    def _move(self, move: dict[str, Any]) -> None:
        seen = self.match["version"]
        status, answer = self.api.post(f"{self.path}/moves", move=move, expected_version=seen)
        if status == 409:  # a bot was quicker than this early answer
            assert answer["code"] == "stale_version", answer
            self.match = self.api.get(self.path)
            return
        assert status in (201, 202), answer
        self.receipts.append(answer["receipt"])
        self.match = answer["match"]
