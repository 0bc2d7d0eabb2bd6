"""The position of a match: its log folded, and cached in this process."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from msgspec import Struct
from msgspec.structs import replace

from events.database.cache import LruCache
from events.database.statements import fetch, records_json, recordset
from events.database.transactions import after_commit
from events.log import fairness
from events.log.archive import archived_rows
from events.log.envelope import (
    Envelope,
    MatchCancelled,
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    unpack,
)
from events.models import Match, Secrets
from games.bots import AnyBot, bot_of
from games.contract import (
    BEST,
    OPEN,
    SPECTATOR,
    AnyGame,
    Event,
    Horizon,
    Level,
    Outcome,
    Seat,
    Viewer,
)
from games.memory import Memory
from games.registry import ruleset_get
from games.table import awaited, horizon, questions_after

CACHE_SIZE = 2000


class Position(Struct, frozen=True, dict=True):
    """A match after `version` events, with everything needed to decide its next move."""

    game: AnyGame
    server_seed: bytes
    version: int
    head: str
    state: Any
    memory: Memory = Memory()
    questions: tuple[int, ...] = ()
    """For each seat, the seq of the event that put its open question."""
    drawn: int = 0
    """The number of random draws so far."""
    platform_seqs: tuple[int, ...] = ()
    """The seqs of the platform's own events, which are not the game's."""
    players: tuple[str, ...] = ()
    bot_version: int | None = None
    """The version of the match's bots; None if it began before there were levels."""
    stand_in: Level = BEST
    """The level of a bot that plays for a player."""
    levels: Mapping[Seat, Level] = {}
    """The level of each bot that has a seat of its own."""
    gone: tuple[Seat, ...] = ()
    """The seats whose players have left for good, in the order in which they left."""
    away: frozenset[Seat] = frozenset()
    """The seats that a bot plays until their owners return."""
    lapses: tuple[int, ...] = ()
    """For each seat, its number of consecutive time-outs."""
    at: str = ""
    """The timestamp of the last event."""
    key: bytes = b""
    outcome: Outcome | None = None
    cancelled: bool = False

    @property
    def over(self) -> bool:
        return self.outcome is not None or self.cancelled

    @property
    def running(self) -> bool:
        return bool(self.players) and not self.over

    @property
    def played_by_bots(self) -> frozenset[Seat]:
        """The seats for which a bot decides."""
        return self.bots.union(self.gone, self.away)

    @property
    def bots(self) -> frozenset[Seat]:
        """The seats that never had a player."""
        return frozenset(self.levels)

    def bot(self, seat: Seat) -> AnyBot:
        """The bot that decides for a seat; for a player's seat it is a stand-in."""
        return bot_of(self.game, self.bot_version, self.levels.get(seat, self.stand_in))

    @cached_property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return awaited(self.game, self.state) if self.running else ()

    def reader(self, viewer: Viewer) -> Viewer:
        """As whom a viewer reads now: OPEN once the match is over, SPECTATOR after leaving it."""
        if self.over:
            return OPEN
        return SPECTATOR if viewer in self.gone else viewer

    def horizon(self, viewer: Viewer) -> Horizon:
        """The horizon of a viewer now."""
        return horizon(self.game, self.state, self.memory, self.reader(viewer))

    def view(self, viewer: Viewer) -> Any:
        """The game's state as a viewer may see it now."""
        return self.game.view(self.state, self.reader(viewer), self.horizon(viewer))

    def place_after(self, seq: int) -> int:
        """The index, among the game's own events, of the first one after a seq."""
        return seq - sum(own <= seq for own in self.platform_seqs)

    def after(
        self, match_id: str, envelope: Envelope, event: Event, *, drawn: int, begins_move: bool
    ) -> "Position":
        """Return the position after one more event; the caller sets its head."""
        version, drawn = envelope.seq, self.drawn + drawn
        if type(event) in self.game.events:
            mover = envelope.actor if begins_move and not envelope.automatic else None
            if mover in self.gone:  # a bot's move for a player who has left is not theirs
                mover = None
            return replace(
                self,
                version=version,
                at=envelope.at,
                drawn=drawn,
                lapses=self.lapses if mover is None else _replaced(self.lapses, mover, 0),
                state=self.game.evolve(self.state, event),
                memory=self.memory.after(event, mover),
                questions=questions_after(self.questions, event, version),
            )
        platform_seqs = (*self.platform_seqs, version)
        position = replace(
            self, version=version, at=envelope.at, drawn=drawn, platform_seqs=platform_seqs
        )
        match event:
            case MatchStarted(seats=seats, seeds=seeds, bot_version=bot_version, stand_in=stand_in):
                contributed = [bytes.fromhex(seed) for seed in seeds]
                return replace(
                    position,
                    questions=(0,) * len(seats),
                    players=tuple(seat.player for seat in seats),
                    bot_version=bot_version or None,
                    stand_in=stand_in or BEST,
                    levels={seat.seat: seat.level or BEST for seat in seats if seat.kind == "bot"},
                    lapses=(0,) * len(seats),
                    key=fairness.match_key(match_id, self.server_seed, contributed),
                )
            case MatchFinished(winners=winners, ranking=ranking, reason=reason):
                return replace(position, outcome=Outcome(winners, ranking, reason))
            case SeatResigned(seat=seat):
                return replace(position, gone=(*self.gone, seat), away=self.away - {seat})
            case SeatTimedOut(seat=seat):
                lapses = _replaced(self.lapses, seat, self.lapses[seat] + 1)
                return replace(position, lapses=lapses)
            case SeatTakenOver(seat=seat):
                return replace(position, away=self.away | {seat})
            case SeatReturned(seat=seat):
                lapses = _replaced(self.lapses, seat, 0)
                return replace(position, away=self.away - {seat}, lapses=lapses)
            case MatchCancelled():
                return replace(position, cancelled=True)
        return position


