"""Early answers: stored, and hidden from every other viewer until their turn comes."""

from collections.abc import Mapping

import msgspec
from django.db import connection
from django.utils import timezone

from events.database.statements import fetch, records_json, recordset
from events.errors import Conflict
from events.log.position import Position
from events.models import Match, SealedAnswer
from events.models import Seat as SeatRow
from events.seats.standing_answers import standing_of
from games.codec import canonical, decode_move
from games.contract import Move, Seat

CHANGES_MOST = 20
"""How often a player may answer one question before its turn; each answer is stored."""

_OPEN = (("match_id", "text"), ("asked", "integer"))
_SEALED = (
    "SELECT s.match_id, s.seat, s.asked, s.move FROM {rows}"
    f" JOIN {SealedAnswer._meta.db_table} s ON s.match_id = r.match_id AND s.asked >= r.asked"
    " ORDER BY s.id"
)


def seal(match: Match, position: Position, seat: SeatRow, move: Move) -> SealedAnswer:
    """Store an early answer to the question open to this seat; refuse to change it very often."""
    asked = seat.answered = position.questions[seat.number]
    own = SealedAnswer.objects.filter(match=match, seat=seat.number, asked=asked)
    if own.count() >= CHANGES_MOST:
        raise Conflict("sealed_too_often")
    SeatRow.objects.filter(id=seat.id).update(answered=asked)
    return SealedAnswer.objects.create(
        match=match,
        seat=seat.number,
        asked=asked,
        move=canonical(move).decode(),
        at=timezone.now(),
    )


def own_answer(position: Position, seat: SeatRow) -> str | None:
    """Return the JSON of a seat's early answer to the question open now, for its player alone."""
    if not _has_answered(position, seat):
        return None
    return _last_sealed(seat) or _standing_json(seat)


def standing_seal(match: Match, position: Position, seat: SeatRow) -> None:
    """Seal a standing answer that answers the question open now, so that it outlives its end."""
    standing = standing_of(seat)
    if standing and _has_answered(position, seat) and not _last_sealed(seat):
        seal(match, position, seat, decode_move(position.game, standing.move))


def _has_answered(position: Position, seat: SeatRow) -> bool:
    """Whether the seat has an early answer to the question open now."""
    if not position.running or seat.number in position.gone:
        return False
    early = seat.number in position.game.early(position.state)
    return early and seat.answered == position.questions[seat.number]


def _last_sealed(seat: SeatRow) -> str | None:
    asked = seat.answered
    own = SealedAnswer.objects.filter(match=seat.match_id, asked=asked or 0, seat=seat.number)
    return own.order_by("-id").values_list("move", flat=True).first()


def _standing_json(seat: SeatRow) -> str | None:
    standing = standing_of(seat)
    return None if standing is None else canonical(standing.move).decode()


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
