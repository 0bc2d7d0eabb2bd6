"""Set, read and withdraw the standing answer of a player."""

from typing import Any

import msgspec

from events.errors import Conflict, Unprocessable
from events.log.position import position_at_head
from events.models import Match, Player, Seat
from events.play.moves import Accepted, move_submit, question_open_to, seat_played_by
from events.seats.standing_answers import Standing, Until, is_answer, standing_of
from events.work.publish import match_touch
from games.codec import decode_move


def standing_set(*, match: Match, player: Player, move: object, until: Until) -> Standing:
    """Store an answer to all questions to come, in a match locked by the caller."""
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    decoded = decode_move(position.game, move)
    if type(decoded) not in position.game.standing:
        raise Unprocessable("cannot_stand")
    standing = Standing(msgspec.to_builtins(decoded), until)
    _store(match, seat, msgspec.json.encode(standing).decode())
    return standing


def standing_set_and_answer(
    *, match: Match, seats: list[Seat], player: Player, move: object, until: Until, key: str
) -> Accepted | None:
    """Store a standing answer, and answer the open question with it if it is an answer to that.

    The caller has locked the match and its seats, and executes the writes of the move, which has
    `key` as its idempotency key.
    """
    standing = standing_set(match=match, player=player, move=move, until=until)
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    seats[seat].standing = msgspec.json.encode(standing).decode()
    decoded = decode_move(position.game, standing.move)
    if question_open_to(position, seat) is None:
        return None
    if not is_answer(position.game, position.state, seat, decoded):
        return None
    return move_submit(match=match, player=player, move=standing.move, move_key=key, seats=seats)


def standing_withdraw(*, match: Match, player: Player) -> None:
    """Delete the standing answer; early answers sealed from it stay until they are changed."""
    position = position_at_head(match)
    _store(match, seat_played_by(match, position, player), "")


def standing_json(match: Match, player: Player) -> dict[str, Any]:
    """Serialise the player's standing answer, for that player alone."""
    position = position_at_head(match)
    number = seat_played_by(match, position, player)
    standing = standing_of(Seat.objects.get(match=match, number=number))
    return {
        "standing": None if standing is None else {"move": standing.move, "until": standing.until}
    }


def _store(match: Match, seat: int, standing: str) -> None:
    Seat.objects.filter(match=match, number=seat).update(standing=standing)
    match_touch(match)
