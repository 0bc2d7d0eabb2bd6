"""The engine and the reference looked at in one way."""

from typing import Any

import msgspec

from games.ptipasspass import GAME
from games.ptipasspass.moves import AnyMove
from games.ptipasspass.state import State
from tests.games.ptipasspass.reference import Reference


def snapshot(state: State) -> dict[str, Any]:
    """A state of the engine as the reference would describe it."""
    pick, outcome = state.pick, GAME.outcome(state)
    return {
        "phase": "turn" if state.phase in ("place", "lift") else state.phase,
        "active": state.turn,
        "marker": state.marker,
        "turns": (state.turns - 1) % state.seats,
        "hands": [sorted(hand) for hand in state.hands],
        "cups": [sorted(token.animal for token in cup.tokens) for cup in state.cups],
        "tokens": list(state.challenges),
        "victories": list(state.victories),
        "picked": pick.animal if pick else None,
        "cup": pick.cup if pick else None,
        "announced": (pick.announce or pick.animal) if pick else None,
        "answering": list(state.answerers),
        "challenger": state.challenger,
        "ranking": [list(group) for group in outcome.ranking] if outcome else [],
    }


def as_sent(move: AnyMove) -> dict[str, Any]:
    """A move as the reference takes it."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(move))
    return {name: value for name, value in data.items() if value is not None}


def reference_at(state: State) -> Reference:
    """The reference at a position of the engine in which a turn begins."""
    reference = Reference(state.seats, state.turn, challenge_tokens=state.challenge_tokens)
    reference.hands = [list(hand) for hand in state.hands]
    reference.cups = [[token.animal for token in cup.tokens] for cup in state.cups]
    reference.tokens = list(state.challenges)
    reference.victories = list(state.victories)
    reference.masked = state.marker == "masked"
    reference.turns = (state.turns - 1) % state.seats
    assert reference.snapshot() == snapshot(state)
    return reference
