"""A match at the terminal: shown to one viewer as it happens, and played from their seat."""

from collections.abc import Callable, Sequence
from typing import Any

from games.chance import Chance
from games.contract import Text, Viewer
from games.table import Table

NAMES = ("Anna", "Bruno", "Chloé", "Dario", "Élise", "Fabio")

WIDTH = 100
FEW = 12
"""Most rows of the menu, if its width allows."""

PROMPT = Text(
    "Votre coup (un numéro, ou « q » pour partir) : ", "Your move (a number, or “q” to leave): "
)
NOT_OFFERED = Text(
    "Répondez par un numéro de 1 à {most}.", "Answer with a number from 1 to {most}."
)
SEALED = Text(
    "Votre réponse est scellée jusqu’à votre tour.", "Your answer is sealed until it is your turn."
)
LEFT = Text("Vous quittez la table.", "You leave the table.")
WON = Text("Victoire : {names}", "Victory: {names}")


def menu(labels: Sequence[str]) -> list[str]:
    """Return numbered labels in columns, read downwards, as few columns as FEW rows allow."""
    cells = [
        f"  {number:>{len(str(len(labels)))}}  {label}" for number, label in enumerate(labels, 1)
    ]
    width = max(map(len, cells))
    columns = max(1, min(WIDTH // width, -(-len(cells) // FEW)))
    rows = -(-len(cells) // columns)
    lines = ["".join(cell.ljust(width) for cell in cells[row::rows]) for row in range(rows)]
    return [line.rstrip() for line in lines]


class Terminal:
    """One match as one viewer sees it; the game's bot plays every other seat."""

    def __init__(
        self,
        table: Table,
        viewer: Viewer,
        language: str,
        chance: Chance,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
    ) -> None:
        self._table = table
        self._viewer = viewer
        self._language = language
        self._chance = chance
        self._read = read
        self._write = write
        self._names = NAMES[: table.seats]
        self._told = 0

    def run(self) -> None:
        """Play until the match is over or the player leaves."""
        while self._table.outcome is None:
            self._tell_news()
            if self._viewer in self._table.awaited() and self._viewer not in self._table.sealed:
                move = self._ask()
                if move is None:
                    self._say(LEFT)
                    return
                if not self._table.submit(self._viewer, move):
                    self._say(SEALED)
            else:
                self._table.play_bot(self._table.game.active(self._table.state)[0], self._chance)
        self._tell_news()
        self._show_board()
        winners = [self._names[seat] for seat in self._table.outcome.winners]
        self._say(WON, names=", ".join(winners))

    def _ask(self) -> Any | None:
        self._show_board()
        moves = self._table.legal_moves(self._viewer)
        numbered = {str(number): move for number, move in enumerate(moves, 1)}
        labels = [self._table.game.words.move(move).within(self._language) for move in moves]
        for line in menu(labels):
            self._write(line)
        while True:
            answer = self._read(PROMPT.within(self._language)).strip()
            if answer == "q":
                return None
            if answer in numbered:
                return numbered[answer]
            self._say(NOT_OFFERED, most=len(numbered))

    def _tell_news(self) -> None:
        feed = self._table.feed(self._viewer)
        for event in feed[self._told :]:
            self._write(self._table.game.words.recap(event, self._names).within(self._language))
        self._told = len(feed)

    def _show_board(self) -> None:
        view = self._table.view(self._viewer)
        board = self._table.game.words.board(view, self._names).within(self._language)
        self._write(f"\n{board}\n")

    def _say(self, text: Text, **values: object) -> None:
        self._write(text.within(self._language).format(**values))
