"""Appending to a match's log: pack, hash, and insert everything in one statement.

The trigger of the table refuses what does not follow the head, so of two writers one fails.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from msgspec import Struct
from msgspec.structs import replace

from events import fairness
from events.models import LoggedEvent, Match, Outbox
from events.position import Position, position_keep
from events.record import payloads, timestamp, unpacked
from games.chance import Draw
from games.contract import Event, Seat


class Draft(Struct, frozen=True):
    """An event about to be logged."""

    event: Event
    actor: Seat | None = None
    automatic: bool = False
    cause: bytes | None = None
    draws: Sequence[Draw] = ()


class Notice(Struct, frozen=True):
    """Something that a player is to be told of the last event appended."""

    player: str
    kind: str


_EVENT_COLUMNS = (
    "match_id", "seq", "type", "schema", "at", "actor", "full", "public", "seats", "cause",
    "draws", "move_key", "place", "leaf", "previous", "hash",
)  # fmt: skip
_NOTICE_COLUMNS = ("recipient_id", "match_id", "seq", "kind", "at")


def append(
    match: Match,
    position: Position,
    drafts: Sequence[Draft],
    *,
    at: datetime,
    move_key: str | None = None,
    notices: Sequence[Notice] = (),
) -> Position:
    """Log the drafts after `position`; the position that follows, kept once committed."""
    rows, after = _packed(match, position, drafts, timestamp(at), move_key)
    told = [(notice.player, match.id, after.version, notice.kind, at) for notice in notices]
    with connection.cursor() as cursor:
        for statement, values in _statements(rows, told):
            cursor.execute(statement, values)
    match.version, match.head = after.version, after.head
    position_keep(match.id, after)
    return after


def _packed(
    match: Match, position: Position, drafts: Sequence[Draft], at: str, move_key: str | None
) -> tuple[list[tuple[Any, ...]], Position]:
    rows: list[tuple[Any, ...]] = []
    places: dict[Seat | None, int] = {}
    mover = drafts[0].actor
    for draft in drafts:
        seq = position.version + 1
        seats = len(position.players) or len(getattr(draft.event, "seats", ()))
        *own, public, full = payloads(
            position.game,
            draft.event,
            seats=seats,
            seq=seq,
            at=at,
            actor=draft.actor,
            automatic=draft.automatic,
        )
        slots = fairness.slots(position.server_seed, seq, [*own, full])
        leaf = fairness.leaf(seq, public, slots)
        hashed = fairness.next_head(bytes.fromhex(position.head), leaf).hex()
        envelope, event = unpacked(position.game, full)
        place = places[draft.actor] = places.get(draft.actor, -1) + 1
        rows.append(
            (
                match.id,
                seq,
                envelope.type,
                envelope.schema,
                at,
                draft.actor,
                full.decode(),
                public.decode(),
                _differing(own, public),
                draft.cause.decode() if draft.cause else None,
                msgspec.json.encode(draft.draws).decode() if draft.draws else None,
                # Others' answers that follow have no part in the mover's key.
                move_key if draft.actor == mover else None,
                place,
                leaf.hex(),
                position.head,
                hashed,
            )
        )
        moved = position.after(
            match.id,
            envelope,
            event,
            drawn=len(draft.draws),
            begins_move=draft.cause is not None,
        )
        position = replace(moved, head=hashed)
    return rows, position


def _differing(own: Sequence[bytes], public: bytes) -> str:
    shown = [None if payload == public else payload.decode() for payload in own]
    return msgspec.json.encode(shown).decode()


def _statements(
    rows: list[tuple[Any, ...]], told: list[tuple[Any, ...]]
) -> list[tuple[str, list[Any]]]:
    """One statement where the database can do all in one, else one for each table."""
    inserts = [_insert(LoggedEvent._meta.db_table, _EVENT_COLUMNS, rows)]
    if told:
        inserts.append(_insert(Outbox._meta.db_table, _NOTICE_COLUMNS, told))
    if connection.vendor != "postgresql" or len(inserts) == 1:
        return inserts
    (log, logged), (box, boxed) = inserts
    return [(f"WITH told AS ({box}) {log}", [*boxed, *logged])]


def _insert(
    table: str, columns: Sequence[str], rows: list[tuple[Any, ...]]
) -> tuple[str, list[Any]]:
    marks = ", ".join(["%s"] * len(columns))
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join([f"({marks})"] * len(rows))
    return f"INSERT INTO {table} ({names}) VALUES {values}", [v for row in rows for v in row]
