"""Early answers, sealed until their turn comes."""

from collections.abc import Mapping

import msgspec
from django.db import connection

from events.models import Match, SealedAnswer
from events.position import Position
from events.sql import fetched
from events.writes import records, recordset
from games.codec import decode_move
from games.contract import Move, Seat

_OPEN = (("match_id", "text"), ("asked", "integer"))
_SEALED = (
    "SELECT s.match_id, s.seat, s.asked, s.move FROM {rows}"
    f" JOIN {SealedAnswer._meta.db_table} s ON s.match_id = r.match_id AND s.asked >= r.asked"
    " ORDER BY s.id"
)


def sealed_answers(match: Match, position: Position) -> dict[Seat, Move]:
    """The early answers to the question now open: the last one of each seat."""
    return sealed_at({match.id: position})[match.id]


def sealed_at(positions: Mapping[str, Position]) -> dict[str, dict[Seat, Move]]:
    """The same for several matches, in one statement."""
    sealed: dict[str, dict[Seat, Move]] = {match: {} for match in positions}
    asked = [
        (match, min(position.questions))
        for match, position in positions.items()
        if position.running and position.game.early(position.state)
    ]
    if not asked:
        return sealed
    sql = _SEALED.format(rows=recordset(_OPEN, connection.vendor))
    rows = fetched(sql, [records(("match_id", "asked"), asked)])
    for match, seat, question, move in rows:
        position = positions[match]
        if question == position.questions[seat] and seat not in position.gone:
            sealed[match][seat] = decode_move(position.game, msgspec.json.decode(move))
    return sealed
