"""A turn: the announcement, the answers, who falls and who advances: C10 to C18."""

import pytest

from games.choices import choice
from games.ciaociao import GAME
from games.ciaociao.events import (
    FACES,
    AnnouncementBelieved,
    AnnouncementDoubted,
    CrossingEnded,
    DieRolled,
    NumberAnnounced,
    PawnAdvanced,
    PawnEntered,
    PawnFell,
    PushOffered,
)
from games.ciaociao.moves import Announce, Believe, Doubt, Push
from games.contract import HIDDEN, OPEN, SPECTATOR, Outcome
from tests.games.ciaociao.scene import board, drawn, given, refused, table_at, the, when

THREE_AT_THE_START = """
    o........ +6 ?4
    o........ +6
    o........ +6
"""


@pytest.mark.parametrize("die", sorted(set(FACES)))
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_c10_any_number_may_be_announced_whatever_was_rolled(die: int, number: int) -> None:
    state = given(f"""
        .o....... +6 ?{die}
        o........ +6
    """)
    after, events = when(state, (0, Announce(number)))
    assert events == [NumberAnnounced(0, number, (1,), plank=2 + number)]
    assert after.bridge[0] == 2 + number


def test_c10_a_cross_is_always_a_bluff() -> None:
    for number in (1, 2, 3, 4):
        state = given("""
            o........ +6 ?0
            o........ +6
        """)
        _, events = when(state, (0, Announce(number)), (1, Doubt()), rolls=[1])
        assert the(AnnouncementDoubted, events).bluff


def test_c10_only_the_roller_sees_the_die() -> None:
    state = given("""
        o........ +6 ?3
        o........ +6
    """)
    assert GAME.view(state, 0, 0).die == 3
    assert GAME.view(state, 1, 0).die is HIDDEN
    assert GAME.view(state, SPECTATOR, 0).die is HIDDEN


@pytest.mark.parametrize(("plank", "number", "lands"), [(5, 4, 9), (6, 4, None), (9, 1, None)])
def test_c11_past_the_last_plank_is_the_podium_and_spare_points_are_lost(
    plank: int, number: int, lands: int | None
) -> None:
    row = "." * (plank - 1) + "o" + "." * (9 - plank)
    state = given(f"{row} +6 ?1\no........ +6")
    after, events = when(state, (0, Announce(number)))
    assert the(NumberAnnounced, events).plank == lands
    assert after.steps(0) == (() if lands else (1,))


def test_c12_opponents_answer_clockwise_and_the_first_doubt_ends_it() -> None:
    state = given("""
        o........ +6
        o........ +6
        o........ +6 ?1
        o........ +6
    """)
    state, events = when(state, (2, Announce(1)))
    assert the(NumberAnnounced, events).answerers == (3, 0, 1)
    state, events = when(state, (3, Believe()), (0, Doubt()), rolls=[2])
    assert events[0] == AnnouncementBelieved(3)
    assert events[1] == AnnouncementDoubted(0, 2, 1, bluff=False, die=1)
    assert refused(state, 1, Doubt()) == "not_your_turn"


def test_c12_who_has_neither_bridge_nor_podium_is_skipped() -> None:
    state = given("""
        o........ +1 ?1
        ......... +0
        ......... +0 ^2
        ..o...... +0
    """)
    _, events = when(state, (0, Announce(1)))
    assert the(NumberAnnounced, events).answerers == (2, 3)


def test_c12_a_later_seat_may_answer_early_and_nothing_happens_yet() -> None:
    state, _ = when(
        given(THREE_AT_THE_START),
        (0, Announce(2)),
    )
    assert (GAME.active(state), GAME.early(state)) == ((1,), (2,))
    assert when(state, (2, Doubt()))[1] == []


def test_c12_a_sealed_doubt_takes_effect_in_its_turn() -> None:
    table = table_at(given(THREE_AT_THE_START), rolls=[1])
    table.submit(0, Announce(2))
    table.submit(2, Believe())
    table.submit(2, Doubt())
    steps = table.submit(1, Believe())
    assert [(step.seat, step.by) for step in steps] == [(1, "player"), (2, "sealed")]
    assert the(AnnouncementDoubted, table.log).seat == 2


def test_c12_an_answer_sealed_behind_a_doubt_is_dropped_unseen() -> None:
    table = table_at(given(THREE_AT_THE_START), rolls=[1])
    table.submit(0, Announce(2))
    table.submit(2, Doubt())
    table.submit(1, Doubt())
    assert the(AnnouncementDoubted, table.log).seat == 1
    assert not table.sealed


def test_c13_when_all_believe_the_die_is_never_shown() -> None:
    state = given("""
        o........ +6 ?0
        o........ +6
        o........ +6
    """)
    state, events = when(state, (0, Announce(4)), (1, Believe()), (2, Believe()), rolls=[3])
    assert events[-1] == DieRolled(1, 3)
    shown = {viewer: GAME.redact(DieRolled(0, 0), viewer) for viewer in (1, 2, SPECTATOR, OPEN)}
    assert shown == {
        1: DieRolled(0),
        2: DieRolled(0),
        SPECTATOR: DieRolled(0),
        OPEN: DieRolled(0, 0),
    }


