"""Idempotency keys: a repeated request gets the stored first response and changes nothing."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec
from django.db.models import Q
from django.utils import timezone

from events.database.statements import Statement, Write, fetch, insert_statement, write_all
from events.errors import Unprocessable
from events.models import KeptAnswer, LoggedEvent, Match, Player, Seat
from games.codec import canonical

_TABLE = KeptAnswer._meta.db_table
_STORE = Statement(
    (
        ("status", "integer"),
        ("body", "text"),
        ("match_id", "text"),
        ("turn", "integer"),
        ("id", "bigint"),
    ),
    each=f"UPDATE {_TABLE} SET status = %s, body = %s, match_id = %s, turn = %s WHERE id = %s",
    together=f"UPDATE {_TABLE} k SET status = r.status, body = decode(r.body, 'base64'),"
    " match_id = r.match_id, turn = r.turn FROM {rows} WHERE k.id = r.id",
)
_STORE_NEW = insert_statement(
    KeptAnswer, ("player_id", "key", "request", "status", "body", "match_id", "turn", "at")
)


def key_begin(
    *, player: Player, key: str, method: str, path: str, body: object
) -> int | KeptAnswer:
    """Return the response stored for this key, or the id of the new row that will store it.

    Call it first in the request's transaction, after locking the match if there is one
    (events/seats/locks.py): a concurrent duplicate waits at either until the first has ended.
    A refused request frees its key, because its transaction is rolled back.
    """
    digest = request_digest(method, path, body)
    new = fetch(
        f"INSERT INTO {_TABLE} (player_id, key, request, at) VALUES (%s, %s, %s, %s) "
        "ON CONFLICT (player_id, key) DO NOTHING RETURNING id",
        [player.id, key, digest, timezone.now()],
    )
    if new:
        return int(new[0][0])
    stored = KeptAnswer.objects.get(player=player, key=key)
    if stored.request != digest:
        raise Unprocessable("idempotency_key_reused")
    return stored


def response_store(
    row: int,
    *,
    status: int,
    body: bytes,
    match: Match | None = None,
    writes: Iterable[Write] = (),
) -> None:
    """Store a response in its row, together with `writes`; for a move, with its match."""
    values = (status, body, match and match.id, match and match.version, row)
    write_all([*writes, _STORE.of([values])])


def response_store_write(
    player_id: str, key: str, request: str, *, status: int, body: bytes, match: Match
) -> Write:
    """Return the write that stores the response to a move whose key has no row yet.

    The caller sends it together with the move's other writes.
    """
    row = (player_id, key, request, status, body, match.id, match.version, timezone.now())
    return _STORE_NEW.of([row])


def request_digest(method: str, path: str, body: object) -> str:
    """Return the digest that tells requests with the same key apart."""
    return sha256(canonical([method, path, body])).hexdigest()


def response_is_latest(kept: KeptAnswer) -> bool:
    """Whether this is the response to the player's latest move in a match they have not left.

    The log decides, as a merge of accounts may leave out the response to a later move; an answer
    that was sealed counts when it is used.
    """
    seat = Seat.objects.filter(match=kept.match, player=kept.player, gone=False).first()
    if kept.turn is None or seat is None or _has_moved_since(seat, kept.turn):
        return False
    theirs = KeptAnswer.objects.filter(player=kept.player, match=kept.match)
    # A sealed answer does not change the version, so several responses may have the same turn.
    later = Q(turn__gt=kept.turn) | Q(turn=kept.turn, id__gt=kept.id)
    return not theirs.filter(later).exists()


def _has_moved_since(seat: Seat, version: int) -> bool:
    """Whether a seat's player has moved after a version; moves by the server do not count."""
    own = LoggedEvent.objects.filter(match=seat.match_id, actor=seat.number, seq__gt=version)
    caused = own.filter(cause__isnull=False).values_list("full", flat=True)
    return any(not msgspec.json.decode(event)["automatic"] for event in caused)
