"""The seats of a match with who sits there, by themselves or with the match locked."""

from events.access import knows_of
from events.models import Match, Player, Seat
from events.refusals import Unknown
from events.rows import Rows

_PERSON = ("id", "name", "left_at")
_PEOPLE: dict[str, tuple[str, ...] | None] = {"player": _PERSON, "kept_for": _PERSON}
# Times are left out: to make sense of one takes longer than all the rest of a seat.
_SHOWN = (
    "id", "match", "number", "player", "bot", "kept_for", "gone", "seed_commitment", "seed",
    "agrees_to_cancel_at",
)  # fmt: skip
_OF_MATCH = "this.match_id = %s ORDER BY this.number"
_SEATS = Rows(Seat, _OF_MATCH, only=_SHOWN, along=_PEOPLE)
_TABLE = Rows(Seat, _OF_MATCH, only=_SHOWN, along=_PEOPLE | {"match": None}, locked="match")


def seats_of(match: Match) -> list[Seat]:
    """The seats in order, with who sits there or is expected."""
    return _SEATS.all(match.id)


def table_locked_for(match_id: str, player: Player) -> tuple[Match, list[Seat]]:
    """The match, with no other writer until the transaction ends, and its seats in order.

    It is one statement. Where PostgreSQL had to wait for another writer, the match is as that one
    left it and the seats as they were before: good for names, and the log says the rest.
    """
    seats = _TABLE.all(match_id)
    if not seats:
        raise Unknown("match_not_found")
    match = seats[0].match
    if player.id not in [seat.player_id for seat in seats] and not knows_of(match, player):
        raise Unknown("match_not_found")
    return match, seats
