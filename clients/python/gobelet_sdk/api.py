"""Requests of one player to one server: token, language, retries, conditional reads."""

import json
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, NamedTuple

from .errors import STALE, Problem, Stale, Unreachable
from .transport import Answer, Transport

LONGEST_RETRY = 5.0
"""Seconds awaited before a request is repeated, at most; a longer Retry-After is the caller's."""
MOST_READ = 60


class Message(NamedTuple):
    """One message of a stream."""

    kind: str
    id: str | None
    data: Any


class Api:
    """The server's API under a token."""

    def __init__(
        self,
        server: str,
        transport: Transport,
        *,
        language: str = "en",
        timeout: float = 20,
        pause: float = 0.3,
        poll: float = 4,
        tries: int = 4,
    ) -> None:
        self.server = server.rstrip("/")
        self._root = f"{self.server}/api/v1/"
        self.transport = transport
        self.token: str | None = None
        self.scheme = "Token"
        """`Bearer` if the token is one of a third-party app."""
        self.renew: Callable[[], Awaitable[None]] | None = None
        """Called before each request; sets a token that is valid."""
        self.language = language
        self.pause = pause
        """Seconds before a request is first repeated; doubled each time."""
        self.poll = poll
        """Seconds between looks at a match while there is no stream."""
        self.timeout = timeout
        self._tries = tries
        self._read: dict[tuple[str | None, str, str], tuple[str, Any]] = {}

    async def get(self, path: str) -> Any:
        """Read; a body that has not changed is not sent again, and is the same object."""
        place = self._place(path)
        etag, known = self._read.get(place, ("", None))
        got, body = await self._repeat("GET", path, {"If-None-Match": etag} if etag else {})
        if got.status == 304:
            return known
        self._remember(place, got, body)
        return body

    async def post(self, path: str, body: object, key: str | None = None) -> Any:
        """Send under a key: repetitions have no further effect."""
        headers = {"Idempotency-Key": key or new_key()}
        got, answer = await self._repeat("POST", path, headers, body)
        if "ETag" in got.headers and "match" in answer:  # of a move: the ETag is that of its match
            shown = answer["match"]
            self._remember(self._place(f"matches/{shown['id']}"), got, shown)
        return answer

    async def patch(self, path: str, body: object) -> Any:
        return (await self._repeat("PATCH", path, {}, body))[1]

    async def delete(self, path: str) -> None:
        await self._repeat("DELETE", path, {})

    async def messages(self, path: str, after: int | str) -> AsyncGenerator[Message, None]:
        """The messages of a stream after an id, until it ends or breaks."""
        more = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
        headers = await self._headers(more)
        lines: Any = self.transport.lines(self._root + path, headers)
        async with aclosing(lines):
            opened = await anext(lines)
            if opened.status != 200:
                _told(opened)
                return
            fields: dict[str, str] = {}
            async for line in lines:
                name, _, value = line.partition(":")
                fields[name] = value.removeprefix(" ")
                if not line:
                    if "data" in fields:
                        kind = fields.get("event", "message")
                        yield Message(kind, fields.get("id"), json.loads(fields["data"]))
                    fields = {}

    def _place(self, path: str) -> tuple[str | None, str, str]:
        return self.token, self.language, path

    def _remember(self, place: tuple[str | None, str, str], got: Answer, body: Any) -> None:
        self._read.pop(place, None)
        if "ETag" in got.headers:
            self._read[place] = got.headers["ETag"], body
        if len(self._read) > MOST_READ:
            del self._read[next(iter(self._read))]

    async def _repeat(
        self, method: str, path: str, headers: dict[str, str], body: object = None
    ) -> tuple[Answer, Any]:
        content = None
        if body is not None:
            headers = headers | {"Content-Type": "application/json"}
            content = json.dumps(body).encode()
        url, tried = self._root + path, 1
        while True:
            try:
                sent = await self._headers(headers)
                got = await self.transport.request(method, url, sent, content, self.timeout)
                return got, _told(got)
            except Unreachable as e:
                wait = max(self.pause * 2 ** (tried - 1), e.after)
                if tried >= self._tries or wait > LONGEST_RETRY:
                    raise
            await self.transport.sleep(wait)
            tried += 1

    async def _headers(self, more: dict[str, str]) -> dict[str, str]:
        if self.renew:
            await self.renew()
        auth = {"Authorization": f"{self.scheme} {self.token}"} if self.token else {}
        return {"Accept-Language": self.language} | auth | more


def _told(got: Answer) -> Any:
    """The body of an answer, or the refusal that it is."""
    if got.status in (204, 304):
        return None
    try:
        body = json.loads(got.body)
    except ValueError:
        body = None
    if got.status < 300 and body is not None:
        return body
    code = body.get("code") if isinstance(body, dict) else None
    if not code or got.status >= 500 or got.status == 429 or code == "request_in_progress":
        after = got.headers.get("Retry-After", "")
        raise Unreachable(f"status {got.status}", float(after) if after.isdecimal() else 0)
    raise Stale(body) if code in STALE else Problem(body)


def new_key() -> str:
    """A key that sorts after all earlier ones of this device."""
    return f"{time.time_ns():016x}-{secrets.token_hex(12)}"
