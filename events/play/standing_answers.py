"""Set, read and withdraw the standing answer of a player."""

from typing import Any

import msgspec

from events.errors import Conflict, Unprocessable
from events.log.position import Position, position_at_head
from events.models import Match, Player, Seat
from events.play.moves import Accepted, move_submit, question_open_to, seat_played_by
from events.seats.sealed_answers import standing_seal
from events.seats.standing_answers import StandingAnswer, Until, is_answer, standing_of
from events.work.publish import match_touch
from games.codec import decode_move


def standing_set(*, match: Match, seat: Seat, move: object, until: Until) -> StandingAnswer:
    """Store an answer to all questions to come, in a match locked by the caller."""
    position = position_at_head(match)
    if position.over:
        raise Conflict("match_ended")
    decoded = decode_move(position.game, move)
    if type(decoded) not in position.game.standing:
        raise Unprocessable("cannot_stand")
    standing = StandingAnswer(msgspec.to_builtins(decoded), until)
    _replace(match, position, seat, msgspec.json.encode(standing).decode())
    return standing


def standing_set_and_answer(
    *, match: Match, seats: list[Seat], player: Player, move: object, until: Until, key: str
) -> Accepted | None:
    """Store a standing answer, and answer the open question with it if it is an answer to that.

    The caller has locked the match and its seats, and executes the writes of the move, which has
    `key` as its idempotency key.
    """
    position = position_at_head(match)
    number = seat_played_by(match, position, player)
    standing = standing_set(match=match, seat=seats[number], move=move, until=until)
    decoded = decode_move(position.game, standing.move)
    if question_open_to(position, number) is None:
        return None
    if not is_answer(position.game, position.state, number, decoded):
        return None
    return move_submit(match=match, player=player, move=standing.move, move_key=key, seats=seats)


def standing_withdraw(*, match: Match, player: Player) -> Seat:
    """Delete the standing answer; an open question that it answers already stays answered."""
    seat = seat_row_of(match, player)
    _replace(match, position_at_head(match), seat, "")
    return seat


def seat_row_of(match: Match, player: Player) -> Seat:
    """Return the player's seat in a match that has begun; raises if they have none or have left."""
    number = seat_played_by(match, position_at_head(match), player)
    return Seat.objects.get(match=match, number=number)


def standing_json(seat: Seat) -> dict[str, Any]:
    """Serialise the standing answer of a seat, for its player alone."""
    standing = standing_of(seat)
    return {
        "standing": None if standing is None else {"move": standing.move, "until": standing.until}
    }


def _replace(match: Match, position: Position, seat: Seat, standing: str) -> None:
    """Store another standing answer, or none; seal the one before for the question open now."""
    standing_seal(match, position, seat)
    seat.standing = standing
    Seat.objects.filter(id=seat.id).update(standing=standing)
    match_touch(match)
