"""Playing in teams of two: S15 to S18."""

import pytest

from games.choices import choice
from games.contract import Outcome, Seat, asked
from games.passpass import GAME
from games.passpass.events import (
    AnyEvent,
    HandDealt,
    NominationOpened,
    RoundOpened,
    RoundScored,
    SeatNominated,
    TeamScored,
    TricksEnded,
)
from games.passpass.moves import Nominate
from games.passpass.state import State
from tests.games.passpass.scene import (
    given,
    moves_of,
    played,
    refused,
    table_at,
    take,
    take_two,
    the,
    when,
)
from tests.games.support.conformance import check_position

MANY_POINTS = "| V1 V2 V3"
PASS_PASS = "| V7 B7 G12 Y7"


def round_end(*rows: str, number: int = 1) -> tuple[State, list[AnyEvent]]:
    """The end of a round of seats 0 and 2 against 1 and 3: in its last trick seat 0 takes the
    violet 9, seat 1 the violet 8 and the green 7."""
    hands = ("> V9", "V8", "G7", "G8")
    drawing = "\n".join(f"{hand} {row}" for hand, row in zip(hands, rows, strict=True))
    state, _ = played(given(drawing, number=number, teams=True), "V9 V8 G7 G8")
    state, _ = take(state, "V9")
    return take_two(state, "V8 G7")


def disagreeing(number: int = 1) -> State:
    """Seat 0 has eleven points, its partner 2 has four and a Pass Pass; the others are settled."""
    return round_end(f"{MANY_POINTS} = 30 1", "= 30 0", PASS_PASS, "", number=number)[0]


def test_s15_each_plays_and_takes_alone() -> None:
    state, _ = played(given("> V9 V1\nV8 V2\nG7 V3\nG8 V4", teams=True), "V9 V8 G7 G8")
    state, _ = take(state, "V9")
    after, _ = take_two(state, "V8 G7")
    assert [len(own) for own in after.taken] == [1, 2, 0, 0]


def test_s16_a_team_records_the_score_of_one_player() -> None:
    after, events = round_end(f"{MANY_POINTS} = 30 1", "= 30 0", "", "| B12")
    assert the(RoundScored, events).points == (11, 2, 0, 1)
    scored = [event for event in events if isinstance(event, TeamScored)]
    assert scored == [TeamScored((0, 2), 0, 11, 0), TeamScored((1, 3), 1, 2, 0)]
    assert (after.points, after.ticks) == ((41, 32), (1, 0))


@pytest.mark.parametrize(
    ("own", "mate", "recorded"),
    [
        (MANY_POINTS, "", 0),
        ("", MANY_POINTS, 2),
        (PASS_PASS, "", 0),
        ("| V7 B7 G12 V10", PASS_PASS, None),
        ("| V7 B7 G12", PASS_PASS, 2),
        ("| V7", "| B7 B12", 0),
    ],
    ids=[
        "more points",
        "the partner more",
        "more of both",
        "more points, fewer Pass Pass",
        "as many points, fewer Pass Pass",
        "equal",
    ],
)
def test_s16_no_question_where_one_score_is_at_least_as_good(
    own: str, mate: str, recorded: Seat | None
) -> None:
    after, events = round_end(own, "", mate, "")
    scored = [event.seat for event in events if isinstance(event, TeamScored)]
    assert scored == ([1] if recorded is None else [recorded, 1])
    assert (after.round, after.phase) == ((1, "nominate") if recorded is None else (2, "play"))


def test_s16_otherwise_both_partners_are_asked() -> None:
    after, events = round_end(MANY_POINTS, "", PASS_PASS, "")
    assert events[-1] == NominationOpened(((0, 2),))
    assert (GAME.active(after), GAME.second_thoughts(after)) == ((0, 2), ())
    for seat in (0, 2):
        assert GAME.choices(after, seat) == (choice("nominate", seat=(0, 2)),)


@pytest.mark.parametrize("nominee", [0, 2])
@pytest.mark.parametrize("first", [0, 2])
def test_s16_equal_names_settle_it(first: Seat, nominee: Seat) -> None:
    after, events = when(disagreeing(), (first, Nominate(nominee)), (2 - first, Nominate(nominee)))
    score = (11, 0) if nominee == 0 else (4, 1)
    assert events[:4] == [
        SeatNominated(first, nominee),
        SeatNominated(2 - first, nominee),
        TeamScored((0, 2), nominee, *score),
        RoundOpened(2, 1),
    ]
    assert sum(isinstance(event, HandDealt) for event in events) == 4
    assert (after.points[0], after.ticks[0]) == (30 + score[0], 1 + score[1])


