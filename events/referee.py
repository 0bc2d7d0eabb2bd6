"""The rules' verdict on an exported match: every event must be what its cause brings about.

What hashes cannot say is said here: that moves were legal, forced ones forced, bots' own, draws
made when the rules draw, and that the end was the end. No database and no framework is needed.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from events import fairness
from events.attendance import Attendance, Wrong, require
from events.record import (
    Envelope,
    MatchCancelled,
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatTimedOut,
    payloads,
    timestamp,
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
        self._present: Attendance
        self._could_seal: set[Seat] = set()
        """Seats that may have answered the question now open to them before it was their turn."""
        self._ending: Outcome | None = None
        self._over = False
        self._seen: list[list[Event]] = [[] for _ in range(self._seats)]
        self.seq = 1
        """The event that is looked at."""
        self.moves = 0

    def run(self) -> None:
        self._check_times()
        self._begin()
        while self.seq <= len(self._events):
            self._one_thing()
        self.seq = len(self._events)
        require(self._over, "the match is not over")
        require(len(self._draws) == len(self._chance.draws), "there are more draws than it made")

    def _begin(self) -> None:
        started = self._started()
        try:
            options = decode_options(self._game, started.options)
            fitting = table_options(self._game, self._seats, options)
        except Refused as refused:
            raise Wrong(f"the rules refuse this table: {refused.code}") from None
        require(_same(fitting, started.options), "no match has these options")
        self._happen(self._game.setup(self._seats, fitting, self._chance), None, automatic=True)

    def _one_thing(self) -> None:
        """A move with all that it brought about, or an event of the platform."""
        require(not self._over, "nothing can follow the end of a match")
        event, cause = self._events[self.seq - 1], self._events[self.seq - 1]["cause"]
        outcome = self._game.outcome(self._state)
        if outcome is not None:
            self._ending = outcome_with_leavers(outcome, self._present.gone)
        if event["full"]["type"] in RESERVED:
            require(cause is None, "a move cannot bring this about")
            self._interlude()
        else:
            require(self._ending is None, "the match was over before this")
            require(cause is not None, "nothing brought this about")
            self._move(cause)

    def _interlude(self) -> None:
        """What people and clocks do beside moving, as far as the match itself allows it."""
        full = self._events[self.seq - 1]["full"]
        envelope, event = unpacked(self._game, canonical(full))
        if isinstance(event, MatchFinished):
            require(self._ending is not None, "the match was not over")
            require(_same(full["data"], self._ending), f"by the rules it is {self._ending}")
        else:
            require(self._ending is None, "the match was over before this")
        together = self._at(self.seq) == self._at(self.seq - 1)
        actor = self._present.allow(
            event, self._state, automatic=envelope.automatic, together=together
        )
        require(_same(full["actor"], actor), f"it is the doing of {actor}, not {full['actor']}")
        self._check_shown(envelope, event)
        self._could_seal.update(self._game.early(self._state))
        self._take_note(event)
        self.seq += 1

    def _take_note(self, event: Event) -> None:
        self._present.note(event)
        table = self._game, self._state, self._seats, self._present.gone
        match event:
            case MatchStarted():
                raise Wrong("the match had begun already")
            case MatchFinished() | MatchCancelled():
                self._over = True
            case SeatResigned():
                self._ending = outcome_for_the_last(*table)
            case SeatTimedOut(seat=seat) if self._present.ends_when_late:
                self._ending = outcome_for_time_out(*table, seat)

    def _move(self, cause: Json) -> None:
        require(sorted(cause) == ["by", "move", "seat"], "its cause has other fields than a cause")
        seat, by = cause["seat"], cause["by"]
        require(type(seat) is int and 0 <= seat < self._seats, f"there is no seat {seat}")
        move = decode_move(self._game, cause["move"])
        require(_same(move, cause["move"]), "its move is not written as moves are")
        self._may_have_moved(seat, move, by)
        try:
            events = self._game.decide(self._state, seat, move, self._chance)
        except Refused as refused:
            raise Wrong(f"the rules refuse this move: {refused.code}") from None
        require(bool(events), "an early answer has no effect before its turn")
        self.moves += 1
        stands_in = by == "bot" and seat not in self._present.bots.union(self._present.gone)
        self._happen(events, seat, automatic=by == "forced" or stands_in)

    def _may_have_moved(self, seat: Seat, move: Any, by: str) -> None:
        """Whether this move was made by whom it says."""
        present, together = self._present, self._follows_a_move()
        in_advance = seat in self._could_seal or self._could_stand(seat, move)
        forced = forced_move(self._game, self._state, seat)
        if by == "forced":
            require(forced == move, f"seat {seat} was not forced to do this")
        elif by == "sealed":
            require(in_advance, f"seat {seat} could not have answered early")
            require(seat not in present.bots.union(present.gone), f"a bot plays for seat {seat}")
            require(forced is None, f"seat {seat} was forced to do this")
            require(together, "a sealed answer takes effect with the event before it")
        elif by == "bot":
            require(seat in present.stood_in | {present.late}, f"no bot plays for seat {seat}")
            require(move == self._bots_move(seat), "the bot would have moved otherwise")
        else:
            require(by == "player", f"nobody is called {by!r}")
            require(seat not in present.stood_in, f"a bot plays for seat {seat}")
            sealed = together and in_advance
            require(not sealed, "what takes effect with the event before it was sealed")
        present.moved(seat, by, together=together)
        if by in ("bot", "player"):
            waiting = self._game.active(self._state)
            forced_first = any(forced_move(self._game, self._state, s) is not None for s in waiting)
            require(not forced_first, "somebody's move was forced and comes first")
            self._could_seal.update(self._game.early(self._state))

    def _could_stand(self, seat: Seat, move: Any) -> bool:
        """Whether this may be an answer that its player let stand, given at once in turn."""
        may_stand = type(move) in self._game.standing and seat not in self._present.stood_in
        return may_stand and seat in self._game.active(self._state)

    def _follows_a_move(self) -> bool:
        """Whether the event that is looked at came with the move before it."""
        before = self._events[self.seq - 2]["full"]
        return before["type"] not in RESERVED and self._at(self.seq) == before["at"]

    def _bots_move(self, seat: Seat) -> Any:
        view = self._game.view(self._state, seat, 0)
        choices = self._game.choices(self._state, seat)
        require(bool(choices), f"seat {seat} was not asked")
        chance = fairness.bot_chance(self._server_seed, self.seq - 1, seat)
        return self._game.bot(Sight(seat, view, choices, self._seen[seat]), chance)

    def _happen(self, events: Sequence[Event], actor: Seat | None, *, automatic: bool) -> None:
        """The next events of the log must be these, drawn for as the rules have drawn."""
        self._check_draws()
        at = self._at(self.seq)
        for place, event in enumerate(events):
            require(self.seq <= len(self._events), f"after this {_name(event)} is missing")
            logged = self._events[self.seq - 1]
            require(place == 0 or logged["cause"] is None, "this is still the move before it")
            require(self._at(self.seq) == at, "it did not happen at the time of its move")
            full = logged["full"]
            require(_same(full["actor"], actor), f"it is the doing of {actor}, not {full['actor']}")
            require(full["automatic"] is automatic, "it is wrong about what was automatic")
            self._compare(full, event)
            self._check_shown(unpacked(self._game, canonical(full))[0], event)
            self._evolve(event)
            self.seq += 1

    def _compare(self, full: Json, event: Event) -> None:
        """Old schemas are compared in the form that they have today."""
        require(full["type"] == _name(event), f"by the rules this is {_name(event)}")
        due, found = event_data(event), full["data"]
        if full["schema"] != event.schema:
            found = event_data(unpacked(self._game, canonical(full))[1])
        require(_same(found, due), f"by the rules it is {canonical(due).decode()}")

    def _check_shown(self, envelope: Envelope, event: Event) -> None:
        """Everybody was shown what the rules show them; of an old schema only its time knew."""
        if envelope.schema != event.schema:
            return
        logged = self._events[self.seq - 1]
        shown = [*logged["seats"], logged["public"], logged["full"]]
        about = {name: getattr(envelope, name) for name in ("seq", "at", "actor", "automatic")}
        due = payloads(self._game, event, seats=self._seats, **about)
        viewers = [*(f"seat {seat}" for seat in range(self._seats)), "everybody", "the log"]
        for viewer, found, wanted in zip(viewers, shown, due, strict=True):
            require(canonical(found) == wanted, f"this is not what {viewer} may know of it")

    def _evolve(self, event: Event) -> None:
        for seat, shown in enumerate(self._events[self.seq - 1]["seats"]):
            self._seen[seat].append(unpacked(self._game, canonical(shown))[1])
        self._state = self._game.evolve(self._state, event)
        self._present.asked(event)
        if event.asks:
            self._could_seal.clear()
        elif event.asks_seat:
            self._could_seal.discard(event.seat)  # type: ignore[attr-defined]

    def _check_draws(self) -> None:
        for due in self._chance.draws[self._drawn :]:
            require(due.k < len(self._draws), f"draw {due.k} is missing")
            require(_same(self._draws[due.k], due), f"draw {due.k} by the rules is {due}")
        self._drawn = len(self._chance.draws)

    def _started(self) -> MatchStarted:
        envelope, event = unpacked(self._game, canonical(self._events[0]["full"]))
        require(isinstance(event, MatchStarted), "this should be match_started")
        require(envelope.actor is None and not envelope.automatic, "nobody does this")
        require(self._events[0]["cause"] is None, "a move cannot bring this about")
        assert isinstance(event, MatchStarted)
        self._check_shown(envelope, event)
        self._present = Attendance(self._game, event)
        self.seq += 1
        return event

    def _check_times(self) -> None:
        """Every event has a time that there is, and none is before the one that precedes it."""
        before = ""
        for event in self._events:
            at = event["full"]["at"]
            require(_is_a_time(at), f"there is no time {at}")
            require(before <= at, "it happened before what precedes it")
            before = at
            self.seq += 1
        self.seq = 1

    def _at(self, seq: int) -> Any:
        return self._events[seq - 1]["full"]["at"] if 0 < seq <= len(self._events) else None


def _is_a_time(text: str) -> bool:
    try:
        return timestamp(datetime.fromisoformat(text)) == text
    except ValueError:
        return False


def _same(found: object, due: object) -> bool:
    """Equal as JSON, in which 1 and true differ."""
    return canonical(found) == canonical(due)


def _name(event: Event) -> str:
    return name_of(type(event))
