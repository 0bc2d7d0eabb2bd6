"""The search of PtiPassPass: the truth is always among its worlds, and it plays the odds."""

import pytest

from games.bots import bot_of, version_of
from games.chance import FastChance, noise
from games.contract import LEVELS
from games.ptipasspass import GAME
from games.ptipasspass.beliefs import Beliefs, World, beliefs, counted
from games.ptipasspass.bots import Manner, searching
from games.ptipasspass.cups import wins as win
from games.ptipasspass.imagined import HELD, Round, lift_ways, wins
from games.ptipasspass.moves import ANIMALS, AnyMove, CallDouble, CallLiar, Lift, Place
from games.ptipasspass.state import State
from games.table import Table
from tests.support.sizes import sized

THINKS = searching(Manner(60))


def matches(seats: int, moves: int) -> Table:
    """A match between all levels, so many moves long at most."""
    table = Table.opened(GAME, seats, GAME.options(), FastChance(seats))
    for number in range(moves):
        if table.outcome is not None:
            break
        seat = GAME.active(table.state)[0]
        bot = bot_of(GAME, version_of(GAME), LEVELS[number % 4])
        table.submit(seat, bot(table.sight(seat), FastChance(number)), by="bot")
    return table


def truth(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cups = tuple(counted(token.animal for token in cup.tokens) for cup in state.cups)
    return tuple(map(counted, state.hands)), cups


def contents(world: World) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return world.hands, tuple(sum(8**token.animal for token in cup) for cup in world.cups)


def thoughts(table: Table, seat: int) -> Beliefs:
    seats = len(table.state.hands)
    return beliefs(table.seen(seat), seats, [0.2] * seats, most=100_000)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_truth_is_always_among_the_worlds_and_own_tokens_are_never_in_doubt(seats: int) -> None:
    for moves in range(0, sized(60, 200), 3):
        table = matches(seats, moves)
        if table.outcome is not None:
            break
        for seat in range(seats):
            found = thoughts(table, seat)
            assert truth(table.state) in {contents(world) for world in found.worlds}
            assert sum(found.worlds.values()) == pytest.approx(1)
            assert found.turns == table.state.turns
            assert {world.hands[seat] for world in found.worlds} == {
                counted(table.state.hands[seat])
            }


def test_lines_of_counted_cups_win_as_by_the_rules() -> None:
    random = noise(0)
    for _ in range(300):
        cups = [int(random() * 64) for _ in range(3)]
        animals = [tuple(ANIMALS[kind] for kind in HELD[cup]) for cup in cups]
        assert wins(cups, (0, 1, 2)) == win(tuple(animals))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_imagined_rounds_keep_all_tokens_and_are_mostly_won(seats: int) -> None:
    full = counted(ANIMALS)
    won = 0
    for seed in range(40):
        ahead = Round(World((full,) * seats, ((),) * 3 * seats), [2] * seats, seats - 1, 0)
        won += ahead.play(noise(seed)) is not None
        assert sum(ahead.hands) + sum(ahead.cups) == seats * full
        assert sum(ahead.challenges) == 2 * seats
    assert won > 25
    assert len(set(lift_ways(seats))) == len(lift_ways(seats))


def played(*steps: AnyMove) -> Table:
    """A match of two after these moves."""
    table = Table.opened(GAME, 2, GAME.options(), FastChance(1))
    for move in steps:
        table.submit(GAME.active(table.state)[0], move)
    return table


def decision(table: Table) -> AnyMove:
    return THINKS(table.sight(GAME.active(table.state)[0]), FastChance(0))


def test_it_calls_double_over_a_filled_cup_and_trusts_a_first_announcement() -> None:
    ok = GAME.moves[1]()
    first = Place("dove", 0, "dove")
    assert not isinstance(decision(played(first)), CallLiar | CallDouble)
    assert decision(played(first, ok, Place("mouse", 0, "mouse"))) == CallDouble()


def test_it_calls_a_lie_that_cannot_be_true() -> None:
    ok = GAME.moves[1]()
    table = played(
        Place("dove", 0, "dove"), ok, Place("dove", 1, "dove"), ok,
        Place("mouse", 2), ok, Place("mouse", 3), ok,
        Place("rabbit", 4, "mouse"),
    )  # fmt: skip
    assert decision(table) == CallLiar()


def test_it_lifts_what_it_knows_to_win() -> None:
    ok = GAME.moves[1]()
    table = played(
        Place("dove", 0, "dove"), ok, Place("dove", 1, "dove"), ok,
        Place("mouse", 2), ok, Place("mouse", 3), ok,
        Place("rabbit", 4, "rabbit"), ok, Place("rabbit", 5, "rabbit"), ok,
    )  # fmt: skip
    move = decision(table)
    assert isinstance(move, Lift)
    table.submit(GAME.active(table.state)[0], move)
    assert sum(table.state.victories) == 1
