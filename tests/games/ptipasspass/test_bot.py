"""The bot remembers the cups, weighs announcements and lifts what wins."""

from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from games.chance import FastChance
from games.contract import Seat, Sight
from games.ptipasspass import GAME
from games.ptipasspass.bot import LIES, lie_odds, lie_rate
from games.ptipasspass.events import (
    AnyEvent,
    CupsEmptied,
    CupsSwapped,
    DoubleFound,
    DoubleMissed,
    LieFound,
    LieMissed,
    LineLifted,
    Marker,
    OkSaid,
    TokenPicked,
    TokenPlaced,
    TurnOpened,
)
from games.ptipasspass.honesty import lies_of
from games.ptipasspass.moves import (
    ANIMALS,
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


LATELY: list[AnyEvent] = [
    TurnOpened(0, "masked"),
    *(LineLifted(0, False, line, ((), (), ())) for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8))),
    TurnOpened(1, "masked"),
]
"""Every cup was touched in the last turn."""


def decided(
    state: State, seat: Seat, seen: Sequence[AnyEvent] = (), seed: int = 0, *, lately: bool = True
) -> AnyMove:
    events = [*seen, *LATELY] if lately else seen
    sight = Sight(seat, GAME.view(state, seat, 0), GAME.choices(state, seat), events)
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
    for lies in range(13):
        seen: list[AnyEvent] = [LieFound(1, 0, "dove")] * lies
        seen += [LieMissed(2, 0)] * (12 - lies)
        calls.append(decided(state, 2, seen) == CallLiar())
    assert calls == sorted(calls)
    assert not calls[0]
    assert calls[-1]


def test_it_expects_others_to_lie_as_often_as_it_does_itself() -> None:
    assert lie_odds(1 / len(ANIMALS), lie_rate([])) == pytest.approx(1 / LIES)
    assert lie_odds(0, lie_rate([])) == 1
    assert lie_odds(1, lie_rate([])) == 0


def test_it_learns_of_lies_from_every_cup_that_is_opened() -> None:
    told: list[AnyEvent] = [
        TokenPicked(0, "dove", (1,), 0),
        OkSaid(1),
        TokenPlaced(0),
        TokenPicked(1, "mouse", (0,), 1, "mouse"),
        OkSaid(0),
        TokenPlaced(1),
        TokenPicked(0, "rabbit", (1,), 2),
        OkSaid(1),
        TokenPlaced(0),
        CupsSwapped(1, (0, 1)),
    ]
    assert lies_of(0, told) == []
    told.append(LineLifted(1, False, (1, 3, 5), (("mouse",), (), ())))
    assert lies_of(0, told) == [True]
    told += [TokenPicked(1, "dove", (0,), 2), DoubleFound(0, 1, ("rabbit",))]
    assert lies_of(0, told) == [True, False]
    told.append(CupsEmptied((("mouse",), (), (), (), (), ())))
    assert lies_of(0, told) == [True, False]
    assert lies_of(1, told) == [False]


def test_a_cup_that_nobody_touched_for_long_slips_its_mind_now_and_then() -> None:
    over_a_token, _ = when(shown(given(HALF_FULL)), (0, Place("dove", 4, "dove")))
    for lately, least, most in [(True, 200, 200), (False, 150, 195)]:
        answers = [decided(over_a_token, 1, seed=seed, lately=lately) for seed in range(200)]
        assert least <= answers.count(CallDouble()) <= most


def test_it_is_more_careful_with_an_empty_hand() -> None:
    state, _ = when(shown(given(HALF_FULL)), (0, Place("dove", 3, "mouse")))
    empty, _ = when(
        shown(given(HALF_FULL.replace("  r   ++", "  -   ++"))), (0, Place("dove", 3, "mouse"))
    )
    seen: list[AnyEvent] = [*[LieFound(1, 0, "dove")] * 10, LieMissed(2, 0)]
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
def test_bots_among_themselves_lie_sometimes_and_are_mostly_right_to_challenge(seats: int) -> None:
    picks: Counter[bool] = Counter()
    calls: Counter[type[AnyEvent]] = Counter()
    for _, table in play_matches(GAME, [bot_player] * seats, GAME.options(), 10, seed=seats):
        for event in table.log:
            if isinstance(event, TokenPicked) and event.announce is not None:
                picks[event.animal != event.announce] += 1
            calls[type(event)] += 1
    assert 0.1 < picks[True] / picks.total() < 0.35
    assert calls[DoubleFound]
    assert not calls[DoubleMissed]
    assert calls[LieFound] >= calls[LieMissed]
