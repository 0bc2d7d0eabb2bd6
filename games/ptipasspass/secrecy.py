"""Who may know what in PtiPassPass, and for how long: P40 and P41."""

from typing import Final

from msgspec.structs import replace

from games.contract import HIDDEN, OPEN, Horizon, Viewer
from games.ptipasspass.cups import in_order
from games.ptipasspass.events import AnyEvent, DoubleMissed, TokenPicked
from games.ptipasspass.state import Cup, Pick, State
from games.ptipasspass.view import CupView, PickView, PlayerView, View

_EMPTY: Final = CupView((), 0, True)
_UNKNOWN: Final = CupView((), 0, False)


def view(state: State, viewer: Viewer, horizon: Horizon) -> View:
    """The table as a viewer may see it now."""
    # A hand, like a token held over a cup, is before the viewer's eyes until something is hidden;
    # an older one would tell what has been placed since.
    in_sight = state.events >= horizon
    return View(
        phase=state.phase,
        round=state.round,
        turn=state.turn,
        marker=state.marker,
        players=tuple(
            PlayerView(
                tokens=len(hand),
                challenge_tokens=state.challenges[seat],
                victory_tokens=state.victories[seat],
                hand=hand if viewer == OPEN or (viewer == seat and in_sight) else HIDDEN,
            )
            for seat, hand in enumerate(state.hands)
        ),
        cups=_cups(state, viewer, horizon),
        pick=_pick(state.pick, viewer in (OPEN, state.turn), in_sight) if state.pick else None,
        answerers=state.answerers,
        challenger=state.challenger,
    )


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """An event as a viewer may know it when it happens."""
    match event:
        case TokenPicked(seat=active, announce=announce):
            if announce is not None and viewer not in (OPEN, active):
                return replace(event, animal=HIDDEN)
        case DoubleMissed(seat=challenger, active=active, marker=marker):
            if marker == "masked" and viewer not in (OPEN, active, challenger):
                return replace(event, animal=HIDDEN)
    return event


def _cups(state: State, viewer: Viewer, horizon: Horizon) -> tuple[CupView, ...]:
    cups = [_cup(cup, viewer, horizon, state.first_put) for cup in state.cups]
    # How many tokens are in hands never fades: if all others are accounted for, nothing else is in
    # any cup.
    accounted = sum(len(cup.animals) + cup.masked for cup in cups)
    if accounted == sum(len(cup.tokens) for cup in state.cups):
        cups = [cup if cup.complete else replace(cup, complete=True) for cup in cups]
    return tuple(cups)


def _cup(cup: Cup, viewer: Viewer, horizon: Horizon, first_put: int) -> CupView:
    complete = viewer == OPEN or max(cup.known, first_put) >= horizon
    if not cup.tokens:
        return _EMPTY if complete else _UNKNOWN
    known, masked = [], 0
    for token in cup.tokens:
        if (
            viewer == OPEN
            or token.shown >= horizon
            or (token.seat == viewer and token.put >= horizon)
        ):
            known.append(token.animal)
        elif token.put >= horizon:
            masked += 1
    return CupView(in_order(known), masked, complete)


def _pick(pick: Pick, own: bool, in_sight: bool) -> PickView:
    if not in_sight:
        return PickView(pick.announce)
    return PickView(
        pick.announce,
        cup=pick.cup,
        animal=pick.animal if own or pick.announce is None else HIDDEN,
    )
