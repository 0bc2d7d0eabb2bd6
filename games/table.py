"""One match played in memory: submit moves, let the server's own moves follow, look on.

What the server does here with a list and a dict, it does elsewhere with a database.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Self, TypeAlias

from msgspec import Struct

from games.chance import Chance
from games.choices import Choice
from games.codec import legal_moves
from games.contract import (
    OPEN,
    AnyGame,
    Horizon,
    IllegalMove,
    Move,
    Outcome,
    Seat,
    Sight,
    Viewer,
    asked,
    table_options,
)
from games.memory import Memory, horizon_at, readable

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
    """The seats that the match waits for: all who have to answer and have a choice."""
    to_answer = game.active(state) + game.early(state)
    return tuple(seat for seat in to_answer if forced_move(game, state, seat) is None)


def questions_after(questions: tuple[int, ...], event: Any, place: int) -> tuple[int, ...]:
    """For each seat the place of the event that put its question, once one more event has its."""
    if event.asks:
        return (place,) * len(questions)
    if event.asks_seat:
        return (*questions[: event.seat], place, *questions[event.seat + 1 :])
    return questions


def horizon(game: AnyGame, state: Any, memory: Memory, viewer: Viewer) -> Horizon:
    """How far back a viewer of this match remembers now."""
    return memory.horizon(viewer) if game.fading(state) else 0


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
        self.memory = Memory()
        self.questions = (0,) * seats
        """For each seat how long the log was when the question now open to it had been put."""
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

    def reader(self, viewer: Viewer) -> Viewer:
        """As whom a viewer may look now: everything is open once the match is over."""
        return OPEN if self.outcome else viewer

    def horizon(self, viewer: Viewer) -> Horizon:
        """How far back a viewer remembers now."""
        return horizon(self.game, self.state, self.memory, self.reader(viewer))

    def view(self, viewer: Viewer) -> Any:
        """The table as a viewer may see it now."""
        return self.game.view(self.state, self.reader(viewer), self.horizon(viewer))

    def feed(self, viewer: Viewer) -> list[Any]:
        """The whole history as a viewer may read it now."""
        return readable(self.seen(self.reader(viewer)), self.horizon(viewer))

    def seen(self, viewer: Viewer) -> list[Any]:
        """Every event as it was shown to a viewer when it happened."""
        return [self.game.redact(event, viewer) for event in self.log]

    def replay(self, viewer: Viewer) -> Iterator[Any]:
        """The table after each event, as far as a viewer may still see it now."""
        now, state = self.horizon(viewer), self.game.blank
        for place, event in enumerate(self.log, 1):
            state = self.game.evolve(state, event)
            then = horizon_at(self.log, place, now)
            yield self.game.view(state, self.reader(viewer), then)

    def sight(self, seat: Seat) -> Sight[Any, Any]:
        """All that a seat may decide by."""
        view = self.game.view(self.state, seat, 0)
        return Sight(seat, view, self.choices(seat), self.seen(seat))

    def play_bot(self, seat: Seat, chance: Chance) -> list[Step]:
        """Let the game's bot move for a seat."""
        return self.submit(seat, self.game.bot(self.sight(seat), chance), by="bot")

    def _play(self, seat: Seat, move: Any, by: By) -> bool:
        events = self.game.decide(self.state, seat, move, self.chance)
        if not events:
            return False
        self.steps.append(Step(seat, move, by, events))
        self.sealed.pop(seat, None)
        self._append(events, mover=None if by == "forced" else seat)
        return True

    def _append(self, events: Sequence[Any], mover: Seat | None = None) -> None:
        for place, event in enumerate(events):
            self.state = self.game.evolve(self.state, event)
            self.memory = self.memory.after(event, mover if place == 0 else None)
            self.log.append(event)
            self.questions = questions_after(self.questions, event, len(self.log))
            if event.asks:
                self.sealed.clear()
        if self.outcome is not None:
            self.sealed.clear()

    def _follow(self) -> None:
        while self.outcome is None:
            step = next_automatic(self.game, self.state, self.sealed)
            if step is None:
                return
            self._play(*step)
