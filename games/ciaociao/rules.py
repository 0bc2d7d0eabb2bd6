"""Who may do what in Ciao, ciao…, and what it brings about."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.chance import Chance
from games.choices import Choice, choice
from games.ciaociao.events import (
    FACES,
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
from games.ciaociao.evolve import evolve
from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt, Options, Push
from games.ciaociao.state import State
from games.common import left_of
from games.contract import HIDDEN, IllegalMove, Outcome, Seat, ranked

PAWNS: Final = 7  # C1
ENOUGH: Final = 3  # C21

_ANNOUNCE: Final = (choice("announce", number=(1, 2, 3, 4)),)
_ANNOUNCE_FOUR: Final = (choice("announce", number=(4,)),)
_ANSWER: Final = (choice("believe"), choice("doubt"))


def setup(seats: int, options: Options, chance: Chance) -> Sequence[AnyEvent]:
    """The bridge with a pawn of every seat on plank 1, and the first seat's roll."""
    first = chance.below(seats, "first_seat")  # C4
    return BridgeBuilt(seats, options.planks, PAWNS, first), _roll(first, chance)


def active(state: State) -> tuple[Seat, ...]:
    """The announcer, the next to answer, or the announcer who must push."""
    if state.answerers:
        return state.answerers[:1]
    if state.pushable or (not state.number and state.die is not HIDDEN):
        return (state.turn,)
    return ()


def early(state: State) -> tuple[Seat, ...]:
    """Those whose answer will be asked for unless somebody doubts before them."""
    return state.answerers[1:]


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """All legal moves of a seat, its early answer included."""
    if seat in state.answerers:
        return _ANSWER
    if seat not in active(state):
        return ()
    if state.pushable:
        return (choice("push", step=state.pushable),)
    return _ANNOUNCE if _can_be_answered(state, seat) else _ANNOUNCE_FOUR


