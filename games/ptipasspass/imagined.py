"""Rounds of PtiPassPass played on to their end from a world, by players who believe one another.

They put tokens into cups that they take for empty, lie now and then, always notice a filled cup,
sometimes call a lie, and lift the first line that wins if all was as they were told.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from games.contract import Seat
from games.ptipasspass.beliefs import UNITS, World
from games.ptipasspass.cups import Line, Pair, lines, touching

Random = Callable[[], float]

LIES: Final = 0.15
CALLS_LIE: Final = 0.15
CALLS_TRUTH: Final = 0.04
TURNS: Final = 12
"""A round is given up after so many further turns of the table."""

HELD: Final = [
    [animal for animal, unit in enumerate(UNITS) if tokens // unit % 8] for tokens in range(512)
]
KINDS: Final = [sum(1 << animal for animal in held) for held in HELD]
WINS: Final = [
    any(len({one, two, three}) != 2 for one, two, three in product(*(HELD[n] for n in trio)))
    for trio in product([0, 1, 8, 9, 64, 65, 72, 73], repeat=3)
]
"""Whether a line wins, by the kinds of animals in its cups (three bits each)."""


class LiftWay(NamedTuple):
    """A move with an empty hand, and the cups that it lifts as they stand before the swap."""

    line: Line
    swap: Pair | None
    cups: Line


@cache
def lift_ways(seats: int) -> tuple[LiftWay, ...]:
    """Return every line with every swap that brings another cup into it, or none."""
    ways = [LiftWay(line, None, line) for line in lines(seats)]
    for swap in touching(seats):
        for line in lines(seats):
            one, other = swap
            if (one in line) != (other in line):
                cups = [other if at == one else one if at == other else at for at in line]
                ways.append(LiftWay(line, swap, (cups[0], cups[1], cups[2])))
    return tuple(ways)


def wins(contents: Sequence[int], cups: Line) -> bool:
    """Return whether these three cups make a winning line."""
    one, two, three = cups
    return WINS[KINDS[contents[one]] << 6 | KINDS[contents[two]] << 3 | KINDS[contents[three]]]


class Round:
    """A round that goes on from a world; `believed` is what each seat takes the cups to hold."""

    __slots__ = ("believed", "challenges", "cups", "hands", "seats", "turn", "turns")

    def __init__(self, world: World, challenges: Sequence[int], turn: Seat, turns: int) -> None:
        self.seats = len(world.hands)
        self.hands = list(world.hands)
        self.cups = [sum(UNITS[token.animal] for token in cup) for cup in world.cups]
        self.believed = [
            [
                sum(UNITS[token.animal if token.owner == seat else token.said] for token in cup)
                for cup in world.cups
            ]
            for seat in range(self.seats)
        ]
        self.challenges = list(challenges)
        self.turn = turn
        self.turns = turns

    def copy(self) -> "Round":
        """Return a copy to play on with."""
        other: Round = Round.__new__(Round)
        other.seats = self.seats
        other.hands = self.hands[:]
        other.cups = self.cups[:]
        other.believed = [row[:] for row in self.believed]
        other.challenges = self.challenges[:]
        other.turn, other.turns = self.turn, self.turns
        return other

    def play(self, random: Random) -> Seat | None:
        """Play on from the beginning of the next turn and return the winner of the round."""
        for _ in range(TURNS * self.seats):
            seat = self.turn = (self.turn + 1) % self.seats
            masked = self.turns // self.seats % 2 == 0
            self.turns += 1
            hand = self.hands[seat]
            if not hand:
                if self._lift(seat, random):
                    return seat
                continue
            held = HELD[hand]
            animal = held[int(random() * len(held))]
            said = animal
            if masked and random() < LIES:
                said = (animal + 1 + int(random() * 2)) % 3
            self.offer(animal, said, self._empty(seat, random), masked, random)
        return None

    def offer(self, animal: int, said: int, cup: int, masked: bool, random: Random) -> None:
        """Let the others answer to the token that the player in turn holds over a cup."""
        first = self.turn + 1
        self.answer(range(first, first + self.seats - 1), animal, said, cup, masked, random)

    def answer(
        self,
        answerers: Sequence[Seat],
        animal: int,
        said: int,
        cup: int,
        masked: bool,
        random: Random,
    ) -> None:
        """Let these answer, then settle the token."""
        for place in answerers:
            seat = place % self.seats
            if not self.challenges[seat]:
                continue
            if self.believed[seat][cup]:
                self.double(seat, animal, cup, random)
                return
            if masked and random() < (CALLS_TRUTH if animal == said else CALLS_LIE):
                self.liar(seat, animal, said, random)
                return
        self.put(self.turn, animal, said, cup)

    def put(self, owner: Seat, animal: int, said: int, cup: int) -> None:
        """Put a token into a cup."""
        unit, told = UNITS[animal], UNITS[said]
        self.hands[owner] -= unit
        self.cups[cup] += unit
        for seat, row in enumerate(self.believed):
            row[cup] += unit if seat == owner else told

    def double(self, seat: Seat, animal: int, cup: int, random: Random) -> None:
        """Settle a “Doublon!” of a seat (P13, P14)."""
        if not self.cups[cup]:
            self._give(seat, animal)
            return
        self.hands[self.turn] += self.cups[cup]
        self.cups[cup] = 0
        for row in self.believed:
            row[cup] = 0
        self._reward(seat, random)

    def liar(self, seat: Seat, animal: int, said: int, random: Random) -> None:
        """Settle a “Menteur!” of a seat (P15)."""
        if animal == said:
            self._give(seat, animal)
        else:
            self._reward(seat, random)

    def take(self, seat: Seat) -> None:
        """Take a Challenge token from the player in turn (P16)."""
        if self.challenges[self.turn]:
            self.challenges[self.turn] -= 1
            self.challenges[seat] += 1

    def _give(self, seat: Seat, animal: int) -> None:
        unit = UNITS[animal]
        self.hands[self.turn] -= unit
        self.hands[seat] += unit
        self.challenges[seat] -= 1
        self.challenges[self.turn] += 1

    def _reward(self, seat: Seat, random: Random) -> None:
        held = HELD[self.hands[seat]]
        if held:
            animal = held[int(random() * len(held))]
            self.put(seat, animal, animal, self._empty(seat, random))
        else:
            self.take(seat)

    def _empty(self, seat: Seat, random: Random) -> int:
        """A cup that a seat takes for empty, any one if there is none."""
        row = self.believed[seat]
        empty = [cup for cup, held in enumerate(row) if not held]
        return empty[int(random() * len(empty))] if empty else int(random() * len(row))

    def _lift(self, seat: Seat, random: Random) -> bool:
        """Lift the first line that should win, else any; whether it wins."""
        kinds = [KINDS[held] << 6 for held in self.believed[seat]]
        ways = lift_ways(self.seats)
        for way in ways:
            one, two, three = way.cups
            if WINS[kinds[one] | kinds[two] >> 3 | kinds[three] >> 6]:
                return self.lift(way)
        return self.lift(ways[int(random() * len(ways))])

    def lift(self, way: LiftWay) -> bool:
        """Swap and lift; whether the line wins."""
        if wins(self.cups, way.cups):
            return True
        for cup in way.cups:
            for row in self.believed:
                row[cup] = self.cups[cup]
        if way.swap is not None:
            one, other = way.swap
            for row in (self.cups, *self.believed):
                row[one], row[other] = row[other], row[one]
        return False
