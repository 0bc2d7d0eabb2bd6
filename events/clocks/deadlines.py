"""By when a match waits for whom, as everybody may know it; a sealed answer changes nothing."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from events.models import Seat
from events.record import timestamp

SECOND = timedelta(seconds=1)


def deadline_shown(seats: Iterable[Seat], now: datetime) -> dict[str, Any] | None:
    """When the match stops waiting, and the same for each seat whose clock runs.

    The first of them that the match cannot go on without counts; where a seat has run out of time
    before its turn to answer, nothing comes of it until then.
    """
    running = {seat.number: seat.deadline for seat in seats if seat.deadline is not None}
    if not running:
        return None
    in_turn = [running[seat.number] for seat in seats if seat.in_turn and seat.number in running]
    first = min(in_turn or running.values())
    return {
        "at": timestamp(first),
        "remaining_seconds": remaining(first, now),
        "seats": {str(seat): remaining(moment, now) for seat, moment in running.items()},
        "until": {str(seat): timestamp(moment) for seat, moment in running.items()},
    }


def remaining(moment: datetime, now: datetime) -> int:
    """Whole seconds until then, none once it has passed."""
    return max(0, (moment - now) // SECOND)
