"""The core of the move batcher: moves of many matches in one transaction of a few statements.

Only accepted moves are played here. For anything else (a refusal, a repeated key, a token due for
renewal, an error) nothing is written, and the ordinary view (api/views/moves.py) answers the
request and says why. docs/adr/0012-move-batches.md has the measurements.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct

from events.database.statements import Write, fetch, records_json, recordset, write_all
from events.database.transactions import Action, after_commit, collect_after_commit
from events.errors import DomainError
from events.idempotency import KeyedResponse, response_store_writes
from events.log.position import position_at_head, positions_follow
from events.models import Match, Seat
from events.move_responses import move_respond
from events.play.expiry import has_been_idle
from events.play.timeouts import overdue
from events.players.identity import SEEN_RESOLUTION
from events.seats.locks import tables_lock_if_free
from events.seats.rows import table_fingerprints
from events.seats.sealed_answers import sealed_answers_of
from games.codec import Malformed
from games.contract import IllegalMove, Move


class MoveRequest(Struct, frozen=True):
    """A requested move, with the parts of its HTTP request that matter."""

    match: str
    token: str
    """The digest of the token of the request."""
    key: str
    request: str
    """The digest of the request, stored with its idempotency key."""
    move: Any
    expected_version: int | None = None
    expected_asked: int | None = None
    recap: bool = False
    language: str | None = None
    """Of the recap, if it is not the player's own."""


class Sender(NamedTuple):
    """The player who sent a move."""

    id: str
    locale: str


_ASKED = (("place", "integer"), ("token", "text"), ("key", "text"))
_SENDERS = (
    "SELECT r.place, t.player_id, p.locale FROM {asked} JOIN events_device t ON t.digest = r.token"
    " JOIN events_player p ON p.id = t.player_id"
    " LEFT JOIN events_storedresponse k ON k.player_id = t.player_id AND k.key = r.key"
    " WHERE t.expires_at > %s AND t.seen_at >= %s AND p.seen_at >= %s AND k.id IS NULL"
)


def senders(wanted: Sequence[MoveRequest]) -> list[Sender | None]:
    """Return for each move the player who sent it, or None where the view has to answer.

    That is: the token is unknown, expired or due for renewal, or the idempotency key was used.
    """
    now = timezone.now()
    asked = [(place, one.token, one.key) for place, one in enumerate(wanted)]
    times = (now, now - SEEN_RESOLUTION, now - SEEN_RESOLUTION)
    rows = fetch(
        _SENDERS.format(asked=recordset(_ASKED, connection.vendor)),
        [
            records_json(("place", "token", "key"), asked),
            *(connection.ops.adapt_datetimefield_value(time) for time in times),
        ],
    )
    found = {place: Sender(*sender) for place, *sender in rows}
    return [found.get(place) for place in range(len(wanted))]


SentMoves = dict[int, tuple[MoveRequest, str]]
"""Moves with the players who sent them, by their index in the batch."""


class _Draft(NamedTuple):
    """An accepted move: its response, its pending writes, and its actions after the commit."""

    answer: KeyedResponse
    writes: list[Write]
    actions: list[Action]


def play_batch(
    wanted: Sequence[MoveRequest], players: Sequence[str | None]
) -> list[KeyedResponse | None]:
    """Play the moves that have a player, each of another match; what it returns is committed.

    If an idempotency key was used in the meantime, it raises and the whole batch is rolled back.
    """
    rest, prepared = _by_key(wanted, players), dict[int, _Prepared]()
    if rest and connection.vendor == "sqlite":
        # SQLite has one writer at a time: compute the moves before taking the write lock.
        prepared, rest = _prepared(rest)
    drafts: dict[int, _Draft] = {}
    if prepared or rest:
        with transaction.atomic():
            drafts = _still_valid(prepared)
            rest |= {place: one.asked for place, one in prepared.items() if place not in drafts}
            drafts |= _play_all(rest, _lock_tables(rest))[0] if rest else {}
            write_all(write for draft in drafts.values() for write in draft.writes)
            after_commit(*(action for draft in drafts.values() for action in draft.actions))
    return [drafts[place].answer if place in drafts else None for place in range(len(wanted))]


