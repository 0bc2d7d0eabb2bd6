"""The seats of a match with who sits there, by themselves or with the match locked."""

from msgspec.json import encode

from events.models import Match, Seat
from events.rows import AMONG, Rows
from events.sql import fetched

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


def tables_locked_if_free(match_ids: list[str]) -> dict[str, list[Seat]]:
    """The same for several matches, without the rows that another writer has locked now."""
    tables: dict[str, list[Seat]] = {}
    for seat in _TABLES.all_free(match_ids):
        tables.setdefault(seat.match_id, []).append(seat)
    return tables


_IN_A_SEAT = (
    "player_id", "asked", "asked_at", "in_turn", "deadline", "bank", "turns", "late", "times",
    "gone", "stand_in", "standing",
)  # fmt: skip
_PRINTS = f"""
SELECT m.id, json_array(m.status, m.version, m.head, m.touched, (
    SELECT json_group_array(json_array(s.{", s.".join(_IN_A_SEAT)}, p.calendar))
    FROM events_seat s LEFT JOIN events_player p ON p.id = s.player_id WHERE s.match_id = m.id
)) FROM events_match m WHERE m.id {AMONG["sqlite"]}
"""


def tables_printed(match_ids: list[str]) -> dict[str, str]:
    """For each of these matches a text that is another one once anything has changed there that a
    move depends on. For the log stands its version, and for sealed answers how often the match was
    touched. On SQLite, which makes it in less time than we take to read the rows."""
    return dict(fetched(_PRINTS, [encode(match_ids).decode()]))
