"""Recompute the clocks of a match from its log and its players' calendars.

A calendar has the time of each declaration, and past vacation never changes, so the result equals
the rows as they were updated move by move.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import msgspec

from events.clocks.kinds import NoClock, clock_of
from events.clocks.readings import with_more_time
from events.clocks.seat_clock import calendar_for, clock_follow, reading_of, reading_set
from events.log.envelope import SeatTimedOut, TimeGiven, unpack
from events.log.position import Position, blank_position
from events.log.rows import EVERY_EVENT, LogQuery
from events.models import LoggedEvent, Match, Seat, Secrets
from events.projections.seats import seat_facts
from events.seats.rows import seats_of
from games.contract import Event
from games.table import By

_LOG = LogQuery("at", "full", "cause", "draws")

COUNTED = ("turns", "late")
COLUMNS = ("asked_at", "deadline", "bank", "times", *COUNTED)
UNTOUCHED = {"asked": None, "in_turn": False, "turns": 0, "late": 0, "times": ""}


def clock_columns(match: Match, *, ended: bool) -> dict[int, dict[str, Any]]:
    """Return for each seat the clock columns that its row should have.

    Once a match has ended only the counted ones, as a calendar may be deleted with its player.
    """
    columns = COUNTED if ended else COLUMNS
    replay = ClockReplay(match)
    for _ in replay.steps():
        pass
    return {seat.number: {name: getattr(seat, name) for name in columns} for seat in replay.seats}


class ClockReplay:
    """A match's log read event by event: the position so far, and the seats at that position."""

    def __init__(self, match: Match) -> None:
        seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
        self._match = match
        self._clock = clock_of(match.clock)
        self._position = blank_position(match, bytes.fromhex(seed))
        self.seats = seats_of(match)
        for seat in self.seats:
            vars(seat).update(UNTOUCHED, **dict.fromkeys(("asked_at", "deadline", "bank")))

    def steps(self) -> Iterator[tuple[Event, datetime]]:
        """Yield each event with its timestamp, before its effect on the clocks."""
        rows = _LOG.rows(self._match.id, last=EVERY_EVENT)
        for at, together in groupby(rows, key=lambda row: row.at):
            time, before = datetime.fromisoformat(at), self._position
            answers: dict[int, By] = {}
            for row in together:
                event = self._apply(row, answers)
                yield event, time
                if isinstance(event, TimeGiven):
                    self._update_clocks(before, answers, time)
                    before, answers = self._position, {}
                    self._add_time(self.seats[event.to], event.seconds, time)
            self._update_clocks(before, answers, time)

    def _apply(self, row: LoggedEvent, answers: dict[int, By]) -> Event:
        envelope, event = unpack(self._position.game, row.full)
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

    def _update_clocks(self, before: Position, answers: dict[int, By], at: datetime) -> None:
        was = seat_facts(before)
        for number, facts in seat_facts(self._position).items():
            if facts != was.get(number):
                seat, by = self.seats[number], answers.get(number)
                clock_follow(self._clock, seat, asked=facts.asked, by=by, at=at)
                seat.in_turn = facts.in_turn

    def _add_time(self, seat: Seat, seconds: int, at: datetime) -> None:
        assert not isinstance(self._clock, NoClock)
        more = timedelta(seconds=seconds)
        reading_set(
            seat, with_more_time(self._clock, reading_of(seat), more, at, calendar_for(seat))
        )
