"""Setting the table: B1 to B4."""

from collections import Counter

import pytest

from games.bonbons import GAME
from games.bonbons.candies import CANDIES, COIN, COLOURS, WRAPPER, face
from games.bonbons.events import CandiesLaid, TurnPassed
from games.bonbons.moves import Options
from games.bonbons.state import State
from games.chance import FastChance, ProvableChance
from games.codec import Malformed, decode_options
from games.contract import Seat
from games.table import fold

FULL = Options()
QUICK = Options(quick=True)
CANDY_FACES = {face(candy, colour) for candy in CANDIES for colour in COLOURS}


def opened(seats: int, options: Options = FULL, seed: int = 0) -> State:
    state: State = fold(GAME, GAME.setup(seats, options, FastChance(seed)))
    return state


def test_b1_eight_candies_in_four_colours_are_on_squares_and_on_round_tiles() -> None:
    state = opened(2)
    assert len(CANDIES) == 8
    assert len(COLOURS) == 4
    assert sorted(state.rounds) == sorted(CANDY_FACES)
    assert Counter(state.squares) == Counter([*CANDY_FACES, COIN, COIN, COIN, WRAPPER])


@pytest.mark.parametrize("seats", GAME.seats)
def test_b2_a_grid_of_36_and_four_tiles_each_all_face_down(seats: int) -> None:
    state = opened(seats)
    assert (state.side, len(state.squares)) == (6, 36)
    assert state.squares_left == 2**36 - 1
    assert [len(row) for row in state.rows] == [4] * seats
    assert state.slots_left == (0b1111,) * seats
    assert len(state.rounds) - state.dealt == 32 - 4 * seats


def test_b2_nobody_looks_at_their_own_tiles_either() -> None:
    view = GAME.view(opened(3), 1, 0)
    assert {square.lies for square in view.squares} == {"down"}
    assert not [square for square in view.squares if isinstance(square.face, str)]
    assert not [tile for row in view.rows for tile in row if isinstance(tile.face, str)]


def test_b2_squares_and_round_tiles_are_shuffled_each_for_itself() -> None:
    one, other = opened(2, seed=1), opened(2, seed=2)
    assert one.squares != other.squares
    assert one.rounds != other.rounds
    candies = tuple(face for face in one.squares if face in one.rounds)
    assert candies != one.rounds


@pytest.mark.parametrize("seats", GAME.seats)
def test_b3_the_quick_variant_leaves_out_two_candies_and_the_coins(seats: int) -> None:
    state = opened(seats, QUICK, seed=seats)
    assert len(set(state.removed)) == 2
    left = {face(candy, colour) for candy in CANDIES.keys() - state.removed for colour in COLOURS}
    assert sorted(state.rounds) == sorted(left)
    assert Counter(state.squares) == Counter([*left, WRAPPER])
    assert state.side == 5


def test_b3_everybody_knows_which_candies_are_left_out() -> None:
    laid = GAME.setup(2, QUICK, FastChance(3))[0]
    shown = GAME.redact(laid, 0)
    assert isinstance(laid, CandiesLaid)
    assert isinstance(shown, CandiesLaid)
    assert shown.removed == laid.removed
    assert GAME.view(fold(GAME, [laid]), 0, 0).removed == laid.removed


def test_b3_any_two_candies_may_be_left_out() -> None:
    drawn = {opened(2, QUICK, seed).removed for seed in range(400)}
    assert len(drawn) == 28


@pytest.mark.parametrize("data", [{"quick": 1}, {"memory": "short"}, {"coins": 3}])
def test_b3_no_other_options_will_do(data: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        decode_options(GAME, data)


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        (FULL, ["first_seat", "squares", "rounds"]),
        (QUICK, ["first_seat", "removed_candies", "squares", "rounds"]),
    ],
    ids=["full", "quick"],
)
def test_b4_the_first_seat_is_drawn_before_anything_else(
    options: Options, labels: list[str]
) -> None:
    chance = ProvableChance(bytes(32))
    GAME.setup(4, options, chance)
    assert [draw.label for draw in chance.draws] == labels


@pytest.mark.parametrize("seats", GAME.seats)
def test_b4_anybody_may_be_first(seats: int) -> None:
    firsts: set[Seat] = set()
    for seed in range(100):
        laid, passed = GAME.setup(seats, FULL, FastChance(seed))
        assert isinstance(laid, CandiesLaid)
        assert passed == TurnPassed(laid.first)
        firsts.add(laid.first)
    assert firsts == set(range(seats))
