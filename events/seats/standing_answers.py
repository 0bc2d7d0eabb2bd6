"""Standing answers: read from the seats' rows, and used for each question that they answer."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.log.position import Position
from events.models import Seat
from games.codec import decode_move, name_of
from games.contract import AnyGame, Move
from games.table import forced_move

Until = Literal["changed", "turn"]
"""How long a standing answer is valid.

changed: Until the player changes or withdraws it.
turn: Until the player's next turn.
"""


class StandingAnswer(Struct, frozen=True):
    """The JSON content of Seat.standing."""

    move: dict[str, Any]
    until: Until


def standing_of(seat: Seat) -> StandingAnswer | None:
    """Return the standing answer of a seat, if it has one."""
    return msgspec.json.decode(seat.standing, type=StandingAnswer) if seat.standing else None


def standing_moves(position: Position, seats: Sequence[Seat]) -> dict[int, Move]:
    """Return the standing answers of the seats that their own players play."""
    return {
        seat.number: decode_move(position.game, standing.move)
        for seat in seats
        if seat.standing and seat.number not in position.played_by_bots
        if (standing := standing_of(seat)) is not None
    }


def is_answer(game: AnyGame, state: Any, seat: int, move: Move) -> bool:
    """Whether a move answers the question open to a seat, and the seat has a choice."""
    offered = any(entry.type == name_of(type(move)) for entry in game.choices(state, seat))
    return offered and forced_move(game, state, seat) is None


def standing_follow(after: Position, seats: Sequence[Seat], standing: Mapping[int, Move]) -> None:
    """Update in memory which seats have answered their questions, and what stands no longer.

    The caller writes the rows of all seats whose question is new. So a standing answer costs the
    player who moves no statement, and cannot be told from the time that their request takes.
    """
    if not after.running:
        return
    game, state = after.game, after.state
    early, active = game.early(state), game.active(state)
    for number, move in standing.items():
        if number in early:
            if is_answer(game, state, number, move):
                seats[number].answered = after.questions[number]
        elif number in active and not is_answer(game, state, number, move):
            _forget_until_turn(seats[number])


def _forget_until_turn(seat: Seat) -> None:
    standing = standing_of(seat)
    if standing is not None and standing.until == "turn":
        seat.standing = ""
