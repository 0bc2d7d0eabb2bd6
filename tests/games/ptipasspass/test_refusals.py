"""Moves against the rules: every refusal names its reason, none depends on what is hidden."""

import pytest

from games.ptipasspass.moves import (
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)
from tests.games.ptipasspass.scene import given, refused, when

START = """
    r - -
    - - -
    - - -
    > dm  ++
      dr  ++
      drm 0
"""
PICK = Place("dove", 0, "rabbit")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (SayOk(), "place_expected"),
        (Lift((0, 1, 2)), "place_expected"),
        (RewardTake(), "place_expected"),
        (Place("rabbit", 0, "dove"), "animal_not_in_hand"),
        (Place("dove", 9, "dove"), "no_such_cup"),
        (Place("dove", 0), "announcement_missing"),
    ],
)
def test_p10_nothing_but_a_token_of_ones_own_begins_a_turn(move: AnyMove, code: str) -> None:
    assert refused(given(START), 0, move) == code
    assert refused(given(START), 1, move) == "not_your_turn"


def test_p10_a_visible_turn_has_no_announcement() -> None:
    state = given(START, marker="visible")
    assert refused(state, 0, Place("dove", 0, "dove")) == "announcement_superfluous"


def test_p11_an_answer_is_ok_or_a_challenge() -> None:
    state, _ = when(given(START), (0, PICK))
    for seat in (1, 2):
        assert refused(state, seat, Place("dove", 0, "dove")) == "ok_or_challenge_expected"
        assert refused(state, seat, RewardTake()) == "ok_or_challenge_expected"
    assert refused(state, 0, SayOk()) == "not_your_turn"


def test_p11_without_challenge_tokens_no_challenge_not_even_an_early_one() -> None:
    state, _ = when(given(START), (0, PICK))
    for seals in (0, 1):
        state, _ = when(state, *[(1, SayOk())] * seals)
        assert refused(state, 2, CallDouble()) == "no_challenge_token"
        assert refused(state, 2, CallLiar()) == "no_challenge_token"


def test_p11_nobody_lies_in_a_visible_turn() -> None:
    state, _ = when(given(START, marker="visible"), (0, Place("dove", 0)))
    assert refused(state, 1, CallLiar()) == "nothing_announced"


def test_p16_a_reward_comes_before_anything_else() -> None:
    state, _ = when(given(START), (0, PICK), (1, CallDouble()))
    assert refused(state, 1, SayOk()) == "reward_expected"
    assert refused(state, 1, Place("dove", 1, "dove")) == "reward_expected"
    assert refused(state, 1, RewardPlace("mouse", 1)) == "animal_not_in_hand"
    assert refused(state, 1, RewardPlace("dove", 17)) == "no_such_cup"
    assert refused(state, 0, RewardTake()) == "not_your_turn"


def test_p16_what_is_not_there_cannot_be_placed_or_taken() -> None:
    state, _ = when(given(START.replace("dr  ++", "-   ++")), (0, PICK), (1, CallDouble()))
    assert refused(state, 1, RewardPlace("dove", 1)) == "nothing_to_place"
    state, _ = when(given(START.replace("> dm  ++", "> dm  0")), (0, PICK), (1, CallDouble()))
    assert refused(state, 1, RewardTake()) == "nothing_to_take"


def test_p20_an_empty_hand_can_only_lift() -> None:
    state = given(START.replace("> dm  ++", "> -   ++"))
    assert refused(state, 0, Place("dove", 0, "dove")) == "lift_expected"
    assert refused(state, 0, Lift((9, 10, 11))) == "not_a_line"
    assert refused(state, 0, Lift((0, 1, 2), (8, 9))) == "cups_not_touching"


def test_a_refusal_tells_nothing_about_the_cups() -> None:
    tries: list[AnyMove] = [SayOk(), CallDouble(), CallLiar(), RewardTake(), Lift((0, 1, 2))]
    for move in tries:
        for seat in (0, 1, 2):
            rows = (START.replace("r - -", f"{cup} - -") for cup in ("r", "-", "ddm"))
            assert len({refused(given(drawing), seat, move) for drawing in rows}) == 1
