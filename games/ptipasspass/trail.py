"""A round as the ways that its tokens took from hand to cup and back, and who can tell (P40, P41).

A *place* is a hand for as long as it only gains tokens and then only loses them, or a cup from its
first token until it is emptied; a *way* leads one or more tokens on from place to place. A viewer
who cannot tell what went along some ways can only say that as many of each animal left every place
as came there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from msgspec.structs import replace

from games.contract import Horizon, Seat, Viewer
from games.ptipasspass.cups import ROWS
from games.ptipasspass.events import (
    Animals,
    AnimalsDealt,
    AnyEvent,
    CupsEmptied,
    CupsSwapped,
    DoubleFound,
    DoubleMissed,
    LieFound,
    LieMissed,
    LineLifted,
    OkSaid,
    RewardOffered,
    RewardPlaced,
    RewardTaken,
    RoundVoided,
    TokenPicked,
    TokenPlaced,
    TurnOpened,
)
from games.ptipasspass.moves import ANIMALS, Animal

NOT_YET: Final = 1 << 62
AT_THE_END: Final = 0
"""Where all ways end."""


NOWHERE: Final = (OkSaid, TurnOpened, RewardOffered, RewardTaken, AnimalsDealt)
"""What happens at no cup and to no token, and happens most."""


@dataclass(slots=True, eq=False)
class Way:
    """Tokens that went from one place to another."""

    start: int
    end: int
    tokens: list[int]
    """How many of each animal."""
    known: bool
    """Whether the viewer can tell them."""
    never: int = -1
    """The animal that it was not, for all to hear (P15)."""
    were: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.were = tuple(self.tokens)

    @property
    def animal(self) -> Animal:
        """What went along a way of one token."""
        return ANIMALS[self.tokens.index(1)]

    @property
    def animals(self) -> Animals:
        return _animals(tuple(self.tokens))


@cache
def _animals(tokens: tuple[int, ...]) -> Animals:
    return tuple(animal for animal, many in zip(ANIMALS, tokens, strict=True) for _ in range(many))


@dataclass(slots=True)
class Act:
    """Something done at a cup or several: a pick, a reward placed, a swap, a lift, an emptying."""

    event: AnyEvent
    at: int
    """Its place in the log."""
    cups: tuple[int, ...]
    then: AnyEvent | None = None
    """How a pick ended, if it has."""
    hidden: int = NOT_YET
    """When what it showed was out of sight again."""
    way: Way | None = None
    """Of the token picked or placed."""
    found: Way | None = None
    """Of what was in the cup."""
    contents: tuple[Animals, ...] = ()
    """Of the cups lifted."""

    fills: bool = False
    """Whether a token went into a cup."""


@dataclass(slots=True)
class Trail:
    """All that happened to the tokens of one round."""

    acts: list[Act] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    left: list[Way] = field(default_factory=list)
    """From each cup that was not empty at the end."""
    dead: bool | None = None
    """Whether no line could be made at the end; None if nobody asked (P31)."""

    def write(self, log: list[AnyEvent]) -> None:
        """Tell it in the log that it came from."""
        for act in self.acts:
            event, then = act.event, act.then
            if isinstance(event, (TokenPicked, RewardPlaced)):
                assert act.way is not None
                animal = act.way.animal
                if (event.cup, event.animal) != (act.cups[0], animal):
                    log[act.at] = replace(event, cup=act.cups[0], animal=animal)
                if isinstance(then, (DoubleMissed, LieFound)) and then.animal != animal:
                    log[act.hidden] = replace(then, animal=animal)
                elif act.found is not None and isinstance(then, DoubleFound):
                    log[act.hidden] = replace(then, contents=act.found.animals)
            elif isinstance(event, CupsSwapped):
                log[act.at] = replace(event, cups=act.cups)
            elif isinstance(event, LineLifted):
                log[act.at] = replace(event, cups=act.cups, contents=act.contents)
            elif isinstance(event, CupsEmptied):
                log[act.at] = replace(event, contents=act.contents)


class Follower:
    """Follows the tokens of one round with a viewer's eyes and memory."""

    def __init__(self, seats: int, viewer: Viewer, horizon: Horizon) -> None:
        self._viewer = viewer
        self._horizon = horizon
        self._places = seats
        self._hands = list(range(1, seats + 1))
        """The place that each hand is now."""
        self._held = [[1] * len(ANIMALS) for _ in range(seats)]
        self._losing = [False] * seats
        self._cups = [0] * ROWS * seats
        """The place that each cup is now, 0 while it is empty."""
        self._contents: dict[int, list[int]] = {}
        self._trail = Trail()

    def follow(self, log: Sequence[AnyEvent], start: int, end: int) -> Trail:
        """The trail of the round between these places in the log."""
        trail, void = self._trail, False
        for at in range(start, end):
            event = log[at]
            if isinstance(event, NOWHERE):
                continue
            match event:
                case TokenPicked(cup=int(cup)):
                    trail.acts.append(Act(event, at, (cup,)))
                case TokenPlaced() | DoubleFound() | DoubleMissed() | LieFound() | LieMissed():
                    self._resolve(trail.acts[-1], event, at)
                case RewardPlaced(cup=int(cup), animal=str(animal)):
                    act = Act(event, at, (cup,), hidden=at)
                    trail.acts.append(act)
                    act.way = self._leave(event.seat, animal, at >= self._horizon)
                    self._fill(act)
                case CupsSwapped(cups=(one, other)):
                    trail.acts.append(Act(event, at, (one, other), hidden=at))
                    cups = self._cups
                    cups[one], cups[other] = cups[other], cups[one]
                case LineLifted(cups=tuple(line), contents=tuple(contents)):
                    trail.acts.append(Act(event, at, line, hidden=at, contents=contents))
                    if event.won or at >= self._horizon:
                        for cup in line:
                            self._look_into(cup)
                case RoundVoided():
                    void = True
                case CupsEmptied(contents=tuple(contents)):
                    every = tuple(range(len(self._cups)))
                    trail.acts.append(Act(event, at, every, hidden=at, contents=contents))
        self._finish(void, seen=isinstance(log[end - 1], CupsEmptied) and end > self._horizon)
        return trail

    def _resolve(self, act: Act, then: AnyEvent, at: int) -> None:
        """How a pick ends (P12–P15)."""
        act.then, act.hidden = then, at
        event = act.event
        assert isinstance(event, TokenPicked)
        assert isinstance(event.animal, str)
        seat = event.seat
        act.way = self._leave(seat, event.animal, self._tells(event, then, at))
        match then:
            case TokenPlaced():
                self._fill(act)
            case DoubleFound():
                self._arrive(seat, act.way)
                cup = act.cups[0]
                found = self._contents.pop(self._cups[cup])
                act.found = self._way(self._cups[cup], found, known=at >= self._horizon)
                self._cups[cup] = 0
                self._arrive(seat, act.found)
            case LieFound():
                assert event.announce is not None
                act.way.never = ANIMALS.index(event.announce)
                self._arrive(seat, act.way)
            case DoubleMissed() | LieMissed():
                self._arrive(then.seat, act.way)

    def _tells(self, event: TokenPicked, then: AnyEvent | None, at: int) -> bool:
        """Whether the viewer can tell the token picked."""
        if isinstance(then, LieMissed):
            return True
        if at < self._horizon:
            return False
        return (
            event.announce is None
            or event.seat == self._viewer
            or isinstance(then, LieFound)
            or (isinstance(then, DoubleMissed) and then.seat == self._viewer)
        )

    def _way(self, start: int, tokens: list[int], known: bool) -> Way:
        way = Way(start, AT_THE_END, tokens, known)
        self._trail.ways.append(way)
        return way

    def _leave(self, seat: Seat, animal: Animal, known: bool) -> Way:
        tokens = [int(animal == one) for one in ANIMALS]
        self._held[seat][ANIMALS.index(animal)] -= 1
        self._losing[seat] = True
        return self._way(self._hands[seat], tokens, known)

    def _arrive(self, seat: Seat, way: Way) -> None:
        held = self._held[seat]
        if self._losing[seat]:
            self._losing[seat] = False
            self._places += 1
            kept = self._way(self._hands[seat], held.copy(), known=False)
            self._hands[seat] = kept.end = self._places
        for animal, many in enumerate(way.tokens):
            held[animal] += many
        way.end = self._hands[seat]

    def _fill(self, act: Act) -> None:
        assert act.way is not None
        act.fills = True
        cup = act.cups[0]
        if not self._cups[cup]:
            self._places += 1
            self._cups[cup] = self._places
            self._contents[self._places] = [0] * len(ANIMALS)
        act.way.end = self._cups[cup]
        self._contents[self._cups[cup]][act.way.tokens.index(1)] += 1

    def _look_into(self, cup: int) -> None:
        """What is in a cup that all have seen stays known."""
        if self._cups[cup]:
            held = self._contents.pop(self._cups[cup])
            seen = self._way(self._cups[cup], held.copy(), known=True)
            self._places += 1
            self._cups[cup] = seen.end = self._places
            self._contents[self._places] = held

    def _finish(self, void: bool, seen: bool) -> None:
        trail = self._trail
        last = trail.acts[-1] if trail.acts else None
        if last and isinstance(last.event, TokenPicked) and last.then is None:
            event = last.event
            assert isinstance(event.animal, str)
            last.way = self._leave(event.seat, event.animal, self._tells(event, None, NOT_YET))
        elif not any(map(any, self._held)):
            trail.dead = void
        for seat, held in enumerate(self._held):
            self._way(self._hands[seat], held, known=seat == self._viewer)
        for place, held in self._contents.items():
            trail.left.append(self._way(place, held, known=seen))
