"""Positions between turns, as far as they are public, and what a turn makes of them.

The moves of pawns without events, for bots that look ahead; a test compares them with the rules.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.ciaociao.events import AnyEvent, BridgeBuilt, NumberAnnounced, PawnAdvanced, PawnEntered
from games.ciaociao.view import View
from games.common import put
from games.contract import Seat

PAWNS: Final = 7
ENOUGH: Final = 3
GONE: Final = -1
"""In place of a seat: the pawn that stood on this step of the podium has fallen."""


class Position(NamedTuple):
    """Where all pawns stand; `turn` is the seat that rolls next or has just announced."""

    bridge: tuple[int, ...]
    reserve: tuple[int, ...]
    podium: tuple[Seat, ...]
    turn: Seat


RECURSION: Final = 10_000
"""Enough frames for the longest match of two seats."""

START: Final = Position((1, 1), (PAWNS - 1, PAWNS - 1), (), 0)
"""The first position of a match of two seats, seen from the seat that begins."""


def position_in(view: View) -> Position:
    """Return where the pawns stand in a view."""
    steps = {step: seat for seat, player in enumerate(view.players) for step in player.podium}
    return Position(
        tuple(player.plank or 0 for player in view.players),
        tuple(player.reserve for player in view.players),
        tuple(steps.get(step, GONE) for step in range(1, max(steps, default=0) + 1)),
        view.turn,
    )


def before_announcement(position: Position, seen: Sequence[AnyEvent]) -> Position:
    """Return where the pawns stood before the announcement that is now to be answered."""
    turn, place = position.turn, len(seen) - 1
    reserve = position.reserve[turn]
    while not isinstance(announced := seen[place], NumberAnnounced):
        reserve += isinstance(announced, PawnEntered)
        place -= 1
    plank = next(filter(None, (_plank_after(event, turn) for event in seen[place - 1 :: -1])))
    podium = position.podium if announced.plank else position.podium[:-1]
    bridge, reserves = put(position.bridge, turn, plank), put(position.reserve, turn, reserve)
    return Position(bridge, reserves, podium, turn)


def _plank_after(event: AnyEvent, seat: Seat) -> int | None:
    """Return the plank that a seat's pawn came to with an event; None for any other event."""
    if isinstance(event, BridgeBuilt):
        return 1
    if isinstance(event, PawnEntered):
        return 1 if event.seat == seat else None
    if isinstance(event, NumberAnnounced | PawnAdvanced):
        return event.plank if event.seat == seat else None
    return None


def answerers(position: Position) -> list[Seat]:
    """Return the seats that may answer, clockwise from the announcer's left (C12)."""
    seats, turn = len(position.bridge), position.turn
    others = ((turn + distance) % seats for distance in range(1, seats))
    return [seat for seat in others if position.bridge[seat] or seat in position.podium]


def announced(position: Position, number: int, planks: int) -> Position:
    """Return the position after an announcement: the pawn has moved, and a new one entered."""
    return _entered(_moved(position, position.turn, number, planks), position.turn)


def caught(
    position: Position, before: Position, doubter: Seat, number: int, planks: int
) -> Position:
    """Return the position after a bluff was doubted; `before` is that before the announcement."""
    turn = position.turn
    if len(position.podium) > len(before.podium):
        fallen = _podium_fall(position, len(position.podium))
    else:
        fallen = position._replace(bridge=put(position.bridge, turn, 0))
    if fallen.bridge[doubter]:
        fallen = _moved(fallen, doubter, number, planks)
    return _entered(_entered(fallen, turn), doubter)


def wrongly_doubted(position: Position, doubter: Seat) -> list[Position]:
    """Return the positions among which the announcer chooses after a wrong doubt (C14, C16)."""
    if is_won(position, position.turn):
        return [position]
    if position.bridge[doubter]:
        return [_entered(position._replace(bridge=put(position.bridge, doubter, 0)), doubter)]
    steps = [step for step, seat in enumerate(position.podium, 1) if seat == doubter]
    return [_podium_fall(position, step) for step in steps]


def next_turn(position: Position) -> Position | None:
    """Return the position with the next seat's turn, or None if the match is over (C18, C21)."""
    seats, turn = len(position.bridge), position.turn
    if len(position.podium) >= ENOUGH and any(is_won(position, seat) for seat in range(seats)):
        return None
    for distance in range(1, seats + 1):
        seat = (turn + distance) % seats
        if position.bridge[seat]:
            return position._replace(turn=seat)
    return None


def shares(position: Position) -> list[float]:
    """Return each seat's share of the victory in a position that ends the match (C21, C22)."""
    seats = range(len(position.bridge))
    across = any(is_won(position, seat) for seat in seats)
    worth = [
        position.podium.count(seat)
        if across
        else sum(step for step, own in enumerate(position.podium, 1) if own == seat)
        for seat in seats
    ]
    winners = worth.count(max(worth))
    return [1 / winners if own == max(worth) else 0.0 for own in worth]


def is_won(position: Position, seat: Seat) -> bool:
    """Whether a seat has brought enough pawns across (C21)."""
    return position.podium.count(seat) >= ENOUGH


def _moved(position: Position, seat: Seat, number: int, planks: int) -> Position:
    plank = position.bridge[seat] + number
    if plank <= planks:
        return position._replace(bridge=put(position.bridge, seat, plank))
    return position._replace(bridge=put(position.bridge, seat, 0), podium=(*position.podium, seat))


def _entered(position: Position, seat: Seat) -> Position:
    reserve = position.reserve[seat]
    if position.bridge[seat] or not reserve:
        return position
    return position._replace(
        bridge=put(position.bridge, seat, 1), reserve=put(position.reserve, seat, reserve - 1)
    )


def _podium_fall(position: Position, step: int) -> Position:
    podium = put(position.podium, step - 1, GONE)
    while podium and podium[-1] == GONE:
        podium = podium[:-1]
    return position._replace(podium=podium)
