"""Who plays each seat of an exported match, and what the platform may do about it.

When somebody was late, left or came back is the server's word; what may come of it is not: the
clock of the match says so, and what the log said before. No database and no framework is needed.
"""

from collections import Counter
from typing import Any

from events.clocks.kinds import (
    HOUR,
    HOURS_A_TURN,
    LAPSES_MOST,
    CapTooSmall,
    NoClock,
    Ticking,
    clock_chosen,
    clock_data,
)
from events.record import (
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    TimeGiven,
)
from games.codec import Malformed, canonical
from games.contract import AnyGame, Event, Seat
from games.table import awaited


class Wrong(Exception):
    """Against the rules, for this reason, at the event that is looked at."""


def require(holds: bool, why: str) -> None:
    """Wrong unless it holds."""
    if not holds:
        raise Wrong(why)


class Attendance:
    """The seats of a match that is played again, by what the platform's events say of them."""

    def __init__(self, game: AnyGame, started: MatchStarted) -> None:
        for seat in started.seats:
            require(seat.kind in ("human", "bot"), f"seat {seat.seat} is no kind of player")
        self._game = game
        self._clock = _clock_of(started)
        self._people = {seat.seat for seat in started.seats if seat.kind == "human"}
        self._away: set[Seat] = set()
        self._lapses: Counter[Seat] = Counter()
        self._gifts: Counter[tuple[Seat, Seat]] = Counter()
        """How often one seat has given another time for the question now open to that one."""
        self.bots = {seat.seat for seat in started.seats if seat.kind == "bot"}
        self.gone: tuple[Seat, ...] = ()
        self.late: Seat | None = None
        """The seat whose time is up, until something has come of it."""
        self._owed: Seat | None = None
        """The seat that a bot keeps from now on, as soon as the move made for it is over."""

    @property
    def stood_in(self) -> set[Seat]:
        """The seats that their owners do not play."""
        return self.bots.union(self.gone, self._away)

    @property
    def ends_when_late(self) -> bool:
        """Whether all is over once the time of a seat is up."""
        return self._time_out == "end"

    def allow(self, event: Event, state: Any, *, automatic: bool, together: bool) -> Seat | None:
        """Who does this event of the platform in this state; Wrong if nobody can.

        `automatic` is what the log says, `together` whether it came with the event before it.
        """
        seat: Seat | None = getattr(event, "seat", None)
        require(seat is None or seat in self._here(), f"nobody plays at seat {seat}")
        self._in_order(event, together=together)
        by_itself = False
        match event:
            case SeatTimedOut(seat=late):
                self._may_be_late(late, state)
                seat, by_itself = None, True
            case SeatTakenOver():
                require(seat == self._owed, f"no bot was to keep seat {seat}")
                seat, by_itself = None, True
            case SeatResigned(seat=leaver) if leaver == self.late:
                seat, by_itself = None, True
            case SeatReturned():
                require(seat in self._away, f"seat {seat} was not away")
            case TimeGiven():
                self._may_give(event, state, automatic=automatic)
                by_itself = automatic
        require(automatic is by_itself, "it is wrong about what was automatic")
        return seat

    def note(self, event: Event) -> None:
        """Remember an event of the platform."""
        match event:
            case SeatTimedOut(seat=seat):
                self._lapses[seat] += 1
                self.late = seat
            case SeatResigned(seat=seat):
                self.gone = (*self.gone, seat)
                self._away.discard(seat)
                self.late = None
            case SeatTakenOver(seat=seat):
                self._away.add(seat)
                self._owed = None
            case SeatReturned(seat=seat):
                self._away.discard(seat)
                self._lapses[seat] = 0
            case TimeGiven(seat=seat, to=to):
                self._gifts[seat, to] += 1

    def moved(self, seat: Seat, by: str, *, together: bool) -> None:
        """Remember a move; Wrong where something else had to come first."""
        if self.late is not None:
            made_for = self._time_out == "autoplay" and (seat, by) == (self.late, "bot")
            require(made_for, f"seat {self.late} was late, and nothing came of it")
            if self._lapses[seat] >= LAPSES_MOST:
                self._owed = seat
            self.late = None
        elif self._owed is not None:
            follows = together and by in ("forced", "sealed")
            require(follows, f"a bot was to keep seat {self._owed} before this")
        if by in ("player", "sealed"):
            self._lapses[seat] = 0

    def asked(self, event: Event) -> None:
        """What was given for a question is over with it."""
        if event.asks:
            self._gifts.clear()
        elif event.asks_seat:
            for given in [one for one in self._gifts if one[1] == event.seat]:  # type: ignore[attr-defined]
                del self._gifts[given]

    @property
    def _time_out(self) -> str | None:
        return None if isinstance(self._clock, NoClock) else self._clock.time_out

    def _here(self) -> set[Seat]:
        return self._people.difference(self.gone)

    def _waited_for(self, state: Any) -> set[Seat]:
        """The people whose clocks run."""
        return set(awaited(self._game, state)).difference(self.stood_in)

    def _in_order(self, event: Event, *, together: bool) -> None:
        """After a time-out nothing else happens before what it leads to, and at the same time."""
        if self.late is not None and not self.ends_when_late:
            forfeits = self._time_out == "forfeit" and isinstance(event, SeatResigned)
            follows = forfeits and together and getattr(event, "seat", None) == self.late
            require(follows, f"seat {self.late} was late, and nothing came of it")
        if self._owed is not None and not isinstance(event, MatchFinished):
            follows = together and isinstance(event, SeatTakenOver)
            require(follows, f"a bot was to keep seat {self._owed} before this")

    def _may_be_late(self, seat: Seat, state: Any) -> None:
        require(self._time_out is not None, "without a clock nobody is late")
        in_turn = self._waited_for(state).intersection(self._game.active(state))
        require(seat in in_turn, f"seat {seat} was not asked")

    def _may_give(self, event: TimeGiven, state: Any, *, automatic: bool) -> None:
        clock = self._clock
        require(not isinstance(clock, NoClock), "without a clock nobody needs time")
        assert isinstance(clock, Ticking)
        require(event.to in self._waited_for(state), f"seat {event.to} was not waited for")
        before = self._gifts[event.seat, event.to]
        if automatic:
            require(event.to == event.seat, "nobody gives time by itself to others")
            require(clock.vacation is True, "no vacation stops this clock")
            require(event.to in self._game.active(state), f"seat {event.to} was not late")
            require(event.seconds == HOUR, "vacation is used by the hour")
            require(before < HOURS_A_TURN, "there is no more vacation for one question")
        else:
            require(event.to != event.seat, "nobody gives time to themselves")
            one_move = int(clock.one_move.total_seconds())
            require(event.seconds == one_move, f"what is given is {one_move} seconds")
            require(before == 0, f"seat {event.seat} had given time for this question")


def _clock_of(started: MatchStarted) -> Ticking | NoClock:
    """The clock, which must be written as the clocks of matches are."""
    if started.clock is None:
        return NoClock()
    try:
        clock = clock_chosen(started.clock)
    except (Malformed, CapTooSmall, LookupError, TypeError):
        raise Wrong("no match has this clock") from None
    same = canonical(clock_data(clock)) == canonical(started.clock)
    require(same, "no match has this clock")
    return clock
