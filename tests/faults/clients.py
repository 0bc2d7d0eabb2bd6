"""Players over HTTP who record every request and answer, and repeat what was not answered."""

import json
import time
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from games.chance import FastChance
from tests.clients.tables import Json
from tests.faults.history import Attempt, History, Move, Notified, Read
from tests.support.people import random_choice
from tests.support.server import PATIENCE

ANSWER_SECONDS = 8.0
"""After so long without an answer a client sends a request again."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 0.4
LONGEST_OUTAGE = 5 * PATIENCE
"""Seconds without an answer after which the server counts as gone for good."""
GIVEN_UP = 0.05
"""How often a client does not repeat a move that was not answered."""
REPEATED = 0.1
"""How often a client repeats a move that was answered."""
RETRIED = (429, 500, 502, 503)


class Answer(NamedTuple):
    """A complete answer to a request."""

    status: int
    body: bytes
    is_repeated: bool

    def json(self) -> Any:
        return json.loads(self.body)


class Recorder:
    """The history that all clients of a run write to, and the notices that have arrived."""

    def __init__(self) -> None:
        self.history = History()
        self.latest: dict[tuple[str, str], int] = {}
        """By player and match, the seq of the newest notice."""
        self._lock = Lock()
        self.unanswered = 0
        self.errors = 0

    def add_move(self, move: Move) -> None:
        """Record a move before it is sent."""
        self.history.moves.append(move)

    def add_read(self, shown: Json, seat: int, sent: float) -> None:
        """Record a match that a client was shown just now."""
        head, version = shown["head"], shown["version"]
        read = Read(shown["id"], seat, sent, time.monotonic(), version, head)
        self.history.reads.append(read)

    def add_notice(self, delivery: str, told: Json) -> None:
        """Record a notice that has arrived just now."""
        data, at = told["data"], time.monotonic()
        notice = Notified(delivery, data["player"], data["match"], data["seq"], told["type"], at)
        with self._lock:
            self.history.notices.append(notice)
            place = (notice.player, notice.match)
            self.latest[place] = max(self.latest.get(place, 0), notice.seq)

    def add_outcome(self, answer: Answer | None) -> None:
        """Count requests without an answer, and answers that are errors of the server."""
        with self._lock:
            self.unanswered += answer is None
            self.errors += answer is not None and answer.status >= 500


class OutOfPatience(Exception):
    """The server has not answered for LONGEST_OUTAGE."""


class Client:
    """One player: requests by a connection each, sent again until they are answered."""

    def __init__(self, address: str, recorder: Recorder, random: Random) -> None:
        self._host = urlsplit(address).netloc
        self.recorder = recorder
        self.random = random
        self._chance = FastChance(random.getrandbits(64))
        self._headers = {"Content-Type": "application/json"}
        signed_in = self.send("POST", "auth/guest", {})
        self.player: str = signed_in["player"]["id"]
        self._headers["Authorization"] = f"Token {signed_in['token']}"

    def send(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request until it is answered with a success, under one idempotency key."""
        headers = {"Idempotency-Key": self.new_key()}
        answer = self._insist(lambda: self._request(method, path, body, headers))
        assert answer.status in (200, 201), answer
        return answer.json()

    def read(self, match: str, seat: int) -> Json:
        """Read a match, until it is answered."""
        sent = [0.0]

        def once() -> Answer | None:
            sent.append(time.monotonic())
            return self._request("GET", f"matches/{match}")

        answer = self._insist(once)
        assert answer.status == 200, answer
        shown: Json = answer.json()
        self.recorder.add_read(shown, seat, sent[-1])
        return shown

    def play(self, shown: Json) -> Json | None:
        """Send a random legal move; return the match after it, or None if that is not known."""
        seat, match = shown["you"], shown["id"]
        move = Move(match, seat, self.new_key(), random_choice(shown, self._chance))
        self.recorder.add_move(move)
        body = {"move": move.move, "expected_version": shown["version"]}
        again = self.random.random() < REPEATED
        deadline = time.monotonic() + LONGEST_OUTAGE
        while time.monotonic() < deadline:
            answer = self._attempt(move, body)
            if answer is None or answer.status in RETRIED:
                if self.random.random() < GIVEN_UP:
                    return None
                self.pause()
            elif again:
                again = False
            else:
                return answer.json()["match"] if answer.status in (201, 202) else None
        raise OutOfPatience(f"move {move.key}")

    def pause(self) -> None:
        """Wait for a random short time."""
        time.sleep(self.random.uniform(SHORTEST_PAUSE, LONGEST_PAUSE))

    def new_key(self) -> str:
        """An idempotency key."""
        return f"{self.random.getrandbits(96):024x}"

    def _attempt(self, move: Move, body: Json) -> Answer | None:
        attempt = Attempt(time.monotonic())
        move.attempts.append(attempt)
        headers = {"Idempotency-Key": move.key}
        answer = self._request("POST", f"matches/{move.match}/moves", body, headers)
        if answer is not None:
            attempt.answered, attempt.status = time.monotonic(), answer.status
            attempt.digest = sha256(answer.body).hexdigest()
            if attempt.is_accepted:
                told = answer.json()
                move.receipt = told["receipt"]
                attempt.signature = move.receipt["signature"]
                move.seqs = [event["seq"] for event in told["events"]]
                if not answer.is_repeated:
                    self.recorder.add_read(told["match"], move.seat, attempt.sent)
        return answer

    def _insist(self, once: Callable[[], Answer | None]) -> Answer:
        deadline = time.monotonic() + LONGEST_OUTAGE
        while time.monotonic() < deadline:
            answer = once()
            if answer is not None and answer.status not in RETRIED:
                return answer
            self.pause()
        raise OutOfPatience

    def _request(
        self, method: str, path: str, body: Json | None = None, more: Json | None = None
    ) -> Answer | None:
        """Send a request once; return a complete answer, or None."""
        sent = None if body is None else json.dumps(body)
        answer = None
        with closing(HTTPConnection(self._host, timeout=ANSWER_SECONDS)) as connection:
            try:
                connection.request(method, f"/api/v1/{path}", sent, self._headers | (more or {}))
                response = connection.getresponse()
                is_repeated = "Idempotent-Replayed" in response.headers
                complete = Answer(response.status, response.read(), is_repeated)
                # Without its whole length the headers themselves were cut.
                if response.headers["Content-Length"] == str(len(complete.body)):
                    answer = complete
            except (OSError, HTTPException):
                pass
        self.recorder.add_outcome(answer)
        return answer
