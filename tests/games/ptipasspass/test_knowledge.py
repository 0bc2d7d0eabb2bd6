"""What each player may know, and for how long: P40 and P41."""

from itertools import permutations
from typing import Any

import pytest

from games.contract import HIDDEN, OPEN, SPECTATOR
from games.ptipasspass import GAME
from games.ptipasspass.events import (
    CupsSwapped,
    DoubleFound,
    DoubleMissed,
    LieFound,
    LineLifted,
    TokenPicked,
)
from games.ptipasspass.moves import (
    Animal,
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Memory,
    Options,
    Place,
    RewardPlace,
    SayOk,
)
from games.ptipasspass.view import CupView
from games.table import Table
from tests.games.ptipasspass.scene import given, the, when
from tests.games.support.scripted import ScriptedChance

NOTHING_KNOWN = CupView((), 0, complete=False)
EMPTY = CupView((), 0, complete=True)


def played(*moves: tuple[int, AnyMove], seats: int = 3, memory: Memory = "table") -> Table:
    """A match that seat 0 begins, after these moves."""
    table = Table.opened(GAME, seats, Options(memory=memory), ScriptedChance([0]))
    for seat, move in moves:
        assert table.submit(seat, move), "no answer is given early here"
    return table


def cups(table: Table, viewer: int) -> tuple[CupView, ...]:
    known: tuple[CupView, ...] = table.view(viewer).cups
    return known


MASKED: tuple[int, AnyMove] = (0, Place("dove", 4, "rabbit"))
OK: AnyMove = SayOk()


def placed(seat: int, animal: Animal, cup: int, announce: Animal) -> list[tuple[int, AnyMove]]:
    """A masked token at a table of three that nobody challenges."""
    return [(seat, Place(animal, cup, announce)), ((seat + 1) % 3, OK), ((seat + 2) % 3, OK)]


def test_p40_a_seat_sees_its_own_hand_and_how_much_the_others_hold() -> None:
    table = played(MASKED, (1, OK), (2, CallDouble()))
    hands = [player.hand for player in table.view(2).players]
    assert hands == [HIDDEN, HIDDEN, ("dove", "dove", "rabbit", "mouse")]
    assert [player.tokens for player in table.view(SPECTATOR).players] == [2, 3, 4]
    assert all(player.hand is HIDDEN for player in table.view(SPECTATOR).players)


def test_p40_the_token_picked_in_a_masked_turn_is_known_to_its_owner() -> None:
    table = played(MASKED)
    for viewer, animal in [(0, "dove"), (1, HIDDEN), (2, HIDDEN), (SPECTATOR, HIDDEN)]:
        pick = table.view(viewer).pick
        assert (pick.cup, pick.announce, pick.animal) == (4, "rabbit", animal)
        assert the(TokenPicked, table.feed(viewer)).animal == animal


def test_p40_a_visible_token_is_known_to_all() -> None:
    state, events = when(given(START, marker="visible"), (0, Place("mouse", 3)))
    for viewer in (0, 1, 2, SPECTATOR):
        assert GAME.redact(events[0], viewer) == events[0]
        pick = GAME.view(state, viewer, 0).pick
        assert pick is not None
        assert pick.animal == "mouse"


START = """
    - - -
    - - -
    - - -
    > drm ++
      drm ++
      drm ++
"""


def test_p40_the_challenger_who_wins_a_masked_token_knows_it_and_nobody_else() -> None:
    table = played(MASKED, (1, CallDouble()))
    for viewer, animal in [(0, "dove"), (1, "dove"), (2, HIDDEN), (SPECTATOR, HIDDEN)]:
        assert the(DoubleMissed, table.feed(viewer)).animal == animal


def test_p40_all_know_it_once_a_lie_is_found() -> None:
    table = played(MASKED, (1, CallLiar()))
    for viewer in (0, 1, 2, SPECTATOR):
        assert the(LieFound, table.feed(viewer)).animal == "dove"
    assert the(TokenPicked, table.feed(2)).animal is HIDDEN


