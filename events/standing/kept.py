"""What stands: read from the rows of seats, and sealed where a question is put."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.models import Match, SealedAnswer, Seat
from events.position import Position
from games.codec import canonical, decode_move, name_of
from games.contract import AnyGame, Move
from games.table import forced_move

Until = Literal["changed", "turn"]
"""Until it is changed, or until the player's next turn."""


class Standing(Struct, frozen=True):
    """What Seat.standing holds."""

    move: dict[str, Any]
    until: Until


def standing_of(seat: Seat) -> Standing | None:
    """What a seat's player has said for questions to come."""
    return msgspec.json.decode(seat.standing, type=Standing) if seat.standing else None


def standing_moves(position: Position, seats: Sequence[Seat]) -> dict[int, Move]:
    """The answers that stand, of seats that their players play."""
    return {
        seat.number: decode_move(position.game, standing.move)
        for seat in seats
        if seat.standing and seat.number not in position.played_by_bots
        if (standing := standing_of(seat)) is not None
    }


def answers(game: AnyGame, state: Any, seat: int, move: Move) -> bool:
    """Whether a standing answer is one to what a seat is asked now, and the seat has a choice."""
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
    """Seal what stands for a question that was put since, and end what stood until a turn."""
    if not after.running:
        return
    game, state = after.game, after.state
    early, active = game.early(state), game.active(state)
    for number, move in standing.items():
        if number in early and after.questions[number] > before.version:
            if answers(game, state, number, move):
                _seal(match, after, number, move, at)
        elif number in active and not answers(game, state, number, move):
            _end_at_turn(seats[number])


def _seal(match: Match, position: Position, seat: int, move: Move, at: datetime) -> None:
    SealedAnswer.objects.create(
        match=match,
        seat=seat,
        asked=position.questions[seat],
        move=canonical(move).decode(),
        at=at,
    )


def _end_at_turn(seat: Seat) -> None:
    standing = standing_of(seat)
    if standing is not None and standing.until == "turn":
        seat.standing = ""
        Seat.objects.filter(id=seat.id).update(standing="")
