"""The cups of PtiPassPass as a picture."""

from collections.abc import Iterator, Sequence

from games.contract import HIDDEN, Seat, Secret
from games.drawing import (
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
from games.ptipasspass.cups import ROWS
from games.ptipasspass.moves import Animal
from games.ptipasspass.view import CupView, PlayerView, View

CUP = 92
PLAYER = 46
FUR: dict[Animal, str] = {"dove": "#f7f9fb", "rabbit": "#d98c6a", "mouse": "#8d99a6"}


def table(view: View, names: Sequence[str], viewer: Seat | None) -> str:
    """The cups with their numbers and what is known of them, then everybody's tokens."""
    height = ROWS * CUP + 24 + PLAYER * len(names)
    return picture(height, _parts(view, names, viewer))


def _parts(view: View, names: Sequence[str], viewer: Seat | None) -> Iterator[str]:
    columns = len(view.players)
    wide = min(150.0, (WIDTH - 16) / columns)
    left = (WIDTH - wide * columns) / 2
    held = view.pick.cup if view.pick is not None else HIDDEN
    for number, cup in enumerate(view.cups):
        down, across = divmod(number, columns)
        x, y = left + wide * (across + 0.5), 8.0 + CUP * down
        yield from _cup(cup, number, x, y, wide)
        if number == held and view.pick is not None:
            yield token(view.pick.animal, x + wide / 2 - 18, y + 16, 13)
    for seat, player in enumerate(view.players):
        y = ROWS * CUP + 24 + PLAYER * (seat + 0.5)
        asked = seat in view.answerers if view.phase == "answer" else seat == view.turn
        turn = asked and view.phase != "over"
        yield name(10, y, names[seat], seat, own=seat == viewer, turn=turn)
        yield from _tokens(player, y)


def _cup(cup: CupView, number: int, x: float, y: float, wide: float) -> Iterator[str]:
    top, bottom = min(38.0, wide / 2 - 4), min(30.0, wide / 2 - 10)
    stroke = PALE if cup.complete else HIGHLIGHT
    corners = [(x - bottom, y + 24), (x + bottom, y + 24), (x + top, y + 86), (x - top, y + 86)]
    yield shape(corners, SHADE, stroke=stroke)
    yield words(x - top + 4, y + 14, number, size=14, fill=PALE, anchor="start")
    inside: list[Secret[Animal]] = [*cup.animals, *[HIDDEN] * cup.masked]
    if not inside and cup.complete:
        return
    if not inside:
        yield words(x, y + 56, "?", size=24, fill=PALE)
    for place, animal in enumerate(inside[:4]):
        yield token(animal, x - 13 + 26 * (place % 2), y + 44 + 26 * (place // 2), 11)
    if inside and not cup.complete:
        yield words(x + top - 6, y + 34, "?", size=14, fill=PALE)


def _tokens(player: PlayerView, y: float) -> Iterator[str]:
    hand: tuple[Secret[Animal], ...] = (HIDDEN,) * player.tokens
    if player.hand is not HIDDEN:
        hand = player.hand
    for place, animal in enumerate(hand):
        yield token(animal, 190 + 34 * place, y, 13)
    for place in range(player.challenge_tokens):
        yield box(424 + 28 * place, y - 11, 22, 22, "#b03a2e", round=4)
        yield words(435 + 28 * place, y, "!", size=15, fill="#ffffff")
    for place in range(player.victory_tokens):
        yield words(556 + 24 * place, y, "★", size=24, fill="#d4ac0d")


def token(animal: Secret[Animal], x: float, y: float, size: float) -> str:
    """An animal's head around a point, or the back of a token that is not known."""
    if animal is HIDDEN:
        back = disc(x, y, size, "#b9a88c", stroke=PALE)
        return back + words(x, y, "?", size=size * 1.2, fill="#ffffff")
    fur = FUR[animal]
    head = disc(x, y, size, fur, stroke=INK)
    eyes = [disc(x + side * size * 0.35, y - size * 0.1, size * 0.13, INK) for side in (-1, 1)]
    match animal:
        case "dove":
            beak = [(x - size * 0.2, y + size * 0.2), (x + size * 0.2, y + size * 0.2)]
            own = [head, shape([*beak, (x, y + size * 0.65)], "#e0a020")]
        case "rabbit":
            ears = [
                box(x + side * size * 0.5 - size * 0.2, y - size * 1.7, size * 0.4, size, fur,
                    stroke=INK, round=size * 0.2)
                for side in (-1, 1)
            ]  # fmt: skip
            own = [*ears, head, disc(x, y + size * 0.35, size * 0.16, "#ffffff")]
        case "mouse":
            ears = [
                disc(x + side * size * 0.75, y - size * 0.75, size * 0.5, fur, stroke=INK)
                for side in (-1, 1)
            ]
            own = [*ears, head, disc(x, y + size * 0.4, size * 0.2, "#e8a0b0")]
    return "".join([*own, *eyes])
