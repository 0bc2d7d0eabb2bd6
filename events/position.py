"""Where a match stands: its log folded, and kept in this process until the log has grown."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import partial
from threading import Lock
from typing import Any

import msgspec
from django.db import transaction
from msgspec import Struct
from msgspec.structs import replace

from events import fairness
from events.models import LoggedEvent, Match, Secrets
from events.record import Envelope, MatchCancelled, MatchFinished, MatchStarted, unpacked
from games.contract import OPEN, AnyGame, Event, Outcome, Seat, Viewer
from games.registry import all_games
from games.table import awaited

MOST_KEPT = 2000


class Position(Struct, frozen=True):
    """A match after `version` events, with all that deciding its next move needs."""

    game: AnyGame
    server_seed: bytes
    version: int
    head: str
    state: Any
    question: int = 0
    """The seq of the event that put the question now open."""
    drawn: int = 0
    """How many draws the match has made."""
    players: tuple[str, ...] = ()
    bots: frozenset[Seat] = frozenset()
    key: bytes = b""
    outcome: Outcome | None = None
    cancelled: bool = False

    @property
    def over(self) -> bool:
        return self.outcome is not None or self.cancelled

    @property
    def running(self) -> bool:
        return bool(self.players) and not self.over

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return awaited(self.game, self.state) if self.running else ()

    def reader(self, viewer: Viewer) -> Viewer:
        """As whom a viewer may look now: everything is open once the match is over."""
        return OPEN if self.over else viewer

    def after(self, match_id: str, envelope: Envelope, event: Event, drawn: int) -> "Position":
        """The position after one more event, its hash still to be told."""
        common = {"version": envelope.seq, "drawn": self.drawn + drawn}
        match event:
            case MatchStarted(seats=seats, seeds=seeds):
                contributed = [bytes.fromhex(seed) for seed in seeds]
                return replace(
                    self,
                    players=tuple(seat.player for seat in seats),
                    bots=frozenset(seat.seat for seat in seats if seat.kind == "bot"),
                    key=fairness.match_key(match_id, self.server_seed, contributed),
                    **common,
                )
            case MatchFinished(winners=winners, ranking=ranking, reason=reason):
                return replace(self, outcome=Outcome(winners, ranking, reason), **common)
            case MatchCancelled():
                return replace(self, cancelled=True, **common)
        if type(event) not in self.game.events:
            return replace(self, **common)
        question = envelope.seq if event.asks else self.question
        state = self.game.evolve(self.state, event)
        return replace(self, state=state, question=question, **common)


def folded(match: Match, start: Position, rows: Iterable[tuple[str, str | None]]) -> Position:
    """The position that these further rows of the log, (full, draws), lead to."""
    position = start
    for full, draws in rows:
        envelope, event = unpacked(position.game, full)
        drawn = len(msgspec.json.decode(draws)) if draws else 0
        position = position.after(match.id, envelope, event, drawn)
    return position


def before_the_log(match: Match, server_seed: bytes) -> Position:
    """A match without events."""
    game = all_games()[match.game]
    head = fairness.first_head(match.id, match.ruleset, bytes.fromhex(match.commitment))
    return Position(game, server_seed, 0, head.hex(), game.blank)


class _Kept:
    """The positions last used by this process; a stale one is only a shorter way to the new."""

    def __init__(self) -> None:
        self._positions: OrderedDict[str, Position] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: str) -> Position | None:
        with self._lock:
            if match_id in self._positions:
                self._positions.move_to_end(match_id)
            return self._positions.get(match_id)

    def put(self, match_id: str, position: Position) -> None:
        with self._lock:
            self._positions[match_id] = position
            self._positions.move_to_end(match_id)
            while len(self._positions) > MOST_KEPT:
                self._positions.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._positions.clear()


kept = _Kept()


def position_at_head(match: Match) -> Position:
    """Where the match stands as of the given row; reads only what this process has not folded."""
    known = kept.get(match.id)
    if known and (known.version, known.head) == (match.version, match.head):
        return known
    rows = _rows(match, known.version) if known and known.version < match.version else []
    if known is None or not rows or rows[0][2] != known.head:  # nothing kept, or another history
        seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
        known = before_the_log(match, bytes.fromhex(seed))
        rows = _rows(match, 0)
    position = folded(match, known, [(full, draws) for full, draws, _ in rows])
    position = replace(position, head=match.head)
    position_keep(match.id, position)
    return position


def _rows(match: Match, after: int) -> list[tuple[str, str | None, str]]:
    """The full event, the draws and the previous hash of each event past a seq."""
    rows = LoggedEvent.objects.filter(match_id=match.id, seq__gt=after, seq__lte=match.version)
    return list(rows.order_by("seq").values_list("full", "draws", "previous"))


def position_keep(match_id: str, position: Position) -> None:
    """Remember a position once what it rests on is committed."""
    transaction.on_commit(partial(kept.put, match_id, position))
