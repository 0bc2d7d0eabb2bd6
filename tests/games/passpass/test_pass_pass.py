"""Completing sets of the four colours, and winning by them: S11, S12."""

from games.contract import Outcome
from games.passpass import GAME
from games.passpass.events import PassPassTicked, RoundScored, TricksEnded
from tests.games.passpass.scene import card, given, pair, played, take, take_two, the, when


def test_s11_four_colours_are_ticked_at_once() -> None:
    state, _ = played(given("> V9 V1 | B1 G1 V5\nV8 V2\nY3 V3 | B9\nB4 V4"), "V9 V8 Y3 B4")
    state, events = take(state, "Y3")
    assert events[1:] == [PassPassTicked(0, ticks=1, total=1)]
    assert GAME.view(state, 1, 0).players[0].pass_pass == 1


def test_s11_three_colours_are_none() -> None:
    state, _ = played(given("> V9 V1 | B1 G1\nV8 V2\nY3 V3 | B9\nB4 V4"), "V9 V8 Y3 B4")
    _, events = take(state, "V8")
    assert len(events) == 1


def test_s11_further_cards_of_a_colour_add_nothing() -> None:
    state, _ = played(given("> V9 V1 | B1 G1 V5 Y5\nV8 V2\nY3 V3\nB4 V4"), "V9 V8 Y3 B4")
    _, events = take(state, "Y3")
    assert len(events) == 1


def test_s11_a_second_complete_set_is_a_second_tick() -> None:
    drawing = "> V9 V1 | B1 G1 V5 Y5 B2 G2 V6\nV8 V2\nY3 V3\nB4 V4"
    state, _ = played(given(drawing), "V9 V8 Y3 B4")
    _, events = take(state, "Y3")
    assert the(PassPassTicked, events) == PassPassTicked(0, ticks=1, total=2)


def test_s11_two_may_be_completed_at_once() -> None:
    drawing = "> V9 V1\nV8 V2 | V3 V4 B1 B2 G1 G2\nY3 V12\nY4 V11"
    state, _ = played(given(drawing), "V9 V8 Y3 Y4")
    state, _ = take(state, "V9")
    _, events = take_two(state, "Y3 Y4")
    assert the(PassPassTicked, events) == PassPassTicked(1, ticks=2, total=2)


def test_s11_a_round_begins_with_no_cards_but_keeps_the_ticks() -> None:
    state, _ = played(given("> V9 | B1 G1 V5 = 0 1\nV8\nY3 | B9\nB4", number=2), "V9 V8 Y3 B4")
    state, events = take(state, "Y3")
    assert the(PassPassTicked, events).total == 2
    state, _ = take_two(state, "B4 V8")
    assert (state.round, state.taken, state.ticks) == (3, ((),) * 4, (2, 0, 0, 0))


def test_s12_the_third_tick_over_all_rounds_wins_at_once() -> None:
    drawing = "> V9 V1 | B1 G1 V5 = 3 2\nV8 V2 = 40 0\nY3 V3 = 9 1\nB4 V4 = 9 1"
    state, _ = played(given(drawing, number=2), "V9 V8 Y3 B4")
    after, events = take(state, "Y3")
    assert events[1:] == [PassPassTicked(0, 1, 3), TricksEnded("three_pass_pass")]
    assert GAME.active(after) == ()
    assert GAME.outcome(after) == Outcome((0,), ((0,), (2, 3), (1,)), "three_pass_pass")


def test_s12_no_points_are_counted_then_even_at_the_end_of_a_round() -> None:
    state, _ = played(given("> V9\nV8 | V4 B3 = 0 2\nY3\nG4"), "V9 V8 Y3 G4")
    state, _ = take(state, "V9")
    after, events = take_two(state, "Y3 G4")
    assert events[-1] == TricksEnded("three_pass_pass")
    assert not [event for event in events if isinstance(event, RoundScored)]
    assert after.points == (0, 0, 0, 0)


def test_s12_if_both_would_complete_their_third_only_the_first_wins() -> None:
    drawing = "> V9 V1 | B1 G1 V5 = 0 2\nV8 V2 | Y1 B2 G2 = 0 2\nY3 V3\nV4 B4"
    state, _ = played(given(drawing), "V9 V8 Y3 V4")
    after, _ = take(state, "Y3")
    assert GAME.outcome(after) == Outcome((0,), ((0,), (1,), (2, 3)), "three_pass_pass")
    instead, _ = take(state, "V9")
    after, _ = when(instead, (1, pair("Y3 V4")))
    assert GAME.outcome(after) == Outcome((1,), ((1,), (0,), (2, 3)), "three_pass_pass")


def test_s12_the_others_rank_by_ticks_of_this_round_too_then_by_finished_rounds() -> None:
    drawing = (
        "> V9 V1 | B1 G1 V5 = 3 2\n"
        "V8 V2 | B2 G2 V6 Y6 = 40 0\n"
        "Y3 V3 | V7 V10 V11 V12 B5 = 9 1\n"
        "B4 V4 = 99 0"
    )
    state, _ = played(given(drawing), "V9 V8 Y3 B4")
    after, _ = take(state, "Y3")
    assert GAME.outcome(after) == Outcome((0,), ((0,), (1,), (2,), (3,)), "three_pass_pass")
    assert card("Y3") in after.taken[0]
