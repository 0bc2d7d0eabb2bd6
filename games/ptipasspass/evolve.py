"""What each event of PtiPassPass changes; nothing is decided, refused or drawn here."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.common import put
from games.contract import Seat, known
from games.ptipasspass.cups import ROWS, in_order
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
from games.ptipasspass.moves import ANIMALS, Animal
from games.ptipasspass.state import NEVER, NOT_YET, Cup, Pick, State, Token


def evolve(state: State, event: AnyEvent) -> State:
    """The state after an event."""
    return _AFTER[type(event)](state, event)


def _set_out(state: State, event: CupsSetOut) -> State:
    return State(
        seats=event.seats,
        challenge_tokens=event.challenge_tokens,
        memory=event.memory,
        events=state.events + 1,
        hands=((),) * event.seats,
        challenges=(0,) * event.seats,
        victories=(0,) * event.seats,
        cups=(Cup(),) * ROWS * event.seats,
    )


def _dealt(state: State, event: AnimalsDealt) -> State:
    return replace(
        state,
        events=state.events + 1,
        round=event.round,
        hands=(ANIMALS,) * state.seats,
        challenges=event.challenge_tokens,
        turns=0,
        turn=event.first,
        marker="masked",  # P5
    )


def _turn_opened(state: State, event: TurnOpened) -> State:
    return replace(
        state,
        events=state.events + 1,
        phase="place" if state.hands[event.seat] else "lift",
        turn=event.seat,
        turns=state.turns + 1,
        marker=event.marker,
    )


def _picked(state: State, event: TokenPicked) -> State:
    return replace(
        state,
        events=state.events + 1,
        phase="answer",
        pick=Pick(known(event.cup), known(event.animal), event.announce),
        answerers=event.answerers,
    )


def _ok(state: State, event: OkSaid) -> State:
    return replace(state, events=state.events + 1, answerers=state.answerers[1:])


def _placed(state: State, event: TokenPlaced) -> State:
    pick = state.pick
    assert pick is not None
    return _put(state, event.seat, pick.cup, pick.animal, masked=pick.announce is not None)


def _reward_placed(state: State, event: RewardPlaced) -> State:
    return _put(state, event.seat, known(event.cup), known(event.animal), masked=False)


def _put(state: State, seat: Seat, cup: int, animal: Animal, *, masked: bool) -> State:
    now, there = state.events, state.cups[cup]
    token = Token(animal, seat, now, NEVER if masked else now)
    return replace(
        state,
        events=now + 1,
        hands=put(state.hands, seat, _without(state.hands[seat], animal)),
        cups=put(state.cups, cup, Cup((*there.tokens, token), there.known)),
        first_put=min(state.first_put, now),
        phase="between",
        pick=None,
        challenger=None,
    )


def _double_found(state: State, event: DoubleFound) -> State:
    assert state.pick is not None
    found = [token.animal for token in state.cups[state.pick.cup].tokens]
    back = in_order([*state.hands[event.active], *found])
    return replace(
        _looked_into(state),
        hands=put(state.hands, event.active, back),
    )


def _double_missed(state: State, event: DoubleMissed) -> State:
    return _given(_looked_into(state), event.active, event.seat, known(event.animal))


def _lie_found(state: State, event: LieFound) -> State:
    return _challenged(state)


def _lie_missed(state: State, event: LieMissed) -> State:
    assert state.pick is not None
    return _given(_challenged(state), event.active, event.seat, state.pick.animal)


def _reward_offered(state: State, event: RewardOffered) -> State:
    return replace(state, events=state.events + 1, phase="reward", challenger=event.seat)


def _reward_taken(state: State, event: RewardTaken) -> State:
    return replace(
        state,
        events=state.events + 1,
        challenges=_moved(state.challenges, event.active, event.seat),
        phase="between",
        challenger=None,
    )


def _swapped(state: State, event: CupsSwapped) -> State:
    cups = list(state.cups)
    one, other = known(event.cups)
    cups[one], cups[other] = cups[other], cups[one]
    return replace(state, events=state.events + 1, cups=tuple(cups), phase="between")


def _lifted(state: State, event: LineLifted) -> State:
    now, cups = state.events, list(state.cups)
    for place in known(event.cups):
        tokens = cups[place].tokens
        if tokens:
            tokens = tuple([Token(token.animal, token.seat, token.put, now) for token in tokens])
        cups[place] = Cup(tokens, now)
    return replace(state, events=now + 1, cups=tuple(cups), phase="between")


def _victory(state: State, event: VictoryGained) -> State:
    more = state.victories[event.seat] + 1
    return replace(state, events=state.events + 1, victories=put(state.victories, event.seat, more))


def _voided(state: State, event: RoundVoided) -> State:
    return replace(state, events=state.events + 1)


def _emptied(state: State, event: CupsEmptied) -> State:
    return replace(
        state,
        events=state.events + 1,
        hands=((),) * state.seats,
        cups=(Cup(),) * len(state.cups),
        first_put=NOT_YET,
    )


def _ended(state: State, event: MagicEnded) -> State:
    return replace(state, events=state.events + 1, phase="over", ended=event.reason)


def _challenged(state: State) -> State:
    return replace(state, events=state.events + 1, phase="between", pick=None, answerers=())


def _looked_into(state: State) -> State:
    """After a challenge that leaves the cup empty for all to see."""
    assert state.pick is not None
    cups = put(state.cups, state.pick.cup, Cup((), state.events))
    return replace(_challenged(state), cups=cups)


def _given(state: State, active: Seat, challenger: Seat, animal: Animal) -> State:
    """After a wrong challenge: a token one way, a Challenge token the other (P14, P15)."""
    hands = list(state.hands)
    hands[active] = _without(hands[active], animal)
    hands[challenger] = in_order((*hands[challenger], animal))
    return replace(
        state,
        hands=tuple(hands),
        challenges=_moved(state.challenges, challenger, active),
    )


def _moved(challenges: tuple[int, ...], giver: Seat, taker: Seat) -> tuple[int, ...]:
    changed = list(challenges)
    changed[giver] -= 1
    changed[taker] += 1
    return tuple(changed)


def _without(hand: Animals, animal: Animal) -> Animals:
    place = hand.index(animal)
    return hand[:place] + hand[place + 1 :]


_AFTER: dict[type[AnyEvent], Callable[[State, Any], State]] = {
    CupsSetOut: _set_out,
    AnimalsDealt: _dealt,
    TurnOpened: _turn_opened,
    TokenPicked: _picked,
    OkSaid: _ok,
    TokenPlaced: _placed,
    DoubleFound: _double_found,
    DoubleMissed: _double_missed,
    LieFound: _lie_found,
    LieMissed: _lie_missed,
    RewardOffered: _reward_offered,
    RewardPlaced: _reward_placed,
    RewardTaken: _reward_taken,
    CupsSwapped: _swapped,
    LineLifted: _lifted,
    VictoryGained: _victory,
    RoundVoided: _voided,
    CupsEmptied: _emptied,
    MagicEnded: _ended,
}
