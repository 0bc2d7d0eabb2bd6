"""The same without an event loop: each call waits in its thread."""

from collections.abc import AsyncGenerator, Iterator
from typing import Any, Self, TypeVar

from .client import AsyncGobelet, Authenticator
from .follow import Update
from .oauth import AsyncOAuth
from .outbox import Entry, Sent
from .schema import (
    Account,
    CodeSent,
    DeliveryReceipt,
    EndpointShown,
    Match,
    MatchText,
    Move,
    MoveAnswer,
    NewPush,
    Passkey,
    ReceiptState,
    TurnList,
)
from .stores import Store
from .table import AsyncTable, Hear
from .transport import ThreadTransport, Transport, finished

T = TypeVar("T")


class Table:
    """AsyncTable, waiting."""

    def __init__(self, table: AsyncTable) -> None:
        self._table = table
        self.id = table.id

    @property
    def match(self) -> Match | None:
        return self._table.match

    @property
    def cursor(self) -> int:
        return self._table.cursor

    def read(self) -> Match:
        return finished(self._table.read())

    def text(self) -> MatchText:
        return finished(self._table.text())

    def follow(self, after: int = 0) -> Iterator[Update]:
        return _each(self._table.follow(after))

    def turns(self, after: int = 0, hear: Hear = lambda update: None) -> Iterator[Match]:
        return _each(self._table.turns(after, hear))

    def play(self, move: Move, shown: Match) -> MoveAnswer | None:
        return finished(self._table.play(move, shown))

    def resign(self) -> Match | None:
        return finished(self._table.resign())

    def check(self) -> list[str]:
        return finished(self._table.check())


class Gobelet:
    """AsyncGobelet, waiting."""

    def __init__(
        self,
        server: str,
        store: Store | None = None,
        transport: Transport | None = None,
        **settings: Any,
    ) -> None:
        self._gobelet = AsyncGobelet(server, store, transport or ThreadTransport(), **settings)
        self.api = self._gobelet.api
        self.store = self._gobelet.store
        self.evidence = self._gobelet.evidence
        self.outbox = self._gobelet.outbox

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        finished(self.api.transport.close())

    @property
    def player(self) -> Account | None:
        return self._gobelet.player

    def get(self, path: str) -> Any:
        """Read anything of the API; what has not changed is not sent again."""
        return finished(self.api.get(path))

    def post(self, path: str, body: object) -> Any:
        """Send anything to the API."""
        return finished(self.api.post(path, body))

    def sign_in(self, name: str | None = None) -> Account:
        return finished(self._gobelet.sign_in(name))

    def ask_code(self, email: str) -> CodeSent:
        return finished(self._gobelet.ask_code(email))

    def confirm_code(self, email: str, code: str, nonce: str) -> Account:
        return finished(self._gobelet.confirm_code(email, code, nonce))

    def sign_in_with_passkey(self, ask: Authenticator) -> Account:
        return finished(self._gobelet.sign_in_with_passkey(ask))

    def add_passkey(self, make: Authenticator, name: str | None = None) -> Passkey:
        return finished(self._gobelet.add_passkey(make, name))

    def oauth(self, client_id: str, redirect_uri: str, scope: str = "play read profile") -> "OAuth":
        """This player as a third-party app acts for them."""
        return OAuth(AsyncOAuth(self._gobelet, client_id, redirect_uri, scope))

    def sign_out(self) -> None:
        finished(self._gobelet.sign_out())

    def open(self, game: str, seats: int, *, seed: bool | None = None, **table: Any) -> Table:
        return Table(finished(self._gobelet.open(game, seats, seed=seed, **table)))

    def join(self, match_id: str, invite: str | None = None, *, seed: bool | None = None) -> Table:
        return Table(finished(self._gobelet.join(match_id, invite, seed=seed)))

    def table(self, match_id: str) -> Table:
        return Table(self._gobelet.table(match_id))

    def turns(self) -> TurnList:
        return finished(self._gobelet.turns())

    def flush(self, match_id: str | None = None) -> list[Sent]:
        return finished(self._gobelet.flush(match_id))

    def waiting(self, match_id: str | None = None) -> list[Entry]:
        return self._gobelet.waiting(match_id)

    def refused(self) -> list[Entry]:
        return self._gobelet.refused()

    def dismiss(self, key: str) -> None:
        self._gobelet.dismiss(key)

    def register_push(self, device: NewPush) -> EndpointShown:
        return finished(self._gobelet.register_push(device))

    def report_push(self, endpoint: str, notice: str, state: ReceiptState) -> DeliveryReceipt:
        return finished(self._gobelet.report_push(endpoint, notice, state))

    def remove_push(self, endpoint: str) -> None:
        finished(self._gobelet.remove_push(endpoint))


class OAuth:
    """AsyncOAuth, waiting."""

    def __init__(self, oauth: AsyncOAuth) -> None:
        self._oauth = oauth

    def begin(self) -> str:
        return self._oauth.begin()

    def finish(self, address: str) -> Account:
        return finished(self._oauth.finish(address))

    def resume(self) -> Account | None:
        return finished(self._oauth.resume())

    def sign_out(self) -> None:
        finished(self._oauth.sign_out())


def _each(items: AsyncGenerator[T, None]) -> Iterator[T]:
    async def next_item() -> T:
        return await anext(items)

    try:
        while True:
            try:
                yield finished(next_item())
            except StopAsyncIteration:
                return
    finally:
        finished(_closed(items))


async def _closed(items: AsyncGenerator[Any, None]) -> None:
    await items.aclose()
