"""A turn of each game in requests and bytes: with what streams bring now, and by reading it.

A match of each game is played over HTTP twice, each player with a stream. *Reading* is a stream of
events alone, after which everyone reads the match and the recap again. *Streaming* is what the
browser client does: the stream brings state and recap, and so does the answer to a move. Bytes are
those of bodies and stream messages that one viewer receives for one turn, the median of all.

    python -m bench.turn_size [--turns 40]
"""

import argparse
import asyncio
import itertools
from statistics import median

import msgspec
from msgspec import Struct

from bench.own_server import own_server
from bench.streams import Api
from bench.turn_tables import Stream
from bench.wire import Http
from games.registry import all_games

SEATS = 3
JOURNAL = 60
"""Sentences that the browser client shows."""


class Measured(Struct):
    """Requests of each turn, and bytes that each viewer received for it."""

    requests: list[int]
    bytes: list[int]


class Player:
    """A client with a connection for requests and a stream."""

    def __init__(self, api: Api, http: Http, stream: Stream) -> None:
        self.api = api
        self._http = http
        self._stream = stream
        self._keys = itertools.count()
        self.requests = self._bodies = 0

    @property
    def received(self) -> int:
        """Bytes of bodies and messages so far."""
        return self._bodies + self._stream.received

    async def open(self, path: str) -> None:
        """Open the stream and wait until it has begun."""
        self._stream.get(path, self.api.token)
        await self._stream.first()

    async def ask(self, method: str, path: str, body: object = None) -> bytes:
        """Send a request, which counts, and return the body of its answer."""
        headers = f"Authorization: Token {self.api.token}\r\n"
        if method == "POST":
            headers += f"Idempotency-Key: {next(self._keys)}\r\n"
        sent = msgspec.json.encode(body) if method == "POST" else b""
        status, answer = await self._http.call(method, f"/api/v1/{path}", sent, headers)
        assert status in (200, 201, 202), answer
        self.requests += 1
        self._bodies += len(answer)
        return answer

    async def shown(self, match: str, version: int, *, streaming: bool) -> None:
        """Wait until the stream has brought a version, and read the rest if it has to be read."""
        if streaming:
            await self._stream.state_of(version)
            return
        await self._stream.event_of(version)
        await self.ask("GET", f"matches/{match}")
        await self.ask("GET", f"matches/{match}/recap?after={max(0, version - JOURNAL)}")

    async def told(self, match: str, version: int, *, streaming: bool) -> None:
        """Read what the answer to the player's own move did not contain."""
        if not streaming:
            await self.ask("GET", f"matches/{match}/recap?after={max(0, version - JOURNAL)}")

    def close(self) -> None:
        """Close both connections."""
        self._http.close()
        self._stream.close()


async def player(port: int) -> Player:
    """A new guest with two connections."""
    loop = asyncio.get_running_loop()
    _, http = await loop.create_connection(Http, "127.0.0.1", port)
    _, stream = await loop.create_connection(Stream, "127.0.0.1", port)
    return Player(Api(port), http, stream)


async def measure(port: int, game: str, turns: int, *, streaming: bool) -> Measured:
    """Play so many turns of a game."""
    people = [await player(port) for _ in range(SEATS)]
    new = {"game": game, "seats": SEATS, "visibility": "unlisted"}
    match = people[0].api.call("POST", "matches", **new)["id"]
    for one in people[1:]:
        one.api.call("POST", f"matches/{match}/join")
    for one in people:
        await one.open(f"/api/v1/matches/{match}/stream?{'recap=1' if streaming else 'state=0'}")
    measured = Measured([], [])
    for _ in range(turns):
        awaiting = people[0].api.call("GET", f"matches/{match}")["awaiting"]
        if not awaiting:
            break
        mover = people[awaiting[0]]
        choice = mover.api.call("GET", f"matches/{match}")["choices"][0]
        move = {name: value if name == "type" else value[0] for name, value in choice.items()}
        before = [(one.requests, one.received) for one in people]
        body = {"move": move, **({"recap": True} if streaming else {})}
        answer = msgspec.json.decode(await mover.ask("POST", f"matches/{match}/moves", body))
        version = answer["match"]["version"]
        for one in people:
            told = one.told if one is mover else one.shown
            await told(match, version, streaming=streaming)
        spent = [
            (one.requests - requests, one.received - received)
            for one, (requests, received) in zip(people, before, strict=True)
        ]
        measured.requests.append(sum(requests for requests, _ in spent))
        measured.bytes += [received for _, received in spent]
    for one in people:
        one.close()
    return measured


def main() -> None:
    """Print the requests and bytes of a turn of each game, read and streamed."""
    options = argparse.ArgumentParser()
    options.add_argument("--turns", type=int, default=40)
    turns = options.parse_args().turns
    with own_server() as server:
        for game in all_games():
            line = f"{game:12}"
            for way in ("reading", "streaming"):
                streaming = way == "streaming"
                found = asyncio.run(measure(server.port, game, turns, streaming=streaming))
                requests = sum(found.requests) / len(found.requests)
                line += f"   {way}: {requests:.1f} requests, {median(found.bytes):6,.0f} bytes"
            print(line, flush=True)


if __name__ == "__main__":
    main()