def _by_key(wanted: Sequence[MoveRequest], players: Sequence[str | None]) -> SentMoves:
    """The moves to play, ordered by player and key so that transactions cannot deadlock.

    Of two moves with the same key the second is left to the ordinary view.
    """
    named = {
        (player, one.key): (place, one)
        for place, (one, player) in reversed([*enumerate(zip(wanted, players, strict=True))])
        if player
    }
    return {place: (one, player) for (player, _), (place, one) in sorted(named.items())}


class _Prepared(NamedTuple):
    """A move computed without a lock, and the fingerprint that its table had then."""

    asked: tuple[MoveRequest, str]
    table: str
    draft: _Draft


def _prepared(asked: SentMoves) -> tuple[dict[int, _Prepared], SentMoves]:
    """Compute moves without a lock, writing nothing.

    Returns them, and the moves that have to write something before their end.
    """
    with connection.execute_wrapper(_refuse_writes):
        fingerprints = table_fingerprints([one.match for one, _ in asked.values()])
        drafts, deferred = _play_all(asked, _lock_tables(asked))
    prepared = {
        place: _Prepared(asked[place], fingerprints[asked[place][0].match], draft)
        for place, draft in drafts.items()
    }
    return prepared, {place: asked[place] for place in deferred}


def _still_valid(prepared: Mapping[int, _Prepared]) -> dict[int, _Draft]:
    """The prepared moves whose tables have not changed; call it while holding the write lock."""
    now = table_fingerprints([one.asked[0].match for one in prepared.values()]) if prepared else {}
    return {
        place: one.draft
        for place, one in prepared.items()
        if one.table == now.get(one.asked[0].match)
    }


def _lock_tables(asked: SentMoves) -> dict[str, list[Seat]]:
    return tables_lock_if_free([one.match for one, _ in asked.values()])


def _play_all(
    asked: SentMoves, tables: Mapping[str, list[Seat]]
) -> tuple[dict[int, _Draft], list[int]]:
    """Play the moves at tables that have nothing to settle first.

    Returns those accepted, and the indexes of those that tried to write where that is refused.
    """
    positions_follow(seats[0].match for seats in tables.values())
    ready = {match: seats for match, seats in tables.items() if not _needs_settling(seats)}
    sealed = sealed_answers_of(
        {match: position_at_head(own[0].match) for match, own in ready.items()}
    )
    drafts: dict[int, _Draft] = {}
    deferred = []
    for place, (one, player) in asked.items():
        seats = ready.get(one.match)
        if seats is None:
            continue
        try:
            draft = _play_one(one, player, seats, sealed[one.match])
        except _WriteAttempted:
            deferred.append(place)
        else:
            drafts |= {place: draft} if draft else {}
    return drafts, deferred


def _play_one(
    wanted: MoveRequest, player_id: str, seats: list[Seat], sealed: dict[int, Move]
) -> _Draft | None:
    """Play one move and return its pending writes; None, with nothing written, if it is refused."""
    match = seats[0].match
    own = next((seat for seat in seats if seat.player_id == player_id), None)
    if own is None or own.player is None or own.stand_in:
        return None
    try:
        with collect_after_commit() as actions:
            answer = move_respond(
                match,
                seats,
                own.player,
                key=wanted.key,
                move=wanted.move,
                expected_version=wanted.expected_version,
                expected_asked=wanted.expected_asked,
                sealed=sealed,
                recap_language=(wanted.language or own.player.locale) if wanted.recap else None,
            )
    except (IllegalMove, Malformed, DomainError):
        return None
    storing = response_store_writes(player_id, wanted.key, wanted.request, answer)
    return _Draft(answer, [*answer.writes, *storing], actions)


class _WriteAttempted(Exception):
    """A statement other than SELECT was attempted without the write lock."""


def _refuse_writes(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    if not sql.lstrip().startswith("SELECT"):
        raise _WriteAttempted
    return execute(sql, params, many, context)


def _needs_settling(seats: list[Seat]) -> bool:
    """Whether the ordinary view has to act on the match before a move.

    Also true if some seats are missing because another transaction has locked them.
    """
    match = seats[0].match
    if match.status != Match.Status.RUNNING or overdue(seats, timezone.now()):
        return True
    return has_been_idle(match) or len(seats) != len(position_at_head(match).players)
