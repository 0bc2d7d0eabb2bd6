"""Early answers: stored, and hidden from every other viewer until their turn comes."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.db import connection

from events.database.statements import fetch, records_json, recordset
from events.log.position import Position
from events.models import Match, SealedAnswer
from games.codec import canonical, decode_move
from games.contract import Move, Seat

_OPEN = (("match_id", "text"), ("asked", "integer"))
_SEALED = (
    "SELECT s.match_id, s.seat, s.asked, s.move FROM {rows}"
    f" JOIN {SealedAnswer._meta.db_table} s ON s.match_id = r.match_id AND s.asked >= r.asked"
    " ORDER BY s.id"
)


def seal(match: Match, position: Position, seat: Seat, move: Move, *, at: datetime) -> SealedAnswer:
    """Store an early answer to the question open to this seat."""
    packed = canonical(move).decode()
    asked = position.questions[seat]
    return SealedAnswer.objects.create(match=match, seat=seat, asked=asked, move=packed, at=at)


def sealed_answers(match: Match, position: Position) -> dict[Seat, Move]:
    """Return the early answers to the question open now: the last one of each seat."""
    return sealed_answers_of({match.id: position})[match.id]


def sealed_answers_of(positions: Mapping[str, Position]) -> dict[str, dict[Seat, Move]]:
    """Return the early answers of several matches, read in one statement."""
    sealed: dict[str, dict[Seat, Move]] = {match: {} for match in positions}
    asked = [
        (match, min(position.questions))
        for match, position in positions.items()
        if position.running and position.game.early(position.state)
    ]
    if not asked:
        return sealed
    sql = _SEALED.format(rows=recordset(_OPEN, connection.vendor))
    rows = fetch(sql, [records_json(("match_id", "asked"), asked)])
    for match, seat, question, move in rows:
        position = positions[match]
        if question == position.questions[seat] and seat not in position.gone:
            sealed[match][seat] = decode_move(position.game, msgspec.json.decode(move))
    return sealed
