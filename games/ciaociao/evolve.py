"""What each event of Ciao, ciao… changes; nothing is decided, refused or drawn here."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.ciaociao.events import (
    AnnouncementBelieved,
    AnnouncementDoubted,
    AnyEvent,
    BridgeBuilt,
    CrossingEnded,
    DieRolled,
    NumberAnnounced,
    PawnAdvanced,
    PawnEntered,
    PawnFell,
    PushOffered,
)
from games.ciaociao.state import GONE, State
from games.common import put
from games.contract import Seat


def evolve(state: State, event: AnyEvent) -> State:
    """The state after an event."""
    return _AFTER[type(event)](state, event)


def _built(state: State, event: BridgeBuilt) -> State:
    return State(
        planks=event.planks,
        pawns=event.pawns,
        bridge=(1,) * event.seats,
        reserve=(event.pawns - 1,) * event.seats,
        turn=event.first,
    )


def _rolled(state: State, event: DieRolled) -> State:
    return replace(
        state,
        turn=event.seat,
        die=event.die,
        number=0,
        step=0,
        answerers=(),
        doubter=None,
        pushable=(),
    )


def _announced(state: State, event: NumberAnnounced) -> State:
    seat = event.seat
    if event.plank:
        return replace(
            state,
            number=event.number,
            answerers=event.answerers,
            bridge=put(state.bridge, seat, event.plank),
        )
    return replace(
        _crossed(state, seat),
        number=event.number,
        answerers=event.answerers,
        step=event.step or 0,
    )


def _believed(state: State, event: AnnouncementBelieved) -> State:
    return replace(state, answerers=state.answerers[1:])


def _doubted(state: State, event: AnnouncementDoubted) -> State:
    return replace(state, answerers=(), doubter=event.seat)


def _push_offered(state: State, event: PushOffered) -> State:
    return replace(state, pushable=event.steps)


def _fell(state: State, event: PawnFell) -> State:
    if event.step is None:
        return replace(state, bridge=put(state.bridge, event.seat, 0), pushable=())
    podium = put(state.podium, event.step - 1, GONE)
    while podium and podium[-1] == GONE:
        podium = podium[:-1]
    return replace(state, podium=podium, pushable=())


def _advanced(state: State, event: PawnAdvanced) -> State:
    if event.plank:
        return replace(state, bridge=put(state.bridge, event.seat, event.plank))
    return _crossed(state, event.seat)


def _entered(state: State, event: PawnEntered) -> State:
    seat = event.seat
    return replace(
        state,
        bridge=put(state.bridge, seat, 1),
        reserve=put(state.reserve, seat, state.reserve[seat] - 1),
    )


def _ended(state: State, event: CrossingEnded) -> State:
    return replace(state, ended=event.reason)


def _crossed(state: State, seat: Seat) -> State:
    return replace(state, bridge=put(state.bridge, seat, 0), podium=(*state.podium, seat))


_AFTER: dict[type[AnyEvent], Callable[[State, Any], State]] = {
    BridgeBuilt: _built,
    DieRolled: _rolled,
    NumberAnnounced: _announced,
    AnnouncementBelieved: _believed,
    AnnouncementDoubted: _doubted,
    PushOffered: _push_offered,
    PawnFell: _fell,
    PawnAdvanced: _advanced,
    PawnEntered: _entered,
    CrossingEnded: _ended,
}
