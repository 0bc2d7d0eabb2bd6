"""Standing answers: read from the seats' rows, and sealed when a question is put."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.log.position import Position
from events.models import Match, Seat
from events.seats.sealed_answers import seal
from games.codec import decode_move, name_of
from games.contract import AnyGame, Move
from games.table import forced_move

Until = Literal["changed", "turn"]
"""Valid until the player changes it, or until the player's next turn."""


class Standing(Struct, frozen=True):
    """The JSON content of Seat.standing."""

    move: dict[str, Any]
    until: Until


def standing_of(seat: Seat) -> Standing | None:
    """Return the standing answer of a seat, if it has one."""
    return msgspec.json.decode(seat.standing, type=Standing) if seat.standing else None


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


def standing_follow(
    match: Match,
    before: Position,
    after: Position,
    seats: Sequence[Seat],
    standing: Mapping[int, Move],
    at: datetime,
) -> None:
    """Seal standing answers to questions put after `before`; delete those that end at a turn."""
    if not after.running:
        return
    game, state = after.game, after.state
    early, active = game.early(state), game.active(state)
    for number, move in standing.items():
        if number in early and after.questions[number] > before.version:
            if is_answer(game, state, number, move):
                seal(match, after, number, move, at=at)
        elif number in active and not is_answer(game, state, number, move):
            _delete_if_until_turn(seats[number])


def _delete_if_until_turn(seat: Seat) -> None:
    standing = standing_of(seat)
    if standing is not None and standing.until == "turn":
        seat.standing = ""
        Seat.objects.filter(id=seat.id).update(standing="")
