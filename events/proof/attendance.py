"""Who plays each seat of an exported match, and which platform events may follow from that.

The server states when a player was late, left or returned, which cannot be checked. The
consequences can: they follow from the match's clock and the log so far. Needs no database and no
framework.
"""

from collections import Counter
from typing import Any

from msgspec import UNSET

from events.clocks.kinds import (
    HOUR,
    HOURS_A_TURN,
    LAPSES_MOST,
    CapTooSmall,
    NoClock,
    Ticking,
    clock_data,
    clock_from_request,
)
from events.log.envelope import (
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    TimeGiven,
)
from games.bots import AnyBot, bot_of, has_version
from games.codec import Malformed, canonical
from games.contract import BEST, LEVELS, AnyGame, Event, Seat
from games.table import awaited

NEVER = "9999"
"""A time after all others, as text."""


class Wrong(Exception):
    """The event being checked breaks the rules, for the reason given."""


def require(holds: bool, why: str) -> None:
    """Raise Wrong unless the condition holds."""
    if not holds:
        raise Wrong(why)


class Attendance:
    """The state of a replayed match's seats, derived from the platform's events."""

    def __init__(self, game: AnyGame, started: MatchStarted) -> None:
        version = started.bot_version
        require(version is UNSET or version > 0, "the version of its bots is wrong")
        stand_in = started.stand_in
        known = stand_in is UNSET or (bool(version) and stand_in in LEVELS)
        require(known, "the level of its stand-ins is wrong")
        for seat in started.seats:
            require(seat.kind in ("human", "bot"), f"seat {seat.seat} has an unknown kind")
            levels = LEVELS if seat.kind == "bot" and version else (UNSET,)
            require(seat.level in levels, f"seat {seat.seat} has the wrong level")
        self._game = game
        self._clock = _clock_of(started)
        self._people = {seat.seat for seat in started.seats if seat.kind == "human"}
        self.ends_at = started.ends_at or NEVER
        """The last day: from this time on the match may end as it stands."""
        self._away: set[Seat] = set()
        self._lapses: Counter[Seat] = Counter()
        self._gifts: Counter[tuple[Seat, Seat]] = Counter()
        """How often one seat has given another time for the question now open to the latter."""
        self._version = version or None
        self._stand_in = started.stand_in or BEST
        self._levels = {
            seat.seat: seat.level or BEST for seat in started.seats if seat.kind == "bot"
        }
        self.bots = set(self._levels)
        self.gone: tuple[Seat, ...] = ()
        self.late: Seat | None = None
        """The seat whose time is up, until the consequence has happened."""
        self._owed: Seat | None = None
        """The seat that a bot must take over once the move made for it is complete."""

    def bot(self, seat: Seat) -> AnyBot | None:
        """Return the bot that decides for a seat, or None if this copy has no such version."""
        if not has_version(self._game, self._version):
            return None
        return bot_of(self._game, self._version, self._levels.get(seat, self._stand_in))

    @property
    def stood_in(self) -> set[Seat]:
        """The seats that a bot plays."""
        return self.bots.union(self.gone, self._away)

    @property
    def ends_when_late(self) -> bool:
        """Whether the match ends when the time of a seat is up."""
        return self._time_out == "end"

    def allow(self, event: Event, state: Any, *, automatic: bool, together: bool) -> Seat | None:
        """Return the actor of this platform event in this state; raise Wrong if it cannot happen.

        `automatic` is what the log says, `together` whether it came with the event before it.
        """
        seat: Seat | None = getattr(event, "seat", None)
        require(seat is None or seat in self._players_present(), f"no player is at seat {seat}")
        self._check_order(event, together=together)
        by_itself = False
        match event:
            case SeatTimedOut(seat=late):
                self._check_time_out(late, state)
                seat, by_itself = None, True
            case SeatTakenOver():
                require(seat == self._owed, f"no bot had to take over seat {seat}")
                seat, by_itself = None, True
            case SeatResigned(seat=leaver) if leaver == self.late:
                seat, by_itself = None, True
            case SeatReturned():
                require(seat in self._away, f"seat {seat} was not away")
            case TimeGiven():
                self._check_time_given(event, state, automatic=automatic)
                by_itself = automatic
        require(automatic is by_itself, "its automatic flag is wrong")
        return seat

    def apply(self, event: Event) -> None:
        """Apply a platform event."""
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

    def apply_move(self, seat: Seat, by: str, *, together: bool) -> None:
        """Apply a move; raise Wrong if another event had to come first."""
        if self.late is not None:
            made_for = self._time_out == "autoplay" and (seat, by) == (self.late, "bot")
            require(made_for, f"the time-out of seat {self.late} had no consequence")
            if self._lapses[seat] >= LAPSES_MOST:
                self._owed = seat
            self.late = None
        elif self._owed is not None:
            follows = together and by in ("forced", "sealed")
            require(follows, f"a bot had to take over seat {self._owed} before this")
        if by in ("player", "sealed"):
            self._lapses[seat] = 0

    def forget_time_given(self, event: Event) -> None:
        """Forget the time given for a question once the next one is asked."""
        if event.asks:
            self._gifts.clear()
        elif event.asks_seat:
            for given in [one for one in self._gifts if one[1] == event.seat]:  # type: ignore[attr-defined]
                del self._gifts[given]

    @property
    def _time_out(self) -> str | None:
        return None if isinstance(self._clock, NoClock) else self._clock.time_out

    def _players_present(self) -> set[Seat]:
        return self._people.difference(self.gone)

    def _waited_for(self, state: Any) -> set[Seat]:
        """Return the people whose clocks run."""
        return set(awaited(self._game, state)).difference(self.stood_in)

    def _check_order(self, event: Event, *, together: bool) -> None:
        """Require that the consequence of a time-out comes next, at the same time."""
        if self.late is not None and not self.ends_when_late:
            forfeits = self._time_out == "forfeit" and isinstance(event, SeatResigned)
            follows = forfeits and together and getattr(event, "seat", None) == self.late
            require(follows, f"the time-out of seat {self.late} had no consequence")
        if self._owed is not None and not isinstance(event, MatchFinished):
            follows = together and isinstance(event, SeatTakenOver)
            require(follows, f"a bot had to take over seat {self._owed} before this")

    def _check_time_out(self, seat: Seat, state: Any) -> None:
        require(self._time_out is not None, "a match without a clock has no time-outs")
        in_turn = self._waited_for(state).intersection(self._game.active(state))
        require(seat in in_turn, f"seat {seat} was not asked")

    def _check_time_given(self, event: TimeGiven, state: Any, *, automatic: bool) -> None:
        clock = self._clock
        require(not isinstance(clock, NoClock), "in a match without a clock no time is given")
        assert isinstance(clock, Ticking)
        require(event.to in self._waited_for(state), f"seat {event.to} was not waited for")
        before = self._gifts[event.seat, event.to]
        if automatic:
            require(event.to == event.seat, "time is not given to others automatically")
            require(clock.vacation is True, "vacation does not stop this clock")
            require(event.to in self._game.active(state), f"seat {event.to} was not late")
            require(event.seconds == HOUR, "vacation is used by the hour")
            require(before < HOURS_A_TURN, "one question allows no more vacation")
        else:
            require(event.to != event.seat, "a player cannot give time to themselves")
            one_move = int(clock.one_move.total_seconds())
            require(event.seconds == one_move, f"the time given must be {one_move} seconds")
            require(before == 0, f"seat {event.seat} had already given time for this")


def _clock_of(started: MatchStarted) -> Ticking | NoClock:
    """Return the clock; raise Wrong unless it is valid and in canonical form."""
    if started.clock is None:
        return NoClock()
    try:
        clock = clock_from_request(started.clock)
    except (Malformed, CapTooSmall, LookupError, TypeError):
        raise Wrong("this is not a valid clock") from None
    same = canonical(clock_data(clock)) == canonical(started.clock)
    require(same, "this is not a valid clock")
    return clock
