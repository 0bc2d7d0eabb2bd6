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
from events.seating import seats_of
from games.codec import decode_options
from games.contract import table_options
from games.registry import all_games

OVER = (Match.Status.FINISHED, Match.Status.CANCELLED)


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
    again = _opened_like(match, player)
    others = _seat_everybody(match, again, player, seed_commitment)
    invitation_notify(again, others, inviter=player)
    start_if_complete(again, seats_of(again))
    match_touched(match)
    return again, True


def rematch_of(match: Match) -> Match | None:
    """The match that follows this one, unless it was called off before it began."""
    called_off = {"status": Match.Status.CANCELLED, "version": 0}
    return Match.objects.filter(rematch_of=match).exclude(**called_off).first()


def _opened_like(match: Match, creator: Player) -> Match:
    game = all_games()[match.game]
    options = decode_options(game, msgspec.json.decode(match.options))
    fitting = table_options(game, match.seats.count(), options)
    again = match_opened(
        creator,
        game,
        fitting,
        match.visibility,
        clock_of(match.clock),
        minimum_reliability=match.minimum_reliability,
    )
    again.rematch_of = match
    again.save(update_fields=["rematch_of"])
    return again


def _seat_everybody(
    match: Match, again: Match, caller: Player, seed_commitment: str | None
) -> list[Player]:
    """Whoever sat in seat 1 now sits in seat 0; the people whose seats are kept for them."""
    old = list(match.seats.select_related("player").order_by("number"))
    now, others = timezone.now(), []
    for number, seat in enumerate(old[1:] + old[:1]):
        new = Seat(match=again, number=number, bot=seat.bot)
        if seat.player_id == caller.id:
            new.player, new.joined_at, new.seed_commitment = caller, now, seed_commitment
        elif seat.player is not None and seat.player.left_at is None:
            new.kept_for = seat.player
            others.append(seat.player)
        new.save()
    return others
