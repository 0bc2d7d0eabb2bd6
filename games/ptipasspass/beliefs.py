"""What a seat of PtiPassPass may think of all cups and hands, from what it was shown.

Every round begins with known hands, so that only the tokens of masked turns are in doubt. A world
says what each of them is; its weight is how probable that is if each player picks any animal of
their hand alike and lies as often as they do.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final, NamedTuple, TypeAlias

from games.contract import Seat
from games.ptipasspass.cups import ROWS
from games.ptipasspass.events import (
    AnimalsDealt,
    AnyEvent,
    CupsSwapped,
    DoubleFound,
    DoubleMissed,
    LieFound,
    LieMissed,
    LineLifted,
    RewardPlaced,
    TokenPicked,
    TokenPlaced,
)
from games.ptipasspass.moves import ANIMALS, Animal

UNITS: Final = (1, 8, 64)
"""Tokens of a hand or cup are counted in one number: by animal, in base 8 (six seats have six)."""
NUMBER: Final[dict[Animal, int]] = {animal: number for number, animal in enumerate(ANIMALS)}
EVERYBODY: Final = -1


class Token(NamedTuple):
    """A token in a cup or held over one: what it is, who knows it, and what the others were told;
    the owner is EVERYBODY if all have seen it."""

    animal: int
    owner: Seat
    said: int


Cup: TypeAlias = tuple[Token, ...]
Rates: TypeAlias = Sequence[float]
"""How often each seat lies."""


class World(NamedTuple):
    """Where every token of a round may be; the token picked is still in its hand."""

    hands: tuple[int, ...]
    cups: tuple[Cup, ...]
    pick: tuple[Token, int] | None = None
    """The token that is held over a cup, and the cup."""


Worlds: TypeAlias = dict[World, float]


class Impossible(Exception):
    """None of the worlds that were kept can be the true one."""


@dataclass(frozen=True)
class Beliefs:
    """The worlds of a round that a seat cannot exclude, with weights that add up to 1."""

    worlds: Worlds
    turns: int
    """How many turns of the round have begun."""


def counted(animals: Iterable[Animal]) -> int:
    """Return the number that counts these animals."""
    return sum(UNITS[NUMBER[animal]] for animal in animals)


def beliefs(seen: Sequence[AnyEvent], seats: int, rates: Rates, most: int) -> Beliefs:
    """Return the most probable worlds of the current round, so many at most."""
    start = max(place for place, event in enumerate(seen) if type(event) is AnimalsDealt)
    full = counted(ANIMALS)
    worlds: Worlds = {World((full,) * seats, ((),) * (ROWS * seats)): 1.0}
    turns = 0
    for event in seen[start:]:
        turns += event.opens_turn
        if isinstance(event, TokenPicked):
            worlds = _limited(_picked(worlds, event, rates[event.seat]), most)
        elif type(event) in _AFTER:
            worlds = _after(worlds, event)
    return Beliefs(worlds, turns)


def _limited(worlds: Worlds, most: int) -> Worlds:
    if not worlds:
        raise Impossible
    heaviest = sorted(worlds.items(), key=lambda item: -item[1])[:most]
    total = fsum(weight for _, weight in heaviest)
    return {world: weight / total for world, weight in heaviest}


def _picked(worlds: Worlds, event: TokenPicked, rate: float) -> Worlds:
    """Every token that a player may hold over the cup (P10)."""
    assert isinstance(event.cup, int)
    result: Worlds = {}
    said = None if event.announce is None else NUMBER[event.announce]
    known = NUMBER[event.animal] if isinstance(event.animal, str) else None
    for world, weight in worlds.items():
        hand = world.hands[event.seat]
        held = [animal for animal in range(3) if _has(hand, animal)]
        for animal in held if known is None else [known] if known in held else []:
            if said is None:
                token, odds = Token(animal, EVERYBODY, animal), 1.0
            else:
                token = Token(animal, event.seat, said)
                odds = 1 - rate if animal == said else rate / 2
            result[world._replace(pick=(token, event.cup))] = weight * odds / len(held)
    return result


def _after(worlds: Worlds, event: AnyEvent) -> Worlds:
    """The worlds in which an event is possible, after it."""
    result: Worlds = {}
    change = _AFTER[type(event)]
    for world, weight in worlds.items():
        changed = change(world, event)
        if changed is not None:
            result[changed] = result.get(changed, 0.0) + weight
    if not result:
        raise Impossible
    total = fsum(result.values())
    return {world: weight / total for world, weight in result.items()}


def _has(hand: int, animal: int) -> bool:
    return bool(hand // UNITS[animal] % 8)


def _moved(hands: tuple[int, ...], animal: int, giver: Seat, taker: Seat) -> tuple[int, ...]:
    unit = UNITS[animal]
    return tuple(
        [hand - unit * (seat == giver) + unit * (seat == taker) for seat, hand in enumerate(hands)]
    )


def _put(world: World, cup: int, token: Token, seat: Seat) -> World:
    cups = list(world.cups)
    cups[cup] = tuple(sorted((*cups[cup], token)))
    return World(_moved(world.hands, token.animal, seat, EVERYBODY), tuple(cups))


def _placed(world: World, event: TokenPlaced) -> World | None:
    assert world.pick is not None
    token, cup = world.pick
    return _put(world, cup, token, event.seat)


def _double_found(world: World, event: DoubleFound) -> World | None:
    assert world.pick is not None
    _, cup = world.pick
    taken = counted(_known(event.contents))
    if _count(world.cups[cup]) != taken:
        return None
    hands = list(world.hands)
    hands[event.active] += taken
    return World(tuple(hands), (*world.cups[:cup], (), *world.cups[cup + 1 :]))


def _double_missed(world: World, event: DoubleMissed) -> World | None:
    assert world.pick is not None
    animal = world.pick[0].animal
    if isinstance(event.animal, str) and NUMBER[event.animal] != animal:
        return None
    return World(_moved(world.hands, animal, event.active, event.seat), world.cups)


def _lie_found(world: World, event: LieFound) -> World | None:
    assert world.pick is not None
    if ANIMALS[world.pick[0].animal] != event.animal:
        return None
    return world._replace(pick=None)


def _lie_missed(world: World, event: LieMissed) -> World | None:
    assert world.pick is not None
    token = world.pick[0]
    if token.animal != token.said:
        return None
    return World(_moved(world.hands, token.animal, event.active, event.seat), world.cups)


def _reward_placed(world: World, event: RewardPlaced) -> World | None:
    assert isinstance(event.cup, int)
    assert isinstance(event.animal, str)
    animal = NUMBER[event.animal]
    if not _has(world.hands[event.seat], animal):
        return None
    return _put(world, event.cup, Token(animal, EVERYBODY, animal), event.seat)


def _swapped(world: World, event: CupsSwapped) -> World | None:
    one, other = _known(event.cups)
    cups = list(world.cups)
    cups[one], cups[other] = cups[other], cups[one]
    return world._replace(cups=tuple(cups))


def _lifted(world: World, event: LineLifted) -> World | None:
    cups = list(world.cups)
    for cup, contents in zip(_known(event.cups), _known(event.contents), strict=True):
        if _count(cups[cup]) != counted(contents):
            return None
        cups[cup] = tuple(sorted(Token(t.animal, EVERYBODY, t.animal) for t in cups[cup]))
    return world._replace(cups=tuple(cups))


def _count(cup: Cup) -> int:
    return sum(UNITS[token.animal] for token in cup)


def _known(value: object) -> tuple:  # type: ignore[type-arg]
    assert isinstance(value, tuple)
    return value


_AFTER: Final[dict[type[AnyEvent], Callable[..., World | None]]] = {
    TokenPlaced: _placed,
    DoubleFound: _double_found,
    DoubleMissed: _double_missed,
    LieFound: _lie_found,
    LieMissed: _lie_missed,
    RewardPlaced: _reward_placed,
    CupsSwapped: _swapped,
    LineLifted: _lifted,
}
