"""The clocks that a match can be played with, as data; pure."""

from datetime import timedelta
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from games.codec import convert

TimeOut = Literal["autoplay", "forfeit", "end"]
"""What happens to a seat that is late: the bot makes its move, the seat is gone, or all is over."""

HOUR = 3600
DAY = 24 * HOUR
Seconds = Annotated[int, Meta(ge=1, le=90 * DAY)]
LAPSES_MOST = 3
"""After so many time-outs in a row a bot keeps the seat."""
HOURS_A_TURN = 24
"""How many hours of vacation are used automatically for one question at most."""


class _Ticking(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """What every clock that runs has."""

    time_out: TimeOut = "autoplay"
    vacation: bool | None = None
    """Whether players' vacations stop it; by default where a move has at least a day."""


class PerMove(_Ticking, frozen=True, tag="per_move", kw_only=True):
    """So many seconds for every move."""

    seconds: Seconds

    @property
    def at_first(self) -> timedelta:
        return timedelta(seconds=self.seconds)

    @property
    def one_move(self) -> timedelta:
        return self.at_first

    def kept(self, left: timedelta) -> timedelta | None:
        """Nothing is saved for the next move."""
        return None


class Bank(_Ticking, frozen=True, tag="bank", kw_only=True):
    """A store of seconds that each own move adds to, up to a cap."""

    bank: Seconds
    increment: Seconds
    cap: Seconds

    @property
    def at_first(self) -> timedelta:
        return timedelta(seconds=self.bank)

    @property
    def one_move(self) -> timedelta:
        return timedelta(seconds=self.increment)

    def kept(self, left: timedelta) -> timedelta | None:
        """What is left, and the increment."""
        return min(max(left, timedelta(0)) + self.one_move, timedelta(seconds=self.cap))


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """No move has a time limit; the match is called off when nobody moves for long."""


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


class CapTooSmall(ValueError):
    """A bank that would overflow from the start."""


def clock_chosen(given: dict[str, Any]) -> Clock:
    """The clock that somebody asked for, with nothing left open: a kind with its durations, or a
    preset's name as the kind with what shall be otherwise; Malformed or CapTooSmall."""
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
    """The clock as the log and clients have it."""
    data: dict[str, Any] = msgspec.to_builtins(clock)
    return data


def clock_text(clock: Clock) -> str:
    """The clock as a match's row has it."""
    return msgspec.json.encode(clock).decode()


@lru_cache(maxsize=256)
def clock_of(text: str) -> Clock:
    """The clock of a match's row."""
    clock: Clock = msgspec.json.decode(text, type=Clock)
    return clock
