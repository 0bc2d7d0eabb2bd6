"""The kinds of clock that a match can have, as data; pure."""

from datetime import timedelta
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from games.codec import convert

TimeOut = Literal["autoplay", "forfeit", "end"]
"""The consequence of a missed deadline.

autoplay: A bot makes this move; after three missed deadlines in a row it plays on.
forfeit: The seat is out, as if its player had resigned.
end: The match ends, and the late seat comes last.
"""

HOUR = 3600
DAY = 24 * HOUR
Seconds = Annotated[int, Meta(ge=1, le=90 * DAY)]
LAPSES_MOST = 3
"""After so many time-outs in a row a bot plays the seat until its player returns."""
HOURS_A_TURN = 24
"""The most hours of vacation that are used automatically for one question."""


class _Ticking(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """The fields of every clock with a time limit."""

    time_out: TimeOut = "autoplay"
    vacation: bool | None = None
    """Whether players' vacations stop it; by default if a seat starts with at least a day."""


class PerMove(_Ticking, frozen=True, tag="per_move", kw_only=True):
    """The same number of seconds for every move."""

    seconds: Seconds

    @property
    def at_first(self) -> timedelta:
        return timedelta(seconds=self.seconds)

    @property
    def one_move(self) -> timedelta:
        return self.at_first

    def carry_over(self, left: timedelta) -> timedelta | None:
        """Return None: unused time does not carry over to the next move."""
        return None


class Bank(_Ticking, frozen=True, tag="bank", kw_only=True):
    """A bank of seconds that each move of the seat adds to, up to a cap."""

    bank: Seconds
    increment: Seconds
    cap: Seconds

    @property
    def at_first(self) -> timedelta:
        return timedelta(seconds=self.bank)

    @property
    def one_move(self) -> timedelta:
        return timedelta(seconds=self.increment)

    def carry_over(self, left: timedelta) -> timedelta | None:
        """Return the time left plus the increment, at most the cap."""
        return min(max(left, timedelta(0)) + self.one_move, timedelta(seconds=self.cap))


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """No time limit for moves; the match is cancelled after a long time without a move."""


Clock: TypeAlias = PerMove | Bank | NoClock
Ticking: TypeAlias = PerMove | Bank

PRESETS: dict[str, Clock] = {
    "blitz": Bank(bank=24 * HOUR, increment=4 * HOUR, cap=72 * HOUR, vacation=True),
    "fast": Bank(bank=72 * HOUR, increment=12 * HOUR, cap=120 * HOUR, vacation=True),
    "slow": Bank(bank=72 * HOUR, increment=36 * HOUR, cap=240 * HOUR, vacation=True),
    "none": NoClock(),
}
FAST = PRESETS["fast"]
_KINDS: dict[str, type[Any]] = {"per_move": PerMove, "bank": Bank, "none": NoClock}
ClockKind = Literal["per_move", "bank", "none", "blitz", "fast", "slow"]
"""A kind of clock, or a preset of the kind `bank`.

per_move: The same time for every move; unused time is lost.
bank: A bank of time that each move of the seat adds to, up to a cap.
none: No time limit; the match is cancelled after a long time without a move.
blitz: 24 hours at the start, 4 more with each move, at most 72.
fast: 72 hours at the start, 12 more with each move, at most 120.
slow: 72 hours at the start, 36 more with each move, at most 240.
"""


class CapTooSmall(ValueError):
    """The cap of a bank is below its initial time or its increment."""


def clock_from_request(given: dict[str, Any]) -> Clock:
    """Return the clock that a request describes, with every field set.

    The request has a kind with its durations, or a preset's name as the kind with the fields to
    override. Raises Malformed or CapTooSmall.
    """
    wanted = {name: value for name, value in given.items() if value is not None}
    if preset := PRESETS.get(str(wanted.get("kind"))):
        wanted = clock_data(preset) | wanted | {"kind": clock_data(preset)["kind"]}
    clock: Clock = convert(wanted, _KINDS[wanted["kind"]])
    if isinstance(clock, NoClock):
        return clock
    if isinstance(clock, Bank) and clock.cap < max(clock.bank, clock.increment):
        raise CapTooSmall
    if clock.vacation is None:
        return replace(clock, vacation=clock.at_first >= timedelta(days=1))
    return clock


def clock_data(clock: Clock) -> dict[str, Any]:
    """Return the clock as JSON data, for the log and for clients."""
    data: dict[str, Any] = msgspec.to_builtins(clock)
    return data


def clock_text(clock: Clock) -> str:
    """Encode a clock for a match's row."""
    return msgspec.json.encode(clock).decode()


@lru_cache(maxsize=256)
def clock_of(text: str) -> Clock:
    """Decode the clock of a match's row."""
    clock: Clock = msgspec.json.decode(text, type=Clock)
    return clock
