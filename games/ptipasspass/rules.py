"""Who may do what in PtiPassPass, and what it brings about."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from games.chance import Chance
from games.choices import Choice, choice
from games.common import left_of
from games.contract import IllegalMove, Outcome, Seat, ranked
from games.ptipasspass.cups import ROWS, hopeless, in_order, lines, touching, wins
from games.ptipasspass.events import (
    Animals,
    AnimalsDealt,
    AnyEvent,
    CupsEmptied,
    CupsSetOut,
    CupsSwapped,
    DoubleFound,
    DoubleMissed,
    LieFound,
    LieMissed,
    LineLifted,
    MagicEnded,
    OkSaid,
    RewardOffered,
    RewardPlaced,
    RewardTaken,
    RoundVoided,
    TokenPicked,
    TokenPlaced,
    TurnOpened,
    VictoryGained,
)
from games.ptipasspass.evolve import evolve
from games.ptipasspass.moves import (
    ANIMALS,
    AnyMove,
    CallDouble,
    CallLiar,
    Lift,
    Options,
    Place,
    RewardPlace,
    RewardTake,
    SayOk,
)
from games.ptipasspass.state import Cup, State

CHALLENGES: Final = 2  # P4
ENOUGH: Final = 2  # P30

_OK: Final = (choice("ok"),)
_ANSWERS: Final = {
    "masked": (choice("ok"), choice("double"), choice("liar")),
    "visible": (choice("ok"), choice("double")),
}
_NOT_ASKED: Final = {"between", "over"}


def setup(seats: int, options: Options, chance: Chance) -> Sequence[AnyEvent]:
    """The cups, the first round's animals, and the first seat's turn."""
    first = chance.below(seats, "first_seat")  # P6
    return (
        CupsSetOut(seats, options.challenge_tokens, options.memory),
        AnimalsDealt(1, first, (CHALLENGES,) * seats),
        TurnOpened(first, "masked"),
    )


def active(state: State) -> tuple[Seat, ...]:
    """The player in turn, the next to answer, or the challenger who is to be rewarded."""
    if state.answerers:
        return state.answerers[:1]
    if state.phase in _NOT_ASKED:
        return ()
    return (state.turn if state.challenger is None else state.challenger,)


def early(state: State) -> tuple[Seat, ...]:
    """Those whose answer will be asked for unless somebody challenges before them."""
    return state.answerers[1:]


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """All legal moves of a seat, its early answer included."""
    if seat in state.answerers:
        return _ANSWERS[state.marker] if state.challenges[seat] else _OK  # P11
    if seat not in active(state):
        return ()
    if state.phase == "reward":
        return _rewards(state.seats, state.hands[seat], state.challenges[state.turn] > 0)
    if state.phase == "lift":
        return _lifts(state.seats)
    return _placements(state.seats, state.hands[seat], state.marker == "masked")


def decide(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Sequence[AnyEvent]:
    """What a move brings about; an early answer brings about nothing yet."""
    if seat in state.answerers:
        _check_answer(state, seat, move)
        if seat != state.answerers[0]:
            return ()
    elif seat not in active(state):
        raise IllegalMove("match_over" if state.ended else "not_your_turn")
    elif not isinstance(move, _EXPECTED[state.phase]):
        raise IllegalMove(f"{state.phase}_expected")
    return _DECIDE[type(move)](state, seat, move)


def outcome(state: State) -> Outcome | None:
    """The full ranking once a seat has enough victory tokens (P30)."""
    return ranked(scores(state), state.ended) if state.ended else None


def scores(state: State) -> Sequence[int]:
    """Victory tokens (P30)."""
    return state.victories


def fading(state: State) -> bool:
    """Whether what was hidden again is forgotten (P41)."""
    return state.memory == "table"


@cache
def _placements(seats: int, hand: Animals, masked: bool) -> tuple[Choice, ...]:
    cups, animals = range(ROWS * seats), dict.fromkeys(hand)
    if masked:
        return (choice("place", animal=animals, cup=cups, announce=ANIMALS),)
    return (choice("place", animal=animals, cup=cups),)


@cache
def _rewards(seats: int, hand: Animals, take: bool) -> tuple[Choice, ...]:
    place = choice("reward_place", animal=dict.fromkeys(hand), cup=range(ROWS * seats))
    return (place,) * bool(hand) + (choice("reward_take"),) * take


@cache
def _lifts(seats: int) -> tuple[Choice, ...]:
    return (choice("lift", cups=lines(seats), swap=(None, *touching(seats))),)


def _check_answer(state: State, seat: Seat, move: AnyMove) -> None:
    if isinstance(move, SayOk):
        return
    if not isinstance(move, (CallDouble, CallLiar)):
        raise IllegalMove("ok_or_challenge_expected")
    if not state.challenges[seat]:
        raise IllegalMove("no_challenge_token")
    if isinstance(move, CallLiar) and state.marker == "visible":
        raise IllegalMove("nothing_announced")


def _check_placement(state: State, seat: Seat, move: Place | RewardPlace) -> None:
    if move.animal not in state.hands[seat]:
        raise IllegalMove("animal_not_in_hand")
    if move.cup >= len(state.cups):
        raise IllegalMove("no_such_cup")


def _place(state: State, seat: Seat, move: Place) -> Sequence[AnyEvent]:
    _check_placement(state, seat, move)
    if (move.announce is None) == (state.marker == "masked"):
        masked = state.marker == "masked"
        raise IllegalMove("announcement_missing" if masked else "announcement_superfluous")
    return (TokenPicked(seat, move.announce, left_of(seat, state.seats), move.cup, move.animal),)


def _say_ok(state: State, seat: Seat, move: SayOk) -> Sequence[AnyEvent]:
    if len(state.answerers) > 1:
        return (OkSaid(seat),)
    events = OkSaid(seat), TokenPlaced(state.turn)  # P12
    if sum(map(len, state.hands)) == 1:
        for event in events:
            state = evolve(state, event)
        if hopeless([_contents(cup) for cup in state.cups]):
            return *events, RoundVoided(), *_new_round(state, state.cups)  # P31
    return *events, _next_turn(state)


def _call_double(state: State, seat: Seat, move: CallDouble) -> Sequence[AnyEvent]:
    pick = state.pick
    assert pick is not None
    contents = _contents(state.cups[pick.cup])
    if contents:
        return _rewarded(state, seat, DoubleFound(seat, state.turn, contents))  # P13
    return DoubleMissed(seat, state.turn, state.marker, pick.animal), _next_turn(state)  # P14


def _call_liar(state: State, seat: Seat, move: CallLiar) -> Sequence[AnyEvent]:
    pick = state.pick
    assert pick is not None
    if pick.animal != pick.announce:
        return _rewarded(state, seat, LieFound(seat, state.turn, pick.animal))
    return LieMissed(seat, state.turn), _next_turn(state)


def _rewarded(state: State, challenger: Seat, found: AnyEvent) -> Sequence[AnyEvent]:
    """After a right challenge: a reward to choose, if there is any (P16)."""
    if state.hands[challenger] or state.challenges[state.turn]:
        return found, RewardOffered(challenger, state.turn)
    return found, _next_turn(state)


def _reward_place(state: State, seat: Seat, move: RewardPlace) -> Sequence[AnyEvent]:
    if not state.hands[seat]:
        raise IllegalMove("nothing_to_place")
    _check_placement(state, seat, move)
    return RewardPlaced(seat, move.cup, move.animal), _next_turn(state)


def _reward_take(state: State, seat: Seat, move: RewardTake) -> Sequence[AnyEvent]:
    if not state.challenges[state.turn]:
        raise IllegalMove("nothing_to_take")
    return RewardTaken(seat, state.turn), _next_turn(state)


def _lift(state: State, seat: Seat, move: Lift) -> Sequence[AnyEvent]:
    if move.swap is not None and move.swap not in touching(state.seats):
        raise IllegalMove("cups_not_touching")
    if move.cups not in lines(state.seats):
        raise IllegalMove("not_a_line")
    events: list[AnyEvent] = []
    cups = list(state.cups)
    if move.swap is not None:
        events.append(CupsSwapped(seat, move.swap))
        here, there = move.swap
        cups[here], cups[there] = cups[there], cups[here]
    one, two, three = move.cups
    contents = _contents(cups[one]), _contents(cups[two]), _contents(cups[three])
    won = wins(contents)
    events.append(LineLifted(seat, won, move.cups, contents))
    if not won:
        return *events, _next_turn(state)  # P22, P23
    events.append(VictoryGained(seat))
    if state.victories[seat] + 1 >= ENOUGH:
        return *events, MagicEnded("two_victory_tokens")
    return *events, *_new_round(state, cups)


_DECIDE: Final[dict[type[AnyMove], Callable[[State, Seat, Any], Sequence[AnyEvent]]]] = {
    Place: _place,
    SayOk: _say_ok,
    CallDouble: _call_double,
    CallLiar: _call_liar,
    RewardPlace: _reward_place,
    RewardTake: _reward_take,
    Lift: _lift,
}
_EXPECTED: Final[dict[str, tuple[type[AnyMove], ...]]] = {
    "place": (Place,),
    "lift": (Lift,),
    "reward": (RewardPlace, RewardTake),
}


def _next_turn(state: State) -> TurnOpened:
    """The turn of the seat left of the active player (P18)."""
    tables = state.turns // state.seats  # P7
    return TurnOpened((state.turn + 1) % state.seats, "visible" if tables % 2 else "masked")


def _new_round(state: State, cups: Sequence[Cup]) -> Sequence[AnyEvent]:
    """The cups are emptied and the seat left of the active player begins (P6, P30, P31)."""
    first = (state.turn + 1) % state.seats
    carried = state.challenge_tokens == "carry"  # P4
    challenges = state.challenges if carried else (CHALLENGES,) * state.seats
    return (
        CupsEmptied(tuple(map(_contents, cups))),
        AnimalsDealt(state.round + 1, first, challenges),
        TurnOpened(first, "masked"),
    )


def _contents(cup: Cup) -> Animals:
    tokens = cup.tokens
    if len(tokens) > 1:
        return in_order([token.animal for token in tokens])
    return (tokens[0].animal,) if tokens else ()
