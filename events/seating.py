"""The seats of a match with who sits there, by themselves or with the match locked."""

from collections.abc import Mapping

from events.models import Match, Seat
from events.rows import Found, Rows

_PERSON = ("id", "name", "left_at")
_PEOPLE: dict[str, tuple[str, ...] | None] = {
    "player": (*_PERSON, "calendar"),
    "kept_for": _PERSON,
}
_SHOWN = (
    "id", "match", "number", "player", "bot", "kept_for", "gone", "stand_in", "seed_commitment",
    "seed", "agrees_to_cancel_at", "asked", "asked_at", "in_turn", "deadline", "bank", "turns",
    "late", "times", "rank", "team", "standing",
)  # fmt: skip
_OF_MATCH = "this.match_id = %s ORDER BY this.number"
_SEATS = Rows(Seat, _OF_MATCH, only=_SHOWN, along=_PEOPLE)
# The rows of the seats are locked too: else, where PostgreSQL has to wait for another writer, the
# match would be as that one left it and the seats as they were before.
_TABLES = Rows(
    Seat,
    "this.match_id {among} ORDER BY this.match_id, this.number",
    only=_SHOWN,
    along=_PEOPLE | {"match": None},
    locked=("match", "this"),
)
_MATCH_ID = _TABLES.place("match_id")


def seats_of(match: Match) -> list[Seat]:
    """The seats in order, with who sits there or is expected."""
    seats = _SEATS.all(match.id)
    for seat in seats:
        seat.match = match
    return seats


def table_locked(match_id: str) -> list[Seat]:
    """The seats of a match in order, with their match; nobody else writes either until the
    transaction ends.

    It is one statement.
    """
    return _TABLES.all([match_id])


def tables_found(match_ids: list[str]) -> dict[str, list[Found]]:
    """The same for several matches, as the database has it, without the rows that another writer
    has locked now."""
    tables: dict[str, list[Found]] = {}
    for row in _TABLES.found_free(match_ids):
        tables.setdefault(row[_MATCH_ID], []).append(row)
    return tables


def tables_made(found: Mapping[str, list[Found]]) -> dict[str, list[Seat]]:
    """The seats of these tables in order, with their match."""
    return {match_id: _TABLES.made(rows) for match_id, rows in found.items()}
