"""Who may do what in Bonbons, and what it brings about."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from games.bonbons.candies import CANDIES, COIN, COLOURS, WRAPPER, face
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
from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Options, Stop
from games.bonbons.state import GO_BEGINS, State, Step
from games.chance import Chance
from games.choices import Choice, choice
from games.contract import IllegalMove, Outcome, Seat, ranked

TILES: Final = 4  # B2
COINS: Final = 3  # B1
LEFT_OUT: Final = 2  # B3

Kinds: TypeAlias = tuple[type[AnyMove], ...]

POSSIBLE: Final[dict[Step, tuple[Kinds, str]]] = {
    "start": ((FlipSquare, FlipRound), "turn_a_tile"),
    "further": ((FlipSquare, FlipRound, Stop), "turn_a_tile_or_stop"),
    "square": ((FlipRound, Stop), "turn_a_round_tile_or_stop"),
    "coin": ((FlipSquare, FlipRound, Stop), "turn_a_tile_or_stop"),
    "coins": ((FlipSquare, Stop), "turn_a_square_or_stop"),
    "round": ((FlipSquare,), "turn_a_square"),
    "give": ((Give,), "give_a_tile"),
    "cover": ((Cover,), "cover_a_tile"),
}
"""What may be done at each step, and what is said to whoever tries something else."""

_STOP: Final = choice("stop")


def setup(seats: int, options: Options, chance: Chance) -> Sequence[AnyEvent]:
    """The tiles laid out face down, and the first turn."""
    first = chance.below(seats, "first_seat")  # B4
    removed = chance.shuffle(tuple(CANDIES), "removed_candies")[:LEFT_OUT] if options.quick else []
    candies = [face(candy, tint) for candy in CANDIES if candy not in removed for tint in COLOURS]
    coins = 0 if options.quick else COINS
    squares = chance.shuffle([*candies, *[COIN] * coins, WRAPPER], "squares")  # B2
    rounds = chance.shuffle(candies, "rounds")
    laid = CandiesLaid(
        seats=seats,
        side=5 if options.quick else 6,
        tiles=TILES,
        memory=options.memory,
        removed=tuple(sorted(removed)),
        first=first,
        squares=tuple(squares),
        rounds=tuple(rounds),
    )
    return laid, TurnPassed(first)


def active(state: State) -> tuple[Seat, ...]:
    """The seat whose turn it is."""
    return (state.turn,) if state.step in POSSIBLE else ()


def fading(state: State) -> bool:
    """Whether faces that were turned down again fade."""
    return state.memory == "table"


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """All legal moves of a seat."""
    step = state.step
    if seat != state.turn or step not in POSSIBLE:
        return ()
    if step == "give" or step == "cover":
        return _own_tiles(step, state.slots_left[seat])
    if step == "square":
        return _offered(0, state.slots_left, True)
    squares = state.squares_left
    for shown in state.squares_shown:
        squares &= ~(1 << shown)
    if step == "round" or step == "coins":
        return _offered(squares, (), step == "coins")
    return _offered(squares, state.slots_left, step != "start")


def decide(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Sequence[AnyEvent]:
    """What a move brings about."""
    step, kind = state.step, type(move)
    if step not in POSSIBLE:
        raise IllegalMove("match_over")
    if seat != state.turn:
        raise IllegalMove("not_your_turn")
    kinds, refusal = POSSIBLE[step]
    if kind not in kinds:
        raise IllegalMove(refusal)
    return _DECIDE[kind](state, seat, move)


def outcome(state: State) -> Outcome | None:
    """The full ranking once a row is complete (B20)."""
    return ranked(scores(state), "row_complete") if state.step == "over" else None


def scores(state: State) -> Sequence[int]:
    """The fewer tiles face down the better (B20)."""
    return [-slots.bit_count() for slots in state.slots_left]


def _flip_square(state: State, seat: Seat, move: FlipSquare) -> Sequence[AnyEvent]:
    square, step = move.square, state.step
    if not state.squares_left >> square & 1 or square in state.squares_shown:
        raise IllegalMove("square_not_down")
    shown = state.squares[square]
    first = step in GO_BEGINS
    if shown == WRAPPER:
        found = _wrapper(state, seat, square)
        return (found,) if first else (found, *_failure(state, state.squares_shown))
    turned = SquareTurned(seat, square, shown)
    if first or (shown == COIN and step == "coin"):
        return (turned,)
    squares = (*state.squares_shown, square)
    if shown == COIN and step == "coins":
        return turned, CoinsFound(seat, squares)
    if state.round_shown is not None:
        owner, slot = state.round_shown
        if state.rounds[state.rows[owner][slot]] == shown:
            return turned, *_pair(state, seat, square, owner, slot)
    return turned, *_failure(state, squares)


def _flip_round(state: State, seat: Seat, move: FlipRound) -> Sequence[AnyEvent]:
    owner, slot = move.seat, move.slot
    if owner >= len(state.rows) or not state.slots_left[owner] >> slot & 1:
        raise IllegalMove("tile_not_down")
    tile = state.rows[owner][slot]
    shown = state.rounds[tile]
    turned = RoundTurned(seat, owner, slot, tile, shown)
    if state.step in GO_BEGINS:
        return (turned,)
    squares = state.squares_shown
    if squares and state.squares[squares[0]] == shown:
        return turned, *_pair(state, seat, squares[0], owner, slot)
    return turned, AttemptFailed(seat, squares, (tile,)), _next_turn(state)


def _stop(state: State, seat: Seat, move: Stop) -> Sequence[AnyEvent]:
    return TurnStopped(seat, state.squares_shown), _next_turn(state)


def _give(state: State, seat: Seat, move: Give) -> Sequence[AnyEvent]:
    slot = move.slot
    left = _without_own(state, seat, slot)
    assert state.stolen is not None
    given = TileGiven(seat, slot, state.rows[seat][slot], *state.stolen)
    return (given,) if left else (given, RowCompleted(seat))  # B20


def _cover(state: State, seat: Seat, move: Cover) -> Sequence[AnyEvent]:
    slot = move.slot
    left = _without_own(state, seat, slot)
    covered = TileCovered(seat, slot, state.rows[seat][slot])
    return covered, _next_turn(state) if left else RowCompleted(seat)  # B10, B20


_DECIDE: Final[dict[type[AnyMove], Callable[[State, Seat, Any], Sequence[AnyEvent]]]] = {
    FlipSquare: _flip_square,
    FlipRound: _flip_round,
    Stop: _stop,
    Give: _give,
    Cover: _cover,
}


def _pair(state: State, seat: Seat, square: int, owner: Seat, slot: int) -> Sequence[AnyEvent]:
    """A pair with one's own tile (B7), perhaps the last one (B20), or a theft (B8)."""
    tile = state.rows[owner][slot]
    if owner != seat:
        return (CandyStolen(seat, square, owner, slot, tile, state.rounds[tile]),)
    found = PairFound(seat, square, slot, tile, state.rounds[tile])
    left = state.slots_left[seat] & ~(1 << slot)
    return (found,) if left else (found, RowCompleted(seat))