def test_s16_whoever_has_named_may_only_switch_and_nobody_waits_for_it() -> None:
    state, _ = when(disagreeing(), (0, Nominate(2)))
    assert (GAME.active(state), GAME.second_thoughts(state)) == ((2,), (0,))
    assert GAME.choices(state, 0) == (choice("nominate", seat=(0,)),)
    assert GAME.choices(state, 2) == (choice("nominate", seat=(0, 2)),)
    assert GAME.view(state, 1, 0).players[0].named == 2
    state, _ = when(state, (0, Nominate(0)))
    assert GAME.view(state, 1, 0).players[0].named == 0
    _, events = when(state, (2, Nominate(0)))
    assert the(TeamScored, events).seat == 0


@pytest.mark.parametrize("gives_way", [0, 2])
def test_s16_when_names_differ_both_are_awaited_and_either_may_switch(gives_way: Seat) -> None:
    state, _ = when(disagreeing(), (0, Nominate(0)), (2, Nominate(2)))
    assert (GAME.active(state), GAME.second_thoughts(state)) == ((0, 2), ())
    _, events = when(state, (gives_way, Nominate(2 - gives_way)))
    assert the(TeamScored, events).seat == 2 - gives_way


def test_s16_a_seat_names_at_most_three_times() -> None:
    state, _ = when(disagreeing(), (0, Nominate(2)), (0, Nominate(0)), (0, Nominate(2)))
    assert (GAME.active(state), GAME.second_thoughts(state)) == ((2,), ())
    assert GAME.choices(state, 0) == ()
    assert refused(state, 0, Nominate(0)) == "no_name_left"


def test_s16_who_has_names_left_is_still_awaited() -> None:
    names = [(0, Nominate(2)), (0, Nominate(0)), (0, Nominate(2)), (2, Nominate(0))]
    state, _ = when(disagreeing(), *names)
    assert (GAME.active(state), GAME.second_thoughts(state)) == ((2,), ())
    assert GAME.choices(state, 2) == (choice("nominate", seat=(2,)),)
    _, events = when(state, (2, Nominate(2)))
    assert the(TeamScored, events).seat == 2


def test_s16_a_switch_is_never_made_by_the_server() -> None:
    table = table_at(disagreeing())
    assert len(table.submit(0, Nominate(0))) == 1
    assert len(table.submit(2, Nominate(2))) == 1
    assert table.awaited() == (0, 2)


def test_s16_a_name_puts_a_new_question_to_the_seat_that_gave_it_alone() -> None:
    table = table_at(disagreeing())
    before = table.questions
    table.submit(0, Nominate(0))
    assert table.questions[0] > before[0]
    assert table.questions[1:] == before[1:]


def test_s16_several_teams_name_at_the_same_time() -> None:
    state, events = round_end(MANY_POINTS, "| V12 V11 V10", PASS_PASS, "| V4 B8 G9 Y9")
    assert events[-1] == NominationOpened(((0, 2),))  # five points and one Pass Pass beat five
    state, events = round_end(MANY_POINTS, "| V12 V11 V10 B3", PASS_PASS, "| V4 B8 G9 Y9")
    assert events[-1] == NominationOpened(((0, 2), (1, 3)))
    assert GAME.active(state) == (0, 2, 1, 3)
    state, events = when(state, (3, Nominate(1)), (0, Nominate(0)), (1, Nominate(1)))
    assert the(TeamScored, events).team == (1, 3)
    assert (GAME.active(state), GAME.second_thoughts(state)) == ((2,), (0,))
    assert state.round == 1
    assert [player.named for player in GAME.view(state, 3, 0).players] == [0, None, None, None]
    state, _ = when(state, (2, Nominate(0)))
    assert state.round == 2


