"""A player of one server: signing in, taking seats, the queue, notices."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import isawaitable
from typing import Any, Self, cast

from .api import Api
from .errors import Problem, Unreachable
from .fairness import Evidence, new_seed
from .outbox import Entry, Outbox, Sent
from .schema import (
    Account,
    CodeSent,
    DeliveryReceipt,
    EndpointShown,
    Match,
    NewPush,
    Passkey,
    ReceiptState,
    SignedIn,
    TurnList,
)
from .stores import MemoryStore, Store
from .table import AsyncTable
from .transport import AsyncTransport, Transport

Credential = dict[str, Any]
Authenticator = Callable[[dict[str, Any]], Credential | Awaitable[Credential]]
"""Takes WebAuthn's options and returns a credential, both as JSON; it may be a coroutine."""


class AsyncGobelet:
    """A player; `settings` are those of Api: language, timeout, pause, poll, tries."""

    def __init__(
        self,
        server: str,
        store: Store | None = None,
        transport: Transport | None = None,
        **settings: Any,
    ) -> None:
        self.api = Api(server, transport or AsyncTransport(), **settings)
        self.store = store or MemoryStore()
        self.player: Account | None = None
        self.evidence = Evidence(self.api, self.store)
        self.outbox = Outbox(self.api, self.store, self._accepted)
        self._tables: dict[str, AsyncTable] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.api.transport.close()

    async def sign_in(self, name: str | None = None) -> Account:
        """Sign in with the saved token, or as a new guest."""
        saved = self.store.get("session")
        return self._use(saved or await self.api.post("auth/guest", {"name": name}))

    async def ask_code(self, email: str) -> CodeSent:
        """Have a code mailed; the nonce belongs to `confirm_code`."""
        return cast(CodeSent, await self.api.post("auth/email", {"email": email}))

    async def confirm_code(self, email: str, code: str, nonce: str) -> Account:
        """Sign in by a mailed code; a guest keeps its matches."""
        proof = {"email": email, "code": code, "nonce": nonce}
        return self._use(await self.api.post("auth/email/confirm", proof))

    async def sign_in_with_passkey(self, ask: Authenticator) -> Account:
        """Sign in with a passkey: `ask` is given the options and returns the credential."""
        asked = await self.api.post("auth/passkey/options", {})
        proof = {"nonce": asked["nonce"], "credential": await _given(ask(asked["options"]))}
        return self._use(await self.api.post("auth/passkey", proof))

    async def add_passkey(self, make: Authenticator, name: str | None = None) -> Passkey:
        """Register a passkey: `make` is given the options and returns the new credential."""
        asked = await self.api.post("me/passkeys/options", {})
        made = {"nonce": asked["nonce"], "credential": await _given(make(asked["options"]))}
        return cast(Passkey, await self.api.post("me/passkeys", made | {"name": name}))

    async def sign_out(self) -> None:
        """Forget the token here and at the server, if that can be reached."""
        with suppress(Problem, Unreachable):
            for device in (await self.api.get("me/devices"))["results"]:
                if device["current"]:
                    await self.api.delete(f"me/devices/{device['id']}")
        self.store.set("session", None)
        self.api.token, self.player, self._tables = None, None, {}

    async def open(
        self, game: str, seats: int, *, seed: bool | None = None, **table: Any
    ) -> AsyncTable:
        """Open a match, private unless said otherwise; `table`: other fields of `POST matches`.

        A number of one's own is added to its chance (`seed`) if bots take all other seats.
        """
        bots = table.get("bots") or 0
        count = len(bots) if isinstance(bots, list) else bots
        body = {"game": game, "seats": seats, "visibility": "private", **table}
        return await self._seat("matches", body, count == seats - 1 if seed is None else seed)

    async def join(
        self, match_id: str, invite: str | None = None, *, seed: bool | None = None
    ) -> AsyncTable:
        """Take a seat; a number of one's own is added if it is the last one."""
        if seed is None and invite is None:
            shown = (await self.api.get(f"matches/{match_id}"))["seats"]
            seed = sum(seat["player"] is None for seat in shown) == 1
        body = {"invite": invite} if invite else {}
        return await self._seat(f"matches/{match_id}/join", body, bool(seed))

    def table(self, match_id: str) -> AsyncTable:
        """A match by its id."""
        return self._tables.setdefault(match_id, AsyncTable(self, match_id))

    async def turns(self) -> TurnList:
        """The matches that wait for this player."""
        return cast(TurnList, await self.api.get("me/turns"))

    async def send(self, path: str, body: Any, **more: str) -> Any:
        """Keep a request and its key, then send it: its answer, or None if it waits."""
        return await self.outbox.send(path, body, self._id(), more)

    async def flush(self, match_id: str | None = None) -> list[Sent]:
        """Send what waits, as on start and whenever there is a network again."""
        return await self.outbox.flush(self._id(), match_id)

    def waiting(self, match_id: str | None = None) -> list[Entry]:
        """What waits for an answer."""
        return self.outbox.waiting(self._id(), match_id)

    def refused(self) -> list[Entry]:
        """What was refused when it was sent later, until `dismiss`."""
        return self.outbox.refused()

    def dismiss(self, key: str) -> None:
        """The player has seen that it was refused."""
        self.outbox.dismiss(key)

    async def register_push(self, device: NewPush) -> EndpointShown:
        """Register this device for notices, at every start: the same again changes nothing."""
        return cast(EndpointShown, await self.api.post("me/push", device))

    async def report_push(self, endpoint: str, notice: str, state: ReceiptState) -> DeliveryReceipt:
        """Report a notice that was shown or opened."""
        receipt = {"id": notice, "state": state}
        answer = await self.api.post(f"me/push/{endpoint}/receipts", receipt)
        return cast(DeliveryReceipt, answer)

    async def remove_push(self, endpoint: str) -> None:
        """Send no more notices to a device."""
        await self.api.delete(f"me/push/{endpoint}")

    async def reveal(self, match: Match) -> None:
        """Reveal this device's number if the deal waits for it."""
        starting = match.get("starting")
        if match["you"] is None or not starting or match["you"] not in starting["waiting_for"]:
            return
        path = f"matches/{match['id']}/seed"
        if any(entry["path"] == path for entry in self.waiting()):
            await self.flush()
        elif seed := self.store.get(f"seed.{match['id']}"):
            await self.send(path, {"seed": seed})

    async def _seat(self, path: str, body: dict[str, Any], seeded: bool) -> AsyncTable:
        more = {}
        if seeded:
            more["seed"], commitment = new_seed()
            body = body | {"seed_commitment": commitment}
        match: Match | None = await self.send(path, body, **more)
        if match is None:
            raise Unreachable("it is sent later: `flush`")
        await self.reveal(match)
        return self.table(match["id"])

    async def _accepted(self, entry: Entry, answer: Any) -> None:
        """What an answer proves and shows is kept before its request is forgotten."""
        match = answer.get("match", answer)
        if "seed" in entry:
            self.store.set(f"seed.{match['id']}", entry["seed"])
        if signed := answer.get("receipt") or answer.get("promise"):
            await self.evidence.keep(match, signed)
        if "choices" in match:
            self.table(match["id"]).see(match)

    def _use(self, session: SignedIn) -> Account:
        self.store.set("session", session)
        self.api.token, self.player, self._tables = session["token"], session["player"], {}
        return session["player"]

    def _id(self) -> str:
        if self.player is None:
            raise RuntimeError("sign in first")
        return self.player["id"]


async def _given(answer: Credential | Awaitable[Credential]) -> Credential:
    return await answer if isawaitable(answer) else answer
