"""Tables of Bonbons drawn as text, and moves made at them.

First the grid: a letter is a candy, `$` a coin, `%` the wrapper, `-` a coin that is gone. After an
empty line a row of round tiles for each seat, `>` before the one whose turn it is, and `+` before
those set aside. Plain is face down, `[a]` turned up in this go, `(a)` open for good, `{a}` covered.
"""

import re
from collections.abc import Iterable
from textwrap import dedent
from typing import Any

from games.bonbons import GAME
from games.bonbons.candies import COIN, FACE_LABELS, WRAPPER
from games.bonbons.events import AnyEvent, CandiesLaid, TurnPassed
from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Memory, Stop
from games.bonbons.state import NEVER, State
from games.contract import OPEN, Seat
from games.table import Table
from tests.games.support.scenes import refusal
from tests.games.support.scenes import the as the
from tests.games.support.worlds import NoChance

FACES = dict(zip("abcdefghijklmnopqrstuvwxyz", FACE_LABELS, strict=False))
SYMBOLS = {face: letter for letter, face in FACES.items()} | {COIN: "$", WRAPPER: "%"}
MARKS = {"down": "{}", "shown": "[{}]", "open": "({})", "covered": "{{{}}}", "gone": "-"}
TOKEN = re.compile(r"(?P<mark>[(\[{]?)(?P<symbol>[a-z$%-])[)\]}]?")

A, B, C, D, E = (FACES[letter] for letter in "abcde")


def given(drawing: str) -> State:
    """The drawn table, at the start of a turn; nothing has been shown so far."""
    grid, players = dedent(drawing).strip("\n").split("\n\n")
    squares = _tokens(grid)
    lines = players.splitlines()
    rows = [_tokens(line) for line in lines if not line.startswith("+")]
    stock = [token for line in lines if line.startswith("+") for token in _tokens(line)]
    tiles = [token for row in rows for token in row]
    numbers = iter(range(len(tiles)))
    covered = [number for number, tile in enumerate(tiles) if tile["mark"] == "{"]
    return State(
        side=len(grid.splitlines()),
        squares=tuple(_face(square) for square in squares),
        rounds=tuple(_face(tile) for tile in (*tiles, *stock)),
        rows=tuple(tuple(next(numbers) for _ in row) for row in rows),
        dealt=len(tiles),
        squares_left=_bits(not square["mark"] and square["symbol"] != "-" for square in squares),
        slots_left=tuple(_bits(not tile["mark"] for tile in row) for row in rows),
        covered=covered[0] if covered else None,
        turn=next(seat for seat, line in enumerate(lines) if line.startswith(">")),
        step="start",
        events=2,
        squares_hidden=(NEVER,) * len(squares),
        tiles_hidden=(NEVER,) * (len(tiles) + len(stock)),
    )


def drawn(state: State) -> str:
    """The table as `board` gives it."""
    view = GAME.view(state, OPEN, 0)
    squares = [MARKS[square.lies].format(SYMBOLS[str(square.face)]) for square in view.squares]
    lines = [
        " ".join(squares[first : first + view.side]) for first in range(0, len(squares), view.side)
    ]
    lines.append("")
    for seat, row in enumerate(view.rows):
        tiles = [MARKS[tile.lies].format(SYMBOLS[str(tile.face)]) for tile in row]
        lines.append(" ".join([">", *tiles] if seat == view.turn else tiles))
    if view.stock:
        lines.append(" ".join(["+", *(SYMBOLS[face] for face in state.rounds[state.dealt :])]))
    return "\n".join(lines)


def board(drawing: str) -> str:
    """A drawing without the spaces that only make it look good."""
    return "\n".join(" ".join(line.split()) for line in dedent(drawing).strip().splitlines())


def square(state: State, symbol: str, nth: int = 0) -> FlipSquare:
    """Turn up the square that shows this; the nth of several."""
    places = [n for n, face in enumerate(state.squares) if SYMBOLS[face] == symbol]
    return FlipSquare(places[nth])


def round_tile(state: State, symbol: str) -> FlipRound:
    """Turn up the round tile that shows this."""
    return next(
        FlipRound(seat, slot)
        for seat, row in enumerate(state.rows)
        for slot, tile in enumerate(row)
        if SYMBOLS[state.rounds[tile]] == symbol
    )


