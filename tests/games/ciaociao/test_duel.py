"""The match of two seats: positions follow as in the rules, the tables can hardly be beaten."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from games.chance import FastChance
from games.ciaociao import GAME, stage
from games.ciaociao.certify import LIMIT, Walk
from games.ciaociao.duel import NUMBERS, index, size, strategies, table, table_worth
from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt, Options, Push
from games.ciaociao.positions import (
    START,
    Position,
    announced,
    answerers,
    before_announcement,
    caught,
    next_turn,
    position_in,
    shares,
    wrongly_doubted,
)
from games.ciaociao.solve import ALL_PLANKS
from games.ciaociao.state import State
from games.contract import OPEN, Seat
from games.table import fold
from tests.games.support.worlds import random_match
from tests.support.sizes import sized


def position_at(state: State) -> Position:
    return position_in(GAME.view(state, OPEN, 0))


def after(state: State, seat: Seat, move: AnyMove) -> State:
    for event in GAME.decide(state, seat, move, FastChance(0)):
        state = GAME.evolve(state, event)
    return state


def turns_of(seats: int) -> Iterator[State]:
    """The states in which a number is to be announced, of some matches."""
    chance = FastChance(seats)
    for _ in range(sized(4, 40)):
        match = random_match(GAME, seats, Options(5), chance)
        states = [fold(GAME, match.log[:length]) for length in range(2, len(match.log))]
        yield from (state for state in states if GAME.active(state) and not state.number)


def assert_same(state: State, position: Position) -> None:
    """The rules and the position agree on who is next, or on who has won."""
    following, outcome = next_turn(position), GAME.outcome(state)
    if outcome is None:
        assert position_at(state) == following
    else:
        assert following is None
        won = shares(position)
        assert tuple(seat for seat, share in enumerate(won) if share) == outcome.winners
        assert sum(won) == pytest.approx(1)


@pytest.mark.parametrize("seats", GAME.seats)
def test_positions_follow_each_other_as_in_the_rules(seats: int) -> None:
    pushed = 0
    for state in turns_of(seats):
        position, planks = position_at(state), state.planks
        assert position.turn == state.turn
        if not answerers(position):
            assert_same(after(state, state.turn, Announce(4)), announced(position, 4, planks))
            continue
        for number, die in product(NUMBERS, (0, *NUMBERS)):
            told = after(replace(state, die=die), state.turn, Announce(number))
            moved = announced(position, number, planks)
            assert position_at(told) == moved
            doubter = told.answerers[0]
            assert list(told.answerers) == answerers(position)
            doubted = after(told, doubter, Doubt())
            if die != number:
                assert_same(doubted, caught(moved, position, doubter, number, planks))
            elif not doubted.pushable:
                assert_same(doubted, *wrongly_doubted(moved, doubter))
            else:
                fallen = wrongly_doubted(moved, doubter)
                for step, one in zip(doubted.pushable, fallen, strict=True):
                    assert_same(after(doubted, state.turn, Push(step)), one)
                    pushed += 1
            if len(told.answerers) == 1:
                assert_same(after(told, doubter, Believe()), moved)
    assert pushed


def test_the_position_before_an_announcement_is_known_from_what_was_seen() -> None:
    chance, crossed = FastChance(1), 0
    for _ in range(sized(10, 100)):
        match = random_match(GAME, 2, Options(5), chance)
        for length in range(3, len(match.log)):
            state = fold(GAME, match.log[:length])
            if state.answerers and GAME.active(state):
                told = max(at for at in range(length) if hasattr(match.log[at], "answerers"))
                before = position_at(fold(GAME, match.log[:told]))
                assert before_announcement(position_at(state), match.log[:length]) == before
                crossed += bool(state.step)
    assert crossed


@pytest.mark.parametrize("planks", ALL_PLANKS)
def test_every_length_of_the_bridge_has_its_table(planks: int) -> None:
    assert len(table(planks)) == size(planks)
    first = table(planks)[index(START, planks)] / 10**9
    assert 0.5 < first < 0.52, "who begins has a small advantage"


def test_little_can_be_won_against_the_end_of_a_match() -> None:
    walk = Walk(9)
    walk.visit(Position((5, 4), (1, 0), (0, 1), 0))
    assert len(walk.held) > 100
    assert max(held.exploitability for held in walk.held.values()) <= LIMIT


def test_the_table_is_the_value_of_the_strategies() -> None:
    position = Position((2, 3), (1, 1), (1,), 0)
    solution = strategies(position, 9)
    assert abs(solution.value - Fraction(table(9)[index(position, 9)], 10**9)) < Fraction(1, 10**8)
    faces = stage.CROSSES + sum(1 - truth for truth in solution.truths)
    assert sum(solution.bluffs) == faces
    assert 0 < table_worth(announced(position, 1, 9), 9) < 1


def exploited(payoffs: stage.Payoffs[Fraction]) -> Fraction:
    """How far both strategies together are from an equilibrium of one turn."""
    solution = stage.solve(payoffs)
    plans = solution.doubts, solution.truths, solution.bluffs
    rows: list[tuple[Fraction, ...]] = list(zip(*payoffs, *plans, strict=True))
    holds = sum(min((t + m) * b, t * h + m * c) for b, h, c, _, t, m in rows)
    bluff = [b + q * (c - b) for b, _, c, q, _, _ in rows]
    truth = [b + q * (h - b) for b, h, _, q, _, _ in rows]
    gives = 2 * max(bluff)
    gives += sum(max([*bluff[:n], truth[n], *bluff[n + 1 :]]) for n in range(len(rows)))
    assert min(solution.bluffs) >= 0
    assert all(0 <= share <= 1 for share in (*solution.truths, *solution.doubts))
    return max(Fraction(gives - holds) / 6, abs(gives / 6 - solution.value))


def test_every_stage_game_is_solved_exactly() -> None:
    chance = FastChance(5)
    for _ in range(sized(300, 3000)):
        believed = [Fraction(chance.below(12), 12) for _ in NUMBERS]
        caught_at = [Fraction(chance.below(12), 12) for _ in NUMBERS]
        honest = [c + Fraction(chance.below(8), 12) for c in caught_at]
        assert exploited(stage.Payoffs(believed, honest, caught_at)) == 0
