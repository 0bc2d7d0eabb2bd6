"""What a forgetful player of Bonbons remembers of the faces that were shown.

The faces shown last stay in mind. Of as many before them the places are mixed up with those beside
them: always the same way, for a wrong memory does not change by itself. All others are forgotten.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias
from zlib import crc32

from msgspec.structs import replace

from games.bonbons.candies import Face
from games.bonbons.events import AnyEvent, RoundTurned, SquareTurned
from games.bonbons.view import Square, Tile, View
from games.contract import HIDDEN, Sight

Spot: TypeAlias = tuple[str, int]
"""A square or a round tile, by its number."""

_DOWN: Final = Square("down")


def recalled(sight: Sight[View, AnyEvent], span: int) -> View:
    """Return the view with the faces that a player remembers who has room for so many."""
    view = sight.view
    faces = _remembered(sight, span)
    return replace(
        view,
        squares=tuple(
            _square(square, faces.get(("s", at))) for at, square in enumerate(view.squares)
        ),
        rows=tuple(
            tuple(_tile(tile, faces.get(("t", tile.tile))) for tile in row) for row in view.rows
        ),
    )


def _remembered(sight: Sight[View, AnyEvent], span: int) -> Mapping[Spot, Face | None]:
    view = sight.view
    shown: dict[Spot, int] = {}
    for place, event in enumerate(sight.seen):
        spot = _spot(event)
        if spot is not None:
            shown.pop(spot, None)
            shown[spot] = place
    down = _face_down(view)
    latest = [spot for spot in reversed(shown) if spot in down]
    faces = {spot: down[spot] for spot in latest[:span]}
    for spot in latest[span : 2 * span]:
        beside = [other for other in _beside(spot, view) if other in down]
        if beside:
            mixed = beside[crc32(f"{spot}{shown[spot]}{sight.seat}".encode()) % len(beside)]
            faces.setdefault(mixed, down[spot])
    return faces


def _spot(event: AnyEvent) -> Spot | None:
    match event:
        case SquareTurned(square=int(square)):
            return "s", square
        case RoundTurned(tile=int(tile)):
            return "t", tile
        case _:
            return None


def _face_down(view: View) -> dict[Spot, Face | None]:
    """The squares and tiles that lie face down, with their faces where they have been shown."""
    down: dict[Spot, Face | None] = {}
    for at, square in enumerate(view.squares):
        if square.lies == "down":
            down["s", at] = None if square.face is HIDDEN else square.face
    for row in view.rows:
        for tile in row:
            if tile.lies == "down":
                down["t", tile.tile] = None if tile.face is HIDDEN else tile.face
    return down


def _beside(spot: Spot, view: View) -> list[Spot]:
    kind, number = spot
    if kind == "t":
        rows = [[("t", tile.tile) for tile in row] for row in view.rows]
        return next(row for row in rows if spot in row)
    row, column = divmod(number, view.side)
    return [
        ("s", (row + down) * view.side + column + right)
        for down, right in ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0))
        if row + down in range(view.side) and column + right in range(view.side)
    ]


def _square(square: Square, face: Face | None) -> Square:
    if square.lies != "down":
        return square
    return _DOWN if face is None else Square("down", face)


def _tile(tile: Tile, face: Face | None) -> Tile:
    if tile.lies != "down":
        return tile
    return Tile(tile.tile, "down", HIDDEN if face is None else face)
