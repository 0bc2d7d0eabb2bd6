"""Moves of many matches played in one transaction: a few statements for all of them.

This is for moves that are accepted. Whatever is out of the ordinary (a refusal, a repeated key, a
token about to be prolonged, an error) is left undone, and its request is answered in the ordinary
way, which says why. docs/adr/0012-express.md has what that is worth.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct

from events.answers import answer_keeping
from events.models import Match
from events.moves import move_submit
from events.players import SEEN_TO_THE
from events.refusals import Refusal
from events.seating import Table, tables_locked
from events.shown import move_shown
from events.writes import Write, send
from games.codec import Malformed
from games.contract import IllegalMove


class Wanted(Struct, frozen=True):
    """A move that somebody asks for, with all of the request that matters."""

    match: str
    token: str
    """The digest of the token that it came with."""
    key: str
    request: str
    """The digest of the request, kept with its key."""
    move: Any
    expected_version: int | None = None
    expected_asked: int | None = None


class Played(NamedTuple):
    """What came of it: the answer, kept and committed."""

    status: int
    body: bytes


_ASKED = {
    "postgresql": "json_to_recordset(%s::json) r(place integer, token text, key text)",
    "sqlite": "(SELECT json_extract(value, '$.place') AS place, json_extract(value, '$.token')"
    " AS token, json_extract(value, '$.key') AS key FROM json_each(%s)) r",
}
_SENDERS = (
    "SELECT r.place, t.player_id FROM {asked} JOIN events_token t ON t.digest = r.token"
    " JOIN events_player p ON p.id = t.player_id"
    " LEFT JOIN events_keptanswer k ON k.player_id = t.player_id AND k.key = r.key"
    " WHERE t.expires_at > %s AND t.seen_at >= %s AND p.seen_at >= %s AND k.id IS NULL"
)


def senders(wanted: Sequence[Wanted]) -> list[str | None]:
    """For each move the player whose token and yet unused key it came with, if all is ordinary."""
    now = timezone.now()
    asked = [{"place": n, "token": one.token, "key": one.key} for n, one in enumerate(wanted)]
    moments = (now, now - SEEN_TO_THE, now - SEEN_TO_THE)
    with connection.cursor() as cursor:
        cursor.execute(
            _SENDERS.format(asked=_ASKED[connection.vendor]),
            [
                msgspec.json.encode(asked).decode(),
                *(connection.ops.adapt_datetimefield_value(moment) for moment in moments),
            ],
        )
        found: dict[int, str] = dict(cursor.fetchall())
    return [found.get(place) for place in range(len(wanted))]


def moves_play(wanted: Sequence[Wanted], players: Sequence[str | None]) -> list[Played | None]:
    """Play moves of different matches for those who have a player; what it returns is committed."""
    with transaction.atomic():
        tables = tables_locked(
            [one.match for one, player in zip(wanted, players, strict=True) if player]
        )
        writes: list[Write] = []
        played = [
            _play(one, player, tables[one.match], writes)
            if player and one.match in tables
            else None
            for one, player in zip(wanted, players, strict=True)
        ]
        if writes:
            send(writes)
    return played


def _play(wanted: Wanted, player_id: str, table: Table, writes: list[Write]) -> Played | None:
    """One of them, its writes yet to be sent; None and nothing written where it is refused."""
    match, seats = table
    sitter = next((seat.player for seat in seats if seat.player_id == player_id), None)
    if sitter is None or match.status != Match.Status.RUNNING:
        return None
    try:
        accepted = move_submit(
            match=match,
            player=sitter,
            move=wanted.move,
            move_key=wanted.key,
            expected_version=wanted.expected_version,
            expected_asked=wanted.expected_asked,
        )
    except (IllegalMove, Malformed, Refusal):
        return None
    body = msgspec.json.encode(move_shown(match, seats, accepted))
    keeping = answer_keeping(
        player=player_id,
        key=wanted.key,
        request=wanted.request,
        status=accepted.status,
        body=body,
        match=match,
        at=timezone.now(),
    )
    writes += [*accepted.writes, keeping]
    return Played(accepted.status, body)
