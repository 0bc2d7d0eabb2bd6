"""The bot remembers the cups, weighs announcements and lifts what wins."""

from collections import Counter

import pytest
from msgspec.structs import replace

from games.chance import FastChance
from games.contract import Seat, Sight
from games.ptipasspass import GAME
from games.ptipasspass.events import (
    AnyEvent,
    DoubleMissed,
    LieFound,
    LieMissed,
    Marker,
    TokenPicked,
)
from games.ptipasspass.moves import (
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Place,
    RewardPlace,
    SayOk,
)
from games.ptipasspass.state import Cup, State
from games.simulate import bot_player, play_matches
from tests.games.ptipasspass.scene import given, when


def shown(state: State) -> State:
    """The same position, in which everybody has seen every cup."""
    return replace(
        state,
        cups=tuple(
            Cup(tuple(replace(token, shown=state.events) for token in cup.tokens), state.events)
            for cup in state.cups
        ),
    )


def decided(state: State, seat: Seat, seen: list[AnyEvent] | None = None, seed: int = 0) -> AnyMove:
    sight = Sight(seat, GAME.view(state, seat, 0), GAME.choices(state, seat), seen or [])
    move: AnyMove = GAME.bot(sight, FastChance(seed))
    return move


HALF_FULL = """
    d - m
    - r -
    - - -
    > dm  ++
      r   ++
      drm ++
"""


@pytest.mark.parametrize("seed", range(10))
def test_it_places_into_cups_that_it_knows_to_be_empty(seed: int) -> None:
    for marker in ("masked", "visible"):
        move = decided(shown(given(HALF_FULL, marker=marker)), 0, seed=seed)
        assert isinstance(move, Place)
        assert move.cup not in (0, 2, 4)


def test_it_completes_a_line_if_it_can() -> None:
    move = decided(shown(given(HALF_FULL.replace("> dm", "> r "))), 0)
    assert isinstance(move, Place)
    assert (move.animal, move.cup) == ("rabbit", 1)


def test_it_mostly_tells_the_truth_but_not_always() -> None:
    moves = [decided(given(HALF_FULL), 0, seed=seed) for seed in range(200)]
    lies = Counter(move.animal != move.announce for move in moves if isinstance(move, Place))
    assert 20 < lies[True] < 60


@pytest.mark.parametrize("marker", ["masked", "visible"])
def test_it_calls_double_when_it_knows_of_a_token_in_the_cup(marker: Marker) -> None:
    state = shown(given(HALF_FULL, marker=marker))
    said = "dove" if marker == "masked" else None
    over_a_token, _ = when(state, (0, Place("dove", 4, said)))  # type: ignore[arg-type]
    assert decided(over_a_token, 1) == CallDouble()
    over_an_empty_cup, _ = when(state, (0, Place("dove", 5, said)))  # type: ignore[arg-type]
    assert decided(over_an_empty_cup, 1) != CallDouble()


def test_it_calls_liar_when_the_animal_can_only_be_elsewhere() -> None:
    state = shown(
        given(HALF_FULL.replace("- r -", "- - r").replace("- - -\n    >", "- r -\n    >"))
    )
    state, _ = when(state, (0, Place("dove", 3, "rabbit")))
    assert decided(state, 1) == CallLiar()


def test_it_calls_liar_the_more_readily_the_more_often_a_player_was_caught() -> None:
    state, _ = when(shown(given(HALF_FULL)), (0, Place("dove", 3, "mouse")))
    calls = []
    for lies in range(7):
        seen: list[AnyEvent] = [LieFound(1, 0, "dove")] * lies
        seen += [LieMissed(2, 0)] * (6 - lies)
        calls.append(decided(state, 2, seen) == CallLiar())
    assert calls == sorted(calls)
    assert not calls[0]
    assert calls[-1]


def test_it_is_more_careful_with_an_empty_hand() -> None:
    state, _ = when(shown(given(HALF_FULL)), (0, Place("dove", 3, "mouse")))
    empty, _ = when(
        shown(given(HALF_FULL.replace("  r   ++", "  -   ++"))), (0, Place("dove", 3, "mouse"))
    )
    seen: list[AnyEvent] = [*[LieFound(1, 0, "dove")] * 3, *[LieMissed(2, 0)] * 2]
    assert decided(state, 1, seen) == CallLiar()
    assert decided(empty, 1, seen) == SayOk()


def test_it_takes_the_chance_to_be_rid_of_a_token() -> None:
    state, _ = when(shown(given(HALF_FULL)), (0, Place("dove", 4, "dove")), (1, CallDouble()))
    assert isinstance(decided(state, 1), RewardPlace)


def test_it_lifts_a_line_that_it_knows_to_win_and_swaps_to_make_one() -> None:
    for row, swap in [("d r m", None), ("d r -", (2, 5))]:
        drawing = HALF_FULL.replace("d - m", row).replace("- r -", "- - m").replace("> dm", "> - ")
        state = shown(given(drawing))
        move = decided(state, 0)
        assert isinstance(move, Lift)
        _, events = when(state, (0, move))
        assert any(getattr(event, "won", False) for event in events)
        assert swap is None or move.swap is not None


def test_it_lifts_anything_rather_than_stall_when_no_line_can_win() -> None:
    state = shown(given(HALF_FULL.replace("d - m", "d - -").replace("> dm", "> - ")))
    assert len({decided(state, 0, seed=seed) for seed in range(20)}) > 5


@pytest.mark.parametrize("seats", GAME.seats)
def test_bots_among_themselves_lie_sometimes_and_never_place_twice_in_a_cup(seats: int) -> None:
    picks: Counter[bool] = Counter()
    missed = 0
    for _, table in play_matches(GAME, [bot_player] * seats, GAME.options(), 10, seed=seats):
        for event in table.log:
            if isinstance(event, TokenPicked) and event.announce is not None:
                picks[event.animal != event.announce] += 1
            missed += isinstance(event, DoubleMissed)
    assert 0.1 < picks[True] / picks.total() < 0.35
    assert not missed
