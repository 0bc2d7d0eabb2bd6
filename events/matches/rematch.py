"""Rematch: a new match of the same players, each one seat further."""

import msgspec
from django.utils import timezone

from events.clocks.kinds import clock_of
from events.database.queries import PreparedQuery
from events.errors import Conflict, Forbidden
from events.matches.invitations import invitation_notify
from events.matches.opening import match_insert, seat_of, start_if_complete
from events.models import Match, Player, Seat
from events.players.quotas import match_count, match_room_require
from events.seats.rows import has_bots
from events.work.publish import match_touch
from games.codec import decode_options
from games.contract import table_options
from games.registry import all_games

_FOLLOWING = PreparedQuery(
    Match, "rematch_of_id = %s AND NOT (status = 'cancelled' AND version = 0)"
)


def rematch_open(
    *, match: Match, player: Player, seed_commitment: str | None = None
) -> tuple[Match, bool]:
    """Open the one rematch of an ended match, locked by the caller.

    Returns it, and whether it is new. The first player to call has a seat; seats are reserved for
    the others until they join.
    """
    if seat_of(match, player) is None:
        raise Forbidden("not_seated")
    if match.status not in Match.OVER:
        raise Conflict("match_not_ended")
    existing = rematch_of(match)
    if existing is not None:
        return existing, False
    match_room_require(player)
    # One that was cancelled before it began makes room for another.
    Match.objects.filter(rematch_of=match).update(rematch_of=None)
    seats = _rotated_seats(match, player, seed_commitment)
    match_count(player, with_bots=has_bots(seats))
    again = _open_like(match, player, seats)
    others = [seat.kept_for for seat in seats if seat.kept_for]
    invitation_notify(again, others, inviter=player)
    start_if_complete(again, seats)
    match_touch(match)
    return again, True


def rematch_of(match: Match) -> Match | None:
    """Return the rematch of this match, unless it was cancelled before it began."""
    return _FOLLOWING.first(match.id)


def _open_like(match: Match, creator: Player, seats: list[Seat]) -> Match:
    game = all_games()[match.game]
    options = decode_options(game, msgspec.json.decode(match.options))
    return match_insert(
        creator,
        game,
        table_options(game, len(seats), options),
        match.visibility,
        clock_of(match.clock),
        seats,
        minimum_reliability=match.minimum_reliability,
        rated=match.rated,
        rematch_of=match,
    )


def _rotated_seats(match: Match, caller: Player, seed_commitment: str | None) -> list[Seat]:
    """Return the new seats: the player of seat 1 gets seat 0, and so on.

    Seats are reserved for all players but the caller.
    """
    old = list(match.seats.select_related("player").order_by("number"))
    seats = []
    for number, seat in enumerate(old[1:] + old[:1]):
        new = Seat(number=number, level=seat.level)
        if seat.player_id == caller.id:
            new.player, new.joined_at = caller, timezone.now()
            new.seed_commitment = seed_commitment
        elif seat.player is not None and seat.player.left_at is None:
            new.kept_for = seat.player
        seats.append(new)
    return seats
