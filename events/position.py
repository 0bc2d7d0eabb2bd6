"""Where a match stands: its log folded, and kept in this process until the log has grown."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from msgspec import Struct
from msgspec.structs import replace

from events import fairness
from events.afterwards import afterwards
from events.kept import Kept
from events.models import Match, Secrets
from events.record import (
    Envelope,
    MatchCancelled,
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    unpacked,
)
from events.sql import fetched
from events.writes import records, recordset
from games.contract import OPEN, SPECTATOR, AnyGame, Event, Horizon, Outcome, Seat, Viewer
from games.memory import Memory
from games.registry import pinned
from games.table import awaited, horizon, questions_after

MOST_KEPT = 2000


class Position(Struct, frozen=True, dict=True):
    """A match after `version` events, with all that deciding its next move needs."""

    game: AnyGame
    server_seed: bytes
    version: int
    head: str
    state: Any
    memory: Memory = Memory()
    questions: tuple[int, ...] = ()
    """For each seat the seq of the event that put the question now open to it."""
    drawn: int = 0
    """How many draws the match has made."""
    interludes: tuple[int, ...] = ()
    """The seqs of the events that are the platform's own."""
    players: tuple[str, ...] = ()
    bots: frozenset[Seat] = frozenset()
    gone: tuple[Seat, ...] = ()
    """The seats whose players have left for good, in the order of their leaving."""
    away: frozenset[Seat] = frozenset()
    """The seats that a bot plays until their owners return."""
    lapses: tuple[int, ...] = ()
    """For each seat how often in a row its time was up."""
    at: str = ""
    """When the last event happened."""
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
        """The seats for which the game's bot decides."""
        return self.bots.union(self.gone, self.away)

    @cached_property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return awaited(self.game, self.state) if self.running else ()

    def reader(self, viewer: Viewer) -> Viewer:
        """As whom a viewer may look now: everything is open once the match is over, and who has
        left it looks on like anybody."""
        if self.over:
            return OPEN
        return SPECTATOR if viewer in self.gone else viewer

    def horizon(self, viewer: Viewer) -> Horizon:
        """How far back a viewer remembers now; leaving brings nothing back that had faded."""
        seen = horizon(self.game, self.state, self.memory, self.reader(viewer))
        if self.running and viewer in self.gone:
            return max(seen, horizon(self.game, self.state, self.memory, viewer))
        return seen

    def view(self, viewer: Viewer) -> Any:
        """The table as a viewer may see it now."""
        return self.game.view(self.state, self.reader(viewer), self.horizon(viewer))

    def place_after(self, seq: int) -> int:
        """The place, among the game's own events, of the next one past a seq."""
        return seq - sum(own <= seq for own in self.interludes)

    def after(
        self, match_id: str, envelope: Envelope, event: Event, *, drawn: int, begins_move: bool
    ) -> "Position":
        """The position after one more event, its hash still to be told."""
        version, drawn = envelope.seq, self.drawn + drawn
        if type(event) in self.game.events:
            mover = envelope.actor if begins_move and not envelope.automatic else None
            if mover in self.gone:  # what a stand-in does is no move of the seat's owner
                mover = None
            return replace(
                self,
                version=version,
                at=envelope.at,
                drawn=drawn,
                lapses=self.lapses if mover is None else _with(self.lapses, mover, 0),
                state=self.game.evolve(self.state, event),
                memory=self.memory.after(event, mover),
                questions=questions_after(self.questions, event, version),
            )
        interludes = (*self.interludes, version)
        position = replace(
            self, version=version, at=envelope.at, drawn=drawn, interludes=interludes
        )
        match event:
            case MatchStarted(seats=seats, seeds=seeds):
                contributed = [bytes.fromhex(seed) for seed in seeds]
                return replace(
                    position,
                    questions=(0,) * len(seats),
                    players=tuple(seat.player for seat in seats),
                    bots=frozenset(seat.seat for seat in seats if seat.kind == "bot"),
                    lapses=(0,) * len(seats),
                    key=fairness.match_key(match_id, self.server_seed, contributed),
                )
            case MatchFinished(winners=winners, ranking=ranking, reason=reason):
                return replace(position, outcome=Outcome(winners, ranking, reason))
            case SeatResigned(seat=seat):
                return replace(position, gone=(*self.gone, seat), away=self.away - {seat})
            case SeatTimedOut(seat=seat):
                lapses = _with(self.lapses, seat, self.lapses[seat] + 1)
                return replace(position, lapses=lapses)
            case SeatTakenOver(seat=seat):
                return replace(position, away=self.away | {seat})
            case SeatReturned(seat=seat):
                lapses = _with(self.lapses, seat, 0)
                return replace(position, away=self.away - {seat}, lapses=lapses)
            case MatchCancelled():
                return replace(position, cancelled=True)
        return position


