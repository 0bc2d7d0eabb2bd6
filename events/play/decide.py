"""Decide moves one after the other from a position, before anything is logged."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.log.append import Draft
from events.log.envelope import (
    MatchFinished,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    TimeGiven,
)
from events.log.position import Position
from events.seats.standing_answers import is_answer
from games.chance import ProvableChance
from games.codec import canonical
from games.contract import Event, Move, Outcome, Seat
from games.leavers import (
    outcome_after_leaving,
    outcome_as_it_stands,
    outcome_for_time_out,
    outcome_with_leavers,
)
from games.table import By, awaited, next_automatic


class Turn:
    """Moves decided so far: the state that they lead to, and the drafts for the log."""

    def __init__(
        self,
        position: Position,
        sealed: Mapping[Seat, Move],
        standing: Mapping[Seat, Move] = {},
    ) -> None:
        self._game = position.game
        self._chance = ProvableChance(position.key, position.drawn)
        self._sealed = dict(sealed)
        self.standing = standing
        """By seat, the standing answer, which is used for every question that it answers."""
        self._drawn = 0
        self._bots = position.bots
        self._people = set(range(len(position.players))).difference(position.bots)
        self.gone = position.gone
        self.answers: dict[Seat, By] = {}
        """By seat that had a choice, how its first move was made."""
        self.asked_anew = False
        self.finished = False
        self.late: list[Seat] = []
        """Seats that timed out."""
        self.state = position.state
        self.drafts: list[Draft] = []

    def set_up(self, seats: int, options: Any) -> None:
        """Draft the events that begin a match."""
        self._log(self._game.setup(seats, options, self._chance), None, None, automatic=True)

    def step(self, seat: Seat, move: Move, by: By) -> bool:
        """Apply a move; returns False for an early answer, which must wait for its turn."""
        events = self._game.decide(self.state, seat, move, self._chance)
        if events:
            cause = canonical({"seat": seat, "move": move, "by": by})
            stands_in = by == "bot" and seat in self._people and seat not in self.gone
            self._log(events, seat, cause, automatic=by == "forced" or stands_in)
            self._sealed.pop(seat, None)
            if by != "forced":
                self.answers.setdefault(seat, by)
        return bool(events)

    def follow(self) -> None:
        """Apply all automatic moves that follow, and the end of the match."""
        while self._game.outcome(self.state) is None:
            automatic = next_automatic(self._game, self.state, self._available_answers())
            if automatic is None:
                return
            self.step(*automatic)
        if outcome := self._game.outcome(self.state):
            self._finish(outcome_with_leavers(outcome, self.gone))

    def answers_at_once(self, seat: Seat) -> bool:
        """Whether the standing answer of a seat answers its question now."""
        move = self.standing.get(seat)
        return move is not None and is_answer(self._game, self.state, seat, move)

    def _available_answers(self) -> Mapping[Seat, Move]:
        """Return the answers available now; a sealed one, given to this question, comes first."""
        if not self.standing:
            return self._sealed
        active = filter(self.answers_at_once, self._game.active(self.state))
        return {seat: self.standing[seat] for seat in active} | self._sealed

    def resign(self, seat: Seat, seats: int) -> None:
        """Resign one of `seats` seats; ends the match if one seat, one team or only bots remain."""
        self._leave(Draft(SeatResigned(seat), seat), seat, seats)

    def _leave(self, draft: Draft, seat: Seat, seats: int) -> None:
        self.drafts.append(draft)
        self.gone = (*self.gone, seat)
        table = self._game, self.state, seats, self.gone
        if outcome := outcome_after_leaving(*table, self._bots):
            self._finish(outcome)

    def time_out(self, seat: Seat) -> None:
        """Draft the time-out of a seat."""
        self.drafts.append(Draft(SeatTimedOut(seat), automatic=True))
        self.answers[seat] = "bot"
        self.late.append(seat)

    def forfeit(self, seat: Seat, seats: int) -> None:
        """Resign one of `seats` seats because it timed out."""
        self._leave(Draft(SeatResigned(seat), automatic=True), seat, seats)

    def end(self, seat: Seat, seats: int) -> None:
        """End the match because one of `seats` seats timed out."""
        self._finish(outcome_for_time_out(self._game, self.state, seats, self.gone, seat))

    def end_as_it_stands(self) -> None:
        """End the match on its last day."""
        self._finish(outcome_as_it_stands(self._game, self.state, self.gone))

    def take_over(self, seat: Seat) -> None:
        """Let a bot play a seat until its player returns, unless the match has ended."""
        if not self.finished:
            self.drafts.append(Draft(SeatTakenOver(seat), automatic=True))

    def hand_back(self, seat: Seat) -> None:
        """Give a seat back to its player."""
        self.drafts.append(Draft(SeatReturned(seat), seat))

    def give(self, seat: Seat, to: Seat, seconds: int, *, automatic: bool = False) -> None:
        """Give a seat more time, from another seat or from its own player's vacation."""
        self.drafts.append(Draft(TimeGiven(seat, to, seconds), seat, automatic))

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the match waits for after these moves."""
        return awaited(self._game, self.state)

    def _finish(self, outcome: Outcome) -> None:
        self.drafts.append(Draft(MatchFinished(outcome.winners, outcome.ranking, outcome.reason)))
        self.finished = True

    def _log(
        self, events: Sequence[Event], actor: Seat | None, cause: bytes | None, *, automatic: bool
    ) -> None:
        draws = self._chance.draws[self._drawn :]
        self._drawn = len(self._chance.draws)
        for place, event in enumerate(events):
            first = place == 0
            self.drafts.append(
                Draft(event, actor, automatic, cause if first else None, draws if first else ())
            )
            self.state = self._game.evolve(self.state, event)
            if event.asks:
                self.asked_anew = True
                self._sealed.clear()
