"""Deals that a seat of Pass Pass cannot exclude, and rounds played to their end from them.

Cards are numbers here, in the order of CARDS. In a world every seat has its cards in the order in
which it would play them: the same for each move that is compared, so that only the move differs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.chance import Chance
from games.contract import HIDDEN, Seat
from games.passpass.cards import CARDS, COLOUR, COLOURS, DIAMONDS, VALUE
from games.passpass.view import View

NUMBER: Final = {card: number for number, card in enumerate(CARDS)}
TINT: Final = [COLOURS.index(COLOUR[card]) for card in CARDS]
WORTH: Final = [VALUE[card] for card in CARDS]
POINTS: Final = [1 + DIAMONDS[card] for card in CARDS]

ROUNDS: Final = 3
ENOUGH: Final = 3
PASS_PASS: Final = (7.0, 10.0)
"""What the first and the second are worth in points."""
BEGUN: Final = (0.3, 0.7, 1.0)
"""What the first three colours of a Pass Pass are worth when taken."""
VICTORY: Final = 60.0

_SEEDS: Final = 2**32


class Noise:
    """Numbers that only have to be varied, from one draw of the match's chance (xorshift)."""

    def __init__(self, chance: Chance) -> None:
        self._word = chance.below(_SEEDS, "bot") + 1

    def shuffle(self, items: list[int]) -> None:
        word = self._word
        for place in range(len(items) - 1, 0, -1):
            word ^= (word << 13) & 0xFFFFFFFFFFFFFFFF
            word ^= word >> 7
            word ^= (word << 17) & 0xFFFFFFFFFFFFFFFF
            other = word % (place + 1)
            items[place], items[other] = items[other], items[place]
        self._word = word


@dataclass(slots=True)
class World:
    """A round as it may stand; `hands` are in the reverse order of play."""

    hands: list[list[int]]
    counts: list[list[int]]
    """For each seat how many cards of each colour it has taken."""
    points: list[int]
    trick: list[int]
    leader: Seat

    def copy(self) -> "World":
        return World(
            [hand[:] for hand in self.hands],
            [row[:] for row in self.counts],
            self.points[:],
            self.trick[:],
            self.leader,
        )


class Manner(NamedTuple):
    """How far a player thinks: in how many deals, how many tricks ahead, and whether of Pass Pass
    at all or only of points."""

    worlds: int
    tricks: int = 8
    collects: bool = True


