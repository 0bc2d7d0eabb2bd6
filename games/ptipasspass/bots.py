"""The bots of PtiPassPass by version and level.

From version 2 on they weigh the worlds that they cannot exclude (`beliefs.py`), and compare what
they can do by playing each of them on, many times, to the end of the round (`imagined.py`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import fsum
from typing import Final, NamedTuple, TypeVar

from games.chance import Chance, noise
from games.contract import HIDDEN, Bot, Level, Seat, Sight
from games.ptipasspass.beliefs import Beliefs, Impossible, Rates, World, beliefs
from games.ptipasspass.bot import lie_rate, strongest
from games.ptipasspass.events import AnyEvent
from games.ptipasspass.habits import Habits, habitual
from games.ptipasspass.honesty import lies_of
from games.ptipasspass.imagined import HELD, LiftWay, Round, lift_ways, wins
from games.ptipasspass.moves import (
    ANIMALS,
    Animal,
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)
from games.ptipasspass.view import View

T = TypeVar("T")
Way = Callable[[Round, Callable[[], float]], Seat | None]
"""A move in an imagined round, and who wins the round after it."""

ENOUGH: Final = 2
SURE: Final = 0.999
THOUSAND: Final = 1000
_SEEDS: Final = 2**32
_MORE: Final = 8
"""How many times as many worlds are kept if none of the most probable ones is possible."""


class Manner(NamedTuple):
    """How a search plays: how many rounds it imagines for a decision, how many worlds it keeps, how
    often it lies, and how probable a lie must be before it thinks of a challenge."""

    rounds: int
    worlds: int = 300
    lies: float = 0.1
    suspicion: float = 0.4
    lifts: int = 8
    """Of how many lifts it imagines what follows."""


class Search:
    """A decision: what may be, and what each move leads to."""

    def __init__(
        self,
        sight: Sight[View, AnyEvent],
        manner: Manner,
        chance: Chance,
        rates: Rates | None = None,
    ) -> None:
        self._view, self._seat, self._manner = sight.view, sight.seat, manner
        self._chance = chance
        self._seats = len(sight.view.players)
        self._beliefs = _beliefs(sight, manner.worlds, rates or _rates(sight))
        self._challenges = [player.challenge_tokens for player in sight.view.players]
        victories = [player.victory_tokens for player in sight.view.players]
        self._worth = [_match_odds(victories, self._seat, winner) for winner in range(self._seats)]
        self._undecided = fsum(self._worth) / self._seats

    def move(self) -> AnyMove:
        """Return the move that leads to most."""
        match self._view.phase:
            case "place":
                return self._place()
            case "reward":
                return self._reward()
            case "lift":
                return self._lift()
            case _:
                return self._answer()

    def _best(self, ways: Mapping[T, Way]) -> T:
        """The way with the best mean result over the same worlds and draws."""
        if len(ways) == 1:
            return next(iter(ways))
        totals = dict.fromkeys(ways, 0.0)
        each = max(1, self._manner.rounds // len(ways))
        seed = self._chance.below(_SEEDS, "bot")
        for number, world in enumerate(self._drawn(each)):
            start = self._imagined(world)
            for way, follow in ways.items():
                totals[way] += self._result(follow(start.copy(), noise(seed + number)))
        return max(totals, key=totals.__getitem__)

    def _imagined(self, world: World) -> Round:
        return Round(world, self._challenges, self._view.turn, self._beliefs.turns)

    def _result(self, winner: Seat | None) -> float:
        return self._undecided if winner is None else self._worth[winner]

    def _drawn(self, many: int) -> Iterator[World]:
        """So many worlds, each as often as is probable."""
        worlds = self._beliefs.worlds
        sums = list(accumulate(worlds.values()))
        place = 0
        listed = list(worlds)
        for number in range(many):
            wanted = (number + 0.5) / many * sums[-1]
            while sums[place] < wanted:
                place += 1
            yield listed[place]

    def _place(self) -> AnyMove:
        masked = self._view.marker == "masked"
        ways: dict[tuple[int, int], Way] = {}
        for animal in HELD[self._hand()]:
            for cup in self._open_cups():
                ways[animal, cup] = _placing(animal, cup, masked)
        animal, cup = self._best(ways)
        if not masked:
            return Place(ANIMALS[animal], cup)
        return Place(ANIMALS[animal], cup, self._announcement(animal))

    def _announcement(self, animal: int) -> Animal:
        if not self._happens(self._manner.lies):
            return ANIMALS[animal]
        others = [other for other in range(3) if other != animal]
        return ANIMALS[others[self._chance.below(2, "bot")]]

    def _happens(self, odds: float) -> bool:
        return self._chance.below(THOUSAND, "bot") < odds * THOUSAND

    def _answer(self) -> AnyMove:
        pick = self._view.pick
        if not self._challenges[self._seat] or pick is None or not isinstance(pick.cup, int):
            return SayOk()
        cup = pick.cup
        held = next(iter(self._beliefs.worlds)).cups[cup]
        if held:
            return CallDouble()
        if pick.announce is None:
            return SayOk()
        lie = fsum(
            weight
            for world, weight in self._beliefs.worlds.items()
            if world.pick and world.pick[0].animal != world.pick[0].said
        )
        if lie > SURE or self._doubts(lie, cup):
            return CallLiar()
        return SayOk()

    def _doubts(self, lie: float, cup: int) -> bool:
        """Whether to challenge an announcement that is a lie as probably as that."""
        return lie >= self._manner.suspicion and self._gains_by_calling(cup)

    def _gains_by_calling(self, cup: int) -> bool:
        """Whether a “Menteur!” leads to more than an OK, over the same worlds and draws."""
        seat, gain, seed = self._seat, 0.0, self._chance.below(_SEEDS, "bot")
        after = [other for other in self._view.answerers if other != seat]
        for number, world in enumerate(self._drawn(self._manner.rounds // 2)):
            assert world.pick is not None
            token = world.pick[0]
            calling, passing = self._imagined(world), self._imagined(world)
            random = noise(seed + number)
            calling.liar(seat, token.animal, token.said, random)
            gain += self._result(calling.play(random))
            random = noise(seed + number)
            passing.answer(after, token.animal, token.said, cup, True, random)
            gain -= self._result(passing.play(random))
        return gain > 0

    def _reward(self) -> AnyMove:
        ways: dict[tuple[int, int] | None, Way] = {}
        for animal in HELD[self._hand()]:
            for cup in self._open_cups():
                ways[animal, cup] = _rewarding(self._seat, animal, cup)
        if self._challenges[self._view.turn]:
            ways[None] = _taking(self._seat)
        best = self._best(ways)
        return RewardTake() if best is None else RewardPlace(ANIMALS[best[0]], best[1])

    def _lift(self) -> AnyMove:
        odds: dict[LiftWay, float] = dict.fromkeys(lift_ways(self._seats), 0.0)
        for world, weight in self._beliefs.worlds.items():
            contents = [sum(1 << 3 * token.animal for token in cup) for cup in world.cups]
            for way in odds:
                if wins(contents, way.cups):
                    odds[way] += weight
        ranked = sorted(odds, key=odds.__getitem__, reverse=True)
        best = ranked[0]
        if odds[best] < SURE:
            best = self._best(
                {way: _lifting(self._seat, way) for way in ranked[: self._manner.lifts]}
            )
        return Lift(best.line, best.swap)

    def _hand(self) -> int:
        hand = self._view.players[self._seat].hand
        assert hand is not HIDDEN
        return sum(1 << 3 * ANIMALS.index(animal) for animal in hand)

    def _open_cups(self) -> Sequence[int]:
        """The empty cups, or all if there are none."""
        cups = next(iter(self._beliefs.worlds)).cups
        return [cup for cup, held in enumerate(cups) if not held] or range(len(cups))


def _rates(sight: Sight[View, AnyEvent]) -> Rates:
    """How often each seat lies, from what has come to light."""
    seats = range(len(sight.view.players))
    return [lie_rate(lies_of(seat, sight.seen)) for seat in seats]


def _beliefs(sight: Sight[View, AnyEvent], most: int, rates: Rates) -> Beliefs:
    seats = len(sight.view.players)
    try:
        return beliefs(sight.seen, seats, rates, most)
    except Impossible:
        return beliefs(sight.seen, seats, rates, most * _MORE)


def _placing(animal: int, cup: int, masked: bool) -> Way:
    def follow(ahead: Round, random: Callable[[], float]) -> Seat | None:
        ahead.offer(animal, animal, cup, masked, random)
        return ahead.play(random)

    return follow


def _rewarding(seat: Seat, animal: int, cup: int) -> Way:
    def follow(ahead: Round, random: Callable[[], float]) -> Seat | None:
        ahead.put(seat, animal, animal, cup)
        return ahead.play(random)

    return follow


def _taking(seat: Seat) -> Way:
    def follow(ahead: Round, random: Callable[[], float]) -> Seat | None:
        ahead.take(seat)
        return ahead.play(random)

    return follow


def _lifting(seat: Seat, way: LiftWay) -> Way:
    def follow(ahead: Round, random: Callable[[], float]) -> Seat | None:
        return seat if ahead.lift(way) else ahead.play(random)

    return follow


def _match_odds(victories: Sequence[int], seat: Seat, winner: Seat) -> float:
    """Return how probably a seat wins the match after this winner of the round."""
    after = [won + (place == winner) for place, won in enumerate(victories)]
    return _odds(after.pop(seat), tuple(sorted(after)))


@cache
def _odds(own: int, others: tuple[int, ...]) -> float:
    """Return how probably a seat wins the match if each wins every round as often."""
    if own >= ENOUGH:
        return 1.0
    if others[-1] >= ENOUGH:
        return 0.0
    total = _odds(own + 1, others)
    for place, won in enumerate(others):
        after = (*others[:place], won + 1, *others[place + 1 :])
        total += _odds(own, tuple(sorted(after)))
    return total / (1 + len(others))


def searching(manner: Manner) -> Bot[View, AnyEvent, AnyMove]:
    """Return the bot that searches in this manner."""

    def play(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
        try:
            return Search(sight, manner, chance).move()
        except Impossible:
            return strongest(sight, chance)

    return play


BEST: Final = Manner(400)
BOTS: Final[Mapping[int, Mapping[Level, Bot[View, AnyEvent, AnyMove]]]] = {
    1: {5: strongest},
    2: {
        1: habitual(Habits(forgets=80, lies=2, accuses=30, guesses=70)),
        2: habitual(Habits(forgets=50, lies=2, accuses=30)),
        3: habitual(Habits(forgets=12, lies=5)),
        4: habitual(Habits(forgets=0, lies=12)),
        5: searching(BEST),
    },
}
