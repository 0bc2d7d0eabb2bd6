"""What has faded of a round, moved to other cups.

A cup is told apart here by where it stands when the viewer's memory begins. From its first token
until a double is found in it, what it holds is one *stay*: that may as well have been in any cup
that was empty meanwhile, unless the cup has been looked into since. How many tokens a double laid
bare is known by the hands, but which of those of one animal is not; and tokens that nobody has
found are *loose*: each may be in a cup of its own or with others.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.chance import Chance
from games.contract import Horizon
from games.ptipasspass.cups import ROWS, Line, Pair, hopeless, in_order, lines, touching, wins
from games.ptipasspass.events import (
    Animals,
    CupsEmptied,
    CupsSwapped,
    DoubleFound,
    DoubleMissed,
    LieFound,
    LieMissed,
    LineLifted,
)
from games.ptipasspass.moves import Animal
from games.ptipasspass.trail import NOT_YET, Act, Trail

TRIES: Final = 4


@dataclass(slots=True, eq=False)
class Stay:
    """The time for which one cup is not empty."""

    start: int
    end: int = NOT_YET
    home: int | None = None
    """The cup in which it has been looked at since."""

    @property
    def loose(self) -> bool:
        """Whether nobody can tell its tokens from those of other such stays."""
        return self.end == NOT_YET and self.home is None


def move_cups(trail: Trail, seats: int, horizon: Horizon, chance: Chance) -> bool:
    """Choose other cups for all that has faded; False if none were found."""
    faded = [act for act in trail.acts if act.hidden < horizon]
    if not faded:
        return True
    cups, remembered = ROWS * seats, trail.acts[len(faded) :]
    seen = _seen_since(remembered, trail.dead is not None, cups)
    for act in faded[-2:]:
        if isinstance(act.event, LineLifted) and act.event.won:
            seen.update(act.cups)  # so that they win again
    stays, reserved = _stays(faded, seen, cups)
    _exchange(faded, stays, chance)
    for apart in (True,) * TRIES + (False,) * TRIES:
        attempt = _Attempt(seats, reserved, chance, apart=apart)
        if attempt.moves(faded, stays) and _ends_alike(trail, attempt.held, remembered, cups):
            for act, there, contents in zip(faded, attempt.cups, attempt.contents, strict=True):
                act.cups, act.contents = there, contents
            return True
    return False


def _stays(
    faded: Sequence[Act], seen: set[int], cups: int
) -> tuple[list[Stay | None], dict[int, int]]:
    """The stay that each act begins, adds to or ends; and for each cup that has been looked into
    from when on it has to be kept for what was found in it."""
    stays: list[Stay | None] = []
    there: dict[int, Stay] = {}
    standing = _standing([_pair(act) for act in faded if _swaps(act)], cups)
    now = standing.pop()
    for place, act in enumerate(faded):
        stay = None
        if _swaps(act):
            now = standing.pop()
        elif act.fills:
            stay = there.setdefault(now[act.cups[0]], Stay(place))
        elif isinstance(act.then, DoubleFound):
            stay = there.pop(now[act.cups[0]])
            stay.end = place
        stays.append(stay)
    reserved = dict.fromkeys(seen, NOT_YET)
    for cup in seen & there.keys():
        there[cup].home = cup
        reserved[cup] = there[cup].start
    return stays, reserved


def _exchange(faded: Sequence[Act], stays: list[Stay | None], chance: Chance) -> None:
    """Let tokens of one animal take each other's places in stays that both could be part of."""
    put: defaultdict[Animal, list[int]] = defaultdict(list)
    for place, (act, stay) in enumerate(zip(faded, stays, strict=True)):
        if act.fills and stay is not None and stay.home is None:
            assert act.way is not None
            put[act.way.animal].append(place)
    for places in put.values():
        for one in places:
            other = places[chance.below(len(places), "resample")]
            first, second = stays[one], stays[other]
            assert first is not None
            assert second is not None
            if one < second.end and other < first.end:
                stays[one], stays[other] = second, first


