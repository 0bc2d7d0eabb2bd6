"""Positions of Pass Pass drawn as text, and moves made in them.

A card is written `V10`, `B3`, `G7` or `Y1`. A row for each seat: `>` before the leader, the cards
of its hand, after `|` those it has taken this round, and after `=` what its side has recorded
before, as points and Pass Pass: `> V10 B3 | G7 Y1 = 12 1`. Partners have one record, in the upper
row.
"""

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import Any

from games.contract import Seat
from games.passpass import GAME
from games.passpass.cards import CARDS, Card, in_order
from games.passpass.events import AnyEvent
from games.passpass.moves import AnyMove, Play, Take, TakeTwo
from games.passpass.state import State
from games.table import Table
from tests.games.support.scenes import refusal
from tests.games.support.scenes import the as the

ROW = re.compile(
    r"(?P<leads>> )?(?P<hand>[VBGY\d ]*)(\|(?P<taken>[VBGY\d ]*))?(= (?P<record>.*))?$"
)
LETTERS = {"V": "violet", "B": "blue", "G": "green", "Y": "yellow"}
# What each seat holds besides, in a trick that is only about the cards played.
SPARE = ("V1 V2", "B1 B2", "G1 G2", "Y1 Y2", "Y3 Y4")
BY_NAME: dict[str, Card] = {card: card for card in CARDS}


def card(short: str) -> Card:
    return BY_NAME[f"{LETTERS[short[0]]}-{short[1:]}"]


def cards(short: str) -> tuple[Card, ...]:
    return tuple(card(one) for one in short.split())


def pair(short: str) -> TakeTwo:
    """The move that takes these two cards."""
    one, other = cards(short)
    return TakeTwo((one, other))


def given(drawing: str, *, number: int = 1, teams: bool = False) -> State:
    """The drawn position, in which the leader is to play."""
    rows = []
    for line in dedent(drawing).strip().splitlines():
        row = ROW.match(line)
        assert row, f"a row looks like `> V10 B3 | G7 Y1 = 12 1`, not {line!r}"
        rows.append(row)
    sides = len(rows) // 2 if teams else len(rows)
    records = [(row["record"] or "0 0").split() for row in rows[:sides]]
    (leader,) = (seat for seat, row in enumerate(rows) if row["leads"])
    return State(
        points=tuple(int(points) for points, _ in records),
        ticks=tuple(int(ticks) for _, ticks in records),
        round=number,
        phase="play",
        turn=leader,
        hands=tuple(in_order(cards(row["hand"])) for row in rows),
        taken=tuple(cards(row["taken"] or "") for row in rows),
        leader=leader,
        names=((),) * len(rows),
    )


class Stacked:
    """A deck in a known order; nothing else is drawn."""

    def __init__(self, deck: Sequence[Card] = CARDS) -> None:
        self._deck = deck

    def below(self, n: int, label: str) -> int:
        raise AssertionError(f"{label} was drawn")

    def shuffle(self, items: Sequence[Any], label: str) -> list[Any]:
        assert (label, sorted(items)) == ("deal", sorted(self._deck))
        return list(self._deck)


def when(state: State, *moves: tuple[Seat, AnyMove]) -> tuple[State, list[AnyEvent]]:
    """The state and the events after these moves."""
    events: list[AnyEvent] = []
    for seat, move in moves:
        assert move in moves_of(state, seat), f"{move} of seat {seat} is not offered"
        for event in GAME.decide(state, seat, move, Stacked()):
            events.append(event)
            state = GAME.evolve(state, event)
    return state, events


def played(state: State, short: str) -> tuple[State, list[AnyEvent]]:
    """The state and the events after these cards, each played by the next seat."""
    events: list[AnyEvent] = []
    for one in cards(short):
        assert state.turn is not None
        state, more = when(state, (state.turn, Play(one)))
        events += more
    return state, events


def trick(short: str) -> State:
    """A trick of these cards, led by seat 0, of players who have some cards left."""
    hands = short.split()
    state = given(
        "\n".join(
            f"{'>' if seat == 0 else ''} {one} {spare}".strip()
            for seat, (one, spare) in enumerate(zip(hands, SPARE, strict=False))
        )
    )
    return played(state, short)[0]


def take(state: State, short: str) -> tuple[State, list[AnyEvent]]:
    """The state and the events after the first winner took this card."""
    return when(state, (state.winners[0], Take(card(short))))


def take_two(state: State, short: str) -> tuple[State, list[AnyEvent]]:
    """The state and the events after the second winner took these cards."""
    return when(state, (state.winners[1], pair(short)))


def moves_of(state: State, seat: Seat) -> tuple[Any, ...]:
    return table_at(state).legal_moves(seat)


def refused(state: State, seat: Seat, move: AnyMove) -> str:
    """The code of the refusal."""
    return refusal(GAME, state, seat, move)


def table_at(state: State) -> Table:
    """A table at this position, for what the server does by itself."""
    table = Table(GAME, len(state.hands), Stacked())
    table.state = state
    return table
