"""One match played in memory: submit moves, play the automatic moves that follow, read views.

The same as the server does with a database, here with a list and a dict.
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
    """A move that took effect, its origin, and the events that it caused."""

    seat: Seat
    move: Move
    by: By
    events: Sequence[Any]


def fold(game: AnyGame, log: Sequence[Any]) -> Any:
    """Return the state that results from a log of events."""
    state = game.blank
    for event in log:
        state = game.evolve(state, event)
    return state


def forced_move(game: AnyGame, state: Any, seat: Seat) -> Any | None:
    """Return the move that the server plays for a seat without a choice, else None."""
    choices: tuple[Choice, ...] = game.choices(state, seat)
    if len(choices) != 1 or any(len(values) != 1 for _, values in choices[0].fields):
        return None
    move = legal_moves(game, choices)[0]
    return move if move.forced else None


def awaited(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Return the seats that the match waits for: all that must answer and have a choice."""
    to_answer = game.active(state) + game.early(state)
    return tuple(seat for seat in to_answer if forced_move(game, state, seat) is None)


def questions_after(questions: tuple[int, ...], event: Any, place: int) -> tuple[int, ...]:
    """Return for each seat the position of the event that put its question, after this event."""
    if event.asks:
        return (place,) * len(questions)
    if event.asks_seat:
        return (*questions[: event.seat], place, *questions[event.seat + 1 :])
    return questions


def horizon(game: AnyGame, state: Any, memory: Memory, viewer: Viewer) -> Horizon:
    """Return how far back a viewer of this match remembers now."""
    return memory.horizon(viewer) if game.fading(state) else 0


def next_automatic(
    game: AnyGame, state: Any, sealed: Mapping[Seat, Any]
) -> tuple[Seat, Any, By] | None:
    """Return the next move that the server makes itself, forced or sealed; None if it waits."""
    for seat in game.active(state):
        move = forced_move(game, state, seat)
        if move is not None:
            return seat, move, "forced"
        if seat in sealed:
            return seat, sealed[seat], "sealed"
    return None


class Table:
    """A match in memory. After each call all automatic moves that follow have been played."""

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
        """For each seat the length of the log just after its current question was put."""
        self._append(log)

    @classmethod
    def opened(cls, game: AnyGame, seats: int, options: Any, chance: Chance) -> Self:
        """Return a new match, set up and ready for its first decision."""
        fitting = table_options(game, seats, options)
        table = cls(game, seats, chance, game.setup(seats, fitting, chance))
        table._follow()
        return table

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def submit(self, seat: Seat, move: Any, by: By = "player") -> list[Step]:
        """Play a move and return the steps that took effect; none for an early, sealed answer."""
        if self.outcome is not None:
            raise IllegalMove("match_over")
        played = len(self.steps)
        if self._play(seat, move, by):
            self._follow()
        else:
            self.sealed[seat] = move
        return self.steps[played:]

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the match waits for; a sealed early answer does not change them."""
        return () if self.outcome else awaited(self.game, self.state)

    def choices(self, seat: Seat) -> tuple[Choice, ...]:
        """Return the legal moves of a seat; none for a spectator or after the end."""
        if self.outcome is not None or seat not in asked(self.game, self.state):
            return ()
        choices: tuple[Choice, ...] = self.game.choices(self.state, seat)
        return choices

    def legal_moves(self, seat: Seat) -> tuple[Any, ...]:
        return legal_moves(self.game, self.choices(seat))

    def reader(self, viewer: Viewer) -> Viewer:
        """Return the effective viewer: OPEN, who sees everything, once the match is over."""
        return OPEN if self.outcome else viewer

    def horizon(self, viewer: Viewer) -> Horizon:
        """Return how far back a viewer remembers now."""
        return horizon(self.game, self.state, self.memory, self.reader(viewer))

    def view(self, viewer: Viewer) -> Any:
        """Return the table as a viewer may see it now."""
        return self.game.view(self.state, self.reader(viewer), self.horizon(viewer))

    def feed(self, viewer: Viewer) -> list[Any]:
        """Return the complete history as a viewer may read it now."""
        return readable(self.seen(self.reader(viewer)), self.horizon(viewer))

    def seen(self, viewer: Viewer) -> list[Any]:
        """Return every event as it was shown to a viewer when it happened."""
        return [self.game.redact(event, viewer) for event in self.log]

    def replay(self, viewer: Viewer) -> Iterator[Any]:
        """Yield the table after each event, as far as a viewer may still see it now."""
        now, state = self.horizon(viewer), self.game.blank
        for place, event in enumerate(self.log, 1):
            state = self.game.evolve(state, event)
            then = horizon_at(self.log, place, now)
            yield self.game.view(state, self.reader(viewer), then)

    def sight(self, seat: Seat) -> Sight[Any, Any]:
        """Return everything that a seat may know when it decides."""
        view = self.game.view(self.state, seat, 0)
        return Sight(seat, view, self.choices(seat), self.seen(seat))

    def play_bot(self, seat: Seat, chance: Chance) -> list[Step]:
        """Play the move of the game's bot for a seat."""
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
        evolve, state, questions = self.game.evolve, self.state, self.questions
        place = len(self.log)
        for event in events:
            state = evolve(state, event)
            place += 1
            questions = questions_after(questions, event, place)
        self.state, self.questions = state, questions
        self.log += events
        self.memory = self.memory.after_move(events, mover)
        if any(event.asks for event in events) or self.outcome is not None:
            self.sealed.clear()

    def _follow(self) -> None:
        while self.outcome is None:
            step = next_automatic(self.game, self.state, self.sealed)
            if step is None:
                return
            self._play(*step)