def _failure(state: State, squares: tuple[int, ...]) -> Sequence[AnyEvent]:
    """These squares go down, with a round tile that was turned up first, and the turn passes on
    (B9)."""
    tiles: tuple[int, ...] = ()
    if state.round_shown is not None:
        owner, slot = state.round_shown
        tiles = (state.rows[owner][slot],)
    return AttemptFailed(state.turn, squares, tiles), _next_turn(state)


def _wrapper(state: State, seat: Seat, square: int) -> WrapperFound:
    if state.dealt == len(state.rounds):
        return WrapperFound(seat, square)
    return WrapperFound(seat, square, slot=len(state.rows[seat]), tile=state.dealt)


def _next_turn(state: State) -> TurnPassed:
    return TurnPassed((state.turn + 1) % len(state.rows))


def _without_own(state: State, seat: Seat, slot: int) -> int:
    """The seat's slots that are face down once this one no longer is, or a refusal."""
    down = state.slots_left[seat]
    if not down >> slot & 1:
        raise IllegalMove("not_your_tile_down")
    return down & ~(1 << slot)


@lru_cache(maxsize=4096)
def _offered(squares: int, slots: tuple[int, ...], stop: bool) -> tuple[Choice, ...]:
    offered = [_grid(squares)] if squares else []
    offered += [_round_tiles(seat, down) for seat, down in enumerate(slots) if down]
    return (*offered, _STOP) if stop else tuple(offered)


@lru_cache(maxsize=4096)
def _grid(squares: int) -> Choice:
    return choice("flip_square", square=_bits(squares))


@cache
def _round_tiles(seat: Seat, slots: int) -> Choice:
    return choice("flip_round", seat=(seat,), slot=_bits(slots))


@cache
def _own_tiles(kind: str, slots: int) -> tuple[Choice, ...]:
    return (choice(kind, slot=_bits(slots)),)


def _bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set."""
    return (place for place in range(mask.bit_length()) if mask >> place & 1)
