"""Positions of PtiPassPass drawn as text, and moves made in them.

First the cups, row by row: the letters of what each holds (d, r, m), `-` for an empty one. Then a
row for each seat: `>` if it is its turn, its hand, a `+` for each Challenge token (`0` for none), a
`*` for each victory token.
"""

from textwrap import dedent

from games.contract import Seat
from games.ptipasspass import GAME
from games.ptipasspass.cups import in_order
from games.ptipasspass.events import Animals, AnyEvent, Marker
from games.ptipasspass.moves import ANIMALS, AnyMove, ChallengeTokens
from games.ptipasspass.state import NEVER, Cup, State, Token
from games.table import Table
from tests.games.support.scenes import refusal
from tests.games.support.scenes import the as the
from tests.games.support.scripted import ScriptedChance

LETTERS = {animal[0]: animal for animal in ANIMALS}
BEFORE = 100
"""So many events came before any position that is drawn."""


def given(
    drawing: str, marker: Marker = "masked", challenge_tokens: ChallengeTokens = "reset"
) -> State:
    """The drawn position, at the beginning of a turn in the first or second turn of the table."""
    rows = [line.split() for line in dedent(drawing).strip().splitlines()]
    cups = [animals(cell) for row in rows[:3] for cell in row]
    seats = rows[3:]
    assert len(cups) == 3 * len(seats), "a row of the table has as many cups as there are seats"
    (turn,) = (seat for seat, row in enumerate(seats) if row[0] == ">")
    held = [row[1:] if row[0] == ">" else row for row in seats]
    hands = tuple(animals(row[0]) for row in held)
    return State(
        seats=len(seats),
        challenge_tokens=challenge_tokens,
        events=BEFORE,
        round=1,
        hands=hands,
        challenges=tuple(row[1].count("+") for row in held),
        victories=tuple(row[2].count("*") if len(row) > 2 else 0 for row in held),
        cups=tuple(
            Cup(tuple(Token(animal, NEVER, 0, NEVER) for animal in content)) for content in cups
        ),
        first_put=0,
        phase="place" if hands[turn] else "lift",
        turn=turn,
        turns=1 + turn if marker == "masked" else 1 + turn + len(seats),
        marker=marker,
    )


def drawn(state: State) -> str:
    """The position as `given` reads it, without whose turn it is."""
    cells = [_letters(in_order(token.animal for token in cup.tokens)) for cup in state.cups]
    rows = [" ".join(cells[row : row + state.seats]) for row in range(0, len(cells), state.seats)]
    for seat, hand in enumerate(state.hands):
        tokens = "+" * state.challenges[seat] or "0"
        rows.append(f"{_letters(hand)} {tokens} {'*' * state.victories[seat]}".rstrip())
    return "\n".join(rows)


def board(drawing: str) -> str:
    """A drawing as `drawn` would give it."""
    lines = dedent(drawing).strip().splitlines()
    return "\n".join(" ".join(line.replace(">", " ").split()) for line in lines)


def animals(letters: str) -> Animals:
    """The animals that letters stand for."""
    return in_order(LETTERS[letter] for letter in letters if letter != "-")


def when(state: State, *moves: tuple[Seat, AnyMove]) -> tuple[State, list[AnyEvent]]:
    """The state and the events after these moves; no move of this game draws anything."""
    events: list[AnyEvent] = []
    for seat, move in moves:
        for event in GAME.decide(state, seat, move, ScriptedChance([])):
            events.append(event)
            state = GAME.evolve(state, event)
    return state, events


def refused(state: State, seat: Seat, move: AnyMove) -> str:
    """The code of the refusal."""
    return refusal(GAME, state, seat, move)


def table_at(state: State) -> Table:
    """A table at this position, for what the server does by itself."""
    table = Table(GAME, state.seats, ScriptedChance([]))
    table.state = state
    return table


def _letters(content: Animals) -> str:
    return "".join(animal[0] for animal in content) or "-"
