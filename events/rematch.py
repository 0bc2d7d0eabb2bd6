"""The same people again, each one seat further."""

import msgspec
from django.utils import timezone

from events.announce import match_touched
from events.clocks.kinds import clock_of
from events.invitations import invitation_notify
from events.matches import match_opened, seat_of, start_if_complete
from events.models import Match, Player, Seat
from events.rations import match_room_require
from events.refusals import Conflict, Forbidden
from events.rows import Rows
from games.codec import decode_options
from games.contract import table_options
from games.registry import all_games

OVER = (Match.Status.FINISHED, Match.Status.CANCELLED)

_FOLLOWING = Rows(Match, "rematch_of_id = %s AND NOT (status = 'cancelled' AND version = 0)")


def rematch_open(
    *, match: Match, player: Player, seed_commitment: str | None = None
) -> tuple[Match, bool]:
    """The one match that follows an ended one, locked by the caller, and whether it is new.

    Who asks first has a seat; the others' seats are kept for them until they join.
    """
    if seat_of(match, player) is None:
        raise Forbidden("not_seated")
    if match.status not in OVER:
        raise Conflict("match_not_ended")
    existing = rematch_of(match)
    if existing is not None:
        return existing, False
    match_room_require(player)
    # One that was called off before it began makes room for another.
    Match.objects.filter(rematch_of=match).update(rematch_of=None)
    seats = _seats_like(match, player, seed_commitment)
    again = _opened_like(match, player, seats)
    others = [seat.kept_for for seat in seats if seat.kept_for]
    invitation_notify(again, others, inviter=player)
    start_if_complete(again, seats)
    match_touched(match)
    return again, True


def rematch_of(match: Match) -> Match | None:
    """The match that follows this one, unless it was called off before it began."""
    return _FOLLOWING.first(match.id)


def _opened_like(match: Match, creator: Player, seats: list[Seat]) -> Match:
    game = all_games()[match.game]
    options = decode_options(game, msgspec.json.decode(match.options))
    return match_opened(
        creator,
        game,
        table_options(game, len(seats), options),
        match.visibility,
        clock_of(match.clock),
        seats,
        minimum_reliability=match.minimum_reliability,
        rematch_of=match,
    )


def _seats_like(match: Match, caller: Player, seed_commitment: str | None) -> list[Seat]:
    """Whoever sat in seat 1 now sits in seat 0; seats are kept for the others."""
    old = list(match.seats.select_related("player").order_by("number"))
    seats = []
    for number, seat in enumerate(old[1:] + old[:1]):
        new = Seat(number=number, bot=seat.bot)
        if seat.player_id == caller.id:
            new.player, new.joined_at = caller, timezone.now()
            new.seed_commitment = seed_commitment
        elif seat.player is not None and seat.player.left_at is None:
            new.kept_for = seat.player
        seats.append(new)
    return seats
