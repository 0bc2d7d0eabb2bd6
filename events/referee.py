"""The rules' verdict on an exported match: every event must be what its cause brings about.

What hashes cannot say is said here: that moves were legal, forced ones forced, bots' own, draws
made when the rules draw, and that the end was the end. No database and no framework is needed.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from events import fairness
from events.record import (
    MatchCancelled,
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    TimeGiven,
    unpacked,
)
from games.chance import ProvableChance
from games.codec import Malformed, canonical, decode_move, decode_options, event_data, name_of
from games.contract import AnyGame, Event, Outcome, Refused, Seat, Sight, table_options
from games.leavers import outcome_for_the_last, outcome_for_time_out, outcome_with_leavers
from games.registry import RESERVED, all_rulesets
from games.table import forced_move

Json = dict[str, Any]


class Verdict(NamedTuple):
    """What was replayed, and where and why it does not hold, if so."""

    told: str
    fault: tuple[str, str] | None = None


class Wrong(Exception):
    """Against the rules, for this reason, at the event that is looked at."""


def judged(export: Json, *, server_seed: bytes, key: bytes) -> Verdict:
    """The verdict on an export of which the hashes are right."""
    ruleset = export["match"]["ruleset"]
    game = all_rulesets().get(ruleset)
    if game is None:
        return Verdict(f"not replayed: this copy of the project has no {ruleset}")
    replay = _Replay(game, export, server_seed, key)
    try:
        replay.run()
    except Wrong as wrong:
        return Verdict("", (f"event {replay.seq}", str(wrong)))
    except (Malformed, msgspec.DecodeError, LookupError, TypeError) as error:
        return Verdict("", (f"event {replay.seq}", f"it is nothing that {ruleset} knows: {error}"))
    return Verdict(f"{replay.moves} moves played again by {ruleset}, each event came out the same")


class _Replay:
    """A match played again from what caused its events."""

    def __init__(self, game: AnyGame, export: Json, server_seed: bytes, key: bytes) -> None:
        self._game = game
        self._events: list[Json] = export["events"]
        self._draws: list[Json] = export["draws"]
        self._seats = len(export["match"]["seats"])
        self._server_seed = server_seed
        self._chance = ProvableChance(key)
        self._drawn = 0
        self._state = game.blank
        self._clock: Json = {}
        self._bots: set[Seat] = set()
        self._gone: tuple[Seat, ...] = ()
        self._taken_over: set[Seat] = set()
        self._timed_out: set[Seat] = set()
        """Seats for which a bot may make the next move."""
        self._could_seal: set[Seat] = set()
        """Seats that may have answered the question now open to them before it was their turn."""
        self._ending: Outcome | None = None
        self._over = False
        self._seen: list[list[Event]] = [[] for _ in range(self._seats)]
        self.seq = 1
        """The event that is looked at."""
        self.moves = 0

    def run(self) -> None:
        self._begin()
        while self.seq <= len(self._events):
            self._one_thing()
        self.seq = len(self._events)
        _require(self._over, "the match is not over")
        _require(len(self._draws) == len(self._chance.draws), "there are more draws than it made")

    def _begin(self) -> None:
        started = self._started()
        self._clock = started.clock or {}
        for seat in started.seats:
            _require(seat.kind in ("human", "bot"), f"seat {seat.seat} is no kind of player")
        self._bots = {seat.seat for seat in started.seats if seat.kind == "bot"}
        try:
            options = decode_options(self._game, started.options)
            fitting = table_options(self._game, self._seats, options)
        except Refused as refused:
            raise Wrong(f"the rules refuse this table: {refused.code}") from None
        _require(_same(fitting, started.options), "no match has these options")
        self._happen(self._game.setup(self._seats, fitting, self._chance), None, automatic=True)

    def _one_thing(self) -> None:
        """A move with all that it brought about, or an event of the platform."""
        _require(not self._over, "nothing can follow the end of a match")
        event, cause = self._events[self.seq - 1], self._events[self.seq - 1]["cause"]
        outcome = self._game.outcome(self._state)
        if outcome is not None:
            self._ending = outcome_with_leavers(outcome, self._gone)
        if event["full"]["type"] in RESERVED:
            _require(cause is None, "a move cannot bring this about")
            self._interlude()
        else:
            _require(self._ending is None, "the match was over before this")
            _require(cause is not None, "nothing brought this about")
            self._move(cause)

    def _interlude(self) -> None:
        """What people and clocks do beside moving is the server's word; what follows is not."""
        full = self._events[self.seq - 1]["full"]
        envelope, event = unpacked(self._game, canonical(full))
        if isinstance(event, MatchFinished):
            _require(self._ending is not None, "the match was not over")
            _require(_same(full["data"], self._ending), f"by the rules it is {self._ending}")
        else:
            _require(self._ending is None, "the match was over before this")
        actor, automatic = self._done_by(event, automatic=envelope.automatic)
        _require(_same(full["actor"], actor), f"it is the doing of {actor}, not {full['actor']}")
        _require(full["automatic"] is automatic, "it is wrong about what was automatic")
        self._could_seal.update(self._game.early(self._state))
        self._take_note(event)
        self.seq += 1

    def _done_by(self, event: Event, *, automatic: bool) -> tuple[Seat | None, bool]:
        """The actor of an event of the platform, and whether it came by itself."""
        seat = getattr(event, "seat", None)
        if seat is not None:
            people = set(range(self._seats)).difference(self._bots, self._gone)
            _require(seat in people, f"nobody plays at seat {seat}")
        match event:
            case SeatTimedOut() | SeatTakenOver():
                return None, True
            case SeatResigned() if automatic:
                _require(seat in self._timed_out, f"seat {seat} was in time")
                return None, True
            case TimeGiven(to=to):
                _require(seat == to or not automatic, "nobody gives time by itself to others")
                return seat, automatic
        return seat, False

    def _take_note(self, event: Event) -> None:
        match event:
            case MatchStarted():
                raise Wrong("the match had begun already")
            case MatchFinished() | MatchCancelled():
                self._over = True
            case SeatResigned(seat=seat):
                self._gone = (*self._gone, seat)
                self._taken_over.discard(seat)
                self._ending = outcome_for_the_last(
                    self._game, self._state, self._seats, self._gone
                )
            case SeatTimedOut(seat=seat):
                self._timed_out.add(seat)
                if self._clock.get("time_out") == "end":
                    self._ending = outcome_for_time_out(
                        self._game, self._state, self._seats, self._gone, seat
                    )
            case SeatTakenOver(seat=seat):
                self._taken_over.add(seat)
            case SeatReturned(seat=seat):
                _require(seat in self._taken_over, f"seat {seat} was not away")
                self._taken_over.discard(seat)

    def _move(self, cause: Json) -> None:
        _require(sorted(cause) == ["by", "move", "seat"], "its cause has other fields than a cause")
        seat, by = cause["seat"], cause["by"]
        _require(type(seat) is int and 0 <= seat < self._seats, f"there is no seat {seat}")
        move = decode_move(self._game, cause["move"])
        _require(_same(move, cause["move"]), "its move is not written as moves are")
        self._may_have_moved(seat, move, by)
        try:
            events = self._game.decide(self._state, seat, move, self._chance)
        except Refused as refused:
            raise Wrong(f"the rules refuse this move: {refused.code}") from None
        _require(bool(events), "an early answer has no effect before its turn")
        self.moves += 1
        self._timed_out.discard(seat)
        stands_in = by == "bot" and seat not in self._bots.union(self._gone)
        self._happen(events, seat, automatic=by == "forced" or stands_in)

    def _may_have_moved(self, seat: Seat, move: Any, by: str) -> None:
        """Whether this move was made by whom it says."""
        together = self._at(self.seq) == self._at(self.seq - 1)
        if by == "forced":
            forced = forced_move(self._game, self._state, seat)
            _require(forced == move, f"seat {seat} was not forced to do this")
        elif by == "sealed":
            _require(seat in self._could_seal, f"seat {seat} could not have answered early")
            _require(seat not in self._bots.union(self._gone), f"a bot plays for seat {seat}")
            _require(together, "a sealed answer takes effect with the event before it")
        elif by == "bot":
            bots = self._bots.union(self._gone, self._taken_over, self._timed_out)
            _require(seat in bots, f"no bot plays for seat {seat}")
            _require(move == self._bots_move(seat), "the bot would have moved otherwise")
        else:
            _require(by == "player", f"nobody is called {by!r}")
            bots = self._bots.union(self._gone, self._taken_over)
            _require(seat not in bots, f"a bot plays for seat {seat}")
            sealed = together and seat in self._could_seal
            _require(not sealed, "what takes effect with the event before it was sealed")
        if by in ("bot", "player"):
            waiting = self._game.active(self._state)
            forced_first = any(forced_move(self._game, self._state, s) is not None for s in waiting)
            _require(not forced_first, "somebody's move was forced and comes first")
            self._could_seal.update(self._game.early(self._state))

    def _bots_move(self, seat: Seat) -> Any:
        view = self._game.view(self._state, seat, 0)
        choices = self._game.choices(self._state, seat)
        _require(bool(choices), f"seat {seat} was not asked")
        chance = fairness.bot_chance(self._server_seed, self.seq - 1, seat)
        return self._game.bot(Sight(seat, view, choices, self._seen[seat]), chance)

    def _happen(self, events: Sequence[Event], actor: Seat | None, *, automatic: bool) -> None:
        """The next events of the log must be these, drawn for as the rules have drawn."""
        self._check_draws()
        at = self._at(self.seq)
        for place, event in enumerate(events):
            _require(self.seq <= len(self._events), f"after this {_name(event)} is missing")
            logged = self._events[self.seq - 1]
            _require(place == 0 or logged["cause"] is None, "this is still the move before it")
            _require(self._at(self.seq) == at, "it did not happen at the time of its move")
            full = logged["full"]
            _require(
                _same(full["actor"], actor), f"it is the doing of {actor}, not {full['actor']}"
            )
            _require(full["automatic"] is automatic, "it is wrong about what was automatic")
            self._compare(full, event)
            self._evolve(event)
            self.seq += 1

    def _compare(self, full: Json, event: Event) -> None:
        """Old schemas are compared in the form that they have today."""
        _require(full["type"] == _name(event), f"by the rules this is {_name(event)}")
        due, found = event_data(event), full["data"]
        if full["schema"] != event.schema:
            found = event_data(unpacked(self._game, canonical(full))[1])
        _require(_same(found, due), f"by the rules it is {canonical(due).decode()}")

    def _evolve(self, event: Event) -> None:
        for seat, shown in enumerate(self._events[self.seq - 1]["seats"]):
            self._seen[seat].append(unpacked(self._game, canonical(shown))[1])
        self._state = self._game.evolve(self._state, event)
        if event.asks:
            self._could_seal.clear()
        elif event.asks_seat:
            self._could_seal.discard(event.seat)  # type: ignore[attr-defined]

    def _check_draws(self) -> None:
        for due in self._chance.draws[self._drawn :]:
            _require(due.k < len(self._draws), f"draw {due.k} is missing")
            _require(_same(self._draws[due.k], due), f"draw {due.k} by the rules is {due}")
        self._drawn = len(self._chance.draws)

    def _started(self) -> MatchStarted:
        envelope, event = unpacked(self._game, canonical(self._events[0]["full"]))
        _require(isinstance(event, MatchStarted), "this should be match_started")
        _require(envelope.actor is None and not envelope.automatic, "nobody does this")
        _require(self._events[0]["cause"] is None, "a move cannot bring this about")
        assert isinstance(event, MatchStarted)
        self.seq += 1
        return event

    def _at(self, seq: int) -> Any:
        return self._events[seq - 1]["full"]["at"] if 0 < seq <= len(self._events) else None


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise Wrong(why)


def _same(found: object, due: object) -> bool:
    """Equal as JSON, in which 1 and true differ."""
    return canonical(found) == canonical(due)


def _name(event: Event) -> str:
    return name_of(type(event))
