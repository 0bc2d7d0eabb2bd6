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
_TABLES = Rows(
    Seat,
    "this.match_id {among} ORDER BY this.match_id, this.number",
    only=_SHOWN,
    along=_PEOPLE | {"match": None},
    locked="match",
)

Table = tuple[Match, list[Seat]]


def seats_of(match: Match) -> list[Seat]:
    """The seats in order, with who sits there or is expected."""
    return _SEATS.all(match.id)


def tables_locked(match_ids: list[str]) -> dict[str, Table]:
    """These matches, with no other writer until the transaction ends, and their seats in order.

    It is one statement. Where PostgreSQL had to wait for another writer, the match is as that one
    left it and the seats as they were before: good for names, and the log says the rest.
    """
    tables: dict[str, Table] = {}
    for seat in _TABLES.all(match_ids):
        tables.setdefault(seat.match_id, (seat.match, []))[1].append(seat)
    return tables


def table_locked_for(match_id: str, player: Player) -> Table:
    """The same for one match and somebody who must be allowed to know of it."""
    table = tables_locked([match_id]).get(match_id)
    if table is None:
        raise Unknown("match_not_found")
    match, seats = table
    if player.id not in [seat.player_id for seat in seats] and not knows_of(match, player):
        raise Unknown("match_not_found")
    return table
