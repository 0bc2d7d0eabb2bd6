"""The clocks of a match made again from its log and its players' calendars.

A calendar keeps what was declared and since when, and time off that has passed never changes, so
what comes out is what the rows were given one move after the other.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import msgspec

from events.clocks.kinds import NoClock, clock_of
from events.clocks.readings import with_more
from events.clocks.rows import calendar_for, clock_follow, reading_of, reading_set
from events.models import LoggedEvent, Match, Seat, Secrets
from events.position import Position, before_the_log
from events.record import SeatTimedOut, TimeGiven, unpacked
from events.seating import seats_of
from events.seats import seats_told
from games.contract import Event
from games.table import By

COUNTED = ("turns", "late")
COLUMNS = ("asked_at", "deadline", "bank", "times", *COUNTED)
UNTOUCHED = {"asked": None, "in_turn": False, "turns": 0, "late": 0, "times": ""}


def clock_columns(match: Match, *, ended: bool) -> dict[int, dict[str, Any]]:
    """For each seat what its row should say of its clock.

    Once a match has ended a calendar may be gone with its player: then only what is counted.
    """
    columns = COUNTED if ended else COLUMNS
    refolded = _Refolded(match)
    for _ in refolded.steps():
        pass
    return {seat.number: {name: getattr(seat, name) for name in columns} for seat in refolded.seats}


def time_outs(match: Match) -> Iterator[tuple[int, int, datetime | None, datetime]]:
    """Every time-out of a match: the seat, the question, the deadline by the clock, and when it was
    logged; for whoever checks that they agree."""
    refolded = _Refolded(match)
    for event, at in refolded.steps():
        if isinstance(event, SeatTimedOut):
            seat = refolded.seats[event.seat]
            assert seat.asked is not None
            yield seat.number, seat.asked, seat.deadline, at


class _Refolded:
    """A match's log as far as it has been read, and the seats as they were then."""

    def __init__(self, match: Match) -> None:
        seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
        self._match = match
        self._clock = clock_of(match.clock)
        self._position = before_the_log(match, bytes.fromhex(seed))
        self.seats = seats_of(match)
        for seat in self.seats:
            vars(seat).update(UNTOUCHED, **dict.fromkeys(("asked_at", "deadline", "bank")))

    def steps(self) -> Iterator[tuple[Event, datetime]]:
        """Each event and when it happened, before what it does to the clocks."""
        rows = LoggedEvent.objects.filter(match=self._match).order_by("seq").iterator()
        for at, together in groupby(rows, key=lambda row: row.at):
            moment, before = datetime.fromisoformat(at), self._position
            answers: dict[int, By] = {}
            for row in together:
                event = self._read(row, answers)
                yield event, moment
                if isinstance(event, TimeGiven):
                    self._follow(before, answers, moment)
                    before, answers = self._position, {}
                    self._give(self.seats[event.to], event.seconds, moment)
            self._follow(before, answers, moment)

    def _read(self, row: LoggedEvent, answers: dict[int, By]) -> Event:
        envelope, event = unpacked(self._position.game, row.full)
        if row.cause:
            cause = msgspec.json.decode(row.cause)
            if cause["by"] != "forced":
                answers.setdefault(cause["seat"], cause["by"])
        if isinstance(event, SeatTimedOut):
            answers[event.seat] = "bot"
        drawn = len(msgspec.json.decode(row.draws)) if row.draws else 0
        self._position = self._position.after(
            self._match.id, envelope, event, drawn=drawn, begins_move=row.cause is not None
        )
        return event

    def _follow(self, before: Position, answers: dict[int, By], at: datetime) -> None:
        was = seats_told(before)
        for number, told in seats_told(self._position).items():
            if told != was.get(number):
                seat, by = self.seats[number], answers.get(number)
                clock_follow(self._clock, seat, asked=told.asked, by=by, at=at)
                seat.in_turn = told.in_turn

    def _give(self, seat: Seat, seconds: int, at: datetime) -> None:
        assert not isinstance(self._clock, NoClock)
        more = timedelta(seconds=seconds)
        reading_set(seat, with_more(self._clock, reading_of(seat), more, at, calendar_for(seat)))
