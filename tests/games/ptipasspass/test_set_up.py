"""Setting the table: P1 to P7."""

import pytest

from games.chance import FastChance
from games.codec import Malformed, decode_options
from games.contract import SPECTATOR
from games.ptipasspass import GAME
from games.ptipasspass.cups import lines, touching
from games.ptipasspass.events import AnimalsDealt, CupsEmptied, TurnOpened
from games.ptipasspass.moves import Lift, Options, Place, SayOk
from games.ptipasspass.state import State
from games.table import fold
from tests.games.ptipasspass.scene import board, drawn, given, the, when
from tests.games.support.scripted import ScriptedChance
from tests.games.support.worlds import random_match


def opened(seats: int, options: Options | None = None) -> State:
    state: State = fold(GAME, GAME.setup(seats, options or Options(), FastChance(0)))
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_p1_three_cups_for_each_player(seats: int) -> None:
    assert len(opened(seats).cups) == 3 * seats


def test_p1_cups_touch_in_rows_and_columns_but_not_across_corners() -> None:
    assert touching(2) == ((0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5))
    beside_the_middle = {pair for pair in touching(3) if 4 in pair}
    assert beside_the_middle == {(1, 4), (3, 4), (4, 5), (4, 7)}


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, {(0, 2, 4), (1, 3, 5)}),
        (3, {(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)}),
    ],
)
def test_p2_a_line_is_three_touching_cups_in_a_row_or_a_column(
    seats: int, expected: set[tuple[int, int, int]]
) -> None:
    assert set(lines(seats)) == expected


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (3, 6), (4, 10), (5, 14), (6, 18)])
def test_p2_longer_rows_hold_more_lines(seats: int, number: int) -> None:
    assert len(lines(seats)) == number
    assert all(
        (one, two) in touching(seats) and (two, three) in touching(seats)
        for one, two, three in lines(seats)
    )


def test_p3_p4_everyone_starts_with_one_of_each_animal_and_two_challenge_tokens() -> None:
    assert drawn(opened(2)) == board("""
        - -
        - -
        - -
        drm ++
        drm ++
    """)


def test_p3_how_many_tokens_a_hand_holds_is_public_but_not_which() -> None:
    view = GAME.view(opened(3), 1, 0)
    assert [player.tokens for player in view.players] == [3, 3, 3]
    assert [isinstance(player.hand, tuple) for player in view.players] == [False, True, False]


ABOUT_TO_WIN = """
    d r
    d -
    d m
    > -   +++ -
      rm  0   *
"""


@pytest.mark.parametrize(("option", "then"), [("reset", (2, 2)), ("carry", (3, 0))])
def test_p4_a_new_round_deals_challenge_tokens_again_unless_they_are_carried(
    option: str, then: tuple[int, int]
) -> None:
    options = decode_options(GAME, {"challenge_tokens": option})
    state = given(ABOUT_TO_WIN, challenge_tokens=options.challenge_tokens)
    after, events = when(state, (0, Lift((0, 2, 4))))
    assert after.challenges == then
    assert the(AnimalsDealt, events).challenge_tokens == then


def test_p4_there_is_no_third_way() -> None:
    with pytest.raises(Malformed) as error:
        decode_options(GAME, {"challenge_tokens": "double"})
    assert error.value.pointer == "/challenge_tokens"


def test_p5_every_round_starts_masked() -> None:
    assert opened(4).marker == "masked"
    _, events = when(given(ABOUT_TO_WIN, marker="visible"), (0, Lift((0, 2, 4))))
    assert events[-1] == TurnOpened(1, "masked")


@pytest.mark.parametrize("first", range(3))
def test_p6_the_first_player_is_drawn(first: int) -> None:
    chance = ScriptedChance([first])
    events = GAME.setup(3, Options(), chance)
    assert chance.labels == ["first_seat"]
    assert events[-1] == TurnOpened(first, "masked")
    assert the(AnimalsDealt, events) == AnimalsDealt(1, first, (2, 2, 2))


def test_p6_the_seat_left_of_the_winner_begins_the_next_round() -> None:
    state = given("""
        d r -
        d - -
        d m -
          rm ++
          m  ++
        > -  ++
    """)
    _, events = when(state, (2, Lift((0, 3, 6))))
    assert isinstance(events[-3], CupsEmptied)
    assert events[-2:] == [AnimalsDealt(2, 0, (2, 2, 2)), TurnOpened(0, "masked")]


def test_p7_the_marker_flips_each_time_the_whole_table_has_had_a_turn() -> None:
    state = given("""
        d - -
        - r -
        - - -
        >  -  0
           dm 0
           r  0
    """)
    markers = []
    for cup in range(3, 9):
        seat = state.turn
        if state.phase == "lift":
            state, events = when(state, (seat, Lift((0, 1, 2))))
        else:
            said = "mouse" if state.marker == "masked" else None
            place = Place(state.hands[seat][0], cup, said)  # type: ignore[arg-type]
            answers = [((seat + step) % 3, SayOk()) for step in (1, 2)]
            state, events = when(state, (seat, place), *answers)
        markers.append(the(TurnOpened, events).marker)
    assert markers == ["masked"] * 2 + ["visible"] * 3 + ["masked"]


def test_p5_a_later_round_is_masked_from_its_first_moment_on() -> None:
    table = random_match(GAME, 2, Options(), FastChance(0))
    seen = list(zip(table.log, table.replay(SPECTATOR), strict=True))
    dealt = [view.marker for event, view in seen if isinstance(event, AnimalsDealt)]
    assert len(dealt) > 1
    assert set(dealt) == {"masked"}