def _replaced(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    if counts[seat] == count:
        return counts
    return (*counts[:seat], count, *counts[seat + 1 :])


class Row(NamedTuple):
    """The columns of a logged event that folding needs."""

    full: str
    draws: str | None
    cause: str | None
    previous: str


def fold_rows(match: Match, start: Position, rows: Iterable[Row]) -> Position:
    """Return the position after folding these further rows of the log."""
    position = start
    for row in rows:
        envelope, event = unpack(position.game, row.full)
        drawn = len(msgspec.json.decode(row.draws)) if row.draws else 0
        begins_move = row.cause is not None
        position = position.after(match.id, envelope, event, drawn=drawn, begins_move=begins_move)
    return position


def blank_position(match: Match, server_seed: bytes) -> Position:
    """Return the position of a match without events."""
    game = ruleset_get(match.ruleset)
    head = fairness.first_head(match.id, match.ruleset, bytes.fromhex(match.commitment))
    return Position(game, server_seed, 0, head.hex(), game.blank)


position_cache: LruCache[Position] = LruCache(CACHE_SIZE)
"""A position counts as the head by its hash alone, so one that is stale or was rolled back does no
harm; a stale one is still useful: only the events after it are folded."""


def position_at_head(match: Match) -> Position:
    """Return the position at the head of the given row; reads only events not folded yet."""
    known = position_cache.get(match.id)
    if known and (known.version, known.head) == (match.version, match.head):
        return known
    behind = known is not None and known.version < match.version
    rows = _rows_of(match, known.version) if known and behind else []
    if known is None or not _is_continuation(match, known, rows):  # or a different history
        seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
        known = blank_position(match, bytes.fromhex(seed))
        rows = _rows_of(match, 0)
    return _fold_to_head(match, known, rows)


def positions_follow(matches: Iterable[Match]) -> None:
    """Bring the cached positions of these matches up to date, with one statement for all."""
    behind = {
        match.id: (match, known)
        for match in matches
        if (known := position_cache.get(match.id)) and known.version < match.version
    }
    if not behind:
        return
    rows = _rows_after({match_id: known.version for match_id, (_, known) in behind.items()})
    for match_id, (match, known) in behind.items():
        if _is_continuation(match, known, rows[match_id]):
            _fold_to_head(match, known, rows[match_id])


_ROWS_AFTER = (
    f"SELECT l.match_id, l.{', l.'.join(Row._fields)} FROM {{rows}} JOIN events_loggedevent l"
    " ON l.match_id = r.match_id AND l.seq > r.version ORDER BY l.match_id, l.seq"
)
_VERSIONS = (("match_id", "text"), ("version", "integer"))


def _rows_after(versions: Mapping[str, int]) -> dict[str, list[Row]]:
    """The rows of these matches, each after a version, read in one statement."""
    known = records_json([name for name, _ in _VERSIONS], versions.items())
    found = fetch(_ROWS_AFTER.format(rows=recordset(_VERSIONS, connection.vendor)), [known])
    rows: dict[str, list[Row]] = {match_id: [] for match_id in versions}
    for match_id, *values in found:
        rows[match_id].append(Row(*values))
    return rows


def _rows_of(match: Match, version: int) -> list[Row]:
    """The rows of a match after a version, wherever they lie."""
    found = _rows_after({match.id: version})[match.id]
    if found or version >= match.version:
        return found
    archived = archived_rows(match.id, after=version)
    return [Row(row.full, row.draws, row.cause, row.previous) for row in archived]


def _is_continuation(match: Match, known: Position, rows: Sequence[Row]) -> bool:
    """Whether these rows continue a position and reach at least the head of its match."""
    return len(rows) >= match.version - known.version > 0 and rows[0].previous == known.head


def _fold_to_head(match: Match, known: Position, rows: Sequence[Row]) -> Position:
    missing = rows[: match.version - known.version]
    position = replace(fold_rows(match, known, missing), head=match.head)
    position_cache.put(match.id, position)
    return position


def position_remember(match: Match, position: Position) -> None:
    """Cache the position after an append, once that is committed."""
    after_commit(partial(position_cache.put, match.id, position))
