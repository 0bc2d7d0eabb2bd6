"""What each event of Pass Pass changes; nothing is decided, refused or drawn here."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.common import put
from games.passpass.cards import in_order
from games.passpass.events import (
    AnyEvent,
    CardPlayed,
    CardTaken,
    HandDealt,
    NominationOpened,
    PassPassTicked,
    PlayersSeated,
    RoundOpened,
    RoundScored,
    SeatNominated,
    TeamScored,
    TricksEnded,
    TrickWon,
    TwoCardsTaken,
)
from games.passpass.state import State


def evolve(state: State, event: AnyEvent) -> State:
    """The state after an event."""
    return _AFTER[type(event)](state, event)


def _seated(state: State, event: PlayersSeated) -> State:
    sides = len(event.teams) or event.seats
    nothing = ((),) * event.seats
    return State(
        points=(0,) * sides, ticks=(0,) * sides, hands=nothing, taken=nothing, names=nothing
    )


def _opened(state: State, event: RoundOpened) -> State:
    nothing = ((),) * len(state.hands)
    return State(
        points=state.points,
        ticks=state.ticks,
        round=event.round,
        hands=nothing,
        taken=nothing,
        leader=event.leader,
        names=nothing,
    )


def _dealt(state: State, event: HandDealt) -> State:
    assert isinstance(event.cards, tuple)
    hands = put(state.hands, event.seat, in_order(event.cards))
    if event.seat != state.leader:
        return replace(state, hands=hands)
    return replace(state, hands=hands, phase="play", turn=state.leader)


def _played(state: State, event: CardPlayed) -> State:
    seat = event.seat
    hand = state.hands[seat]
    place = hand.index(event.card)
    hands = put(state.hands, seat, hand[:place] + hand[place + 1 :])
    trick = (*state.trick, event.card)
    if len(trick) == len(hands):
        return replace(state, hands=hands, trick=trick, phase="between", turn=None)
    return replace(state, hands=hands, trick=trick, turn=(seat + 1) % len(hands))


def _won(state: State, event: TrickWon) -> State:
    return replace(state, phase="take", turn=event.first, winners=(event.first, event.second))


def _taken(state: State, event: CardTaken) -> State:
    seat = event.seat
    taken = put(state.taken, seat, (*state.taken[seat], event.card))
    return replace(state, phase="take_two", turn=state.winners[1], taken=taken, picked=event.card)


def _two_taken(state: State, event: TwoCardsTaken) -> State:
    seat = event.seat
    goes_on = bool(state.hands[seat])
    return replace(
        state,
        phase="play" if goes_on else "between",
        turn=seat if goes_on else None,
        taken=put(state.taken, seat, state.taken[seat] + event.cards),
        discarded=state.discarded + event.discarded,
        leader=seat,
        trick=(),
        winners=(),
        picked=None,
    )


def _ticked(state: State, event: PassPassTicked) -> State:
    return state  # the cards taken say it


def _scored(state: State, event: RoundScored) -> State:
    if state.teams:  # which record one score of two
        return state
    return replace(
        state,
        points=tuple(map(sum, zip(state.points, event.points, strict=True))),
        ticks=tuple(map(sum, zip(state.ticks, event.pass_pass, strict=True))),
    )


def _nomination_opened(state: State, event: NominationOpened) -> State:
    return replace(state, phase="nominate", naming=event.teams)


def _nominated(state: State, event: SeatNominated) -> State:
    named = (*state.names[event.seat], event.nominee)
    return replace(state, names=put(state.names, event.seat, named))


def _team_scored(state: State, event: TeamScored) -> State:
    side = state.side(event.seat)
    naming = tuple(team for team in state.naming if team != event.team)
    names = state.names
    for seat in event.team:
        names = put(names, seat, ())
    return replace(
        state,
        phase="nominate" if naming else "between",
        points=put(state.points, side, state.points[side] + event.points),
        ticks=put(state.ticks, side, state.ticks[side] + event.pass_pass),
        naming=naming,
        names=names,
    )


def _ended(state: State, event: TricksEnded) -> State:
    return replace(state, phase="over", turn=None, ended=event.reason)


_AFTER: dict[type[AnyEvent], Callable[[State, Any], State]] = {
    PlayersSeated: _seated,
    RoundOpened: _opened,
    HandDealt: _dealt,
    CardPlayed: _played,
    TrickWon: _won,
    CardTaken: _taken,
    TwoCardsTaken: _two_taken,
    PassPassTicked: _ticked,
    RoundScored: _scored,
    NominationOpened: _nomination_opened,
    SeatNominated: _nominated,
    TeamScored: _team_scored,
    TricksEnded: _ended,
}
