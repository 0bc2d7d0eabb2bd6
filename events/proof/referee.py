"""Replays an exported match by its rules: every event must be what its cause leads to.

Checks what hashes cannot show: moves were legal, forced moves forced, bots' moves their own, draws
made exactly when the rules draw, and the result right. Needs no database and no framework.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from events.log import fairness
from events.log.envelope import (
    Envelope,
    MatchCancelled,
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatTimedOut,
    payloads,
    timestamp,
    unpack,
)
from events.proof.attendance import Attendance, Wrong, require
from games.chance import ProvableChance
from games.codec import Malformed, canonical, decode_move, decode_options, event_data, name_of
from games.contract import AnyGame, Event, Outcome, Refused, Seat, Sight, table_options
from games.leavers import (
    outcome_after_leaving,
    outcome_as_it_stands,
    outcome_for_time_out,
    outcome_with_leavers,
)
from games.registry import RESERVED, all_rulesets
from games.table import forced_move

Json = dict[str, Any]


class Verdict(NamedTuple):
    """The result of a replay: a summary, whether there were rules, where and why it failed."""

    told: str
    judged: bool = True
    fault: tuple[str, str] | None = None


def replay_verdict(export: Json, *, key: bytes) -> Verdict:
    """Replay an export whose hashes are already checked, and return the verdict."""
    ruleset = export["match"]["ruleset"]
    game = all_rulesets().get(ruleset)
    if game is None:
        return Verdict(f"not replayed: this copy of the project has no {ruleset}", judged=False)
    replay = _Replay(game, export, key)
    try:
        replay.run()
    except Wrong as wrong:
        return Verdict("", fault=(f"event {replay.seq}", str(wrong)))
    except (Malformed, msgspec.DecodeError, LookupError, TypeError) as error:
        return Verdict("", fault=(f"event {replay.seq}", f"{ruleset} cannot read it: {error}"))
    told = f"{replay.moves} moves played again by {ruleset}, each event came out the same"
    if replay.unchecked:
        unlike = f"; this copy has not the bots that chose {replay.unchecked} of them"
        return Verdict(told + unlike, judged=False)
    return Verdict(told)


class _Replay:
    """A match replayed from the causes of its events."""

    def __init__(self, game: AnyGame, export: Json, key: bytes) -> None:
        self._game = game
        self._events: list[Json] = export["events"]
        self._draws: list[Json] = export["draws"]
        self._seats = len(export["match"]["seats"])
        self._key = key
        self._chance = ProvableChance(key)
        self._drawn = 0
        self._state = game.blank
        self._present: Attendance
        self._could_seal: set[Seat] = set()
        """Seats that may have answered their open question before it was their turn."""
        self._ending: Outcome | None = None
        self._over = False
        self._seen: list[list[Event]] = [[] for _ in range(self._seats)]
        self.seq = 1
        """The seq of the event being checked."""
        self.moves = 0
        self.unchecked = 0
        """The moves of bots of a version that this copy of the project does not have."""

    def run(self) -> None:
        self._check_times()
        self._check_set_up()
        while self.seq <= len(self._events):
            self._check_next()
        self.seq = len(self._events)
        require(self._over, "the match is not over")
        require(
            len(self._draws) == len(self._chance.draws), "there are more draws than the match made"
        )

    def _check_set_up(self) -> None:
        started = self._started()
        try:
            options = decode_options(self._game, started.options)
            fitting = table_options(self._game, self._seats, options)
        except Refused as refused:
            raise Wrong(f"the rules refuse this table: {refused.code}") from None
        require(_same(fitting, started.options), "these options are not valid")
        self._expect_events(
            self._game.setup(self._seats, fitting, self._chance), None, automatic=True
        )

    def _check_next(self) -> None:
        """Check a move with all events it leads to, or one platform event."""
        require(not self._over, "nothing can follow the end of a match")
        event, cause = self._events[self.seq - 1], self._events[self.seq - 1]["cause"]
        outcome = self._game.outcome(self._state)
        if outcome is not None:
            self._ending = outcome_with_leavers(outcome, self._present.gone)
        if event["full"]["type"] in RESERVED:
            require(cause is None, "a move cannot cause this")
            self._check_platform_event()
        else:
            require(self._ending is None, "the match was over before this")
            require(cause is not None, "it has no cause")
            self._check_move(cause)

    def _check_platform_event(self) -> None:
        """Check an event of people or clocks other than a move, as far as the export allows."""
        full = self._events[self.seq - 1]["full"]
        envelope, event = unpack(self._game, canonical(full))
        if isinstance(event, MatchFinished):
            if self._ending is None and self._present.ends_at <= envelope.at:
                standing = self._game, self._state, self._present.gone
                self._ending = outcome_as_it_stands(*standing)
            require(self._ending is not None, "the match was not over")
            require(_same(full["data"], self._ending), f"by the rules it is {self._ending}")
        else:
            require(self._ending is None, "the match was over before this")
        together = self._at(self.seq) == self._at(self.seq - 1)
        actor = self._present.allow(
            event, self._state, automatic=envelope.automatic, together=together
        )
        require(_same(full["actor"], actor), f"its actor is {actor}, not {full['actor']}")
        self._check_shown(envelope, event)
        self._could_seal.update(self._game.early(self._state))
        self._apply_platform_event(event)
        self.seq += 1

    def _apply_platform_event(self, event: Event) -> None:
        self._present.apply(event)
        table = self._game, self._state, self._seats, self._present.gone
        match event:
            case MatchStarted():
                raise Wrong("the match had begun already")
            case MatchFinished() | MatchCancelled():
                self._over = True
            case SeatResigned():
                self._ending = outcome_after_leaving(*table, self._present.bots)
            case SeatTimedOut(seat=seat) if self._present.ends_when_late:
                self._ending = outcome_for_time_out(*table, seat)

    def _check_move(self, cause: Json) -> None:
        require(sorted(cause) == ["by", "move", "seat"], "its cause has the wrong fields")
        seat, by = cause["seat"], cause["by"]
        require(type(seat) is int and 0 <= seat < self._seats, f"there is no seat {seat}")
        move = decode_move(self._game, cause["move"])
        require(_same(move, cause["move"]), "its move is not in canonical form")
        self._check_mover(seat, move, by)
        try:
            events = self._game.decide(self._state, seat, move, self._chance)
        except Refused as refused:
            raise Wrong(f"the rules refuse this move: {refused.code}") from None
        require(bool(events), "an early answer has no effect before its turn")
        self.moves += 1
        stands_in = by == "bot" and seat not in self._present.bots.union(self._present.gone)
        self._expect_events(events, seat, automatic=by == "forced" or stands_in)

    def _check_mover(self, seat: Seat, move: Any, by: str) -> None:
        """Require that the move was made by the kind of player that its cause names."""
        present, together = self._present, self._follows_a_move()
        in_advance = seat in self._could_seal or self._may_be_standing(seat, move)
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
            self._check_bot_move(seat, move)
        else:
            require(by == "player", f"{by!r} is not a kind of player")
            require(seat not in present.stood_in, f"a bot plays for seat {seat}")
            sealed = together and in_advance
            require(not sealed, "a move that comes with the event before it must be sealed")
        present.apply_move(seat, by, together=together)
        if by in ("bot", "player"):
            waiting = self._game.active(self._state)
            forced_first = any(forced_move(self._game, self._state, s) is not None for s in waiting)
            require(not forced_first, "a forced move comes first")
            self._could_seal.update(self._game.early(self._state))

    def _may_be_standing(self, seat: Seat, move: Any) -> bool:
        """Whether this may be a standing answer, which is given as soon as its turn comes."""
        may_stand = type(move) in self._game.standing and seat not in self._present.stood_in
        return may_stand and seat in self._game.active(self._state)

    def _follows_a_move(self) -> bool:
        """Whether the event being checked came with the move before it."""
        before = self._events[self.seq - 2]["full"]
        return before["type"] not in RESERVED and self._at(self.seq) == before["at"]

    def _check_bot_move(self, seat: Seat, move: Any) -> None:
        choices = self._game.choices(self._state, seat)
        require(bool(choices), f"seat {seat} was not asked")
        bot = self._present.bot(seat)
        if bot is None:
            self.unchecked += 1
            return
        sight = Sight(seat, self._game.view(self._state, seat, 0), choices, self._seen[seat])
        chance = fairness.bot_chance(self._key, self.seq - 1, seat)
        require(move == bot(sight, chance), "the bot would have made another move")

    def _expect_events(
        self, events: Sequence[Event], actor: Seat | None, *, automatic: bool
    ) -> None:
        """Require that the next events of the log are these, with the draws that the rules made."""
        self._check_draws()
        at = self._at(self.seq)
        for place, event in enumerate(events):
            require(self.seq <= len(self._events), f"{_name(event)} is missing after this")
            logged = self._events[self.seq - 1]
            require(
                place == 0 or logged["cause"] is None, "this still belongs to the move before it"
            )
            require(self._at(self.seq) == at, "its time is not that of its move")
            full = logged["full"]
            require(_same(full["actor"], actor), f"its actor is {actor}, not {full['actor']}")
            require(full["automatic"] is automatic, "its automatic flag is wrong")
            self._compare(full, event)
            self._check_shown(unpack(self._game, canonical(full))[0], event)
            self._evolve(event)
            self.seq += 1

    def _compare(self, full: Json, event: Event) -> None:
        """Compare an event with the log, whose old schemas are upgraded first."""
        require(full["type"] == _name(event), f"by the rules this is {_name(event)}")
        due, found = event_data(event), full["data"]
        if full["schema"] != event.schema:
            found = event_data(unpack(self._game, canonical(full))[1])
        require(_same(found, due), f"by the rules it is {canonical(due).decode()}")

    def _check_shown(self, envelope: Envelope, event: Event) -> None:
        """Require that each viewer was shown what the rules show them.

        Old schemas are skipped: what their time showed is no longer known.
        """
        if envelope.schema != event.schema:
            return
        logged = self._events[self.seq - 1]
        shown = [*logged["seats"], logged["public"], logged["full"]]
        about = {name: getattr(envelope, name) for name in ("seq", "at", "actor", "automatic")}
        due = payloads(self._game, event, seats=self._seats, **about)
        viewers = [*(f"seat {seat}" for seat in range(self._seats)), "the public", "the log"]
        for viewer, found, wanted in zip(viewers, shown, due, strict=True):
            require(canonical(found) == wanted, f"this is not what the rules show {viewer}")

    def _evolve(self, event: Event) -> None:
        for seat, shown in enumerate(self._events[self.seq - 1]["seats"]):
            self._seen[seat].append(unpack(self._game, canonical(shown))[1])
        self._state = self._game.evolve(self._state, event)
        self._present.forget_time_given(event)
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
        envelope, event = unpack(self._game, canonical(self._events[0]["full"]))
        require(isinstance(event, MatchStarted), "this should be match_started")
        require(envelope.actor is None and not envelope.automatic, "this event has no actor")
        require(self._events[0]["cause"] is None, "a move cannot cause this")
        assert isinstance(event, MatchStarted)
        self._check_shown(envelope, event)
        self._present = Attendance(self._game, event)
        self.seq += 1
        return event

    def _check_times(self) -> None:
        """Require that every event has a valid time, not before that of the previous event."""
        before = ""
        for event in self._events:
            at = event["full"]["at"]
            require(_is_time(at), f"{at} is not a valid time")
            require(before <= at, "its time is before that of the previous event")
            before = at
            self.seq += 1
        self.seq = 1

    def _at(self, seq: int) -> Any:
        return self._events[seq - 1]["full"]["at"] if 0 < seq <= len(self._events) else None


def _is_time(text: str) -> bool:
    try:
        return timestamp(datetime.fromisoformat(text)) == text
    except ValueError:
        return False


def _same(found: object, due: object) -> bool:
    """Whether both are equal as JSON, in which 1 and true differ."""
    return canonical(found) == canonical(due)


def _name(event: Event) -> str:
    return name_of(type(event))
