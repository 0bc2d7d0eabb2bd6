"""Fading: a value that was shown and then hidden again does not stay readable for ever.

A seat may read it until its first own move after it was hidden, a spectator until any seat's first
own move, at the latest until the end of the turn after that one: watching a match brings back
nothing that a seat has forgotten. Hence one number, the horizon, determines what a viewer
remembers: values that an event before it has hidden are gone, both from the view and from the
history.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.contract import HIDDEN, OPEN, SPECTATOR, Event, Horizon, Seat, Viewer

E = TypeVar("E", bound=Event)


class Memory(Struct, frozen=True):
    """How far back each viewer remembers; positions count the game's events from 0.

    Only moves that seats make themselves count, not those that the server makes for them.
    """

    events: int = 0
    own_moves: Mapping[Seat, int] = {}
    """The position at which each seat's last move began, moves by the server excluded."""
    turn: int = 0
    """The position at which the current turn began."""
    last_turn: int = 0

    def after(self, event: Event, mover: Seat | None = None) -> "Memory":
        """Return the memory after one more event; `mover`: the seat whose move begins with it."""
        return self.after_move((event,), mover)

    def after_move(self, events: Sequence[Event], mover: Seat | None = None) -> "Memory":
        """Return the memory after all events of one move; `mover`: the seat that made it itself."""
        here, turn, last_turn = self.events, self.turn, self.last_turn
        own_moves = self.own_moves if mover is None else {**self.own_moves, mover: here}
        for place, event in enumerate(events, here):
            if event.opens_turn:
                turn, last_turn = place, turn
        return Memory(here + len(events), own_moves, turn, last_turn)

    def horizon(self, viewer: Viewer) -> Horizon:
        """Return how far back a viewer remembers."""
        if viewer == OPEN:
            return 0
        if viewer == SPECTATOR:
            return max(self.last_turn, *self.own_moves.values(), 0)
        return self.own_moves.get(viewer, 0)


def faded_places(kinds: Iterable[type[Event]], horizon: Horizon, first: int = 0) -> set[int]:
    """Return the positions of events whose values have faded.

    `kinds` are those of consecutive events, from position `first` until an event after which
    nothing is on show, or until the newest event.
    """
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
    """Return a complete log as it was shown, without the values that have faded since."""
    gone = faded_places(map(type, log), horizon)
    return [faded(event) if place in gone else event for place, event in enumerate(log)]


def faded(event: E) -> E:
    """Return an event without the values that fade."""
    return replace(event, **dict.fromkeys(event.fades, HIDDEN)) if event.fades else event


def horizon_at(events: Sequence[Event], place: int, horizon: Horizon) -> Horizon:
    """Return the horizon for a past view of the table, after the first `place` events.

    Values on show at that position have faded too if an event before the current horizon hid them.
    """
    later = (type(event) for event in events[place:horizon] if event.hides or event.settles)
    return horizon_before(next(later, None), place, horizon)


def horizon_before(closing: type[Event] | None, place: int, horizon: Horizon) -> Horizon:
    """Return the same as `horizon_at`, given the kind of the next event that hides or settles, if
    there is one before the current horizon."""
    return horizon if closing is not None and closing.hides else min(place, horizon)