def _with(counts: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    if counts[seat] == count:
        return counts
    return (*counts[:seat], count, *counts[seat + 1 :])


class Row(NamedTuple):
    """What of a logged event is folded."""

    full: str
    draws: str | None
    cause: str | None
    previous: str


def folded(match: Match, start: Position, rows: Iterable[Row]) -> Position:
    """The position that these further rows of the log lead to."""
    position = start
    for row in rows:
        envelope, event = unpacked(position.game, row.full)
        drawn = len(msgspec.json.decode(row.draws)) if row.draws else 0
        begins_move = row.cause is not None
        position = position.after(match.id, envelope, event, drawn=drawn, begins_move=begins_move)
    return position


def before_the_log(match: Match, server_seed: bytes) -> Position:
    """A match without events."""
    game = pinned(match.ruleset)
    head = fairness.first_head(match.id, match.ruleset, bytes.fromhex(match.commitment))
    return Position(game, server_seed, 0, head.hex(), game.blank)


kept: Kept[Position] = Kept(MOST_KEPT)
"""A stale position is only a shorter way to the new."""


def position_at_head(match: Match) -> Position:
    """Where the match stands as of the given row; reads only what this process has not folded."""
    known: Position | None = getattr(match, "folded", None) or kept.get(match.id)
    if known and (known.version, known.head) == (match.version, match.head):
        return known
    behind = known is not None and known.version < match.version
    rows = _rows({match.id: known.version})[match.id] if known and behind else []
    if known is None or not _follow(match, known, rows):  # or it is another history
        seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
        known = before_the_log(match, bytes.fromhex(seed))
        rows = _rows({match.id: 0})[match.id]
    return _folded_to_head(match, known, rows)


def positions_follow(matches: Iterable[Match]) -> None:
    """Fold what this process has not folded yet of matches that it knows, read in one statement."""
    behind = {
        match.id: (match, known)
        for match in matches
        if (known := kept.get(match.id)) and known.version < match.version
    }
    if not behind:
        return
    rows = _rows({match_id: known.version for match_id, (_, known) in behind.items()})
    for match_id, (match, known) in behind.items():
        if _follow(match, known, rows[match_id]):
            _folded_to_head(match, known, rows[match_id])


_PAST = (
    f"SELECT l.match_id, l.{', l.'.join(Row._fields)} FROM {{rows}} JOIN events_loggedevent l"
    " ON l.match_id = r.match_id AND l.seq > r.version ORDER BY l.match_id, l.seq"
)
_KNOWN = (("match_id", "text"), ("version", "integer"))


def _rows(versions: Mapping[str, int]) -> dict[str, list[Row]]:
    """The logs of these matches, each past a seq."""
    known = records([name for name, _ in _KNOWN], versions.items())
    found = fetched(_PAST.format(rows=recordset(_KNOWN, connection.vendor)), [known])
    rows: dict[str, list[Row]] = {match_id: [] for match_id in versions}
    for match_id, *values in found:
        rows[match_id].append(Row(*values))
    return rows


def _follow(match: Match, known: Position, rows: Sequence[Row]) -> bool:
    """Whether these rows lead from a position to the head of its match, or further."""
    return len(rows) >= match.version - known.version > 0 and rows[0].previous == known.head


def _folded_to_head(match: Match, known: Position, rows: Sequence[Row]) -> Position:
    missing = rows[: match.version - known.version]
    position = replace(folded(match, known, missing), head=match.head)
    position_keep(match, position)
    return position


def position_keep(match: Match, position: Position) -> None:
    """Remember a position: with this row of its match at once, and for others once what it rests
    on is committed."""
    match.folded = position  # type: ignore[attr-defined]
    afterwards(partial(kept.put, match.id, position))
