"""Moves decided one after the other on top of a position, before anything is logged."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.append import Draft
from events.position import Position
from events.record import (
    MatchFinished,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    TimeGiven,
)
from events.standing.kept import answers
from games.chance import ProvableChance
from games.codec import canonical
from games.contract import Event, Move, Outcome, Seat
from games.leavers import outcome_for_the_last, outcome_for_time_out, outcome_with_leavers
from games.table import By, awaited, next_automatic


class Play:
    """What is being played: the state it has come to, and the drafts for the log."""

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
        """What seats answer to whatever they are asked, if it is an answer to that."""
        self._drawn = 0
        self._people = set(range(len(position.players))).difference(position.bots)
        self.gone = position.gone
        self.answers: dict[Seat, By] = {}
        """How each seat that had a choice came to its first move."""
        self.asked_anew = False
        self.finished = False
        self.late: list[Seat] = []
        """Seats whose time was up."""
        self.state = position.state
        self.drafts: list[Draft] = []

    def set_up(self, seats: int, options: Any) -> None:
        """The events that begin a match."""
        self._log(self._game.setup(seats, options, self._chance), None, None, automatic=True)

    def step(self, seat: Seat, move: Move, by: By) -> bool:
        """Let a move take effect; False when it is an early answer, which must wait."""
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
        """Everything that happens by itself after it, the end of the match included."""
        while self._game.outcome(self.state) is None:
            automatic = next_automatic(self._game, self.state, self._at_hand())
            if automatic is None:
                return
            self.step(*automatic)
        if outcome := self._game.outcome(self.state):
            self._finish(outcome_with_leavers(outcome, self.gone))

    def answers_at_once(self, seat: Seat) -> bool:
        """Whether what stands for a seat is an answer to what it is asked now."""
        move = self.standing.get(seat)
        return move is not None and answers(self._game, self.state, seat, move)

    def _at_hand(self) -> Mapping[Seat, Move]:
        """The answers that need not be waited for; one to this very question goes first."""
        if not self.standing:
            return self._sealed
        active = filter(self.answers_at_once, self._game.active(self.state))
        return {seat: self.standing[seat] for seat in active} | self._sealed

    def resign(self, seat: Seat, seats: int) -> None:
        """A seat of so many is gone; if all others are too, the match ends with it."""
        self._leave(Draft(SeatResigned(seat), seat), seat, seats)

    def _leave(self, draft: Draft, seat: Seat, seats: int) -> None:
        self.drafts.append(draft)
        self.gone = (*self.gone, seat)
        if outcome := outcome_for_the_last(self._game, self.state, seats, self.gone):
            self._finish(outcome)

    def time_out(self, seat: Seat) -> None:
        """The time of a seat is up."""
        self.drafts.append(Draft(SeatTimedOut(seat), automatic=True))
        self.answers[seat] = "bot"
        self.late.append(seat)

    def forfeit(self, seat: Seat, seats: int) -> None:
        """A seat of so many is gone because its time was up."""
        self._leave(Draft(SeatResigned(seat), automatic=True), seat, seats)

    def end(self, seat: Seat, seats: int) -> None:
        """All is over because the time of a seat of so many was up."""
        self._finish(outcome_for_time_out(self._game, self.state, seats, self.gone, seat))

    def take_over(self, seat: Seat) -> None:
        """A bot keeps a seat until its owner returns, unless all is over."""
        if not self.finished:
            self.drafts.append(Draft(SeatTakenOver(seat), automatic=True))

    def hand_back(self, seat: Seat) -> None:
        """The owner of a seat is back."""
        self.drafts.append(Draft(SeatReturned(seat), seat))

    def give(self, seat: Seat, to: Seat, seconds: int, *, automatic: bool = False) -> None:
        """A seat has more time, from another or from its player's vacation."""
        self.drafts.append(Draft(TimeGiven(seat, to, seconds), seat, automatic))

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match then waits for."""
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
