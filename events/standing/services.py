"""Saying what shall stand, and taking it back."""

from typing import Any

import msgspec

from events.announce import match_touched
from events.models import Match, Player, Seat
from events.moves import Accepted, move_submit, question_open_to, seat_played_by
from events.position import position_at_head
from events.refusals import Conflict, Impossible
from events.standing.kept import Standing, Until, answers, standing_of
from games.codec import decode_move


def standing_set(*, match: Match, player: Player, move: object, until: Until) -> Standing:
    """Let an answer stand for questions to come, in a match locked by the caller."""
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    decoded = decode_move(position.game, move)
    if type(decoded) not in position.game.standing:
        raise Impossible("cannot_stand")
    standing = Standing(msgspec.to_builtins(decoded), until)
    _note(match, seat, msgspec.json.encode(standing).decode())
    return standing


def standing_say(
    *, match: Match, seats: list[Seat], player: Player, move: object, until: Until, key: str
) -> Accepted | None:
    """The same, at a table locked by the caller; a question that is open now is answered with it
    under this key, and what came of that is to be sent."""
    standing = standing_set(match=match, player=player, move=move, until=until)
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    seats[seat].standing = msgspec.json.encode(standing).decode()
    decoded = decode_move(position.game, standing.move)
    if question_open_to(position, seat) is None:
        return None
    if not answers(position.game, position.state, seat, decoded):
        return None
    return move_submit(match=match, player=player, move=standing.move, move_key=key, seats=seats)


def standing_withdraw(*, match: Match, player: Player) -> None:
    """Nothing stands any more; what was sealed by it stays until it is changed."""
    position = position_at_head(match)
    _note(match, seat_played_by(match, position, player), "")


def standing_shown(match: Match, player: Player) -> dict[str, Any]:
    """What stands, for the player alone who said it."""
    position = position_at_head(match)
    number = seat_played_by(match, position, player)
    standing = standing_of(Seat.objects.get(match=match, number=number))
    return {
        "standing": None if standing is None else {"move": standing.move, "until": standing.until}
    }


def _note(match: Match, seat: int, said: str) -> None:
    Seat.objects.filter(match=match, number=seat).update(standing=said)
    match_touched(match)
