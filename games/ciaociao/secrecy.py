"""Who may know what in Ciao, ciao…: the die is the only secret (C30)."""

from msgspec.structs import replace

from games.ciaociao.events import AnnouncementDoubted, AnyEvent, DieRolled
from games.ciaociao.state import State
from games.ciaociao.view import Phase, Player, View
from games.contract import HIDDEN, OPEN, Horizon, Viewer


def view(state: State, viewer: Viewer, horizon: Horizon) -> View:
    """The table as a viewer may see it now."""
    return View(
        planks=state.planks,
        players=tuple(
            Player(
                plank=plank or None,
                reserve=state.reserve[seat],
                fallen=state.fallen(seat),
                podium=state.steps(seat),
            )
            for seat, plank in enumerate(state.bridge)
        ),
        phase=_phase(state),
        turn=state.turn,
        number=state.number or None,
        answerers=state.answerers,
        pushable=state.pushable,
        die=state.die if viewer in (OPEN, state.turn, state.doubter) else HIDDEN,
    )


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """An event as a viewer may know it when it happens."""
    match event:
        case DieRolled(seat=roller) if viewer not in (OPEN, roller):
            return replace(event, die=HIDDEN)
        case AnnouncementDoubted(seat=doubter, announcer=roller) if viewer not in (
            OPEN,
            roller,
            doubter,
        ):
            return replace(event, die=HIDDEN)
    return event


def _phase(state: State) -> Phase:
    if state.ended:
        return "over"
    if state.answerers:
        return "answer"
    if state.pushable:
        return "push"
    return "between" if state.number or state.die is HIDDEN else "announce"