def test_p40_who_put_which_of_several_tokens_is_not_told() -> None:
    lifted = LineLifted(2, False, (0, 1, 2), (("dove", "rabbit"), (), ()))
    seen = []
    for first, second in permutations(lifted.contents[0]):  # type: ignore[index]
        table = played(*placed(0, first, 0, "dove"), *placed(1, second, 0, "dove"), memory="open")
        seen.append(GAME.view(GAME.evolve(table.state, lifted), SPECTATOR, 0).cups)
    assert seen[0] == seen[1]
    assert seen[0][0] == CupView(("dove", "rabbit"), 0, complete=True)


def test_p41_ones_own_masked_token_fades_with_ones_next_move() -> None:
    table = played(MASKED, (1, OK), (2, OK))
    assert cups(table, 0)[4] == CupView(("dove",), 0, complete=True)
    assert cups(table, 1)[4] == CupView((), 1, complete=True)
    table.submit(1, Place("rabbit", 8, "rabbit"))
    assert cups(table, 0)[4] == CupView(("dove",), 0, complete=True)
    assert cups(table, 1) == (NOTHING_KNOWN,) * 9
    table.submit(2, OK)
    table.submit(0, OK)
    assert cups(table, 0)[4] == NOTHING_KNOWN
    assert cups(table, 0)[8] == CupView((), 1, complete=False)


def test_p41_the_history_forgets_where_and_what_but_not_who_and_what_was_said() -> None:
    table = played(MASKED, (1, OK), (2, OK), (1, Place("mouse", 8, "rabbit")), (2, OK), (0, OK))
    mine, theirs = (event for event in table.feed(0) if isinstance(event, TokenPicked))
    assert (mine.seat, mine.announce, mine.cup, mine.animal) == (0, "rabbit", HIDDEN, HIDDEN)
    assert (theirs.seat, theirs.announce, theirs.cup) == (1, "rabbit", 8)
    table.submit(2, Place("mouse", 0, "mouse"))
    table.submit(0, OK)
    picks = [event for event in table.feed(0) if isinstance(event, TokenPicked)]
    assert [pick.cup for pick in picks] == [HIDDEN, HIDDEN, 0]
    assert [pick.announce for pick in picks] == ["rabbit", "rabbit", "mouse"]


def test_p41_until_something_is_placed_all_cups_are_known_to_be_empty() -> None:
    table = played(MASKED, (1, CallLiar()), (1, RewardPlace("mouse", 0)))
    assert cups(table, 2) == (CupView(("mouse",), 0, complete=True), *(EMPTY,) * 8)
    assert cups(played(MASKED), 0) == (EMPTY,) * 9


def test_p41_how_many_tokens_a_cup_holds_is_not_told_once_it_has_faded() -> None:
    table = played(*placed(0, "dove", 4, "rabbit"), *placed(1, "dove", 4, "dove"))
    table.submit(2, Place("dove", 0, "dove"))
    assert cups(table, 2) == (NOTHING_KNOWN,) * 9
    assert cups(table, 0)[4] == CupView((), 1, complete=False)


def test_p41_when_all_tokens_are_back_in_hands_every_cup_is_known_to_be_empty() -> None:
    table = played(*placed(0, "dove", 4, "rabbit"), (1, Place("mouse", 4, "dove")))
    assert cups(table, 1) == (NOTHING_KNOWN,) * 9
    table.submit(2, CallDouble())
    assert cups(table, 1) == (EMPTY,) * 9
    table.submit(2, RewardPlace("mouse", 0))
    assert cups(table, 2) == (CupView(("mouse",), 0, complete=True), *(EMPTY,) * 8)
    table.submit(2, Place("dove", 5, "dove"))
    assert cups(table, 2) == (NOTHING_KNOWN,) * 9