def decide(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Sequence[AnyEvent]:
    """What a move brings about; an early answer brings about nothing yet."""
    if state.ended:
        raise IllegalMove("match_over")
    if seat in state.answerers:
        if not isinstance(move, (Believe, Doubt)):
            raise IllegalMove("answer_expected")
        if seat != state.answerers[0]:
            return ()
    elif seat not in active(state):
        raise IllegalMove("not_your_turn")
    elif state.pushable:
        if not isinstance(move, Push):
            raise IllegalMove("push_expected")
    elif not isinstance(move, Announce):
        raise IllegalMove("announce_expected")
    return _DECIDE[type(move)](state, seat, move, chance)


def outcome(state: State) -> Outcome | None:
    """The full ranking once the crossing has ended."""
    return ranked(scores(state), state.ended) if state.ended else None


def scores(state: State) -> Sequence[tuple[int, int]]:
    """Podium pawns if one player brought three across, otherwise points alone (C21, C22)."""
    steps = [state.steps(seat) for seat in range(len(state.bridge))]
    across = state.ended == "three_across"
    return [(len(own) if across else 0, sum(own)) for own in steps]


def _announce(state: State, seat: Seat, move: Announce, chance: Chance) -> Sequence[AnyEvent]:
    answerers = _answerers(state, seat)
    if not answerers and move.number != 4:  # C23
        raise IllegalMove("only_four_left")
    plank, step = _landing(state, seat, move.number)
    announced = NumberAnnounced(seat, move.number, answerers, plank, step)
    if plank and answerers:
        return (announced,)
    story = _Story(state, announced)
    story.replace_pawn(seat)
    return story.events if answerers else story.ended(chance)


def _believe(state: State, seat: Seat, move: Believe, chance: Chance) -> Sequence[AnyEvent]:
    believed = AnnouncementBelieved(seat)
    if len(state.answerers) > 1:
        return (believed,)
    return believed, _turn_end(state, chance)  # C13


def _doubt(state: State, seat: Seat, move: Doubt, chance: Chance) -> Sequence[AnyEvent]:
    announcer, bluff = state.turn, state.die != state.number
    story = _Story(state, AnnouncementDoubted(seat, announcer, state.number, bluff, state.die))
    if bluff:
        _catch(story, seat)
    elif not _has_won(state, announcer):  # C21
        steps = state.steps(seat)
        if state.bridge[seat]:
            story.tell(PawnFell(seat, plank=state.bridge[seat]))  # C14
        elif len(steps) == 1:
            story.tell(PawnFell(seat, step=steps[0]))  # C16
        else:
            story.tell(PushOffered(announcer, seat, steps))
            return story.events
        story.replace_pawn(seat)
    return story.ended(chance)


def _catch(story: "_Story", doubter: Seat) -> None:
    """First the bluffer's fall, then the doubter's advance, then new pawns (C15)."""
    state = story.state
    bluffer = state.turn
    if state.step:
        story.tell(PawnFell(bluffer, step=state.step))
    else:
        story.tell(PawnFell(bluffer, plank=state.bridge[bluffer]))
    if state.bridge[doubter]:
        story.tell(PawnAdvanced(doubter, *_landing(story.state, doubter, state.number)))
    story.replace_pawn(bluffer)
    story.replace_pawn(doubter)


def _push(state: State, seat: Seat, move: Push, chance: Chance) -> Sequence[AnyEvent]:
    if move.step not in state.pushable:
        raise IllegalMove("step_not_offered")
    assert state.doubter is not None
    return _Story(state, PawnFell(state.doubter, step=move.step)).ended(chance)


_DECIDE: Final[dict[type[AnyMove], Callable[[State, Seat, Any, Chance], Sequence[AnyEvent]]]] = {
    Announce: _announce,
    Believe: _believe,
    Doubt: _doubt,
    Push: _push,
}


class _Story:
    """What one move brings about, event by event, and the state it leads to."""

    def __init__(self, state: State, event: AnyEvent) -> None:
        self.state = evolve(state, event)
        self.events = [event]

    def tell(self, event: AnyEvent) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def replace_pawn(self, seat: Seat) -> None:
        if not self.state.bridge[seat] and self.state.reserve[seat]:
            self.tell(PawnEntered(seat))  # C3

    def ended(self, chance: Chance) -> Sequence[AnyEvent]:
        return *self.events, _turn_end(self.state, chance)


def _turn_end(state: State, chance: Chance) -> AnyEvent:
    """The next turn's roll (C18), or the end of the match (C21, C22)."""
    bridge, turn = state.bridge, state.turn
    if len(state.podium) >= ENOUGH:
        for seat in range(len(bridge)):
            if _has_won(state, seat):
                return CrossingEnded("three_across")
    for seat in (*left_of(turn, len(bridge)), turn):
        if bridge[seat]:
            return _roll(seat, chance)
    return CrossingEnded("most_points")


def _roll(seat: Seat, chance: Chance) -> DieRolled:
    return DieRolled(seat, FACES[chance.below(6, "die")])


def _answerers(state: State, announcer: Seat) -> tuple[Seat, ...]:
    """Who may answer, clockwise: with a pawn on the bridge or, failing that, the podium (C12)."""
    bridge, podium = state.bridge, state.podium
    others = left_of(announcer, len(bridge))
    return tuple([seat for seat in others if bridge[seat] or seat in podium])


def _can_be_answered(state: State, announcer: Seat) -> bool:
    """Whether anybody may answer: mostly plain from the bridge alone."""
    alone = state.bridge.count(0) == len(state.bridge) - 1
    return not alone or bool(_answerers(state, announcer))


def _landing(state: State, seat: Seat, number: int) -> tuple[int | None, int | None]:
    """The plank, or past the last one the step (C11, C20), that a seat's pawn comes to."""
    plank = state.bridge[seat] + number
    return (plank, None) if plank <= state.planks else (None, len(state.podium) + 1)


def _has_won(state: State, seat: Seat) -> bool:
    return state.podium.count(seat) >= ENOUGH
