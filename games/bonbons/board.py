"""The table of Bonbons in plain text, enough to play from.

Marks, at the numbers of squares and at the faces of round tiles: `[ ]` turned up in this go, `( )`
face up for good, `*` face down but known.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from games.bonbons.candies import CANDIES, FACE_LABELS
from games.bonbons.view import Phase, Square, Tile, View
from games.contract import HIDDEN, LANGUAGES, Text

_FACES: Final = {
    language: {face: label.within(language) for face, label in FACE_LABELS.items()}
    for language in LANGUAGES
}
_LISTS: Final = {
    "shown": Text("Retournés : ", "Turned up: "),
    "open": Text("Visibles : ", "Face up: "),
    "down": Text("Connus, face cachée : ", "Known, face down: "),
}
_STOCK: Final = Text("Pioche : ", "Stock: ")
_WITHOUT: Final = Text("Retirés du jeu : ", "Left out: ")
_COINS: Final = Text("monnaie", "coins")

_STATUS: Final[dict[Phase, Text]] = {
    "start": Text("{name} doit retourner une tuile.", "{name} is to turn up a tile."),
    "further": Text("{name} peut rejouer ou s’arrêter.", "{name} may go on or stop."),
    "more": Text("{name} n’a pas terminé son essai.", "{name} is in the middle of a go."),
    "give": Text("{name} doit donner une tuile en échange.", "{name} is to give a tile in return."),
    "cover": Text(
        "{name} doit recouvrir une tuile avec la monnaie.",
        "{name} is to cover a tile with the coins.",
    ),
    "between": Text("Le tour est terminé.", "The turn is over."),
    "over": Text("La partie est terminée.", "The match is over."),
}


def board(view: View, names: Sequence[str]) -> Text:
    """The grid with its numbers, what is known of the squares, and everybody's round tiles."""
    grid = _grid(view)
    return Text(*("\n".join([*grid, *_lines(view, names, language)]) for language in LANGUAGES))


def _grid(view: View) -> list[str]:
    cells = [_cell(number, square) for number, square in enumerate(view.squares, 1)]
    return [
        " ".join(cells[first : first + view.side]).rstrip()
        for first in range(0, len(cells), view.side)
    ]


def _lines(view: View, names: Sequence[str], language: str) -> Iterable[str]:
    faces = _FACES[language]
    known: dict[str, list[str]] = {lies: [] for lies in (*_LISTS, "gone")}
    for number, square in enumerate(view.squares, 1):
        if square.face is not HIDDEN:
            known[square.lies].append(f"{number} {faces[square.face]}")
    for lies, title in _LISTS.items():
        if known[lies]:
            yield title.within(language) + ", ".join(known[lies])
    width = max(len(name) for name in names)
    for seat, (name, row) in enumerate(zip(names, view.rows, strict=True), 1):
        tiles = [f"{number} {_tile(tile, language)}" for number, tile in enumerate(row, 1)]
        yield f"{seat} {name:{width}}  {'   '.join(tiles)}"
    yield f"{_STOCK.within(language)}{view.stock}"
    if view.removed:
        removed = ", ".join(CANDIES[candy].within(language) for candy in view.removed)
        yield _WITHOUT.within(language) + removed
    yield _STATUS[view.phase].within(language).format(name=names[view.turn])


def _cell(number: int, square: Square) -> str:
    match square.lies:
        case "down":
            return f"{number:>4}{' ' if square.face is HIDDEN else '*'}"
        case "shown":
            return f"[{number}]".rjust(5)
        case "open":
            return f"({number})".rjust(5)
        case "gone":
            return " " * 5


def _tile(tile: Tile, language: str) -> str:
    known = tile.face is not HIDDEN
    face = "?" if tile.face is HIDDEN else _FACES[language][tile.face]
    match tile.lies:
        case "down":
            return f"{face}*" if known else face
        case "shown":
            return f"[{face}]"
        case "open":
            return f"({face})"
        case "covered":
            return f"({_COINS.within(language)})" + (f" {face}*" if known else "")
