"""What the database holds of a run's matches, in the terms of the checker."""

import json
from collections.abc import Iterable, Iterator

from events.log.envelope import timestamp, unpack
from events.log.position import Row, blank_position, fold_rows
from events.models import Delivery, Match, Outbox, SealedAnswer
from events.models import LoggedEvent as EventRow
from tests.events.clocks.weeks import faults as defects
from tests.events.clocks.weeks import time_outs
from tests.faults.checker import LoggedEvent, MatchLog, Notice, TimeOut


def match_logs() -> list[MatchLog]:
    """Every match of the database."""
    return [_match_log(match) for match in Match.objects.order_by("created_at")]


def waiting_deliveries() -> int:
    """How many notices are still to be sent."""
    unplanned = Outbox.objects.filter(planned=False).count()
    return unplanned + Delivery.objects.filter(state=Delivery.State.WAITING).count()


def _match_log(match: Match) -> MatchLog:
    rows = EventRow.objects.filter(match=match).order_by("seq")
    return MatchLog(
        match=match.id,
        status=match.status,
        version=match.version,
        head=match.head,
        events=list(_events(match, rows)),
        seals=[
            (row.seat, row.asked, json.loads(row.move))
            for row in SealedAnswer.objects.filter(match=match).order_by("id")
        ],
        notices=[_notice(row) for row in Outbox.objects.filter(match=match).order_by("id")],
        time_outs=[
            TimeOut(seat, question, deadline.isoformat() if deadline else None, at.isoformat())
            for seat, question, deadline, at in time_outs(match)
        ],
        defects=defects(match.id) if match.status in Match.OVER else [],
    )


def _events(match: Match, rows: Iterable[EventRow]) -> Iterator[LoggedEvent]:
    position = blank_position(match, server_seed=b"")  # which folding does not need
    for row in rows:
        position = fold_rows(match, position, [Row(row.full, row.draws, row.cause, row.previous)])
        _, event = unpack(position.game, row.full)
        yield LoggedEvent(
            row.seq,
            row.actor,
            row.move_key,
            row.place,
            json.loads(row.cause) if row.cause else None,
            row.previous,
            row.hash,
            row.at,
            [*position.awaited],
            event.asks,
            [*position.played_by_bots],
        )


def _notice(row: Outbox) -> Notice:
    deliveries = {
        f"msg_{one.id.replace('-', '')}": (str(one.state), timestamp(one.at))
        for one in Delivery.objects.filter(notice=row)
    }
    return Notice(row.recipient_id, row.seq, row.kind, deliveries)
