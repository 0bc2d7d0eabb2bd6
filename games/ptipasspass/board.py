"""The table of PtiPassPass in plain text."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.contract import Text
from games.ptipasspass.labels import LABELS, ONE, a_token, over_cup, together
from games.ptipasspass.moves import Animal
from games.ptipasspass.view import CupView, View
from games.words import listed

_LETTERS: Final[Mapping[Animal, Text]] = {
    "dove": Text("C", "D"),
    "rabbit": Text("L", "R"),
    "mouse": Text("S", "M"),
}

_IN_HAND: Final = Text("en main", "in hand")
_VICTORIES: Final = Text("victoires", "victories")
_LEGEND: Final = Text(
    "C colombe, L lapin, S souris, * jeton non vu, ? peut-être d’autres, - vide",
    "D dove, R rabbit, M mouse, * token not seen, ? perhaps more, - empty",
)


def board(view: View, names: Sequence[str]) -> Text:
    """The cups in their rows, what the signs mean, a line for each seat, then what is being waited
    for."""
    status = _status(view, names)
    marker = LABELS[f"marker.{view.marker}"]
    heading = Text(
        f"Manche {view.round}, tour {marker.fr}", f"Round {view.round}, {marker.en} turn"
    )
    return Text(
        "\n".join(
            [heading.fr, *_grid(view, "fr"), _LEGEND.fr, *_players(view, names, "fr"), status.fr]
        ),
        "\n".join(
            [heading.en, *_grid(view, "en"), _LEGEND.en, *_players(view, names, "en"), status.en]
        ),
    )


def _grid(view: View, language: str) -> list[str]:
    """Each cup with its number and what is known of it."""
    columns = len(view.players)
    cells = [f"{number}:{_known(cup, language)}" for number, cup in enumerate(view.cups)]
    width = max(map(len, cells))
    return [
        "  ".join([cell.ljust(width) for cell in cells[row : row + columns]]).rstrip()
        for row in range(0, len(cells), columns)
    ]


@lru_cache(maxsize=4096)
def _known(cup: CupView, language: str) -> str:
    letters = "".join(_LETTERS[animal].within(language) for animal in cup.animals)
    seen = letters + "*" * cup.masked
    return (seen or "-") if cup.complete else f"{seen}?"


def _players(view: View, names: Sequence[str], language: str) -> list[str]:
    width = max(map(len, names))
    in_hand, victories = _IN_HAND.within(language), _VICTORIES.within(language)
    rows = []
    for name, player in zip(names, view.players, strict=True):
        counts = (
            f"{in_hand} {player.tokens} · Challenge {player.challenge_tokens} · "
            f"{victories} {player.victory_tokens}"
        )
        held = ""
        if isinstance(player.hand, tuple) and player.hand:
            held = f" · {together(player.hand).within(language)}"
        rows.append(f"{name:{width}}  {counts}{held}")
    return rows


def _status(view: View, names: Sequence[str]) -> Text:
    name = names[view.turn]
    match view.phase:
        case "place":
            return Text(f"{name} doit poser un jeton.", f"{name} is to place a token.")
        case "lift":
            return Text(
                f"{name} n’a plus de jeton et soulève une ligne.",
                f"{name} has no token left and is to lift a line.",
            )
        case "answer":
            held = _held(view, name)
            who = listed([names[seat] for seat in view.answerers])
            if not view.answerers:
                return held
            return Text(f"{held.fr} À répondre : {who.fr}.", f"{held.en} To answer: {who.en}.")
        case "reward":
            assert view.challenger is not None
            challenger = names[view.challenger]
            return Text(
                f"{challenger} a droit à une récompense.", f"{challenger} has earned a reward."
            )
        case "between":
            return Text("Le coup n’est pas terminé.", "The move is still going on.")
        case "over":
            return Text("La partie est terminée.", "The match is over.")


def _held(view: View, name: str) -> Text:
    """What is held over which cup, as far as it is known."""
    pick = view.pick
    assert pick is not None
    token, over = a_token(pick.animal), over_cup(pick.cup)
    said = Text("", "")
    if pick.announce is not None:
        told = ONE[pick.announce]
        said = Text(f" en annonçant {told.fr}", f", announcing {told.en}")
    return Text(
        f"{name} tient {token.fr} {over.fr}{said.fr}.",
        f"{name} holds {token.en} {over.en}{said.en}.",
    )
