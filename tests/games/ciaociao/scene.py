"""Positions of Ciao, ciao… drawn as text, and moves made in them.

A row for each seat: its planks with its pawn `o`, its reserve `+n`, its podium steps `^1,3`, and
`?n` for the seat whose turn it is, with the die in its cup (`?0` is a cross).
"""

import re
from collections.abc import Iterable, Sequence
from textwrap import dedent

from games.ciaociao import GAME
from games.ciaociao.events import FACES, AnyEvent
from games.ciaociao.moves import AnyMove
from games.ciaociao.rules import PAWNS
from games.ciaociao.state import GONE, State
from games.contract import Seat
from games.table import Table
from tests.games.support.scenes import refusal
from tests.games.support.scenes import the as the
from tests.games.support.scripted import ScriptedChance

ROW = re.compile(
    r"(?P<planks>[.o]+) \+(?P<reserve>\d)(?: \^(?P<steps>[\d,]+))?(?: \?(?P<die>\d))?$"
)


def given(drawing: str) -> State:
    """The drawn position, in which one seat has just rolled its die."""
    rows = []
    for line in dedent(drawing).strip().splitlines():
        row = ROW.match(line)
        assert row, f"a row looks like `..o...... +5 ^1,3 ?4`, not {line!r}"
        rows.append(row)
    steps = [[int(step) for step in (row["steps"] or "").split(",") if step] for row in rows]
    podium = [GONE] * max((step for own in steps for step in own), default=0)
    for seat, own in enumerate(steps):
        for step in own:
            podium[step - 1] = seat
    (turn,) = (seat for seat, row in enumerate(rows) if row["die"])
    return State(
        planks=len(rows[0]["planks"]),
        pawns=PAWNS,
        bridge=tuple(row["planks"].find("o") + 1 for row in rows),
        reserve=tuple(int(row["reserve"]) for row in rows),
        podium=tuple(podium),
        turn=turn,
        die=int(rows[turn]["die"]),
    )


def drawn(state: State) -> str:
    """The position as `given` reads it, without the die."""
    rows = []
    for seat, plank in enumerate(state.bridge):
        planks = "".join("o" if place == plank else "." for place in range(1, state.planks + 1))
        steps = ",".join(map(str, state.steps(seat)))
        rows.append(f"{planks} +{state.reserve[seat]}" + (f" ^{steps}" if steps else ""))
    return "\n".join(rows)


def board(drawing: str) -> str:
    """A drawing as `drawn` would give it."""
    return dedent(drawing).strip()


def refused(state: State, seat: Seat, move: AnyMove) -> str:
    """The code of the refusal."""
    return refusal(GAME, state, seat, move)


def dice(faces: Iterable[int]) -> ScriptedChance:
    """Dice that will show these faces."""
    return ScriptedChance(FACES.index(face) for face in faces)


def when(
    state: State, *moves: tuple[Seat, AnyMove], rolls: Sequence[int] = ()
) -> tuple[State, list[AnyEvent]]:
    """The state and the events after these moves; every scripted roll must have been made."""
    chance = dice(rolls)
    events: list[AnyEvent] = []
    for seat, move in moves:
        for event in GAME.decide(state, seat, move, chance):
            events.append(event)
            state = GAME.evolve(state, event)
    assert chance.used_up
    return state, events


def table_at(state: State, rolls: Sequence[int] = ()) -> Table:
    """A table at this position, for what the server does by itself."""
    table = Table(GAME, len(state.bridge), dice(rolls))
    table.state = state
    return table
