"""Answers kept by Idempotency-Key: a repeated request gets the first answer and changes nothing."""

from collections.abc import Iterable
from hashlib import sha256

from django.db.models import Q
from django.utils import timezone

from events.models import KeptAnswer, Match, Player, Seat
from events.refusals import Impossible
from events.sql import fetched
from events.writes import Statement, Write, insertion, send
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
_KEEP_NEW = insertion(
    KeptAnswer, ("player_id", "key", "request", "status", "body", "match_id", "turn", "at")
)


def answer_begin(
    *, player: Player, key: str, method: str, path: str, body: object
) -> int | KeptAnswer:
    """The answer kept for this key, or the id of the new row that will keep it.

    Call it first in the request's transaction: a duplicate that comes while the first is under way
    waits here until that one has ended, or before, at the match (events.moves.match_awaited). The
    key of a refused request is free again, for its transaction is rolled back.
    """
    digest = request_digest(method, path, body)
    new = fetched(
        f"INSERT INTO {_TABLE} (player_id, key, request, at) VALUES (%s, %s, %s, %s) "
        "ON CONFLICT (player_id, key) DO NOTHING RETURNING id",
        [player.id, key, digest, timezone.now()],
    )
    if new:
        return int(new[0][0])
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


def answer_keeping(
    player_id: str, key: str, request: str, *, status: int, body: bytes, match: Match
) -> Write:
    """What keeps the answer to a move whose key nobody has begun, to be sent with all that the
    move writes."""
    row = (player_id, key, request, status, body, match.id, match.version, timezone.now())
    return _KEEP_NEW.of([row])


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
