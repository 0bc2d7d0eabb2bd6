"""The deadlines of a match as every viewer may see them; a sealed answer changes none of them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from events.log.envelope import timestamp
from events.models import Seat

SECOND = timedelta(seconds=1)


def deadline_json(seats: Iterable[Seat], now: datetime) -> dict[str, Any] | None:
    """Serialise when the match stops waiting, and the deadline of each seat whose clock runs.

    The match stops waiting at the first deadline of a seat in turn: a seat that runs out of time
    before its turn times out only once its turn comes.
    """
    running = {seat.number: seat.deadline for seat in seats if seat.deadline is not None}
    if not running:
        return None
    in_turn = [running[seat.number] for seat in seats if seat.in_turn and seat.number in running]
    first = min(in_turn or running.values())
    return {
        "at": timestamp(first),
        "remaining_seconds": seconds_until(first, now),
        "seats": {str(seat): seconds_until(moment, now) for seat, moment in running.items()},
        "until": {str(seat): timestamp(moment) for seat, moment in running.items()},
    }


def seconds_until(moment: datetime, now: datetime) -> int:
    """Return the whole seconds until that time, 0 once it has passed."""
    return max(0, (moment - now) // SECOND)
