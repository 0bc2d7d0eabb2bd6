"""What a viewer cannot tell apart is a match that could have been played, and nearly all of it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from games.chance import FastChance
from games.contract import SPECTATOR, Seat, Viewer
from games.ptipasspass import GAME
from games.ptipasspass.cups import hopeless, in_order
from games.ptipasspass.events import (
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
    RewardPlaced,
    RewardTaken,
    TokenPicked,
    TokenPlaced,
)
from games.ptipasspass.moves import (
    ANIMALS,
    Animal,
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Options,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)
from games.table import Table, fold
from tests.games.support.scripted import ScriptedChance
from tests.games.support.worlds import random_match, viewers
from tests.support.sizes import sized


def move_at(log: Sequence[AnyEvent], place: int) -> tuple[Seat, AnyMove]:
    """The move that the event at this place begins to tell of."""
    match log[place]:
        case TokenPicked(seat=seat, announce=announce, cup=int(cup), animal=str(animal)):
            return seat, Place(animal, cup, announce)
        case OkSaid(seat=seat):
            return seat, SayOk()
        case DoubleFound(seat=seat) | DoubleMissed(seat=seat):
            return seat, CallDouble()
        case LieFound(seat=seat) | LieMissed(seat=seat):
            return seat, CallLiar()
        case RewardPlaced(seat=seat, cup=int(cup), animal=str(animal)):
            return seat, RewardPlace(animal, cup)
        case RewardTaken(seat=seat):
            return seat, RewardTake()
        case LineLifted(seat=seat, cups=tuple(line)):
            return seat, Lift(line)
        case CupsSwapped(seat=seat, cups=tuple(pair)):
            lifted = log[place + 1]
            assert isinstance(lifted, LineLifted)
            assert isinstance(lifted.cups, tuple)
            return seat, Lift(lifted.cups, pair)
    raise AssertionError(f"no move begins with {log[place]}")


def check_playable(log: Sequence[AnyEvent]) -> None:
    """The same log comes about by legal moves."""
    place = 3
    state = fold(GAME, log[:place])
    while place < len(log):
        seat, move = move_at(log, place)
        for event in GAME.decide(state, seat, move, ScriptedChance([])):
            assert event == log[place]
            state = GAME.evolve(state, event)
            place += 1


@pytest.mark.parametrize(
    ("seats", "one_in"), sized([(2, 8), (3, 200)], [(2, 2), (3, 60), (4, 300), (6, 750)])
)
def test_a_resampled_log_is_one_that_could_have_been_played(seats: int, one_in: int) -> None:
    chance = FastChance("resampled")

    def visit(table: Table) -> None:
        for viewer in viewers(table):
            if chance.below(one_in) == 0:
                for horizon in (0, table.memory.horizon(viewer), len(table.log)):
                    check_playable(GAME.resample(table.log, viewer, horizon, chance))

    for seed in range(1, 1 + max(1, 12 // seats**2)):
        random_match(GAME, seats, Options(), FastChance(seed), visit)


def test_faded_tokens_are_put_together_and_apart_and_exchanged() -> None:
    """How they were shared out among cups, and which of them a double laid bare, is forgotten."""
    chance = FastChance("shared out")
    more = fewer = others_taken_back = 0

    def visit(table: Table) -> None:
        nonlocal more, fewer, others_taken_back
        if chance.below(10) or table.outcome:
            return
        other = GAME.resample(table.log, SPECTATOR, len(table.log), chance)
        cups, other_cups = fold(GAME, table.log).cups, fold(GAME, other).cups
        before, after = (sum(bool(cup.tokens) for cup in held) for held in (cups, other_cups))
        more += after > before
        fewer += after < before
        left, other_left = (
            {token.put for cup in held for token in cup.tokens} for held in (cups, other_cups)
        )
        assert len(left) == len(other_left)
        others_taken_back += left != other_left

    for seed in range(3):
        random_match(GAME, 3, Options(), FastChance(seed), visit)
    assert min(more, fewer, others_taken_back) > 10


def test_it_changes_nearly_all_tokens_that_could_have_been_others() -> None:
    """Against all worlds that there are for a viewer who forgets nothing."""
    chance = FastChance("worlds")
    masked = possible = found = 0

    def visit(table: Table) -> None:
        nonlocal masked, possible, found
        log = table.log
        if table.outcome or chance.below(3):
            return
        for viewer in viewers(table):
            other = GAME.resample(log, viewer, 0, chance)
            changed = {place for place in _masked(log) if other[place] != log[place]}
            could = {place for world in _worlds(log, viewer) for place in world}
            assert changed <= could
            assert max(changed, default=0) == max(could, default=0)
            masked += len(_masked(log))
            possible += len(could)
            found += len(changed)

    for seed in range(sized(3, 6)):
        random_match(GAME, 2, Options(memory="open"), FastChance(seed), visit)
    assert found > 0.95 * possible
    assert possible < 0.2 * masked, "with open memory most masked tokens are implied in the end"


def _masked(log: Sequence[AnyEvent]) -> list[int]:
    return [
        place
        for place, event in enumerate(log)
        if isinstance(event, TokenPicked) and event.announce is not None
    ]


def _worlds(log: Sequence[AnyEvent], viewer: Viewer) -> Iterator[list[int]]:
    """Every course of each round that looks the same to the viewer, by the picks it changes."""
    starts = [place for place, event in enumerate(log) if isinstance(event, AnimalsDealt)]
    for start, end in pairwise([*starts, len(log)]):
        over = end < len(log)
        before = fold(GAME, log[: end - 1] if over else log)
        own = sorted(before.hands[viewer]) if viewer < 2 else []
        world = _World([list(ANIMALS)] * 2, [[]] * 6, [])
        for final in _courses(log, start, end, viewer, world):
            if viewer < 2 and sorted(final.hands[viewer]) != own:
                continue
            dead = not any(final.hands) and hopeless([in_order(cup) for cup in final.cups])
            if over or not dead:
                yield final.changed


class _World:
    """Hands, cups, and the picks so far that were others than they were."""

    def __init__(
        self, hands: list[list[Animal]], cups: list[list[Animal]], changed: list[int]
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.cups = [list(cup) for cup in cups]
        self.changed = list(changed)

    def copy(self) -> "_World":
        return _World(self.hands, self.cups, self.changed)


def _courses(
    log: Sequence[AnyEvent], place: int, end: int, viewer: Viewer, world: _World
) -> Iterator[_World]:
    """All ways in which the round may have gone on from here, in the viewer's eyes."""
    for at in range(place, end):
        match log[at]:
            case TokenPicked(cup=int()) as picked:
                then = next(
                    (event for event in log[at + 1 : end] if not isinstance(event, OkSaid)),
                    None,
                )
                for animal in _possible(picked, then, viewer):
                    after = world.copy()
                    if animal in after.hands[picked.seat]:
                        after.changed += [at] * (animal != picked.animal)
                        if _goes_on(after, picked, then, animal):
                            yield from _courses(log, at + 1, end, viewer, after)
                return
            case RewardPlaced(seat=seat, cup=int(cup), animal=str(animal)):
                if animal not in world.hands[seat]:
                    return
                world.hands[seat].remove(animal)
                world.cups[cup].append(animal)
            case CupsSwapped(cups=(one, other)):
                cups = world.cups
                cups[one], cups[other] = cups[other], cups[one]
            case LineLifted(cups=tuple(line), contents=contents):
                if tuple(in_order(world.cups[cup]) for cup in line) != contents:
                    return
            case CupsEmptied(contents=contents):
                if tuple(map(in_order, world.cups)) != contents:
                    return
    yield world


def _possible(picked: TokenPicked, then: AnyEvent | None, viewer: Viewer) -> tuple[Animal, ...]:
    shown = picked.announce is None or isinstance(then, LieFound | LieMissed)
    won = isinstance(then, DoubleMissed) and then.seat == viewer
    if shown or won or picked.seat == viewer:
        assert isinstance(picked.animal, str)
        return (picked.animal,)
    return ANIMALS


def _goes_on(world: _World, picked: TokenPicked, then: AnyEvent | None, animal: Animal) -> bool:
    """What a pick of that animal leads to; False if it would have led to something else."""
    assert isinstance(picked.cup, int)
    hand, cup = world.hands[picked.seat], world.cups[picked.cup]
    match then:
        case TokenPlaced():
            hand.remove(animal)
            cup.append(animal)
        case DoubleMissed(seat=challenger) | LieMissed(seat=challenger):
            hand.remove(animal)
            world.hands[challenger].append(animal)
        case DoubleFound(contents=contents):
            if in_order(cup) != contents:
                return False
            hand += cup
            cup.clear()
    return True
