"""Idempotency keys: a repeated request gets the stored first response and changes nothing.

The response is stored under its key as the last write of the request's transaction. Of two
concurrent requests with one key, the second fails there or is refused because of what the first
has changed; either way it is rolled back and gets the response of the first.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.utils import timezone

from events.database.queries import PreparedQuery
from events.database.statements import Statement, Write, insert_statement, write_all
from events.database.transactions import run_in_transaction
from events.errors import Unprocessable
from events.models import LoggedEvent, Match, Player, Seat
from events.models import StoredResponse as StoredResponse
from games.codec import canonical

T = TypeVar("T")

LIFETIME = timedelta(hours=24)
"""How long a response is stored, unless it is that of a move."""

_STORE = insert_statement(
    StoredResponse,
    ("player_id", "key", "request", "status", "body", "summary", "match_id", "at"),
)
_STORED = PreparedQuery(StoredResponse, "player_id = %s AND key = %s")
_TABLE = StoredResponse._meta.db_table
_REDUCE = Statement(
    (("match_id", "text"), ("player_id", "text")),
    each=f"UPDATE {_TABLE} SET body = NULL"
    " WHERE match_id = %s AND player_id = %s AND body IS NOT NULL",
    together=f"UPDATE {_TABLE} k SET body = NULL FROM {{rows}}"
    " WHERE k.match_id = r.match_id AND k.player_id = r.player_id AND k.body IS NOT NULL",
)
"""Deletes the body of a player's previous move in a match; its summary stays."""


class MoveSummary(msgspec.Struct, frozen=True):
    """What is stored of the response to a move for as long as its match."""

    receipt: dict[str, Any]
    seqs: list[int]
    version: int
    """That of the match after the move."""


class KeyedResponse(NamedTuple):
    """A response to be stored; for a move with its summary, its match and its pending writes."""

    status: int
    body: bytes
    summary: MoveSummary | None = None
    match: Match | None = None
    writes: Sequence[Write] = ()


def run_once(
    work: Callable[[], tuple[KeyedResponse, T]], *, player: Player, key: str, request: str
) -> T | StoredResponse:
    """Run the work in a transaction and store its answer; or return the response stored before.

    `request` is the digest of the request. A refused request changes nothing and frees its key.
    """

    def attempt() -> T:
        answer, result = work()
        write_all([*answer.writes, *response_store_writes(player.id, key, request, answer)])
        return result

    stored = stored_response(player, key, request)
    if stored:
        return stored
    try:
        return run_in_transaction(attempt)
    except Exception:
        if stored := stored_response(player, key, request):  # by a concurrent duplicate
            return stored
        raise


def stored_response(player: Player, key: str, request: str) -> StoredResponse | None:
    """Return the response stored for this key; raise Unprocessable if it is to another request."""
    stored = _STORED.first(player.id, key)
    if stored and stored.request != request:
        raise Unprocessable("idempotency_key_reused")
    return stored


def response_store_writes(
    player_id: str, key: str, request: str, answer: KeyedResponse
) -> list[Write]:
    """Return the writes that store a response; that of a move replaces the one before it."""
    status, body, summary, match, _ = answer
    packed = None if summary is None else msgspec.json.encode(summary)
    match_id = None if match is None else match.id
    row = (player_id, key, request, status, body, packed, match_id, timezone.now())
    reducing = [] if match_id is None else [_REDUCE.of([(match_id, player_id)])]
    return [*reducing, _STORE.of([row])]


def request_digest(method: str, path: str, body: object) -> str:
    """Return the digest that tells requests with the same key apart."""
    return sha256(canonical([method, path, body])).hexdigest()


def response_body(stored: StoredResponse) -> bytes | None:
    """Return the stored body; None once the player has made another move or left the match."""
    if stored.body is None:
        return None
    if stored.match_id is not None:
        seat = Seat.objects.filter(match=stored.match_id, player=stored.player_id).first()
        if seat is None or seat.gone or _has_moved_since(seat, move_summary(stored).version):
            return None
    return bytes(stored.body)


def _has_moved_since(seat: Seat, version: int) -> bool:
    """Whether a seat's player has moved after a version: an answer sealed then may be used by now.

    Moves by the server do not count.
    """
    own = LoggedEvent.objects.filter(match=seat.match_id, actor=seat.number, seq__gt=version)
    caused = own.filter(cause__isnull=False).values_list("full", flat=True)
    return any(not msgspec.json.decode(event)["automatic"] for event in caused)


def move_summary(stored: StoredResponse) -> MoveSummary:
    """Return the receipt and the seqs of the response to a move."""
    return msgspec.json.decode(bytes(stored.summary or b""), type=MoveSummary)


def responses_delete_expired() -> None:
    """Delete the stored responses that are not those of moves and are older than their lifetime."""
    before = timezone.now() - LIFETIME
    StoredResponse.objects.filter(match__isnull=True, at__lt=before).delete()
