"""Setting the table: C1 to C5."""

import pytest

from games.chance import FastChance
from games.ciaociao import GAME
from games.ciaociao.events import (
    CROSS,
    BridgeBuilt,
    DieRolled,
    NumberAnnounced,
    PawnEntered,
)
from games.ciaociao.moves import Announce, Options
from games.codec import Malformed, decode_options
from games.contract import Seat
from games.table import fold
from tests.games.ciaociao.scene import board, drawn, given, when
from tests.games.support.scripted import ScriptedChance


def test_c1_seven_pawns_and_nine_planks() -> None:
    built = GAME.setup(2, Options(), FastChance(0))[0]
    assert isinstance(built, BridgeBuilt)
    assert (built.pawns, built.planks) == (7, 9)


@pytest.mark.parametrize("planks", [5, 15])
def test_c1_the_bridge_may_have_5_to_15_planks(planks: int) -> None:
    options = decode_options(GAME, {"planks": planks})
    state = fold(GAME, GAME.setup(3, options, FastChance(0)))
    assert state.planks == planks


@pytest.mark.parametrize("planks", [4, 16])
def test_c1_no_other_length_will_do(planks: int) -> None:
    with pytest.raises(Malformed) as error:
        decode_options(GAME, {"planks": planks})
    assert error.value.pointer == "/planks"


@pytest.mark.parametrize("seats", GAME.seats)
def test_c2_everyone_starts_on_plank_1_with_six_in_reserve(seats: int) -> None:
    state = fold(GAME, GAME.setup(seats, Options(), FastChance(0)))
    assert drawn(state).splitlines() == ["o........ +6"] * seats


def test_c2_a_plank_carries_any_number_of_pawns() -> None:
    state = given("""
        o........ +6 ?1
        ..o...... +6
        ..o...... +6
    """)
    after, _ = when(state, (0, Announce(2)))
    assert after.bridge == (3, 3, 3)


def test_c3_a_new_pawn_enters_as_soon_as_one_has_crossed() -> None:
    state = given("""
        .......o. +6 ?1
        o........ +6
    """)
    after, events = when(state, (0, Announce(3)))
    assert events[-1] == PawnEntered(0)
    assert drawn(after) == board("""
        o........ +5 ^1
        o........ +6
    """)


def test_c3_none_enters_from_an_empty_reserve() -> None:
    state = given("""
        .......o. +0 ?1
        o........ +6
    """)
    after, events = when(state, (0, Announce(3)))
    assert [type(event) for event in events] == [NumberAnnounced]
    assert after.bridge == (0, 1)


@pytest.mark.parametrize("first", range(4))
def test_c4_the_first_seat_is_drawn(first: Seat) -> None:
    chance = ScriptedChance([first, 0])
    _, rolled = GAME.setup(4, Options(), chance)
    assert chance.labels == ["first_seat", "die"]
    assert isinstance(rolled, DieRolled)
    assert rolled.seat == first


def test_c5_the_die_has_one_to_four_and_two_crosses() -> None:
    rolled = [GAME.setup(2, Options(), ScriptedChance([0, face]))[1] for face in range(6)]
    assert rolled == [DieRolled(0, face) for face in (1, 2, 3, 4, CROSS, CROSS)]
