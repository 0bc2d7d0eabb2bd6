"""Who may know what in Pass Pass: of another hand only the colours (S20)."""

from itertools import chain
from typing import Final

from msgspec.structs import replace

from games.contract import HIDDEN, OPEN, Horizon, Viewer
from games.passpass.cards import CARDS, COLOURS, Colours, colours, pass_pass, points
from games.passpass.events import AnyEvent, HandDealt
from games.passpass.state import State
from games.passpass.view import Played, Player, Side, View

OF_EACH_COLOUR: Final = len(CARDS) // len(COLOURS)


def view(state: State, viewer: Viewer, horizon: Horizon) -> View:
    """The table as a viewer may see it now."""
    seats = range(len(state.hands))
    return View(
        round=state.round,
        phase=state.phase,
        turn=state.turn,
        players=tuple(_player(state, seat) for seat in seats),
        sides=tuple(
            Side(tuple(seats[side :: len(state.points)]), points, ticks)
            for side, (points, ticks) in enumerate(zip(state.points, state.ticks, strict=True))
        ),
        trick=tuple(
            Played((state.leader + place) % len(seats), card)
            for place, card in enumerate(state.trick)
        ),
        left=state.left,
        winners=state.winners,
        discarded=state.discarded,
        naming=state.naming,
        set_aside=_set_aside(state),
        ended=state.ended,
        hand=state.hands[viewer] if viewer in seats else HIDDEN,
        hands=state.hands if viewer == OPEN else HIDDEN,
    )


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """An event as a viewer may know it when it happens."""
    if isinstance(event, HandDealt) and viewer not in (OPEN, event.seat):
        return replace(event, cards=HIDDEN)
    return event


def _player(state: State, seat: int) -> Player:
    taken = state.taken[seat]
    return Player(
        hand=colours(state.hands[seat]),
        taken=taken,
        points=points(taken),
        pass_pass=pass_pass(taken),
        named=state.names[seat][-1] if state.names[seat] else None,
    )


def _set_aside(state: State) -> Colours:
    elsewhere = colours(chain(state.left, state.discarded, *state.hands, *state.taken))
    return Colours(*(OF_EACH_COLOUR - getattr(elsewhere, colour) for colour in COLOURS))
