"""A turn with tokens in hand: the pick, the answers, challenges and rewards: P10 to P19."""

from typing import Any

import pytest

from games.choices import choice
from games.ptipasspass import GAME
from games.ptipasspass.events import (
    DoubleFound,
    DoubleMissed,
    LieFound,
    LieMissed,
    Marker,
    OkSaid,
    RewardOffered,
    RewardPlaced,
    RewardTaken,
    TokenPicked,
    TokenPlaced,
    TurnOpened,
)
from games.ptipasspass.moves import (
    ANIMALS,
    Animal,
    CallDouble,
    CallLiar,
    Lift,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)
from tests.games.ptipasspass.scene import board, drawn, given, refused, table_at, the, when

START = """
    - - -
    - - -
    - - -
    > drm ++
      drm ++
      drm ++
"""
ONE_UNDER_CUP_4 = """
    - - -
    - r -
    - - -
    > dm  ++
      dr  ++
      drm ++
"""


@pytest.mark.parametrize("announce", ANIMALS)
def test_p10_a_masked_token_may_be_announced_as_anything(announce: Animal) -> None:
    state, events = when(given(START), (0, Place("dove", 4, announce)))
    assert events == [TokenPicked(0, announce, (1, 2), 4, "dove")]
    assert drawn(state) == board(START)


def test_p10_a_visible_token_is_its_own_announcement() -> None:
    _, events = when(given(START, marker="visible"), (0, Place("mouse", 8)))
    assert events == [TokenPicked(0, None, (1, 2), 8, "mouse")]


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        ("masked", choice("place", animal=("dove", "mouse"), cup=range(9), announce=ANIMALS)),
        ("visible", choice("place", animal=("dove", "mouse"), cup=range(9))),
    ],
)
def test_p10_any_token_of_the_hand_and_any_cup_will_do(marker: Marker, expected: object) -> None:
    assert GAME.choices(given(ONE_UNDER_CUP_4, marker=marker), 0) == (expected,)


def test_p11_the_others_answer_clockwise_from_the_left() -> None:
    state, _ = when(given(START.replace("> drm ++\n      drm", "  drm ++\n    > drm")), (1, PICK))
    assert (GAME.active(state), GAME.early(state)) == ((2,), (0,))
    state, events = when(state, (2, SayOk()))
    assert events == [OkSaid(2)]
    assert (GAME.active(state), GAME.early(state)) == ((0,), ())


PICK = Place("dove", 4, "rabbit")


@pytest.mark.parametrize(
    ("marker", "expected"),
    [("masked", ["ok", "double", "liar"]), ("visible", ["ok", "double"])],
)
def test_p11_liar_can_only_be_called_in_masked_turns(marker: Marker, expected: list[str]) -> None:
    place = PICK if marker == "masked" else Place("dove", 4)
    state, _ = when(given(START, marker=marker), (0, place))
    for seat in (1, 2):
        assert [entry.type for entry in GAME.choices(state, seat)] == expected


def test_p11_without_challenge_tokens_ok_is_all_one_can_say_and_the_server_says_it() -> None:
    state = given(START.replace("drm ++\n      drm ++\n", "drm ++\n      drm 0\n"))
    table = table_at(state)
    steps = table.submit(0, PICK)
    assert table.choices(1) == ()
    assert [(step.seat, step.move, step.by) for step in steps[1:]] == [(1, SayOk(), "forced")]
    assert table.awaited() == (2,)


def test_p11_the_first_challenge_ends_the_answers() -> None:
    state, _ = when(given(START), (0, PICK), (1, CallLiar()))
    assert state.answerers == ()
    assert refused(state, 2, CallDouble()) == "not_your_turn"


def test_p11_a_later_seat_may_answer_early_and_nothing_happens_yet() -> None:
    state, _ = when(given(START), (0, PICK))
    for answer in (SayOk(), CallDouble(), CallLiar()):
        assert when(state, (2, answer)) == (state, [])


def test_p12_if_nobody_challenges_the_token_goes_into_the_cup() -> None:
    state, events = when(given(ONE_UNDER_CUP_4), (0, PICK), (1, SayOk()), (2, SayOk()))
    assert events[1:] == [OkSaid(1), OkSaid(2), TokenPlaced(0), TurnOpened(1, "masked")]
    assert drawn(state) == board("""
        - - -
        - dr -
        - - -
        m ++
        dr ++
        drm ++
    """)


def test_p13_a_double_found_goes_back_into_the_hand_with_the_token_picked() -> None:
    state = given("""
        - - -
        - rrm -
        - - -
        > d   ++
          dm  ++
          drm ++
    """)
    state, events = when(state, (0, PICK), (1, CallDouble()))
    assert events[1] == DoubleFound(1, 0, ("rabbit", "rabbit", "mouse"))
    assert drawn(state) == board("""
        - - -
        - - -
        - - -
        drrm ++
        dm ++
        drm ++
    """)


def test_p13_the_token_picked_stays_hidden() -> None:
    _, events = when(given(ONE_UNDER_CUP_4), (0, PICK), (1, CallDouble()))
    shown = [GAME.redact(event, 2) for event in events]
    assert "dove" not in str(shown)
    assert the(DoubleFound, shown).contents == ("rabbit",)


def test_p14_a_double_that_is_none_costs_the_token_and_a_challenge_token() -> None:
    state, events = when(given(START), (0, PICK), (1, SayOk()), (2, CallDouble()))
    assert events[2:] == [DoubleMissed(2, 0, "masked", "dove"), TurnOpened(1, "masked")]
    assert drawn(state) == board("""
        - - -
        - - -
        - - -
        rm +++
        drm ++
        ddrm +
    """)