def test_s16_however_they_name_somebody_is_awaited_until_they_agree() -> None:
    opening, _ = round_end(MANY_POINTS, "| V12 V11 V10 B3", PASS_PASS, "| V4 B8 G9 Y9", number=3)
    seen, ahead = {opening}, [opening]
    while ahead:
        state = ahead.pop()
        check_position(table_at(state))
        for seat in asked(GAME, state):
            for move in moves_of(state, seat):
                after, _ = when(state, (seat, move))
                if after not in seen:
                    seen.add(after)
                    ahead.append(after)
    assert len(seen) > 100
    assert {state.round for state in seen} == {3}


def test_s16_the_third_round_is_settled_before_the_ranking() -> None:
    state = disagreeing(number=3)
    assert GAME.outcome(state) is None
    after, events = when(state, (0, Nominate(0)), (2, Nominate(0)))
    assert events[-2:] == [TeamScored((0, 2), 0, 11, 0), TricksEnded("most_points")]
    assert GAME.outcome(after) == Outcome((0, 2), ((0, 2), (1, 3)), "most_points")


def test_s16_the_next_round_is_led_by_the_last_second_winner() -> None:
    after, _ = when(disagreeing(), (0, Nominate(0)), (2, Nominate(0)))
    assert (after.round, after.leader, GAME.active(after)) == (2, 1, (1,))


def test_s17_one_players_pass_pass_and_the_recorded_ones_win_at_three() -> None:
    drawing = "> V9 V1 | B1 G1 V5 = 3 2\nV8 V2 = 40 1\nY3 V3\nB4 V4"
    state, _ = played(given(drawing, number=2, teams=True), "V9 V8 Y3 B4")
    after, events = take(state, "Y3")
    assert events[-1] == TricksEnded("three_pass_pass")
    assert GAME.outcome(after) == Outcome((0, 2), ((0, 2), (1, 3)), "three_pass_pass")


def test_s17_both_partners_pass_pass_of_a_round_are_not_added_up() -> None:
    drawing = "> V9 V1 | B1 G1 V5 = 3 1\nV8 V2\nY3 V3 | V6 B6 G6 Y6\nB4 V4"
    state, _ = played(given(drawing, number=2, teams=True), "V9 V8 Y3 B4")
    after, _ = take(state, "Y3")
    assert GAME.outcome(after) is None


def test_s17_what_a_player_ticked_but_the_team_did_not_record_is_lost() -> None:
    state, _ = when(disagreeing(), (0, Nominate(0)), (2, Nominate(0)))
    assert state.ticks == (1, 0)


def test_s17_the_first_winner_is_looked_at_before_the_second() -> None:
    drawing = "> V9 V1 | B1 G1 V5 = 0 2\nV8 V2 | Y1 B2 G2 = 0 2\nY3 V3\nV4 B4"
    state, _ = played(given(drawing, teams=True), "V9 V8 Y3 V4")
    after, _ = take(state, "Y3")
    assert GAME.outcome(after) == Outcome((0, 2), ((0, 2), (1, 3)), "three_pass_pass")


def test_s17_the_other_teams_rank_by_their_better_players_pass_pass() -> None:
    drawing = (
        "> V9 V1 | B1 G1 V5 = 3 2\n"
        "V8 V2 = 9 1\n"
        "Y3 V3 = 0 0\n"
        "B4 V4\n"
        "B9 V6\n"
        "Y9 V7 | V11 B11 G11 Y11 V12 B12 G12 Y12"
    )
    state, _ = played(given(drawing, teams=True), "V9 V8 Y3 B4 B9 Y9")
    after, _ = take(state, "Y3")
    ranking = ((0, 3), (2, 5), (1, 4))
    assert GAME.outcome(after) == Outcome((0, 3), ranking, "three_pass_pass")


@pytest.mark.parametrize(
    ("rows", "ranking"),
    [
        (("= 30 0", "= 30 2"), ((1, 3), (0, 2))),
        (("= 31 2", "= 30 1"), ((0, 2), (1, 3))),
        (("= 31 1", "= 30 2"), ((1, 3), (0, 2))),
        (("= 31 1", "= 30 1"), ((0, 1, 2, 3),)),
    ],
    ids=["points", "Pass Pass", "the other way", "shared"],
)
def test_s18_team_points_then_team_pass_pass_then_shared(
    rows: tuple[str, str], ranking: tuple[tuple[Seat, ...], ...]
) -> None:
    after, _ = round_end(*rows, "", "", number=3)
    assert GAME.outcome(after) == Outcome(ranking[0], ranking, "most_points")