def when(state: State, *moves: AnyMove | str) -> tuple[State, list[AnyEvent]]:
    """The state and the events after these moves of whoever is asked.

    `a` is short for turning up the square a, `$2` for the second coin, `(a)` for the round tile a.
    """
    events: list[AnyEvent] = []
    for move in moves:
        made = _move(state, move) if isinstance(move, str) else move
        (seat,) = GAME.active(state)
        for event in GAME.decide(state, seat, made, NoChance()):
            events.append(event)
            state = GAME.evolve(state, event)
    return state, events


def refused(state: State, move: AnyMove, seat: Seat | None = None) -> str:
    """The code with which a move is refused, to whoever is asked or to that seat."""
    return refusal(GAME, state, state.turn if seat is None else seat, move)


def offered(state: State) -> set[str]:
    """The kinds of moves that whoever is asked may make."""
    return {entry.type for entry in GAME.choices(state, state.turn)}


def slots_offered(state: State) -> tuple[Any, ...]:
    """The slots among which a tile is to be given or covered."""
    (entry,) = GAME.choices(state, state.turn)
    return entry.values("slot")


def table_at(state: State) -> Table:
    """A match at this table, for what the server does by itself."""
    table = Table(GAME, len(state.rows), NoChance())
    table.state = state
    return table


def opened(drawing: str, memory: Memory = "table") -> Table:
    """A match that begins with the drawn table, where everybody has equally many tiles."""
    state = given(drawing)
    laid = CandiesLaid(
        seats=len(state.rows),
        side=state.side,
        tiles=len(state.rows[0]),
        memory=memory,
        removed=(),
        first=state.turn,
        squares=state.squares,
        rounds=state.rounds,
    )
    return Table(GAME, laid.seats, NoChance(), [laid, TurnPassed(state.turn)])


def play(table: Table, *moves: str) -> None:
    """Make these moves, written as for `when`, for whoever is asked."""
    for move in moves:
        table.submit(table.state.turn, _move(table.state, move))


def snapshot(state: State) -> dict[str, Any]:
    """The state in the words of the second implementation."""
    view = GAME.view(state, OPEN, 0)
    up = {"shown": "up", "open": "up"}
    ranking = GAME.outcome(state)
    return {
        "phase": state.step,
        "turn": state.turn,
        "squares": [[square.face, up.get(square.lies, square.lies)] for square in view.squares],
        "rows": [[[tile.face, up.get(tile.lies, tile.lies)] for tile in row] for row in view.rows],
        "stock": list(state.rounds[state.dealt :]),
        "go_squares": _squares_of_this_go(state),
        "go_round": _listed(state.stolen or state.round_shown),
        "ranking": [list(group) for group in ranking.ranking] if ranking else [],
    }


def _squares_of_this_go(state: State) -> list[int]:
    """With those that already stay where they are."""
    faces = [state.squares[place] for place in state.squares_shown]
    if state.stolen is not None:
        owner, slot = state.stolen
        faces = [state.rounds[state.rows[owner][slot]]]
    elif state.step == "cover":
        faces = [COIN]
    elif state.step == "square" and not faces:
        faces = [WRAPPER]
    return [n for n, face in enumerate(state.squares) if face in faces and _up(state, n)]


def _up(state: State, place: int) -> bool:
    return place in state.squares_shown or not state.squares_left >> place & 1


def _listed(place: tuple[int, int] | None) -> list[int] | None:
    return None if place is None else list(place)


def _move(state: State, short: str) -> AnyMove:
    if short == "stop":
        return Stop()
    if short.startswith("("):
        return round_tile(state, short[1])
    if short.startswith(("give ", "cover ")):
        kind = Give if short.startswith("give") else Cover
        return kind(int(short.split()[1]))
    return square(state, short[0], int(short[1:] or 1) - 1)


def _tokens(text: str) -> list[re.Match[str]]:
    return list(TOKEN.finditer(text))


def _face(token: re.Match[str]) -> str:
    return {"$": COIN, "-": COIN, "%": WRAPPER}.get(token["symbol"]) or FACES[token["symbol"]]


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)
