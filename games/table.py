"""One match played in memory: submit moves, let the server's own moves follow, look on.

What the server does here with a list and a dict, it does elsewhere with a database.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, TypeAlias

from msgspec import Struct

from games.chance import Chance
from games.choices import Choice
from games.codec import legal_moves
from games.contract import (
    OPEN,
    AnyGame,
    IllegalMove,
    Move,
    Outcome,
    Seat,
    Sight,
    Viewer,
    asked,
    table_options,
)

By: TypeAlias = Literal["player", "sealed", "forced", "bot"]


class Step(Struct, frozen=True):
    """A move that took effect, who made it, and what it brought about."""

    seat: Seat
    move: Move
    by: By
    events: Sequence[Any]


def fold(game: AnyGame, log: Sequence[Any]) -> Any:
    """The state that a log of events amounts to."""
    state = game.blank
    for event in log:
        state = game.evolve(state, event)
    return state


def forced_move(game: AnyGame, state: Any, seat: Seat) -> Any | None:
    """The move that a seat cannot but make, or None where it has a choice."""
    choices: tuple[Choice, ...] = game.choices(state, seat)
    if len(choices) != 1 or any(len(values) != 1 for _, values in choices[0].fields):
        return None
    move = legal_moves(game, choices)[0]
    return move if move.forced else None


def awaited(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """The seats that the match waits for: all who are asked and have a choice."""
    return tuple(seat for seat in asked(game, state) if forced_move(game, state, seat) is None)


def next_automatic(
    game: AnyGame, state: Any, sealed: Mapping[Seat, Any]
) -> tuple[Seat, Any, By] | None:
    """The move that the server makes next by itself, a forced or a sealed one; None if it waits."""
    for seat in game.active(state):
        move = forced_move(game, state, seat)
        if move is not None:
            return seat, move, "forced"
        if seat in sealed:
            return seat, sealed[seat], "sealed"
    return None


class Table:
    """A match in memory. After each call everything that follows by itself has been played."""

    def __init__(self, game: AnyGame, seats: int, chance: Chance, log: Sequence[Any] = ()) -> None:
        self.game = game
        self.seats = seats
        self.chance = chance
        self.state: Any = game.blank
        self.log: list[Any] = []
        self.steps: list[Step] = []
        self.sealed: dict[Seat, Any] = {}
        self.question = 0
        """How long the log was when the question now open had been put."""
        self._append(log)

    @classmethod
    def opened(cls, game: AnyGame, seats: int, options: Any, chance: Chance) -> Self:
        """A new match, set up and ready for its first decision."""
        fitting = table_options(game, seats, options)
        table = cls(game, seats, chance, game.setup(seats, fitting, chance))
        table._follow()
        return table

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def submit(self, seat: Seat, move: Any, by: By = "player") -> list[Step]:
        """Play a move; the steps that took effect, or none when it is an early answer, sealed."""
        if self.outcome is not None:
            raise IllegalMove("match_over")
        played = len(self.steps)
        if self._play(seat, move, by):
            self._follow()
        else:
            self.sealed[seat] = move
        return self.steps[played:]

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for; an early answer does not show."""
        return () if self.outcome else awaited(self.game, self.state)

    def choices(self, seat: Seat) -> tuple[Choice, ...]:
        """The legal moves of a seat; none for a spectator or after the end."""
        if self.outcome is not None or seat not in asked(self.game, self.state):
            return ()
        choices: tuple[Choice, ...] = self.game.choices(self.state, seat)
        return choices

    def legal_moves(self, seat: Seat) -> tuple[Any, ...]:
        return legal_moves(self.game, self.choices(seat))

    def view(self, viewer: Viewer) -> Any:
        """The table as a viewer may see it now: everything once the match is over."""
        return self.game.view(self.state, OPEN if self.outcome else viewer)

    def feed(self, viewer: Viewer) -> list[Any]:
        """The whole history as a viewer may read it now."""
        reader = OPEN if self.outcome else viewer
        return [self.game.redact(event, reader) for event in self.log]

    def sight(self, seat: Seat) -> Sight[Any, Any]:
        """All that a seat may decide by."""
        seen = [self.game.redact(event, seat) for event in self.log]
        return Sight(seat, self.game.view(self.state, seat), self.choices(seat), seen)

    def play_bot(self, seat: Seat, chance: Chance) -> list[Step]:
        """Let the game's bot move for a seat."""
        return self.submit(seat, self.game.bot(self.sight(seat), chance), by="bot")

    def _play(self, seat: Seat, move: Any, by: By) -> bool:
        events = self.game.decide(self.state, seat, move, self.chance)
        if not events:
            return False
        self.steps.append(Step(seat, move, by, events))
        self.sealed.pop(seat, None)
        self._append(events)
        return True

    def _append(self, events: Sequence[Any]) -> None:
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.log.append(event)
            if event.asks:
                self.question = len(self.log)
                self.sealed.clear()
        if self.outcome is not None:
            self.sealed.clear()

    def _follow(self) -> None:
        while self.outcome is None:
            step = next_automatic(self.game, self.state, self.sealed)
            if step is None:
                return
            self._play(*step)
