"""Requests, each kept with its idempotency key from before the first try until an answer comes.

They survive restarts. What was refused when it was sent later is kept until the player has seen it.
"""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, NotRequired, TypedDict

from .api import Api, new_key
from .errors import Problem, Unreachable
from .stores import Store


class Entry(TypedDict):
    """A request that has no answer yet."""

    key: str
    player: str
    """Whose request it is: no other player's token sends it."""
    path: str
    body: Any
    match: NotRequired[str]
    """The match of a move or resignation, which has one of them at a time."""
    seed: NotRequired[str]
    """The seed that the request commits to."""
    problem: NotRequired[Any]
    """Why it was refused."""


class Sent(NamedTuple):
    """What became of a request that had waited."""

    entry: Entry
    answer: Any
    problem: Problem | None


Accepted = Callable[[Entry, Any], Coroutine[Any, Any, None]]


class Outbox:
    """The queue; `accepted` is called with an answer before its entry is forgotten."""

    def __init__(self, api: Api, store: Store, accepted: Accepted) -> None:
        self._api = api
        self._store = store
        self.accepted = accepted

    async def send(self, path: str, body: Any, player: str, more: dict[str, str]) -> Any:
        """Keep a request, then send it: its answer, or None if it waits for a network."""
        entry = {"key": new_key(), "player": player, "path": path, "body": body, **more}
        self._store.set(f"outbox.{entry['key']}", entry)
        try:
            return await self._deliver(entry)  # type: ignore[arg-type]
        except Unreachable:
            return None
        except Problem as e:
            if e.status != 401:
                self._store.set(f"outbox.{entry['key']}", None)
            raise

    def waiting(self, player: str, match: str | None = None) -> list[Entry]:
        """What waits, oldest first."""
        found: list[Entry] = [
            entry for name in self._store.names("outbox.") if (entry := self._store.get(name))
        ]
        mine = (entry for entry in found if entry["player"] == player)
        return [entry for entry in mine if match in (None, entry.get("match"))]

    async def flush(self, player: str, match: str | None = None) -> list[Sent]:
        """Send what waits; a refusal is reported and kept as refused, and never sent again."""
        sent = []
        for entry in self.waiting(player, match):
            try:
                sent.append(Sent(entry, await self._deliver(entry), None))
            except Unreachable:
                continue
            except Problem as e:
                if e.status == 401:  # who signs in again can still send it
                    raise
                sent.append(Sent(entry, None, e))
                self._store.set(f"refused.{entry['key']}", {**entry, "problem": e.body})
                self._store.set(f"outbox.{entry['key']}", None)
        return sent

    def refused(self) -> list[Entry]:
        """What was refused when it was sent later."""
        return [self._store.get(name) for name in self._store.names("refused.")]

    def dismiss(self, key: str) -> None:
        """The player has seen that it was refused."""
        self._store.set(f"refused.{key}", None)

    async def _deliver(self, entry: Entry) -> Any:
        answer = await self._api.post(entry["path"], entry["body"], entry["key"])
        await self.accepted(entry, answer)
        self._store.set(f"outbox.{entry['key']}", None)
        return answer
