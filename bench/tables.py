"""A table of three clients that play Ciao, ciao… at random, on our server or on boardgame.io's.

Both servers answer a move with the next seat and question, so no further reads are needed. Each
client has its own connection, as players have; a table has one request in flight.
"""

import asyncio
import itertools
import random
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from bench.wire import Http, SocketIo

SEATS = 3
Move = dict[str, Any]


class Asked(Struct):
    """The next seat and its question: `steps` for a push; `seat` is None after the end."""

    seat: int | None
    answer: bool = False
    steps: list[int] = []

    def any_move(self) -> Move:
        """Return a random legal move; an announcement does not depend on the die."""
        if self.steps:
            return {"type": "push", "step": random.choice(self.steps)}
        if self.answer:
            return {"type": random.choice(("believe", "doubt"))}
        return {"type": "announce", "number": random.randint(1, 4)}


class Table(Protocol):
    """Three clients that play one match after the other."""

    async def open(self, port: int) -> None:
        """Connect and sign in."""

    async def new_match(self) -> Asked:
        """Start a match and return its first question."""

    async def play(self, seat: int, move: Move) -> Asked:
        """Play a move and return the next question; raise unless the server accepted the move."""

    def close(self) -> None:
        """Close the connections."""


class _View(Struct):
    turn: int
    answerers: list[int]
    pushable: list[int]


class _Match(Struct):
    id: str
    status: str
    version: int
    view: _View | None


class _Moved(Struct):
    match: _Match


class OurTable:
    """A table on our server: every move is a POST with a new idempotency key."""

    async def open(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        connected = [await loop.create_connection(Http, "127.0.0.1", port) for _ in range(SEATS)]
        self._http = [http for _, http in connected]
        self._tokens = [
            (await self._post(seat, "auth/guest", {}))["token"] for seat in range(SEATS)
        ]
        self._keys = itertools.count()
        self._moved = msgspec.json.Decoder(_Moved)

    async def new_match(self) -> Asked:
        new = {"game": "ciaociao", "seats": SEATS, "visibility": "unlisted"}
        match = await self._post(0, "matches", new, self._tokens[0])
        for seat in range(1, SEATS):
            match = await self._post(seat, f"matches/{match['id']}/join", {}, self._tokens[seat])
        self._path = f"/api/v1/matches/{match['id']}/moves"
        return self._asked(msgspec.convert(match, _Match))

    async def play(self, seat: int, move: Move) -> Asked:
        token = self._tokens[seat]
        headers = f"Authorization: Token {token}\r\nIdempotency-Key: {next(self._keys)}\r\n"
        body = msgspec.json.encode({"move": move})
        status, answer = await self._http[seat].call("POST", self._path, body, headers)
        assert status == 201, answer
        return self._asked(self._moved.decode(answer).match)

    def close(self) -> None:
        for http in self._http:
            http.close()

    def _asked(self, match: _Match) -> Asked:
        self.version = match.version
        view = match.view
        if match.status != "running" or view is None:
            return Asked(None)
        answer = bool(view.answerers)
        return Asked(view.answerers[0] if answer else view.turn, answer, view.pushable)

    async def _post(self, seat: int, path: str, body: Any, token: str = "") -> Any:
        headers = f"Authorization: Token {token}\r\n" if token else ""
        sent = msgspec.json.encode(body)
        status, answer = await self._http[seat].call("POST", f"/api/v1/{path}", sent, headers)
        assert status < 300, answer
        return msgspec.json.decode(answer)


class _G(Struct):
    turn: int
    answerers: list[int]
    pushable: list[int]


class _Ctx(Struct):
    gameover: dict[str, str] | None = None


class _State(Struct, rename={"number": "_stateID"}):
    G: _G
    ctx: _Ctx
    number: int


class _Synced(Struct):
    state: _State


class BoardgameTable:
    """A table on boardgame.io: matches are created over its REST API, moves sent over its socket.

    A move is confirmed by the `update` with the state after it. boardgame.io also sends an update
    to the other two clients, which need not read theirs.
    """

    async def open(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        _, self._http = await loop.create_connection(Http, "127.0.0.1", port)
        self._sockets = []
        for _ in range(SEATS):
            _, socket = await loop.create_connection(
                lambda: SocketIo("ciaociao"), "127.0.0.1", port
            )
            await socket.open()
            self._sockets.append(socket)
        self._updates = msgspec.json.Decoder(tuple[str, str, _State, Any])
        self._syncs = msgspec.json.Decoder(tuple[str, str, _Synced])

    async def new_match(self) -> Asked:
        self._match = (await self._post("create", {"numPlayers": SEATS}))["matchID"]
        self._credentials = [
            (await self._post(f"{self._match}/join", {"playerID": str(seat), "playerName": "x"}))[
                "playerCredentials"
            ]
            for seat in range(SEATS)
        ]
        for seat, socket in enumerate(self._sockets):
            synced = ["sync", self._match, str(seat), self._credentials[seat], SEATS]
            socket.event(msgspec.json.encode(synced))
            answer = self._syncs.decode(await socket.answer(b"sync"))
        return self._asked(answer[2].state)

    async def play(self, seat: int, move: Move) -> Asked:
        payload = {
            "type": move["type"],
            "args": [value for name, value in move.items() if name != "type"],
            "playerID": str(seat),
            "credentials": self._credentials[seat],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        update = ["update", action, self._number, self._match, str(seat)]
        self._sockets[seat].event(msgspec.json.encode(update))
        wanted = self._number + 1
        while (state := await self._update(seat)).number < wanted:
            pass  # the update of an earlier move of another seat
        assert state.number == wanted, "the move was not taken"
        return self._asked(state)

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()
        self._http.close()

    async def _update(self, seat: int) -> _State:
        return self._updates.decode(await self._sockets[seat].answer(b"update"))[2]

    def _asked(self, state: _State) -> Asked:
        self._number = state.number
        if state.ctx.gameover is not None:
            return Asked(None)
        answer = bool(state.G.answerers)
        return Asked(state.G.answerers[0] if answer else state.G.turn, answer, state.G.pushable)

    async def _post(self, path: str, body: Any) -> Any:
        sent = msgspec.json.encode(body)
        status, answer = await self._http.call("POST", f"/games/ciaociao/{path}", sent)
        assert status == 200, answer
        return msgspec.json.decode(answer)
