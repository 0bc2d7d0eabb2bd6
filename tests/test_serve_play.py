"""Sixteen matches at once while worker and Valkey are killed and come back: all end, all proved."""

import json
import signal
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any

import psutil
import pytest

from events.models import Match
from tests.api.people import first_choice
from tests.services.databases import connected_to
from tests.serving import Server, free_port, soon
from tests.verifier import verified

GUESTS = 4
MATCHES = 16
KILLINGS = 2
EVENTS_BETWEEN = 40
LOOK_SECONDS = 0.05, 0.8
LIMIT_SECONDS = 120.0


class Api:
    """One connection that is kept, as a client has it."""

    def __init__(self, port: int, token: str = "") -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._headers = {"Authorization": f"Token {token}"} if token else {}

    def get(self, path: str) -> Any:
        """What is there."""
        status, answer = self._call("GET", path, None, self._headers)
        assert status == 200, answer
        return answer

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        """Status and answer, under a key that nobody has used."""
        fresh = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        return self._call("POST", path, json.dumps(body), self._headers | fresh)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def _call(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, Any]:
        self._connection.request(method, f"/api/v1/{path}", body, headers)
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())


Connect = Callable[..., Api]


class Game:
    """One match of a guest against a bot, from its opening to its end."""

    def __init__(self, api: Api) -> None:
        self.api = api
        table = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "unlisted"}
        status, self.match = api.post("matches", **table)
        assert status == 201, self.match
        self.receipts: list[dict[str, Any]] = []

    @property
    def path(self) -> str:
        """Where the match is."""
        return f"matches/{self.match['id']}"

    @property
    def over(self) -> bool:
        """Whether it has ended, as far as the guest has seen."""
        return bool(self.match["status"] == "finished")

    def play(self, deadline: float) -> None:
        """The first legal move whenever there is one, until the end."""
        shortest, longest = LOOK_SECONDS
        wait = shortest
        while not self.over:
            assert time.monotonic() < deadline, self.match
            if self.match["choices"] and self.match["sealed"] is None:
                self._move(first_choice(self.match))
                wait = shortest
            else:
                time.sleep(wait)
                wait = min(2 * wait, longest)
                self.match = self.api.get(self.path)

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


@pytest.fixture
def server(database: str, database_url: str, tmp_path: Path) -> Iterator[Server]:
    """A new server: with nothing set, which means SQLite, or on PostgreSQL."""
    given = {"DATABASE_URL": database_url} if database == "postgresql" else {}
    server = Server(tmp_path / "data", free_port(), **given)
    yield server
    server.clean_up()


@pytest.fixture
def connect(server: Server) -> Iterator[Connect]:
    """Makes connections, by token, that are closed after the test."""
    with ExitStack() as opened:
        yield lambda token="": opened.enter_context(closing(Api(server.port, token)))


def kill_and_wait(server: Server, part: str) -> None:
    """Kill a child with all its own at once, and wait for its successor."""
    gone = server.child(part)
    argument = gone.cmdline()[-1]
    family = gone.children(recursive=True)
    server.kill(part)
    for process in family:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue
    assert soon(lambda: server.has_replaced(part, gone, argument)), part


def kill_in_turn(server: Server, games: list[Game], stop: Event) -> list[int]:
    """Kill worker and Valkey in turn, while all goes well; the matches under way each time."""
    under_way: list[int] = []
    for part in KILLINGS * ("config.serve.worker", "valkey-server"):
        seen = events_seen(games)
        while events_seen(games) < seen + EVENTS_BETWEEN:
            if stop.wait(0.02):
                return under_way
        under_way.append(sum(not game.over for game in games))
        kill_and_wait(server, part)
    return under_way


def events_seen(games: list[Game]) -> int:
    """How far all matches have come together."""
    return sum(int(game.match["version"]) for game in games)


def test_all_matches_end_whatever_is_killed(
    server: Server, connect: Connect, database: str, database_url: str
) -> None:
    nobody = connect()
    guests = [nobody.post("auth/guest")[1]["token"] for _ in range(GUESTS)]
    games = [Game(connect(guests[n % GUESTS])) for n in range(MATCHES)]
    began = time.monotonic()
    stop = Event()
    with ThreadPoolExecutor(MATCHES + 1) as threads:
        killer = threads.submit(kill_in_turn, server, games, stop)
        try:
            for played in [threads.submit(game.play, began + LIMIT_SECONDS) for game in games]:
                played.result()
        finally:
            stop.set()
        under_way = killer.result()
    print(f"{database}: {time.monotonic() - began:.1f} s, under way at each killing {under_way}")
    assert len(under_way) == 2 * KILLINGS
    assert under_way[-1] > 0

    keys = {key["key_id"]: key["public_key"] for key in connect().get("keys")["keys"]}
    for game in games:
        assert game.receipts
        verified(game.api.get(f"{game.path}/export"), game.receipts, keys)
    assert server.end(signal.SIGTERM) == 0

    own = f"sqlite://{server.data_dir}/gobelet.sqlite3"
    with connected_to(own if database == "sqlite" else database_url):
        assert Match.objects.filter(status=Match.Status.FINISHED).count() == MATCHES