def test_p41_a_double_found_leaves_a_cup_that_is_known_to_be_empty() -> None:
    table = played(
        *placed(0, "dove", 4, "rabbit"),
        *placed(1, "dove", 8, "dove"),
        (2, Place("mouse", 4, "dove")),
        (0, CallDouble()),
    )
    assert the(DoubleFound, table.feed(1)).contents == ("dove",)
    assert cups(table, 1)[4] == EMPTY
    table.submit(0, RewardPlace("rabbit", 4))
    assert cups(table, 1)[4] == CupView(("rabbit",), 0, complete=True)
    assert cups(table, 0)[4] == CupView(("rabbit",), 0, complete=False)
    assert the(DoubleFound, table.feed(0)).contents is HIDDEN
    assert the(DoubleFound, table.feed(0)).seat == 0


LIFTING = """
    d - m
    - - -
    - d r
    > -   ++
      rm  ++
      drm ++
"""


def test_p41_a_lift_shows_whole_cups_and_a_swap_carries_what_is_known_along() -> None:
    state, _ = when(given(LIFTING), (0, Lift((0, 1, 2))))
    then = state.events
    seen = GAME.view(state, 1, then - 2).cups
    assert seen[:3] == (
        CupView(("dove",), 0, complete=True),
        EMPTY,
        CupView(("mouse",), 0, complete=True),
    )
    assert seen[3:] == (NOTHING_KNOWN,) * 6
    state = GAME.evolve(state, CupsSwapped(1, (2, 5)))
    seen = GAME.view(state, 1, then - 2).cups
    assert (seen[2], seen[5]) == (NOTHING_KNOWN, CupView(("mouse",), 0, complete=True))
    assert GAME.view(state, 1, then).cups == (NOTHING_KNOWN,) * 9


def test_p41_the_cups_swapped_and_lifted_fade_but_not_the_outcome() -> None:
    assert (CupsSwapped.fades, LineLifted.fades) == (("cups",), ("cups", "contents"))
    assert "won" not in LineLifted.fades


def test_p41_a_spectator_remembers_as_long_as_every_seat() -> None:
    table = played(MASKED, (1, OK), (2, OK))
    assert cups(table, SPECTATOR)[4] == CupView((), 1, complete=True)
    table.submit(1, Place("mouse", 8, "rabbit"))
    assert cups(table, SPECTATOR)[4] == NOTHING_KNOWN
    table.submit(2, OK)
    table.submit(0, OK)
    assert cups(table, SPECTATOR)[8] == CupView((), 1, complete=False)


def test_p41_with_open_memory_nothing_fades() -> None:
    moves = placed(0, "dove", 4, "rabbit") + placed(1, "mouse", 8, "rabbit")
    table = played(*moves, memory="open")
    assert cups(table, 0)[4] == CupView(("dove",), 0, complete=True)
    assert cups(table, 0)[8] == CupView((), 1, complete=True)
    assert table.feed(0) == table.seen(0)


def test_p41_a_look_back_does_not_tell_by_an_older_hand_what_was_placed() -> None:
    table = played(MASKED, (1, OK), (2, OK), (1, Place("mouse", 8, "rabbit")), (2, OK), (0, OK))
    hands: list[Any] = [view.players[0].hand for view in table.replay(0)]
    assert hands[-1] == ("rabbit", "mouse")
    assert ("dove", "rabbit", "mouse") not in hands


@pytest.mark.parametrize("memory", ["table", "open"])
def test_p40_p41_after_the_match_everything_is_open(memory: Memory) -> None:
    table = played(*placed(0, "dove", 0, "mouse"), *placed(1, "dove", 2, "mouse"), memory=memory)
    view = GAME.view(table.state, OPEN, 0)
    assert [player.tokens for player in view.players] == [2, 2, 3]
    assert [player.hand for player in view.players[:2]] == [("rabbit", "mouse")] * 2
    assert view.cups[0] == view.cups[2] == CupView(("dove",), 0, complete=True)
    assert [GAME.redact(event, OPEN) for event in table.log] == table.log
