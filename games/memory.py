"""What fades: a thing once shown and then hidden again is not readable for ever.

A seat may read it until its first own move after it was hidden, a spectator until the end of the
turn after that one. Hence one number says what a viewer remembers, their horizon: whatever an event
before it has hidden is gone, in the view as in the history.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.contract import HIDDEN, OPEN, SPECTATOR, Event, Horizon, Seat, Viewer

E = TypeVar("E", bound=Event)


class Memory(Struct, frozen=True):
    """How far back everybody remembers; places count the game's events from 0."""

    events: int = 0
    own_moves: Mapping[Seat, int] = {}
    """Where each seat's last move began, unless the server made it."""
    turn: int = 0
    """Where the turn began that is now being played."""
    last_turn: int = 0

    def after(self, event: Event, mover: Seat | None = None) -> "Memory":
        """One event later; `mover` if a move that a seat made itself begins with it."""
        here = self.events
        own_moves = self.own_moves if mover is None else {**self.own_moves, mover: here}
        turns = (here, self.turn) if event.opens_turn else (self.turn, self.last_turn)
        return Memory(here + 1, own_moves, *turns)

    def horizon(self, viewer: Viewer) -> Horizon:
        """How far back a viewer remembers."""
        if viewer == OPEN:
            return 0
        return self.last_turn if viewer == SPECTATOR else self.own_moves.get(viewer, 0)


def faded_places(kinds: Iterable[type[Event]], horizon: Horizon, first: int = 0) -> set[int]:
    """Where something has faded in consecutive events, which are of these kinds and go on from the
    place `first` until nothing is on show or the newest is reached."""
    gone: set[int] = set()
    on_show: list[int] = []
    for place, kind in enumerate(islice(kinds, max(0, horizon - first)), first):
        if kind.fades:
            on_show.append(place)
        if kind.hides:
            gone.update(on_show)
        if kind.hides or kind.settles:
            on_show.clear()
    return gone


def readable(log: Sequence[E], horizon: Horizon) -> list[E]:
    """A whole log as it was shown, without what has faded since."""
    gone = faded_places(map(type, log), horizon)
    return [faded(event) if place in gone else event for place, event in enumerate(log)]


def faded(event: E) -> E:
    """An event without what it showed."""
    return replace(event, **dict.fromkeys(event.fades, HIDDEN)) if event.fades else event


def horizon_at(events: Sequence[Event], place: int, horizon: Horizon) -> Horizon:
    """The horizon for a look back at the table after the first `place` events: what was on show
    there has faded too if it was hidden since, before today's horizon."""
    later = (type(event) for event in events[place:horizon] if event.hides or event.settles)
    return horizon_before(next(later, None), place, horizon)


def horizon_before(closing: type[Event] | None, place: int, horizon: Horizon) -> Horizon:
    """The same, given the next event before today's horizon that hides or settles what is on
    show."""
    return horizon if closing is not None and closing.hides else min(place, horizon)
