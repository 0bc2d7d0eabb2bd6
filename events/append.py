"""Appending to a match's log: pack, hash, and write everything together.

The trigger of the table refuses what does not follow the head, so of two writers one fails.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events import fairness
from events.announce import announce
from events.models import LoggedEvent, Match
from events.position import Position, position_keep
from events.record import payloads, timestamp, unpacked
from events.writes import Statement, Write, insertion, send
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
    """Something that whoever sits there is to be told of the last event appended."""

    seat: Seat
    kind: str


class Entry(NamedTuple):
    """A row of the log before the database has it: the columns of LoggedEvent, and at the end what
    the chain holds of the event beside its public form."""

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
    """The position after the drafts, their rows, and what is still to be sent for all of it."""

    position: Position
    entries: list[Entry]
    writes: list[Write]


_LOG = insertion(LoggedEvent, Entry._fields[:-1])
_INTO_OUTBOX = (
    'INSERT INTO "events_outbox" ("recipient_id", "match_id", "seq", "kind", "at", "planned")'
)
_UNREACHED = "p.email IS NULL AND NOT EXISTS (SELECT 1 FROM events_endpoint WHERE player_id = p.id)"
_TELL = Statement(
    (
        ("seq", "integer"),
        ("kind", "text"),
        ("at", "timestamptz"),
        ("match_id", "text"),
        ("number", "integer"),
    ),
    each=f"{_INTO_OUTBOX} SELECT s.player_id, s.match_id, %s, %s, %s, {_UNREACHED}"
    " FROM events_seat s JOIN events_player p ON p.id = s.player_id"
    " WHERE s.match_id = %s AND s.number = %s",
    together=f"{_INTO_OUTBOX} SELECT p.id, r.match_id, r.seq, r.kind, r.at, {_UNREACHED}"
    " FROM {rows} JOIN events_seat s ON s.match_id = r.match_id AND s.number = r.number"
    " JOIN events_player p ON p.id = s.player_id ORDER BY r.nth",
)
"""Whoever sits there now is told: the log may know the seat as somebody else's. For who can be
reached nowhere there is nothing to plan. People are told in the order of what they are told,
whatever plan the database has for the joins."""


def append(
    match: Match,
    position: Position,
    drafts: Sequence[Draft],
    *,
    at: datetime,
    notices: Sequence[Notice] = (),
    move_key: str | None = None,
) -> Position:
    """Log the drafts after `position`; the position that follows, kept once committed."""
    appended = appending(match, position, drafts, at=at, move_key=move_key, notices=notices)
    send(appended.writes)
    return appended.position


def appending(
    match: Match,
    position: Position,
    drafts: Sequence[Draft],
    *,
    at: datetime,
    notices: Sequence[Notice] = (),
    move_key: str | None = None,
) -> Appended:
    """The same for a caller who has more to send with it, and sends it in this transaction."""
    entries, after = _packed(match, position, drafts, _not_before(position, at), move_key)
    writes = [_LOG.of(entry[:-1] for entry in entries)]
    if notices:
        told = [(after.version, one.kind, at, match.id, one.seat) for one in notices]
        writes.append(_TELL.of(told))
    match.version, match.head = after.version, after.head
    announce(match.id, *(after.players[notice.seat] for notice in notices))
    position_keep(match, after)
    return Appended(after, entries, writes)


def _packed(
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
        envelope, event = unpacked(position.game, full)
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
                _differing(own, public),
                draft.cause.decode() if draft.cause else None,
                msgspec.json.encode(draft.draws).decode() if draft.draws else None,
                # Others' answers that follow have no part in the mover's key.
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


def _not_before(position: Position, at: datetime) -> str:
    """The time as it is logged: a clock that was put back does not let the log go back."""
    stamp = timestamp(at)
    if stamp >= position.at:
        return stamp
    return timestamp(datetime.fromisoformat(position.at) + timedelta(microseconds=1))


def _differing(own: Sequence[bytes], public: bytes) -> str:
    shown = [None if payload == public else payload.decode() for payload in own]
    return msgspec.json.encode(shown).decode()
