"""Idempotency keys: a repeated request gets the stored first response and changes nothing.

The response is stored under its key as the last write of the request's transaction. Of two
concurrent requests with one key, the second fails there or is refused because of what the first
has changed; either way it is rolled back and gets the response of the first.
"""

import zlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.utils import timezone

from events.database.queries import PreparedQuery
from events.database.statements import Statement, Write, insert_statement, write_all
from events.database.transactions import run_in_transaction
from events.errors import Unprocessable
from events.models import ArchivedResponses, Match, Player
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
    work: Callable[[], tuple[KeyedResponse, T]],
    *,
    player: Player,
    key: str,
    request: str,
    match_id: str | None = None,
) -> T | StoredResponse:
    """Run the work in a transaction and store its answer; or return the response stored before.

    `request` is the digest of the request, `match_id` the match in which it moves. A refused
    request changes nothing and frees its key.
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
        if match_id and (stored := _archived_response(match_id, player, key, request)):
            return stored
        raise


def stored_response(player: Player, key: str, request: str) -> StoredResponse | None:
    """Return the response stored for this key; raise Unprocessable if it is to another request."""
    stored = _STORED.first(player.id, key)
    _require_same(stored, request)
    return stored


def _require_same(stored: StoredResponse | None, request: str) -> None:
    if stored and stored.request != request:
        raise Unprocessable("idempotency_key_reused")


class _Archived(msgspec.Struct, frozen=True):
    """A stored response in the archive."""

    key: str
    request: str
    status: int
    body: bytes | None
    summary: bytes | None
    at: datetime


def responses_archive(match: Match) -> None:
    """Replace the stored responses to the moves in a match by one row for each player."""
    stored = StoredResponse.objects.filter(match=match)
    columns = stored.order_by("id").values_list("player_id", *_Archived.__struct_fields__)
    own: dict[str, list[_Archived]] = {}
    for player_id, *values in columns:
        own.setdefault(player_id, []).append(_Archived(*values))
    ArchivedResponses.objects.bulk_create(
        ArchivedResponses(
            player_id=player_id, match=match, data=zlib.compress(msgspec.msgpack.encode(rows))
        )
        for player_id, rows in own.items()
    )
    stored.delete()


def _archived_response(
    match_id: str, player: Player, key: str, request: str
) -> StoredResponse | None:
    """Return the response to a move, as it was stored before its match was archived."""
    row = ArchivedResponses.objects.filter(match=match_id, player=player).first()
    if row is None:
        return None
    held = msgspec.msgpack.decode(zlib.decompress(row.data), type=list[_Archived])
    named = (msgspec.structs.asdict(one) for one in held if one.key == key)
    found = next((StoredResponse(player=player, match_id=match_id, **one) for one in named), None)
    _require_same(found, request)
    return found


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


def move_summary(stored: StoredResponse) -> MoveSummary:
    """Return the receipt and the seqs of the response to a move."""
    return msgspec.json.decode(bytes(stored.summary or b""), type=MoveSummary)


def responses_delete_expired() -> None:
    """Delete the stored responses that are not those of moves and are older than their lifetime."""
    before = timezone.now() - LIFETIME
    StoredResponse.objects.filter(match__isnull=True, at__lt=before).delete()
