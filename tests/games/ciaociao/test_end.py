"""The podium, and how a match ends: C20 to C23."""

from games.choices import choice
from games.ciaociao import GAME
from games.ciaociao.events import (
    CrossingEnded,
    DieRolled,
    PawnFell,
    PushOffered,
)
from games.ciaociao.moves import Announce, Believe, Doubt, Push
from games.contract import Outcome
from tests.games.ciaociao.scene import given, refused, table_at, when


def test_c20_a_pawn_takes_the_step_above_the_highest_occupied_one() -> None:
    state = given("""
        ........o +3 ^2 ?1
        o........ +6
    """)
    after, _ = when(state, (0, Announce(1)))
    assert after.steps(0) == (2, 3)


def test_c20_a_step_freed_at_the_top_is_taken_again() -> None:
    state = given("""
        ........o +3 ?1
        ......... +0 ^1,3
        o........ +6 ^2
    """)
    state, _ = when(state, (0, Announce(4)), (1, Doubt()), rolls=[2])
    assert state.podium == (1, 2, 1)
    state = given("""
        o........ +3 ?1
        ......... +0 ^1,3
        ........o +6 ^2
    """)
    state, _ = when(state, (0, Announce(1)), (1, Doubt()), (0, Push(3)), rolls=[1])
    after, _ = when(state, (2, Announce(1)))
    assert after.podium == (1, 2, 2)


def test_c21_three_across_win_once_everybody_has_believed() -> None:
    state = given("""
        ........o +3 ^1,2 ?0
        o........ +6
        o........ +6
    """)
    state, events = when(state, (0, Announce(1)), (1, Believe()))
    assert GAME.outcome(state) is None
    state, events = when(state, (2, Believe()))
    assert events[-1] == CrossingEnded("three_across")
    assert GAME.outcome(state) == Outcome((0,), ((0,), (1, 2)), "three_across")


def test_c21_a_third_pawn_that_stands_spares_the_wrong_doubter() -> None:
    state = given("""
        ........o +3 ^1,2 ?1
        ......... +0 ^3,4
    """)
    after, events = when(state, (0, Announce(1)), (1, Doubt()))
    assert not [event for event in events if isinstance(event, PawnFell | PushOffered)]
    assert after.steps(1) == (3, 4)
    assert GAME.outcome(after) == Outcome((0,), ((0,), (1,)), "three_across")


def test_c21_a_caught_bluff_takes_the_third_pawn_back() -> None:
    state = given("""
        ........o +3 ^1,2 ?0
        o........ +6
    """)
    after, _ = when(state, (0, Announce(1)), (1, Doubt()), rolls=[1])
    assert GAME.outcome(after) is None
    assert after.steps(0) == (1, 2)


def test_c21_the_others_rank_by_podium_pawns_then_points() -> None:
    state = given("""
        ........o +0 ^1,2 ?1
        o........ +6 ^6
        o........ +6 ^3,4
        o........ +6 ^5
    """)
    after, _ = when(state, (0, Announce(1)), (1, Believe()), (2, Believe()), (3, Believe()))
    assert GAME.outcome(after) == Outcome((0,), ((0,), (2,), (1,), (3,)), "three_across")


def test_c22_with_nobody_left_on_the_bridge_points_decide() -> None:
    state = given("""
        ........o +0 ?0
        ......... +0 ^1,2
        ......... +0 ^4
    """)
    after, events = when(state, (0, Announce(1)), (1, Believe()), (2, Doubt()))
    assert events[-1] == CrossingEnded("most_points")
    assert GAME.outcome(after) == Outcome((2,), ((2,), (1,), (0,)), "most_points")


def test_c22_equal_points_share_the_victory() -> None:
    state = given("""
        ........o +0 ?0
        ......... +0 ^1,2
        ......... +0 ^3
    """)
    after, _ = when(state, (0, Announce(4)), (1, Doubt()))
    assert GAME.outcome(after) == Outcome((1, 2), ((1, 2), (0,)), "most_points")


def test_c23_a_player_left_alone_goes_on_while_the_podium_may_doubt() -> None:
    state = given("""
        o........ +1 ?1
        ......... +0 ^1
    """)
    after, events = when(state, (0, Announce(3)), (1, Believe()), rolls=[2])
    assert events[-1] == DieRolled(0, 2)
    assert GAME.choices(after, 0) == (choice("announce", number=(1, 2, 3, 4)),)


def test_c23_with_nobody_to_answer_the_server_announces_four() -> None:
    state = given("""
        o........ +0 ?2
        ......... +0 ^1
    """)
    table = table_at(state, rolls=[0, 0, 0])
    table.submit(0, Announce(2))
    table.submit(1, Doubt())
    forced = [step for step in table.steps if step.by == "forced"]
    assert [step.move for step in forced] == [Announce(4), Announce(4)]
    assert table.outcome == Outcome((0,), ((0,), (1,)), "most_points")


def test_c23_no_other_number_is_legal_then() -> None:
    state = given("""
        o........ +0 ?1
        ......... +0
    """)
    assert GAME.choices(state, 0) == (choice("announce", number=(4,)),)
    assert refused(state, 0, Announce(3)) == "only_four_left"
