"""What each event of Bonbons changes; nothing is decided, refused or drawn here."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from games.bonbons.candies import COIN
from games.bonbons.events import (
    AnyEvent,
    AttemptFailed,
    CandiesLaid,
    CandyStolen,
    CoinsFound,
    PairFound,
    RoundTurned,
    RowCompleted,
    SquareTurned,
    TileCovered,
    TileGiven,
    TurnPassed,
    TurnStopped,
    WrapperFound,
)
from games.bonbons.state import GO_BEGINS, NEVER, State, Step
from games.common import put
from games.contract import Seat, known

_AFTER_COINS: Final[tuple[Step, ...]] = ("between", "coin", "coins", "between")


def evolve(state: State, event: AnyEvent) -> State:
    """The state after an event."""
    return _AFTER[type(event)](state, event)


def _laid(state: State, event: CandiesLaid) -> State:
    squares, rounds = known(event.squares), known(event.rounds)
    dealt = event.seats * event.tiles
    return State(
        memory=event.memory,
        side=event.side,
        removed=event.removed,
        squares=squares,
        rounds=rounds,
        rows=tuple(
            tuple(range(first, first + event.tiles)) for first in range(0, dealt, event.tiles)
        ),
        dealt=dealt,
        squares_left=(1 << len(squares)) - 1,
        slots_left=((1 << event.tiles) - 1,) * event.seats,
        turn=event.first,
        events=1,
        squares_hidden=(NEVER,) * len(squares),
        tiles_hidden=(NEVER,) * len(rounds),
    )


def _passed(state: State, event: TurnPassed) -> State:
    return replace(state, events=state.events + 1, turn=event.seat, step="start")


def _square_turned(state: State, event: SquareTurned) -> State:
    shown = (*state.squares_shown, known(event.square))
    step: Step = "between"
    if event.face == COIN and state.round_shown is None:
        step = _AFTER_COINS[len(shown)]
    elif state.step in GO_BEGINS:
        step = "square"
    return replace(state, events=state.events + 1, squares_shown=shown, step=step)


def _round_turned(state: State, event: RoundTurned) -> State:
    return replace(
        state,
        events=state.events + 1,
        round_shown=(known(event.owner), known(event.slot)),
        step="round" if state.step in GO_BEGINS else "between",
    )


def _wrapper_found(state: State, event: WrapperFound) -> State:
    seat = event.seat
    rows, slots_left = state.rows, state.slots_left
    if event.tile is not None and event.slot is not None:
        rows = put(rows, seat, (*rows[seat], event.tile))
        slots_left = put(slots_left, seat, slots_left[seat] | 1 << event.slot)
    return replace(
        state,
        events=state.events + 1,
        squares_left=state.squares_left & ~(1 << event.square),
        rows=rows,
        slots_left=slots_left,
        dealt=state.dealt + (event.tile is not None),
        step="square" if state.step in GO_BEGINS else "between",
    )


def _pair_found(state: State, event: PairFound) -> State:
    return replace(
        state,
        events=state.events + 1,
        squares_left=state.squares_left & ~(1 << event.square),
        slots_left=_found(state.slots_left, event.seat, event.slot),
        squares_shown=(),
        round_shown=None,
        step="further",
    )


def _stolen(state: State, event: CandyStolen) -> State:
    return replace(
        state,
        events=state.events + 1,
        squares_left=state.squares_left & ~(1 << event.square),
        slots_left=_found(state.slots_left, event.owner, event.slot),
        squares_shown=(),
        round_shown=None,
        stolen=(event.owner, event.slot),
        step="give",
    )


def _given(state: State, event: TileGiven) -> State:
    seat, slot, to, to_slot = event.seat, event.slot, event.to, event.to_slot
    rows, slots_left = state.rows, _found(state.slots_left, seat, slot)
    loot = rows[to][to_slot]
    rows = put(rows, seat, put(rows[seat], slot, loot))
    return replace(
        state,
        events=state.events + 1,
        rows=put(rows, to, put(rows[to], to_slot, event.tile)),
        slots_left=put(slots_left, to, slots_left[to] | 1 << to_slot),
        stolen=None,
        step="further",
    )


def _coins_found(state: State, event: CoinsFound) -> State:
    left = state.squares_left
    for square in event.squares:
        left &= ~(1 << square)
    return replace(
        state, events=state.events + 1, squares_left=left, squares_shown=(), step="cover"
    )


def _covered(state: State, event: TileCovered) -> State:
    return replace(
        state,
        events=state.events + 1,
        slots_left=_found(state.slots_left, event.seat, event.slot),
        covered=event.tile,
        step="between",
    )


def _failed(state: State, event: AttemptFailed) -> State:
    return _hidden(state, known(event.squares), known(event.tiles))


def _stopped(state: State, event: TurnStopped) -> State:
    return _hidden(state, known(event.squares), ())


def _completed(state: State, event: RowCompleted) -> State:
    return replace(state, events=state.events + 1, step="over")


def _hidden(state: State, squares: tuple[int, ...], tiles: tuple[int, ...]) -> State:
    now = state.events
    return replace(
        state,
        events=now + 1,
        squares_shown=(),
        round_shown=None,
        squares_hidden=_marked(state.squares_hidden, squares, now),
        tiles_hidden=_marked(state.tiles_hidden, tiles, now),
        step="between",
    )


def _found(slots_left: tuple[int, ...], seat: Seat, slot: int) -> tuple[int, ...]:
    return put(slots_left, seat, slots_left[seat] & ~(1 << slot))


def _marked(values: tuple[int, ...], places: tuple[int, ...], value: int) -> tuple[int, ...]:
    if not places:
        return values
    changed = list(values)
    for place in places:
        changed[place] = value
    return tuple(changed)


_AFTER: Final[dict[type[AnyEvent], Callable[[State, Any], State]]] = {
    CandiesLaid: _laid,
    TurnPassed: _passed,
    SquareTurned: _square_turned,
    RoundTurned: _round_turned,
    WrapperFound: _wrapper_found,
    PairFound: _pair_found,
    CandyStolen: _stolen,
    TileGiven: _given,
    CoinsFound: _coins_found,
    TileCovered: _covered,
    AttemptFailed: _failed,
    TurnStopped: _stopped,
    RowCompleted: _completed,
}
