"""Moves decided one after the other on top of a position, before anything is logged."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.append import Draft
from events.position import Position
from events.record import MatchFinished, SeatResigned
from games.chance import ProvableChance
from games.codec import canonical
from games.contract import Event, Move, Outcome, Seat
from games.leavers import outcome_for_the_last, outcome_with_leavers
from games.table import By, awaited, next_automatic


class Play:
    """What is being played: the state it has come to, and the drafts for the log."""

    def __init__(self, position: Position, sealed: Mapping[Seat, Move]) -> None:
        self._game = position.game
        self._chance = ProvableChance(position.key, position.drawn)
        self._sealed = dict(sealed)
        self._drawn = 0
        self.gone = position.gone
        self.asked_anew = False
        self.finished = False
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
            self._log(events, seat, cause, automatic=by == "forced")
            self._sealed.pop(seat, None)
        return bool(events)

    def follow(self) -> None:
        """Everything that happens by itself after it, the end of the match included."""
        while self._game.outcome(self.state) is None:
            automatic = next_automatic(self._game, self.state, self._sealed)
            if automatic is None:
                return
            self.step(*automatic)
        if outcome := self._game.outcome(self.state):
            self._finish(outcome_with_leavers(outcome, self.gone))

    def resign(self, seat: Seat, seats: int) -> None:
        """A seat of so many is gone; if all others are too, the match ends with it."""
        self.drafts.append(Draft(SeatResigned(seat), seat))
        self.gone = (*self.gone, seat)
        if outcome := outcome_for_the_last(self._game, self.state, seats, self.gone):
            self._finish(outcome)

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