@pytest.mark.parametrize(("marker", "who"), [("masked", {0, 2}), ("visible", {0, 1, 2})])
def test_p14_in_a_masked_turn_only_the_two_know_which_animal_it_is(
    marker: Marker, who: set[int]
) -> None:
    place = PICK if marker == "masked" else Place("dove", 4)
    _, events = when(given(START, marker=marker), (0, place), (1, SayOk()), (2, CallDouble()))
    missed = the(DoubleMissed, events)
    assert {seat for seat in range(3) if GAME.redact(missed, seat) == missed} == who


def test_p15_a_liar_keeps_the_token() -> None:
    state, events = when(given(START), (0, PICK), (1, CallLiar()))
    assert events[1:] == [LieFound(1, 0, "dove"), RewardOffered(1, 0)]
    assert drawn(state) == board(START)
    assert all(GAME.redact(events[1], seat) == events[1] for seat in range(3))


def test_p15_who_told_the_truth_gives_the_token_away_for_a_challenge_token() -> None:
    state, events = when(given(START), (0, Place("dove", 4, "dove")), (1, CallLiar()))
    assert events[1:] == [LieMissed(1, 0), TurnOpened(1, "masked")]
    assert drawn(state) == board("""
        - - -
        - - -
        - - -
        rm +++
        ddrm +
        drm ++
    """)


def test_p15_nobody_looks_into_the_cup() -> None:
    state, events = when(given(ONE_UNDER_CUP_4), (0, PICK), (1, CallLiar()))
    assert not any(isinstance(event, DoubleFound) for event in events)
    assert state.cups == given(ONE_UNDER_CUP_4).cups


def test_p16_the_reward_is_a_placement_or_a_challenge_token() -> None:
    state, _ = when(given(ONE_UNDER_CUP_4), (0, PICK), (1, CallLiar()))
    assert GAME.active(state) == (1,)
    assert GAME.choices(state, 1) == (
        choice("reward_place", animal=("dove", "rabbit"), cup=range(9)),
        choice("reward_take"),
    )


def test_p16_a_reward_placement_is_shown_and_cannot_be_challenged() -> None:
    state, _ = when(given(ONE_UNDER_CUP_4), (0, PICK), (1, CallLiar()))
    state, events = when(state, (1, RewardPlace("rabbit", 4)))
    assert events == [RewardPlaced(1, 4, "rabbit"), TurnOpened(1, "masked")]
    assert drawn(state) == board("""
        - - -
        - rr -
        - - -
        dm ++
        d ++
        drm ++
    """)


def test_p16_or_a_challenge_token_changes_hands() -> None:
    state, _ = when(given(START), (0, PICK), (1, CallLiar()))
    state, events = when(state, (1, RewardTake()))
    assert events == [RewardTaken(1, 0), TurnOpened(1, "masked")]
    assert state.challenges == (1, 3, 2)


EMPTY_HANDED_CHALLENGER = """
    r r -
    - - -
    - - -
    > dm  {challenges}
      -   ++
      drm ++
"""


def test_p16_if_only_the_challenge_token_is_left_the_server_takes_it() -> None:
    table = table_at(given(EMPTY_HANDED_CHALLENGER.format(challenges="+")))
    table.submit(0, PICK)
    steps = table.submit(1, CallLiar())
    assert [(step.seat, step.move, step.by) for step in steps[1:]] == [(1, RewardTake(), "forced")]
    assert table.state.challenges == (0, 3, 2)


def test_p16_if_there_is_no_reward_play_goes_on() -> None:
    state = given(EMPTY_HANDED_CHALLENGER.format(challenges="0"))
    _, events = when(state, (0, PICK), (1, CallLiar()))
    assert events[1:] == [LieFound(1, 0, "dove"), TurnOpened(1, "masked")]


def test_p16_only_a_placement_is_left_where_there_is_no_challenge_token_to_take() -> None:
    state = given(ONE_UNDER_CUP_4.replace("> dm  ++", "> dm  0"))
    state, _ = when(state, (0, PICK), (1, CallDouble()))
    assert [entry.type for entry in GAME.choices(state, 1)] == ["reward_place"]


def test_p17_a_right_challenge_costs_nothing() -> None:
    for call in (CallLiar(), CallDouble()):
        state, _ = when(given(ONE_UNDER_CUP_4), (0, PICK), (2, SayOk()), (1, call))
        assert state.challenges == (2, 2, 2)


@pytest.mark.parametrize(
    "answers",
    [
        [(1, SayOk()), (2, SayOk())],
        [(1, SayOk()), (2, CallDouble())],
        [(1, SayOk()), (2, CallLiar()), (2, RewardTake())],
    ],
    ids=["nobody challenges", "wrong challenge", "right challenge"],
)
def test_p18_the_next_turn_is_left_of_the_active_player(answers: list[tuple[int, Any]]) -> None:
    _, events = when(given(START), (0, PICK), *answers)
    assert events[-1] == TurnOpened(1, "masked")


def test_p19_an_empty_hand_may_challenge_but_places_what_it_wins_before_lifting() -> None:
    state = given(EMPTY_HANDED_CHALLENGER.format(challenges="++"))
    state, events = when(state, (0, Place("dove", 4, "dove")), (1, CallLiar()))
    assert isinstance(events[1], LieMissed)
    assert (state.turn, state.phase, state.hands[1]) == (1, "place", ("dove",))
    assert refused(state, 1, Lift((0, 1, 2))) == "place_expected"
