"""The bridge of Ciao, ciao… as a picture."""

from collections.abc import Iterator, Sequence

from games.ciaociao.view import Player, View
from games.contract import HIDDEN, Seat
from games.drawing import (
    INK,
    PALE,
    SEATS,
    SHADE,
    WIDTH,
    WOOD,
    box,
    disc,
    name,
    picture,
    words,
)

ROW = 58
TOP = 64
LEFT = 130
RIGHT = 470


def table(view: View, names: Sequence[str], viewer: Seat | None) -> str:
    """The announcement, then for each player the bridge, the podium steps and the pawns left."""
    return picture(TOP + ROW * len(names) + 12, _parts(view, names, viewer))


def _parts(view: View, names: Sequence[str], viewer: Seat | None) -> Iterator[str]:
    yield from _head(view)
    for seat, player in enumerate(view.players):
        y = TOP + ROW * seat + ROW / 2
        asked = seat in view.answerers if view.phase == "answer" else seat == view.turn
        turn = asked and view.phase != "over"
        yield name(10, y - 10, names[seat], seat, own=seat == viewer, turn=turn)
        yield from _reserve(seat, player, y + 12)
        yield from _bridge(seat, player, view.planks, y)
        yield from _podium(seat, player, y)


def _head(view: View) -> Iterator[str]:
    """The cup with what is known to be in it, and what was announced."""
    yield box(14, 12, 34, 40, "#6e4b2a", round=8)
    inside = "?" if view.die is HIDDEN else ("×" if view.die == 0 else view.die)
    yield words(31, 32, inside, size=22, fill="#ffffff")
    if view.number is not None:
        colour = SEATS[view.turn % len(SEATS)]
        yield box(64, 12, 70, 40, "#ffffff", stroke=colour, round=12)
        yield words(99, 32, f"{view.number} !", size=22, fill=colour)
    step = (RIGHT - LEFT) / view.planks
    for plank in range(view.planks):
        yield words(LEFT + step * (plank + 0.5), 50, plank + 1, size=12, fill=PALE)
    yield words((RIGHT + WIDTH) / 2, 50, "★", size=16, fill="#d4ac0d")


def _bridge(seat: Seat, player: Player, planks: int, y: float) -> Iterator[str]:
    step = (RIGHT - LEFT) / planks
    yield box(LEFT - 4, y - 2, RIGHT - LEFT + 8, 4, "#8d6b3f", round=2)
    for plank in range(planks):
        yield box(LEFT + step * plank + 2, y - 17, step - 4, 34, WOOD, round=4)
    if player.plank is not None:
        x = LEFT + step * (player.plank - 0.5)
        yield disc(x, y, min(14, step / 2 - 2), SEATS[seat % len(SEATS)], stroke="#ffffff")


def _podium(seat: Seat, player: Player, y: float) -> Iterator[str]:
    yield box(RIGHT + 12, y - 17, WIDTH - RIGHT - 22, 34, SHADE)
    for place, step in enumerate(player.podium):
        x = RIGHT + 30 + 26 * place
        yield disc(x, y, 12, SEATS[seat % len(SEATS)])
        yield words(x, y, step, size=13, fill="#ffffff")


def _reserve(seat: Seat, player: Player, y: float) -> Iterator[str]:
    """The pawns that wait, then those in the swamp."""
    for place in range(player.reserve):
        yield disc(28 + 14 * place, y, 5.5, SEATS[seat % len(SEATS)])
    for place in range(player.fallen):
        x = 28 + 14 * (player.reserve + place)
        yield words(x, y, "×", size=14, fill=INK)
