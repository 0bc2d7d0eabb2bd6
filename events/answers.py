"""Answers kept by Idempotency-Key: a repeated request gets the first answer and changes nothing."""

from collections.abc import Iterable
from hashlib import sha256

from django.db import connection
from django.db.models import Q
from django.utils import timezone
from msgspec.json import encode

from events.models import KeptAnswer, Match, Player, Seat
from events.refusals import Impossible
from events.writes import Statement, Write, recordset, send
from games.codec import canonical

_TABLE = KeptAnswer._meta.db_table
_KEEP = Statement(
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
_CLAIM = (
    f"INSERT INTO {_TABLE} (player_id, key, request, at)"
    " SELECT r.player_id, r.key, r.request, %s FROM {rows} WHERE true"
    " ORDER BY r.player_id, r.key ON CONFLICT (player_id, key) DO NOTHING"
    " RETURNING player_id, key, request, id"
)
_CLAIMED = (("player_id", "text"), ("key", "text"), ("request", "text"))

Claim = tuple[str, str, str]
"""A player, their key, and the digest of the request."""


def answer_begin(
    *, player: Player, key: str, method: str, path: str, body: object
) -> int | KeptAnswer:
    """The answer kept for this key, or the id of the new row that will keep it.

    Call it first in the request's transaction: a duplicate that comes while the first is under way
    waits here until that one has ended. The key of a refused request is free again, for its
    transaction is rolled back.
    """
    digest = request_digest(method, path, body)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {_TABLE} (player_id, key, request, at) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (player_id, key) DO NOTHING RETURNING id",
            [player.id, key, digest, timezone.now()],
        )
        row = cursor.fetchone()
    if row is not None:
        return int(row[0])
    kept = KeptAnswer.objects.get(player=player, key=key)
    if kept.request != digest:
        raise Impossible("idempotency_key_reused")
    return kept


def answer_keep(
    row: int,
    *,
    status: int,
    body: bytes,
    match: Match | None = None,
    writes: Iterable[Write] = (),
) -> None:
    """Keep an answer with what it tells of; a move names its match and brings its writes."""
    kept = (status, body, match and match.id, match and match.version, row)
    send([*writes, _KEEP.of([kept])])


def answers_begin(claims: Iterable[Claim]) -> dict[Claim, int]:
    """The ids of the new rows that will keep these answers; none where there is one already.

    All who begin one and lock a match do it in this order, and keys are taken in the order of their
    players, so nobody waits for each other.
    """
    rows = [dict(zip(("player_id", "key", "request"), claim, strict=True)) for claim in claims]
    with connection.cursor() as cursor:
        cursor.execute(
            _CLAIM.format(rows=recordset(_CLAIMED, connection.vendor)),
            [connection.ops.adapt_datetimefield_value(timezone.now()), encode(rows).decode()],
        )
        return {(player, key, request): row for player, key, request, row in cursor.fetchall()}


def answers_forget(rows: Iterable[int]) -> None:
    """Free the keys of what was refused after all."""
    KeptAnswer.objects.filter(id__in=list(rows)).delete()


def answer_keeping(row: int, *, status: int, body: bytes, match: Match) -> Write:
    """What keeps the answer to a move, to be sent with all that the move writes."""
    return _KEEP.of([(status, body, match.id, match.version, row)])


def request_digest(method: str, path: str, body: object) -> str:
    """What tells a request from another with the same key."""
    return sha256(canonical([method, path, body])).hexdigest()


def answer_is_latest(kept: KeptAnswer) -> bool:
    """Whether it is that of a move, and the player has neither moved there since nor left."""
    if (
        kept.turn is None
        or Seat.objects.filter(match=kept.match, player=kept.player, gone=True).exists()
    ):
        return False
    theirs = KeptAnswer.objects.filter(player=kept.player, match=kept.match)
    later = Q(turn__gt=kept.turn) | Q(turn=kept.turn, id__gt=kept.id)  # seals do not move the log
    return not theirs.filter(later).exists()
