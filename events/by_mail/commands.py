"""What a person writes around a move: a greeting above it, the wish for a receipt after it."""

import re
from collections.abc import Sequence

from games.contract import AnyGame
from games.move_parser import is_greeting

_RECEIPT = re.compile(
    r"(?:^|[\s,;.+]+)(?:avec |with |a )?(?:re[cç]u|receipt)"
    r"(?:[\s,]+(?:svp|stp|merci|please|s[’']il (?:vous|te) pla[iî]t))?[\s.!?]*$",
    re.IGNORECASE,
)


def command_of(game: AnyGame, lines: Sequence[str]) -> str:
    """Return the first line of a mail, or the second one below a greeting."""
    return lines[1] if len(lines) > 1 and is_greeting(game, lines[0]) else lines[0]


def wants_receipt(line: str) -> tuple[str, bool]:
    """Return a line without the words that ask for a receipt, and whether there were any."""
    found = _RECEIPT.search(line)
    return (line[: found.start()].strip(), True) if found else (line, False)
