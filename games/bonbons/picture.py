"""The candies of Bonbons as a picture."""

from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin

from games.bonbons.candies import COIN, WRAPPER, Face
from games.bonbons.view import Square, Tile, View
from games.contract import HIDDEN, Seat, Secret
from games.drawing import (
    COLOURS,
    HIGHLIGHT,
    INK,
    PALE,
    SHADE,
    WIDTH,
    box,
    disc,
    name,
    picture,
    shape,
    words,
)

ROW = 58
DOWN = "#b9a88c"


def table(view: View, names: Sequence[str], viewer: Seat | None) -> str:
    """The grid with its numbers and what is known of it, then everybody's round tiles."""
    cell = 440 / view.side
    height = cell * view.side + 24 + ROW * len(names)
    return picture(height, _parts(view, names, viewer, cell))


def _parts(view: View, names: Sequence[str], viewer: Seat | None, cell: float) -> Iterator[str]:
    left = (WIDTH - cell * view.side) / 2
    for place, square in enumerate(view.squares):
        down, across = divmod(place, view.side)
        yield from _square(square, place + 1, left + cell * across, 8 + cell * down, cell)
    for seat, row in enumerate(view.rows):
        y = cell * view.side + 20 + ROW * (seat + 0.5)
        turn = seat == view.turn and view.phase != "over"
        yield name(10, y, f"{seat + 1} {names[seat]}", seat, own=seat == viewer, turn=turn)
        for slot, tile in enumerate(row):
            yield from _tile(tile, slot + 1, 190 + 82 * slot, y)


def _square(square: Square, number: int, x: float, y: float, cell: float) -> Iterator[str]:
    if square.lies == "gone":
        return
    side, middle = cell - 6, cell / 2
    known = square.face is not HIDDEN
    fill = DOWN if square.lies == "down" else "#ffffff"
    stroke = HIGHLIGHT if square.lies == "shown" else PALE
    yield box(x + 3, y + 3, side, side, fill, stroke=stroke, round=8)
    if not known:
        yield words(x + middle, y + middle, number, size=20, fill="#ffffff")
        return
    if square.lies == "down":
        yield disc(x + middle, y + middle + 4, side * 0.34, SHADE)
    yield face(square.face, x + middle, y + middle + 4, side * 0.27)
    yield words(x + 14, y + 14, number, size=12, fill=INK)


def _tile(tile: Tile, number: int, x: float, y: float) -> Iterator[str]:
    fill = DOWN if tile.lies == "down" else "#ffffff"
    stroke = {"shown": HIGHLIGHT, "covered": "#d4ac0d"}.get(tile.lies, PALE)
    yield disc(x, y, 24, fill, stroke=stroke)
    if tile.face is not HIDDEN:
        if tile.lies == "down":
            yield disc(x, y, 19, SHADE)
        yield face(tile.face, x, y, 14)
    elif tile.lies == "covered":
        yield face(COIN, x, y, 14)
    else:
        yield words(x, y, "?", size=20, fill="#ffffff")
    yield words(x + 32, y + 14, number, size=12, fill=PALE)


def face(shown: Secret[Face], x: float, y: float, size: float) -> str:
    """What a tile shows, around a point."""
    if shown == COIN:
        coin = disc(x, y, size, "#d4ac0d", stroke="#8a6d0b")
        return coin + words(x, y, "¢", size=size, fill="#5c4806")
    if shown == WRAPPER:
        wings = [(x - size, y - size * 0.6), (x, y), (x - size, y + size * 0.6)]
        return shape(wings, PALE) + shape([(2 * x - a, b) for a, b in wings], PALE)
    candy, _, colour = str(shown).partition("-")
    return _CANDIES[candy](x, y, size, COLOURS[colour])


def _corners(
    x: float, y: float, size: float, many: int, turned: float = 0
) -> list[tuple[float, float]]:
    angles = [turned + 2 * pi * place / many - pi / 2 for place in range(many)]
    return [(x + size * cos(angle), y + size * sin(angle)) for angle in angles]


def _toffee(x: float, y: float, size: float, fill: str) -> str:
    ends = shape([(x - size, y - size / 2), (x, y), (x - size, y + size / 2)], fill)
    others = shape([(x + size, y - size / 2), (x, y), (x + size, y + size / 2)], fill)
    return ends + others + box(x - size * 0.6, y - size * 0.5, size * 1.2, size, fill, stroke=INK)


def _humbug(x: float, y: float, size: float, fill: str) -> str:
    stripe = box(x - size * 0.15, y - size * 0.6, size * 0.3, size * 1.2, "#ffffff", round=1)
    return shape(_corners(x, y, size, 4), fill, stroke=INK) + stripe


def _nougat(x: float, y: float, size: float, fill: str) -> str:
    bar = box(x - size, y - size * 0.55, size * 2, size * 1.1, fill, stroke=INK, round=3)
    nuts = [disc(x + size * place, y, size * 0.18, "#ffffff") for place in (-0.5, 0, 0.5)]
    return bar + "".join(nuts)


def _bear(x: float, y: float, size: float, fill: str) -> str:
    ears = [disc(x + side * size * 0.6, y - size * 0.7, size * 0.35, fill) for side in (-1, 1)]
    eyes = [disc(x + side * size * 0.3, y - size * 0.1, size * 0.12, INK) for side in (-1, 1)]
    return "".join([*ears, disc(x, y, size * 0.85, fill, stroke=INK), *eyes])


def _crocodile(x: float, y: float, size: float, fill: str) -> str:
    body = shape(
        [(x - size, y + size * 0.3), (x + size, y - size * 0.1), (x + size, y + size * 0.5)],
        fill,
        stroke=INK,
    )
    back = [
        shape(_corners(x + size * place, y - size * 0.05, size * 0.35, 3), fill)
        for place in (-0.1, 0.35, 0.8)
    ]
    return "".join([*back, body, disc(x + size * 0.75, y + size * 0.1, size * 0.12, INK)])


def _cane(x: float, y: float, size: float, fill: str) -> str:
    hook = disc(x - size * 0.15, y - size * 0.45, size * 0.55, fill, stroke=INK)
    hole = disc(x - size * 0.15, y - size * 0.45, size * 0.22, "#ffffff")
    stem = box(x + size * 0.1, y - size * 0.5, size * 0.36, size * 1.5, fill, stroke=INK, round=3)
    return hook + hole + stem


def _shell(x: float, y: float, size: float, fill: str) -> str:
    fan = [
        (x, y + size * 0.8),
        *[
            (x + size * cos(a), y + size * 0.3 - size * sin(a))
            for a in [0.2 + 0.27 * k for k in range(11)]
        ],
    ]
    ribs = [
        box(x + size * place - 1, y - size * 0.3, 2, size * 0.8, "#ffffff", round=1)
        for place in (-0.3, 0, 0.3)
    ]
    return shape(fan, fill, stroke=INK) + "".join(ribs)


def _lokum(x: float, y: float, size: float, fill: str) -> str:
    cube = box(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, fill, stroke=INK, round=3)
    dust = [
        disc(x + size * a, y + size * b, size * 0.13, "#ffffff")
        for a, b in ((-0.4, -0.3), (0.3, -0.45), (0, 0.1), (0.4, 0.4), (-0.4, 0.45))
    ]
    return cube + "".join(dust)


_CANDIES: dict[str, Callable[[float, float, float, str], str]] = {
    "toffee": _toffee,
    "humbug": _humbug,
    "nougat": _nougat,
    "bear": _bear,
    "crocodile": _crocodile,
    "cane": _cane,
    "shell": _shell,
    "lokum": _lokum,
}
