"""Who may know what in Bonbons: of what lies face down, whoever has not forgotten it remembers what
was shown; of what was never shown, nobody knows anything (B30, B31)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from games.bonbons.candies import COIN
from games.bonbons.events import AnyEvent, CandiesLaid
from games.bonbons.state import State, Step
from games.bonbons.view import Phase, Square, Tile, View
from games.contract import HIDDEN, OPEN, Horizon, Seat, Viewer

_PHASE: Final[dict[Step, Phase]] = {
    "start": "start",
    "further": "further",
    # Which of these it is follows from a face that may have faded.
    "square": "more",
    "coin": "more",
    "coins": "more",
    "round": "more",
    "give": "give",
    "cover": "cover",
    "between": "between",
    "over": "over",
}


def view(state: State, viewer: Viewer, horizon: Horizon) -> View:
    """The table as a viewer may see it now, without what has faded."""
    everything = viewer == OPEN
    return View(
        memory=state.memory,
        side=state.side,
        removed=state.removed,
        squares=tuple(_squares(state, everything, horizon)),
        rows=tuple(
            tuple(_row(state, seat, everything, horizon)) for seat in range(len(state.rows))
        ),
        stock=len(state.rounds) - state.dealt,
        phase=_PHASE[state.step],
        turn=state.turn,
    )


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """An event as a viewer may know it when it happens: nobody has seen what was dealt."""
    if viewer != OPEN and isinstance(event, CandiesLaid):
        return replace(event, squares=HIDDEN, rounds=HIDDEN)
    return event


def _squares(state: State, everything: bool, horizon: Horizon) -> Iterator[Square]:
    on_show = state.squares_shown if everything or state.events >= horizon else ()
    for place, face in enumerate(state.squares):
        if place in on_show:
            yield Square("shown", face)
        elif state.squares_left >> place & 1:
            known = everything or state.squares_hidden[place] >= horizon
            yield Square("down", face) if known else _SQUARE_DOWN
        elif face == COIN and state.covered is not None:
            yield Square("gone", face)
        else:
            yield Square("open", face)


def _row(state: State, seat: Seat, everything: bool, horizon: Horizon) -> Iterator[Tile]:
    on_show = state.round_shown if everything or state.events >= horizon else None
    for slot, tile in enumerate(state.rows[seat]):
        face = state.rounds[tile]
        covered = tile == state.covered
        if (seat, slot) == on_show:
            yield Tile(tile, "shown", face)
        elif covered or state.slots_left[seat] >> slot & 1:
            known = everything or state.tiles_hidden[tile] >= horizon
            yield Tile(tile, "covered" if covered else "down", face if known else HIDDEN)
        else:
            yield Tile(tile, "open", face)


_SQUARE_DOWN: Final = Square("down")
