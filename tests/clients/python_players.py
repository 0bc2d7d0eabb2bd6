"""Players on the Python SDK, one for each seat, who play a whole match.

Where `crashes` is set they lose everything but their files, before or after a move is sent.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from pathlib import Path
from random import Random
from typing import Any

from gobelet_sdk import AsyncGobelet, AsyncTable, FileStore, Stale, Unreachable, legal_moves
from gobelet_sdk.transport import Answer, AsyncTransport
from tests.clients.tables import PAUSE, PlayedSeat, PlayedTable, Table


class Crash(BaseException):
    """The app is gone; only its files are left."""


class CrashingTransport(AsyncTransport):
    """Crashes at some moves, before or after they are sent."""

    def __init__(self, draw: Random, crashes: float) -> None:
        super().__init__()
        self._draw = draw
        self._crashes = crashes

    async def request(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> Answer:
        if not url.endswith("/moves") or self._draw.random() > self._crashes:
            return await super().request(method, url, headers, body, timeout)
        if self._draw.random() < 0.5:
            with suppress(Unreachable):
                await super().request(method, url, headers, body, timeout)
        raise Crash


class Player:
    """Somebody at a table, and what they have seen, sent and kept."""

    def __init__(self, server: str, folder: Path, draw: Random, crashes: float) -> None:
        self._server = server
        self._store = FileStore(folder)
        self._draw = draw
        self._crashes = crashes
        self._accepted: dict[str, dict[str, Any]] = {}
        self._seen: list[int] = []
        self._stale = 0
        self._restarts = 0
        self.gobelet = self._started()

    def _started(self) -> AsyncGobelet:
        transport = CrashingTransport(self._draw, self._crashes)
        gobelet = AsyncGobelet(self._server, self._store, transport, pause=PAUSE)
        accepted = gobelet.outbox.accepted

        async def noted(entry: Any, answer: Any) -> None:
            await accepted(entry, answer)
            if entry["path"].endswith("/moves"):
                self._accepted[entry["key"]] = {"move": entry["body"]["move"], **answer["receipt"]}

        gobelet.outbox.accepted = noted
        return gobelet

    async def seated(self, work: Callable[[AsyncGobelet], Awaitable[AsyncTable]]) -> str:
        """Take a seat; a request that could not be sent is sent later."""
        await self.patiently(self.gobelet.sign_in)
        try:
            return (await work(self.gobelet)).id
        except Unreachable:
            sent = [one async for one in self._flushed()]
            return str(sent[0].answer["id"])

    async def _flushed(self) -> AsyncIterator[Any]:
        while self.gobelet.waiting():
            for sent in await self.gobelet.flush():
                yield sent

    async def patiently(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """What comes of something that is tried until the server can be reached."""
        while True:
            with suppress(Unreachable):
                return await work()

    async def play(self, match_id: str, most: int) -> None:
        """Play until the match is over, through all crashes."""
        while True:
            try:
                await self.gobelet.sign_in()
                await self.gobelet.flush()
                return await self._turns(match_id, most)
            except Crash:
                await self.gobelet.api.transport.close()
                self._restarts += 1
                self.gobelet = self._started()

    async def _turns(self, match_id: str, most: int) -> None:
        table = self.gobelet.table(match_id)
        after = self._seen[-1] if self._seen else 0

        def hear(update: Any) -> None:
            self._seen.extend(event["seq"] for event in update.events)

        async with aclosing(table.turns(after, hear)) as turns:
            async for match in turns:
                if len(self._accepted) >= most:
                    await table.resign()
                    continue
                try:
                    await table.play(self._draw.choice([*legal_moves(match)]), match)
                except Stale:
                    self._stale += 1

    async def told(self, match_id: str) -> PlayedSeat:
        """What this player has seen, sent and kept."""
        match = await self.patiently(self.gobelet.table(match_id).read)
        return PlayedSeat(
            seat=match["you"],
            seen=self._seen,
            accepted=[self._accepted[key] for key in sorted(self._accepted)],
            refused=[entry["problem"]["code"] for entry in self.gobelet.refused()],
            waiting=len(self.gobelet.waiting()),
            stale=self._stale,
            restarts=self._restarts,
            kept=self.gobelet.evidence.kept(match_id),
        )


async def _played(
    server: str, folder: Path, table: Table, draw: Random, crashes: float
) -> PlayedTable:
    players = [Player(server, folder / str(seat), draw, crashes) for seat in range(table.seats)]
    creator, *others = players
    options: dict[str, Any] = {"options": table.options, "visibility": "unlisted", "seed": True}
    match_id = await creator.seated(lambda me: me.open(table.game, table.seats, **options))
    for player in others:
        await player.seated(lambda me: me.join(match_id, seed=False))
    await asyncio.gather(*(player.play(match_id, table.most) for player in players))
    checks = await creator.patiently(creator.gobelet.table(match_id).check)
    told = [await player.told(match_id) for player in players]
    for player in players:
        await player.gobelet.api.transport.close()
    return PlayedTable(match=match_id, game=table.game, checks=checks, players=told)


def play_with_python(
    server: str, folder: Path, tables: list[Table], *, crashes: float, seed: int
) -> list[PlayedTable]:
    """Play a match at each table, all at once."""

    async def played() -> list[PlayedTable]:
        return await asyncio.gather(
            *(
                _played(server, folder / str(at), table, Random(f"{seed} {at}"), crashes)
                for at, table in enumerate(tables)
            )
        )

    return asyncio.run(played())
