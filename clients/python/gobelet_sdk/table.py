"""One match, as one player follows and plays it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from .errors import Pending
from .follow import Update, follow_match
from .schema import Match, MatchText, Move, MoveAnswer

if TYPE_CHECKING:
    from .client import AsyncGobelet

LONGEST_PAUSE = 30.0
Hear = Callable[[Update], object]


class AsyncTable:
    """A match by its id; `match` is how it was last seen, `cursor` the last event yielded."""

    def __init__(self, gobelet: AsyncGobelet, match_id: str) -> None:
        self._gobelet = gobelet
        self.id = match_id
        self.match: Match | None = None
        self.cursor = 0

    async def read(self) -> Match:
        """Read the match; costs little if it has not changed."""
        return self.see(await self._gobelet.api.get(f"matches/{self.id}"))

    async def text(self) -> MatchText:
        """The table and the legal moves as text: for games that an app cannot draw."""
        text: MatchText = await self._gobelet.api.get(f"matches/{self.id}/text")
        return text

    async def follow(self, after: int = 0) -> AsyncGenerator[Update, None]:
        """Every event after a number exactly once, and every state, until the match is over."""
        async with aclosing(follow_match(self._gobelet.api, self.id, after)) as updates:
            async for events, match in updates:
                self.see(match)
                await self._gobelet.reveal(match)
                yield Update(events, self.match or match)
                self.cursor = events[-1]["seq"] if events else self.cursor

    async def turns(
        self, after: int = 0, hear: Hear = lambda update: None
    ) -> AsyncGenerator[Match, None]:
        """The match each time that a question is open to you, until it is over.

        The next one comes when the move that you played has been answered; a refusal of one that
        was sent later is in `refused()`. `hear` gets all that `follow` yields.
        """
        async with aclosing(self.follow(after)) as updates:
            async for update in updates:
                hear(update)
                asked = self.question()
                while asked is not None:
                    yield asked
                    await self._settle()
                    before, asked = asked, self.question()
                    if asked is before:
                        break

    def question(self) -> Match | None:
        """The match, if it asks you something that you have not answered."""
        match = self.match
        return match if match and match["choices"] and match["sealed"] is None else None

    async def play(self, move: Move, shown: Match) -> MoveAnswer | None:
        """Play a move as decided on the match that was shown: its answer, or None if it waits.

        If that question is closed it is refused (Stale), never played on another one.
        """
        await self._gobelet.flush(self.id)
        if self._gobelet.waiting(self.id):
            raise Pending
        asked = shown["asked"]
        expected = {"expected_asked": asked} if asked is not None else {}
        body = {"move": move} | (expected or {"expected_version": shown["version"]})
        answer = await self._gobelet.send(f"matches/{self.id}/moves", body, match=self.id)
        return cast(MoveAnswer | None, answer)

    async def resign(self) -> Match | None:
        """Give the seat up."""
        answer = await self._gobelet.send(f"matches/{self.id}/resign", {}, match=self.id)
        return cast(Match | None, answer)

    async def check(self) -> list[str]:
        """Check the finished match against all that the server signed; raises Unfair."""
        return await self._gobelet.evidence.check(await self.read())

    def see(self, match: Match) -> Match:
        """Take a state over unless it is older than the known one."""
        known = self.match
        if known is None or _age(match) >= _age(known):
            self.match = known = match
        return known

    async def _settle(self) -> None:
        """Wait until no move of this match waits for a network."""
        api = self._gobelet.api
        wait = api.pause
        while self._gobelet.waiting(self.id):
            await self._gobelet.flush(self.id)
            if self._gobelet.waiting(self.id):
                await api.transport.sleep(min(wait, LONGEST_PAUSE))
                wait *= 2


def _age(match: Match) -> tuple[int, str]:
    return match["version"], match["server_time"]


def legal_moves(match: Mapping[str, Any] | Match) -> Iterator[Move]:
    """All legal moves of a match, one after the other."""
    for choice in match["choices"]:
        names = [name for name in choice if name != "type"]
        for values in product(*(choice[name] for name in names)):
            given = {
                name: value for name, value in zip(names, values, strict=True) if value is not None
            }
            yield cast(Move, {"type": choice["type"], **given})
