"""Answers kept by Idempotency-Key: a repeated request gets the first answer and changes nothing."""

from hashlib import sha256

from django.db import connection
from django.utils import timezone

from events.models import KeptAnswer, Match, Player
from events.refusals import Impossible
from games.codec import canonical


def answer_begin(
    *, player: Player, key: str, method: str, path: str, body: object
) -> tuple[KeptAnswer, bool]:
    """The row for this key and whether it is new; call it first in the request's transaction.

    A duplicate that comes while the first is under way waits here until that one has ended. The
    key of a refused request is free again, for its transaction is rolled back.
    """
    digest = sha256(canonical([method, path, body])).hexdigest()
    table = KeptAnswer._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (player_id, key, request, at) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (player_id, key) DO NOTHING RETURNING id",
            [player.id, key, digest, timezone.now()],
        )
        row = cursor.fetchone()
    if row is not None:
        return KeptAnswer(id=row[0], player=player, key=key, request=digest), True
    kept = KeptAnswer.objects.get(player=player, key=key)
    if kept.request != digest:
        raise Impossible("idempotency_key_reused")
    return kept, False


def answer_keep(kept: KeptAnswer, *, status: int, body: bytes, match: Match | None = None) -> None:
    """Keep an answer in the transaction of what it tells of; a move names its match."""
    table = KeptAnswer._meta.db_table
    moved = match.id if match else None
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET status = %s, body = %s, match_id = %s, turn = CASE "
            f"WHEN %s THEN (SELECT COUNT(*) + 1 FROM {table} WHERE player_id = %s "
            "AND match_id = %s) END WHERE id = %s",
            [status, body, moved, match is not None, kept.player_id, moved, kept.id],
        )


def answer_is_latest(kept: KeptAnswer) -> bool:
    """Whether the player has made no accepted move in that match since."""
    if kept.turn is None:
        return True
    later = KeptAnswer.objects.filter(player=kept.player, match=kept.match, turn__gt=kept.turn)
    return not later.exists()
