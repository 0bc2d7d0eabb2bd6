"""The rows of a match's seats with their players, and how a seat's player is serialised."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec.json import encode

from events.database.queries import AMONG, PreparedQuery
from events.database.statements import fetch
from events.models import Match, Player, Seat
from games.bots import character
from games.registry import all_games

_PERSON = ("id", "name", "left_at")
PLAYER_COLUMNS: dict[str, tuple[str, ...] | None] = {
    "player": (*_PERSON, "calendar"),
    "kept_for": _PERSON,
}
SEAT_COLUMNS = (
    "id", "match", "number", "player", "level", "kept_for", "gone", "stand_in", "seed_commitment",
    "seed", "agrees_to_cancel_at", "asked", "asked_at", "in_turn", "deadline", "bank", "turns",
    "late", "times", "rank", "team", "answered", "standing",
)  # fmt: skip
_OF_MATCH = "this.match_id = %s ORDER BY this.number"
_SEATS = PreparedQuery(Seat, _OF_MATCH, only=SEAT_COLUMNS, along=PLAYER_COLUMNS)
_TABLE = PreparedQuery(Seat, _OF_MATCH, only=SEAT_COLUMNS, along=PLAYER_COLUMNS | {"match": None})


def seats_of(match: Match) -> list[Seat]:
    """Return the seats in order, with their players and the players they are reserved for."""
    seats = _SEATS.all(match.id)
    for seat in seats:
        seat.match = match
    return seats


def table_read(match_id: str) -> list[Seat]:
    """Return the seats of a match with the match's row, as both were at one time.

    Two statements could return the version of one turn and the deadlines of the next.
    """
    return _TABLE.all(match_id)


_FINGERPRINT_COLUMNS = (
    "player_id", "asked", "asked_at", "in_turn", "deadline", "bank", "turns", "late", "times",
    "gone", "stand_in", "standing",
)  # fmt: skip
_FINGERPRINTS = f"""
SELECT m.id, json_array(m.status, m.version, m.head, m.touched, (
    SELECT json_group_array(json_array(s.{", s.".join(_FINGERPRINT_COLUMNS)}, p.calendar))
    FROM events_seat s LEFT JOIN events_player p ON p.id = s.player_id WHERE s.match_id = m.id
)) FROM events_match m WHERE m.id {AMONG["sqlite"]}
"""


def table_fingerprints(match_ids: list[str]) -> dict[str, str]:
    """Return for each match a text that changes with everything that a move depends on.

    It has the version in place of the log, and `touched` in place of sealed answers. For SQLite
    only, which builds the text in less time than it takes to read the rows in Python.
    """
    return dict(fetch(_FINGERPRINTS, [encode(match_ids).decode()]))


def sitters_json(game: str, seats: Iterable[Seat]) -> list[dict[str, Any] | None]:
    """Serialise the player or the bot of each seat of a table; None for a free seat."""
    namesakes: Counter[str] = Counter()
    return [_sitter_json(game, seat, namesakes) for seat in seats]


def _sitter_json(game: str, seat: Seat, namesakes: Counter[str]) -> dict[str, Any] | None:
    if (player := seat.player) is not None:
        return person_json(player)
    if seat.level is None:
        return None
    name = character(all_games()[game], seat.level).name
    namesakes[name] += 1
    if namesakes[name] > 1:
        name = f"{name} {namesakes[name]}"
    return {"id": seat_player_id(seat), "name": name, "kind": "bot", "level": seat.level}


def person_json(player: Player) -> dict[str, Any]:
    """Serialise a player as every viewer may see them."""
    return {"id": player.id, "name": player.name, "kind": "human"}


def is_free(seat: Seat) -> bool:
    """Whether the seat has neither a player nor a bot."""
    return seat.player_id is None and seat.level is None


def has_bots(seats: Iterable[Seat]) -> bool:
    """Whether a bot has one of the seats from the start."""
    return any(seat.level is not None for seat in seats)


def seat_player_id(seat: Seat) -> str:
    """Return the id that the log has for the seat: the player's opaque id, or the bot's."""
    return seat.player_id or f"bot-{seat.number}"