class _Attempt:
    """One attempt: `cups` and `contents` are those of the acts so far, `held` is what each cup
    holds after them. Loose tokens go each its own way if they go `apart`."""

    def __init__(
        self, seats: int, reserved: dict[int, int], chance: Chance, *, apart: bool
    ) -> None:
        self.cups: list[tuple[int, ...]] = []
        self.contents: list[tuple[Animals, ...]] = []
        self.held: dict[int, Animals] = {}
        self._chance = chance
        self._every = range(ROWS * seats)
        self._lines = lines(seats)
        self._touching = touching(seats)
        self._reserved = reserved
        self._at: dict[Stay, int] = {}
        """The cup in which each stay is."""
        self._apart = apart
        self._shared: set[int] = set()
        """The cups that hold loose tokens."""

    def moves(self, faded: Sequence[Act], stays: Sequence[Stay | None]) -> bool:
        """Whether a place was found for every act."""
        below, pairs = self._chance.below, self._touching
        swaps = [pairs[below(len(pairs), "resample")] for act in faded if _swaps(act)]
        standing = _standing(swaps, len(self._every))
        swaps.reverse()
        now = standing.pop()
        for act, stay in zip(faded, stays, strict=True):
            contents: tuple[Animals, ...] = ()
            if _swaps(act):
                now = standing.pop()
                cups: tuple[int, ...] | None = swaps.pop()
            elif isinstance(act.event, LineLifted):
                cups, contents = self._lift(act.cups, act.event.won, now)
            elif isinstance(act.event, CupsEmptied):
                cups, contents = act.cups, tuple(self.held.get(cup, ()) for cup in now)
            else:
                cups = self._point(act, stay, now)
            if cups is None:
                return False
            self.cups.append(cups)
            self.contents.append(contents)
        return True

    def _point(self, act: Act, stay: Stay | None, now: list[int]) -> tuple[int] | None:
        """Where a token is held, and perhaps put, instead."""
        loose = self._apart and stay is not None and stay.loose
        if stay in self._at and not loose:
            place = now.index(self._at[stay])
        else:
            options = self._options(act, stay, now)
            if loose:
                options = [*options, *(now.index(cup) for cup in self._shared)]
            others = [place for place in options if place != act.cups[0]] or options
            if not others:
                return None
            place = others[self._chance.below(len(others), "resample")]
        if stay is not None:
            cup = now[place]
            if act.fills:
                assert act.way is not None
                self._at[stay] = cup
                self.held[cup] = in_order((*self.held.get(cup, ()), act.way.animal))
                if loose:
                    self._shared.add(cup)
            else:
                del self.held[cup]
        return (place,)

    def _options(self, act: Act, stay: Stay | None, now: list[int]) -> Sequence[int]:
        """Where a stay may begin, or any cup or any empty one where there is none."""
        if isinstance(act.then, (LieFound, LieMissed)):
            return self._every
        empty = [place for place in self._every if now[place] not in self.held]
        if stay is None:
            return empty
        if stay.home is not None:
            return [place for place in empty if now[place] == stay.home]
        until = self._reserved
        return [place for place in empty if now[place] not in until or stay.end < until[now[place]]]

    def _lift(
        self, old: tuple[int, ...], won: bool, now: list[int]
    ) -> tuple[Line | None, tuple[Animals, ...]]:
        """Another line with the same result, else the same one if it still has it."""
        first = self._chance.below(len(self._lines), "resample")
        same: tuple[Line | None, tuple[Animals, ...]] = (None, ())
        for line in self._lines[first:] + self._lines[:first]:
            contents = tuple([self.held.get(now[place], ()) for place in line])
            if wins(contents) == won:
                if line != old:
                    return line, contents
                same = line, contents
        return same


def _ends_alike(
    trail: Trail, held: dict[int, Animals], remembered: Sequence[Act], cups: int
) -> bool:
    """Whether the round would have gone on, or ended, as it did, if all that has faded has left
    this in the cups (P31)."""
    if trail.dead is None:
        return True
    now, held = list(range(cups)), dict(held)
    for act in remembered:
        cup = now[act.cups[0]]
        if _swaps(act):
            one, other = act.cups
            now[one], now[other] = now[other], now[one]
        elif act.fills:
            assert act.way is not None
            held[cup] = (*held.get(cup, ()), act.way.animal)
        elif isinstance(act.then, DoubleFound):
            del held[cup]
    return hopeless(list(held.values())) == trail.dead


def _swaps(act: Act) -> bool:
    return isinstance(act.event, CupsSwapped)


def _pair(act: Act) -> Pair:
    one, other = act.cups
    return one, other


def _standing(swaps: Sequence[Pair], cups: int) -> list[list[int]]:
    """Which cup stands where after the last swap, when each stands at its own number, then the same
    before that swap, and so on to before the first."""
    now = list(range(cups))
    every = [now]
    for one, other in reversed(swaps):
        now = now.copy()
        now[one], now[other] = now[other], now[one]
        every.append(now)
    return every


def _seen_since(remembered: Sequence[Act], all_placed: bool, cups: int) -> set[int]:
    """The cups that were looked into since memory began; if all tokens have been placed also those
    filled since, so that as many are not empty as there were (P31)."""
    now = list(range(cups))
    seen: set[int] = set()
    for act in remembered:
        if _swaps(act):
            one, other = act.cups
            now[one], now[other] = now[other], now[one]
        elif (
            isinstance(act.event, (LineLifted, CupsEmptied))
            or isinstance(act.then, (DoubleFound, DoubleMissed))
            or (all_placed and act.fills)
        ):
            seen.update(now[cup] for cup in act.cups)
    return seen
