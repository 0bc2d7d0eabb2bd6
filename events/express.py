"""Moves of many matches played in one transaction: a few statements for all of them.

This is for moves that are accepted. Whatever is out of the ordinary (a refusal, a repeated key, a
token about to be prolonged, an error) is left undone, and its request is answered in the ordinary
way, which says why. docs/adr/0012-express.md has what that is worth.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct

from events.afterwards import Action, afterwards, held_back
from events.answers import answer_keeping
from events.clocks.endings import has_been_idle
from events.clocks.settle import overdue
from events.models import Match, Seat
from events.moves import move_submit
from events.players import SEEN_TO_THE
from events.position import position_at_head, positions_follow
from events.refusals import Refusal
from events.sealed import sealed_at
from events.seating import tables_locked_if_free, tables_printed
from events.shown import move_shown
from events.sql import fetched
from events.writes import Write, records, recordset, send
from games.codec import Malformed
from games.contract import IllegalMove, Move


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


_ASKED = (("place", "integer"), ("token", "text"), ("key", "text"))
_SENDERS = (
    "SELECT r.place, t.player_id FROM {asked} JOIN events_token t ON t.digest = r.token"
    " JOIN events_player p ON p.id = t.player_id"
    " LEFT JOIN events_keptanswer k ON k.player_id = t.player_id AND k.key = r.key"
    " WHERE t.expires_at > %s AND t.seen_at >= %s AND p.seen_at >= %s AND k.id IS NULL"
)


def senders(wanted: Sequence[Wanted]) -> list[str | None]:
    """For each move the player whose token and yet unused key it came with, if all is ordinary."""
    now = timezone.now()
    asked = [(place, one.token, one.key) for place, one in enumerate(wanted)]
    moments = (now, now - SEEN_TO_THE, now - SEEN_TO_THE)
    rows = fetched(
        _SENDERS.format(asked=recordset(_ASKED, connection.vendor)),
        [
            records(("place", "token", "key"), asked),
            *(connection.ops.adapt_datetimefield_value(moment) for moment in moments),
        ],
    )
    found: dict[int, str] = dict(rows)
    return [found.get(place) for place in range(len(wanted))]


Asked = dict[int, tuple[Wanted, str]]
"""By its place in the row: a move, and the player who asks for it."""


class _Draft(NamedTuple):
    """A move that is accepted: its answer, what is to be written with it, and done afterwards."""

    played: Played
    writes: list[Write]
    actions: list[Action]


def moves_play(wanted: Sequence[Wanted], players: Sequence[str | None]) -> list[Played | None]:
    """Play moves of different matches for those who have a player; what it returns is committed.

    A key that was used in the meantime is an error, and undoes all of it.
    """
    rest, prepared = _in_order(wanted, players), dict[int, _Prepared]()
    if rest and connection.vendor == "sqlite":
        # There is one writer at a time: what takes the time is done before our turn comes.
        prepared, rest = _prepared(rest)
    drafts: dict[int, _Draft] = {}
    if prepared or rest:
        with transaction.atomic():
            drafts = _still_true(prepared)
            rest |= {place: one.asked for place, one in prepared.items() if place not in drafts}
            drafts |= _played(rest, _tables(rest))[0] if rest else {}
            send(write for draft in drafts.values() for write in draft.writes)
            afterwards(*(action for draft in drafts.values() for action in draft.actions))
    return [drafts[place].played if place in drafts else None for place in range(len(wanted))]


def _in_order(wanted: Sequence[Wanted], players: Sequence[str | None]) -> Asked:
    """The moves to be played, in the order of their keys, so that nobody waits in a circle; a key
    that stands twice is left to the ordinary way the second time."""
    named = {
        (player, one.key): (place, one)
        for place, (one, player) in reversed([*enumerate(zip(wanted, players, strict=True))])
        if player
    }
    return {place: (one, player) for (player, _), (place, one) in sorted(named.items())}


class _Prepared(NamedTuple):
    """A move that was played at a table which nobody had locked, and how that table was."""

    asked: tuple[Wanted, str]
    table: str
    draft: _Draft


def _prepared(asked: Asked) -> tuple[dict[int, _Prepared], Asked]:
    """The moves that write nothing but what is sent at the end; and those that do."""
    with connection.execute_wrapper(_reading_only):
        printed = tables_printed([one.match for one, _ in asked.values()])
        drafts, held_up = _played(asked, _tables(asked))
    prepared = {
        place: _Prepared(asked[place], printed[asked[place][0].match], draft)
        for place, draft in drafts.items()
    }
    return prepared, {place: asked[place] for place in held_up}


def _still_true(prepared: Mapping[int, _Prepared]) -> dict[int, _Draft]:
    """Those of them whose tables are as they were, now that nobody else writes."""
    now = tables_printed([one.asked[0].match for one in prepared.values()]) if prepared else {}
    return {
        place: one.draft
        for place, one in prepared.items()
        if one.table == now.get(one.asked[0].match)
    }


def _tables(asked: Asked) -> dict[str, list[Seat]]:
    return tables_locked_if_free([one.match for one, _ in asked.values()])


def _played(asked: Asked, tables: Mapping[str, list[Seat]]) -> tuple[dict[int, _Draft], list[int]]:
    """The moves that are accepted at tables where nothing else is to be done first; and the places
    of those that cannot be played yet, because they write at once."""
    positions_follow(seats[0].match for seats in tables.values())
    ready = {match: seats for match, seats in tables.items() if not _is_due(seats)}
    sealed = sealed_at({match: position_at_head(own[0].match) for match, own in ready.items()})
    drafts: dict[int, _Draft] = {}
    held_up = []
    for place, (one, player) in asked.items():
        seats = ready.get(one.match)
        if seats is None:
            continue
        try:
            draft = _play(one, player, seats, sealed[one.match])
        except _Writes:
            held_up.append(place)
        else:
            drafts |= {place: draft} if draft else {}
    return drafts, held_up


def _play(
    wanted: Wanted, player_id: str, seats: list[Seat], sealed: dict[int, Move]
) -> _Draft | None:
    """One of them, its writes yet to be sent; None and nothing written where it is refused."""
    match = seats[0].match
    own = next((seat for seat in seats if seat.player_id == player_id), None)
    if own is None or own.player is None or own.stand_in:
        return None
    try:
        with held_back() as actions:
            accepted = move_submit(
                match=match,
                player=own.player,
                move=wanted.move,
                move_key=wanted.key,
                expected_version=wanted.expected_version,
                expected_asked=wanted.expected_asked,
                seats=seats,
                sealed=sealed,
            )
    except (IllegalMove, Malformed, Refusal):
        return None
    body = msgspec.json.encode(move_shown(match, seats, accepted))
    answer = answer_keeping(
        player_id, wanted.key, wanted.request, status=accepted.status, body=body, match=match
    )
    return _Draft(Played(accepted.status, body), [*accepted.writes, answer], actions)


class _Writes(Exception):
    """Something is to be written at once, before its turn has come."""


def _reading_only(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    if not sql.lstrip().startswith("SELECT"):
        raise _Writes
    return execute(sql, params, many, context)


def _is_due(seats: list[Seat]) -> bool:
    """Whether something is to be done in the match before anybody moves; be it only to wait for
    whoever has one of its seats locked."""
    match = seats[0].match
    if match.status != Match.Status.RUNNING or overdue(seats, timezone.now()):
        return True
    return has_been_idle(match) or len(seats) != len(position_at_head(match).players)
