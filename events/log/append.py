"""Append events to a match's log: encode, hash, and write all of them together.

The table's trigger rejects an event that does not follow the head, so of two concurrent writers one
fails.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events.database.statements import Statement, Write, insert_statement, write_all
from events.log import fairness
from events.log.envelope import payloads, timestamp, unpack
from events.log.position import Position, position_remember
from events.models import LoggedEvent, Match
from events.work.publish import publish
from games.chance import Draw
from games.contract import Event, Seat


class Draft(Struct, frozen=True):
    """An event to be logged."""

    event: Event
    actor: Seat | None = None
    automatic: bool = False
    cause: bytes | None = None
    draws: Sequence[Draw] = ()


class Recipient(Struct, frozen=True):
    """A seat whose player gets a notice of this kind about the last event appended."""

    seat: Seat
    kind: str


class Entry(NamedTuple):
    """A row of the log before it is inserted: the columns of LoggedEvent, and at the end the slots,
    which are the blinded digests of the seats' and the full payload."""

    match_id: str
    seq: int
    type: str
    schema: int
    at: str
    actor: Seat | None
    full: str
    public: str
    seats: str
    cause: str | None
    draws: str | None
    move_key: str | None
    place: int
    leaf: str
    previous: str
    hash: str
    slots: Sequence[bytes]


class Appended(NamedTuple):
    """The position after the drafts, their rows, and the writes still to be executed."""

    position: Position
    entries: list[Entry]
    writes: list[Write]

    def execute(self) -> Position:
        """Execute the writes, publish that the match has changed, and return the new position."""
        write_all(self.writes)
        publish(self.entries[0].match_id)
        return self.position


_LOG = insert_statement(LoggedEvent, Entry._fields[:-1])
_INTO_OUTBOX = (
    'INSERT INTO "events_outbox" ("recipient_id", "match_id", "seq", "kind", "at", "planned")'
)
_UNREACHABLE = (
    "p.email IS NULL AND NOT EXISTS (SELECT 1 FROM events_endpoint WHERE player_id = p.id)"
)
_NOTIFY = Statement(
    (
        ("seq", "integer"),
        ("kind", "text"),
        ("at", "timestamptz"),
        ("match_id", "text"),
        ("number", "integer"),
    ),
    each=f"{_INTO_OUTBOX} SELECT s.player_id, s.match_id, %s, %s, %s, {_UNREACHABLE}"
    " FROM events_seat s JOIN events_player p ON p.id = s.player_id"
    " WHERE s.match_id = %s AND s.number = %s",
    together=f"{_INTO_OUTBOX} SELECT p.id, r.match_id, r.seq, r.kind, r.at, {_UNREACHABLE}"
    " FROM {rows} JOIN events_seat s ON s.match_id = r.match_id AND s.number = r.number"
    " JOIN events_player p ON p.id = s.player_id ORDER BY r.nth",
)
"""Inserts notices. The recipient is the current player of the seat: the log may have another one. A
notice to a player without address and endpoint needs no deliveries, and counts as planned. Notices
are inserted in the order of the rows, whatever plan the database has for the joins."""


def append_write(
    match: Match,
    position: Position,
    drafts: Sequence[Draft],
    *,
    at: datetime,
    notices: Sequence[Recipient] = (),
    move_key: str | None = None,
) -> Appended:
    """Return the writes that append the drafts after `position`.

    The new position is cached on commit. The caller executes the writes in the same transaction.
    """
    entries, after = _pack_entries(
        match, position, drafts, _timestamp_after(position, at), move_key
    )
    writes = [_LOG.of(entry[:-1] for entry in entries)]
    if notices:
        rows = [(after.version, one.kind, at, match.id, one.seat) for one in notices]
        writes.append(_NOTIFY.of(rows))
    match.version, match.head = after.version, after.head
    publish(*(after.players[notice.seat] for notice in notices))
    position_remember(match, after)
    return Appended(after, entries, writes)


def _pack_entries(
    match: Match, position: Position, drafts: Sequence[Draft], at: str, move_key: str | None
) -> tuple[list[Entry], Position]:
    entries: list[Entry] = []
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
        envelope, event = unpack(position.game, full)
        place = places[draft.actor] = places.get(draft.actor, -1) + 1
        entries.append(
            Entry(
                match.id,
                seq,
                envelope.type,
                envelope.schema,
                at,
                draft.actor,
                full.decode(),
                public.decode(),
                _seats_json(own, public),
                draft.cause.decode() if draft.cause else None,
                msgspec.json.encode(draft.draws).decode() if draft.draws else None,
                # The answers of other seats that follow do not get the mover's key.
                move_key if draft.actor == mover else None,
                place,
                leaf.hex(),
                position.head,
                hashed,
                slots,
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
    return entries, position


def _timestamp_after(position: Position, at: datetime) -> str:
    """The timestamp to log, after that of the last event even if the system clock went back."""
    stamp = timestamp(at)
    if stamp >= position.at:
        return stamp
    return timestamp(datetime.fromisoformat(position.at) + timedelta(microseconds=1))


def _seats_json(own: Sequence[bytes], public: bytes) -> str:
    shown = [None if payload == public else payload.decode() for payload in own]
    return msgspec.json.encode(shown).decode()