def test_c14_a_wrong_doubt_costs_the_doubter_the_bridge_pawn() -> None:
    state = given("""
        ..o...... +6 ?2
        ....o.... +4
    """)
    after, events = when(state, (0, Announce(2)), (1, Doubt()), rolls=[1])
    assert events[1:] == [
        AnnouncementDoubted(1, 0, 2, bluff=False, die=2),
        PawnFell(1, plank=5),
        PawnEntered(1),
        DieRolled(1, 1),
    ]
    assert drawn(after) == board("""
        ....o.... +6
        o........ +3
    """)


def test_c15_a_caught_bluff_falls_and_the_doubter_advances() -> None:
    state = given("""
        ..o...... +6 ?0
        ....o.... +4
    """)
    after, events = when(state, (0, Announce(3)), (1, Doubt()), rolls=[1])
    assert events[1:] == [
        AnnouncementDoubted(1, 0, 3, bluff=True, die=0),
        PawnFell(0, plank=6),
        PawnAdvanced(1, plank=8),
        PawnEntered(0),
        DieRolled(1, 1),
    ]
    assert drawn(after) == board("""
        o........ +5
        .......o. +4
    """)


def test_c15_a_bluff_falls_off_the_podium_and_frees_the_step_for_the_doubter() -> None:
    state = given("""
        .......o. +2 ^1 ?1
        ......o.. +4 ^2
    """)
    after, events = when(state, (0, Announce(4)), (1, Doubt()), rolls=[1])
    assert PawnFell(0, step=3) in events
    assert PawnAdvanced(1, step=3) in events
    assert drawn(after) == board("""
        o........ +1 ^1
        o........ +3 ^2,3
    """)


def test_c15_a_doubter_with_two_across_may_win_by_being_right() -> None:
    state = given("""
        o........ +6 ?0
        ........o +3 ^1,2
    """)
    after, events = when(state, (0, Announce(1)), (1, Doubt()))
    assert events[-1] == CrossingEnded("three_across")
    assert GAME.outcome(after) == Outcome((1,), ((1,), (0,)), "three_across")


def test_c16_a_doubter_on_the_podium_alone_loses_a_pawn_there() -> None:
    state = given("""
        ..o...... +6 ?2
        ......... +0 ^1
    """)
    after, events = when(state, (0, Announce(2)), (1, Doubt()), rolls=[1])
    assert PawnFell(1, step=1) in events
    assert after.podium == ()


def test_c16_with_several_there_the_announcer_chooses() -> None:
    state = given("""
        ..o...... +6 ?2
        ......... +0 ^1,3
        o........ +2 ^2
    """)
    state, events = when(state, (0, Announce(2)), (1, Doubt()))
    assert events[-1] == PushOffered(0, 1, (1, 3))
    assert GAME.active(state) == (0,)
    assert GAME.choices(state, 0) == (choice("push", step=(1, 3)),)
    assert refused(state, 0, Push(2)) == "step_not_offered"
    after, events = when(state, (0, Push(1)), rolls=[4])
    assert events == [PawnFell(1, step=1), DieRolled(2, 4)]
    assert after.steps(1) == (3,)


def test_c16_being_right_advances_nothing_on_the_podium() -> None:
    state = given("""
        ..o...... +1 ?0
        ......... +0 ^1,3
    """)
    after, events = when(state, (0, Announce(2)), (1, Doubt()), rolls=[4])
    assert not [event for event in events if isinstance(event, PawnAdvanced)]
    assert after.steps(1) == (1, 3)


def test_c17_a_fallen_pawn_is_out_and_the_next_one_enters_at_once() -> None:
    state = given("""
        ....o.... +1 ?0
        o........ +6
    """)
    after, events = when(state, (0, Announce(1)), (1, Doubt()), rolls=[0])
    assert PawnEntered(0) in events
    assert (after.bridge[0], after.reserve[0], after.fallen(0)) == (1, 0, 6)


def test_c17_the_last_pawn_that_falls_is_not_replaced() -> None:
    state = given("""
        ....o.... +0 ?0
        o........ +6
    """)
    after, events = when(state, (0, Announce(1)), (1, Doubt()), rolls=[0])
    assert PawnEntered(0) not in events
    assert (after.bridge[0], after.fallen(0)) == (0, 7)


def test_c18_seats_without_a_pawn_on_the_bridge_are_skipped() -> None:
    state = given("""
        o........ +6 ?1
        ......... +0 ^1
        o........ +6
    """)
    after, _ = when(state, (0, Announce(1)), (1, Believe()), (2, Believe()), rolls=[1])
    assert after.turn == 2