class Round:
    """What all worlds of a decision have in common: the public part, and what a result is worth."""

    def __init__(self, view: View, seat: Seat, manner: Manner) -> None:
        self._manner = manner
        self.seats = len(view.players)
        self.sides = len(view.sides)
        self._side = seat % self.sides
        self._recorded = [side.pass_pass for side in view.sides]
        self._totals = [side.points for side in view.sides]
        self._last = view.round == ROUNDS
        self._seat = seat
        self._view = view
        hand = view.hand
        self._hand = [NUMBER[card] for card in hand] if hand is not HIDDEN else []
        shown = set(self._hand)
        for cards in (view.discarded, *(player.taken for player in view.players)):
            shown.update(NUMBER[card] for card in cards)
        trick = [NUMBER[played.card] for played in view.trick]
        shown.update(trick)
        self._unseen = [
            [card for card in range(len(CARDS)) if TINT[card] == tint and card not in shown]
            for tint in range(len(COLOURS))
        ]
        counts = [[0] * len(COLOURS) for _ in view.players]
        for row, player in zip(counts, view.players, strict=True):
            for taken in player.taken:
                row[TINT[NUMBER[taken]]] += 1
        points = [player.points for player in view.players]
        leader = view.trick[0].seat if view.trick else seat
        self._base = World([], counts, points, trick, leader)

    def world(self, noise: Noise) -> World:
        """Return a deal that the seat cannot exclude, each equally likely."""
        hands: list[list[int]] = [[] for _ in range(self.seats)]
        for tint, unseen in enumerate(self._unseen):
            noise.shuffle(unseen)
            dealt = 0
            for seat, player in enumerate(self._view.players):
                if seat != self._seat:
                    size = getattr(player.hand, COLOURS[tint])
                    hands[seat] += unseen[dealt : dealt + size]
                    dealt += size
        hands[self._seat] = self._hand[:]
        for hand in hands:
            noise.shuffle(hand)
        world = self._base.copy()
        world.hands = hands
        return world

    def after_play(self, world: World, card: int) -> float:
        """Return what it is worth to play this card."""
        world = world.copy()
        world.hands[self._seat].remove(card)
        world.trick.append(card)
        return self._finish(world)

    def after_take(self, world: World, card: int, first: Seat, second: Seat) -> float:
        """Return what it is worth to take this card as the first winner."""
        world = world.copy()
        if self._taken(world, first, card):
            return self._won(first)
        return self._second(world, [one for one in world.trick if one != card], second)

    def after_pair(self, world: World, cards: Sequence[int], seat: Seat) -> float:
        """Return what it is worth to take these two cards as the second winner."""
        world = world.copy()
        for card in cards:
            if self._taken(world, seat, card):
                return self._won(seat)
        world.trick, world.leader = [], seat
        return self._finish(world)

    def _second(self, world: World, left: list[int], second: Seat) -> float:
        if self._take_lowest(world, second, left):
            return self._won(second)
        world.trick, world.leader = [], second
        return self._finish(world)

    def _finish(self, world: World) -> float:
        """Play the round to its end."""
        seats, hands, trick = self.seats, world.hands, world.trick
        for _ in range(self._manner.tricks):
            for place in range(len(trick), seats):
                hand = hands[(world.leader + place) % seats]
                if not hand:
                    return self._result(world)
                trick.append(hand.pop())
            first, second = winners(trick)
            one = (world.leader + first) % seats
            two = (world.leader + second) % seats
            card = self._favourite(world, one, trick)
            if self._taken(world, one, card):
                return self._won(one)
            trick.remove(card)
            if self._take_lowest(world, two, trick):
                return self._won(two)
            trick.clear()
            world.leader = two
        return self._result(world)

    def _favourite(self, world: World, seat: Seat, cards: Sequence[int]) -> int:
        row = world.counts[seat]
        done = min(row)
        begun = 4 - row.count(done)
        if not self._manner.collects:
            more = 0.0
        elif begun < 3:
            more = BEGUN[begun]
        else:
            recorded = self._recorded[seat % self.sides] + done
            more = VICTORY if recorded + 1 >= ENOUGH else PASS_PASS[recorded] - 2
        best, favourite = -1.0, -1
        for card in cards:
            gain = POINTS[card] + more if row[TINT[card]] == done else POINTS[card]
            if gain > best:
                best, favourite = gain, card
        return favourite

    def _taken(self, world: World, seat: Seat, card: int) -> bool:
        """Give a card to a seat; whether it has won the match by it."""
        row = world.counts[seat]
        row[TINT[card]] += 1
        world.points[seat] += POINTS[card]
        return self._recorded[seat % self.sides] + min(row) >= ENOUGH

    def _take_lowest(self, world: World, seat: Seat, left: list[int]) -> bool:
        left.sort(key=WORTH.__getitem__)
        won = False
        for card in left[:2]:
            won = self._taken(world, seat, card) or won
        return won

    def _won(self, seat: Seat) -> float:
        if not self._manner.collects:
            return 0.0
        return VICTORY if seat % self.sides == self._side else -VICTORY

    def _result(self, world: World) -> float:
        totals = [
            max(self._score(world, seat) for seat in range(side, self.seats, self.sides))
            for side in range(self.sides)
        ]
        own = totals[self._side]
        others = [total for side, total in enumerate(totals) if side != self._side]
        ahead = own - max(others)
        if self._last:
            return (VICTORY / 2 if ahead > 0 else -VICTORY / 2 if ahead < 0 else 0.0) + ahead / 4
        return own - sum(others) / len(others) + ahead / 2

    def _score(self, world: World, seat: Seat) -> float:
        side = seat % self.sides
        done = min(world.counts[seat])
        points = float(self._totals[side] + world.points[seat])
        if self._last or not self._manner.collects:
            return points + done / 100
        recorded = self._recorded[side]
        return points + sum(PASS_PASS[recorded : recorded + done])


def winners(trick: Sequence[int]) -> tuple[int, int]:
    """Return the places of the two winners of a complete trick (S5–S7)."""
    sums = [0, 0, 0, 0]
    tops = [-1, -1, -1, -1]
    seconds = [-1, -1, -1, -1]
    for place, card in enumerate(trick):
        tint, value = TINT[card], WORTH[card]
        sums[tint] += value
        top = tops[tint]
        if top < 0:
            tops[tint] = place
        elif value > WORTH[trick[top]]:
            tops[tint], seconds[tint] = place, top
        elif seconds[tint] < 0 or value > WORTH[trick[seconds[tint]]]:
            seconds[tint] = place
    ranks = [
        (sums[tint] * 16 + WORTH[trick[tops[tint]]]) * 8 - tops[tint] if sums[tint] else -1
        for tint in range(4)
    ]
    majority = ranks.index(max(ranks))
    if seconds[majority] >= 0:
        return tops[majority], seconds[majority]
    first = tops[majority]
    ranks[majority] = -2
    return first, tops[ranks.index(max(ranks))]
