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
from events.rows import Rows
from events.sealed import sealed_at
from events.seating import tables_locked_if_free
from events.shown import move_shown
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
    with connection.cursor() as cursor:
        cursor.execute(
            _SENDERS.format(asked=recordset(_ASKED, connection.vendor)),
            [
                records(("place", "token", "key"), asked),
                *(connection.ops.adapt_datetimefield_value(moment) for moment in moments),
            ],
        )
        found: dict[int, str] = dict(cursor.fetchall())
    return [found.get(place) for place in range(len(wanted))]


Stood = tuple[str, str, int, str, int]
_STANDING = Rows(Match, "id {among}", only=("id", "status", "version", "head", "touched"))

Asked = Mapping[int, tuple[Wanted, str]]
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
    asked = {
        place: (one, player)
        for place, (one, player) in enumerate(zip(wanted, players, strict=True))
        if player
    }
    # SQLite has one writer at a time: there, what takes the time is done before our turn comes.
    prepared = _prepared(asked) if connection.vendor == "sqlite" else {}
    with transaction.atomic():
        drafts = _still_true(prepared)
        rest = {place: one for place, one in asked.items() if place not in drafts}
        if rest:
            drafts |= _played(rest, _tables(rest))
        send(write for draft in drafts.values() for write in draft.writes)
        afterwards(*(action for draft in drafts.values() for action in draft.actions))
    return [drafts[place].played if place in drafts else None for place in range(len(wanted))]


def _prepared(asked: Asked) -> dict[int, tuple[Stood, _Draft]]:
    """Moves that write nothing but what is sent at the end, played on rows that nobody has locked;
    and where their matches stood."""
    with connection.execute_wrapper(_reading_only):
        tables = _tables(asked)
        stood = {match: _stands(seats[0].match) for match, seats in tables.items()}
        drafts = _played(asked, tables)
    return {place: (stood[asked[place][0].match], draft) for place, draft in drafts.items()}


def _still_true(prepared: Mapping[int, tuple[Stood, _Draft]]) -> dict[int, _Draft]:
    """Those of them whose matches stand as they did, now that nobody else writes."""
    if not prepared:
        return {}
    now = {_stands(match) for match in _STANDING.all([stood[0] for stood, _ in prepared.values()])}
    return {place: draft for place, (stood, draft) in prepared.items() if stood in now}


def _stands(match: Match) -> Stood:
    """All that changes with anything that a move has to do with."""
    return match.id, match.status, match.version, match.head, match.touched


def _tables(asked: Asked) -> dict[str, list[Seat]]:
    return tables_locked_if_free([one.match for one, _ in asked.values()])


def _played(asked: Asked, tables: Mapping[str, list[Seat]]) -> dict[int, _Draft]:
    """The moves that are accepted at tables where nothing else is to be done first."""
    positions_follow(seats[0].match for seats in tables.values())
    ready = {match: seats for match, seats in tables.items() if not _is_due(seats)}
    sealed = sealed_at({match: position_at_head(own[0].match) for match, own in ready.items()})
    drafts = {}
    for place, (one, player) in asked.items():
        if (seats := ready.get(one.match)) and (
            draft := _play(one, player, seats, sealed[one.match])
        ):
            drafts[place] = draft
    return drafts


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
    except (IllegalMove, Malformed, Refusal, _Writes):
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
    if not sql.startswith("SELECT"):
        raise _Writes
    return execute(sql, params, many, context)


def _is_due(seats: list[Seat]) -> bool:
    """Whether something is to be done in the match before anybody moves; be it only to wait for
    whoever has one of its seats locked."""
    match = seats[0].match
    if match.status != Match.Status.RUNNING or overdue(seats, timezone.now()):
        return True
    return has_been_idle(match) or len(seats) != len(position_at_head(match).players)
