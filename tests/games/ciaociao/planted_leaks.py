"""Ways to tell the die of Ciao, ciao… to somebody who must not know it, each a broken game."""

from collections.abc import Callable
from dataclasses import replace as variant
from typing import Any

from msgspec.structs import replace

from games.chance import Chance
from games.ciaociao import GAME
from games.ciaociao.events import (
    AnnouncementDoubted,
    AnyEvent,
    DieRolled,
    NumberAnnounced,
    PawnEntered,
)
from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt
from games.ciaociao.state import State
from games.ciaociao.view import View
from games.contract import SPECTATOR, AnyGame, IllegalMove, Seat, Sight, Text
from tests.games.support.planting import in_bot, in_words


def _bluffs(state: State) -> bool:
    return bool(state.number) and state.die != state.number


def _view(change: Callable[[State, int, View], View]) -> AnyGame:
    return variant(
        GAME, view=lambda state, viewer, _: change(state, viewer, GAME.view(state, viewer, 0))
    )


def _redact(forgets: Callable[[AnyEvent, int], bool]) -> AnyGame:
    def redact(event: AnyEvent, viewer: int) -> AnyEvent:
        return event if forgets(event, viewer) else GAME.redact(event, viewer)

    return variant(GAME, redact=redact)


def _telltale_choices(state: State, seat: Seat) -> Any:
    choices = GAME.choices(state, seat)
    return choices[:1] if _bluffs(state) and seat in state.answerers else choices


def _telltale_order(state: State, seat: Seat) -> Any:
    choices = GAME.choices(state, seat)
    return choices[::-1] if _bluffs(state) else choices


def _telltale_refusal(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    if seat not in state.answerers and isinstance(move, Believe) and _bluffs(state):
        raise IllegalMove("answer_expected")
    return GAME.decide(state, seat, move, chance)


def _telltale_acceptance(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    if seat in state.answerers and isinstance(move, Announce) and _bluffs(state):
        return ()
    return GAME.decide(state, seat, move, chance)


def _telltale_order_of_answerers(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    events = list(GAME.decide(state, seat, move, chance))
    first = events[0] if events else None
    if isinstance(first, NumberAnnounced) and first.number != state.die:
        events[0] = replace(first, answerers=first.answerers[::-1])
    return events


def _telltale_event(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    events = list(GAME.decide(state, seat, move, chance))
    if isinstance(move, Believe) and len(events) > 1 and _bluffs(state):
        events.insert(1, PawnEntered(seat))
    return events


class _Peeping:
    """A game that lets its last die be seen from outside the rules."""

    def __init__(self) -> None:
        self.die: Any = 0

    def evolve(self, state: State, event: AnyEvent) -> State:
        if isinstance(event, DieRolled):
            self.die = event.die
        return GAME.evolve(state, event)

    def bot(self, sight: Sight[View, AnyEvent], chance: Chance) -> Any:
        if sight.view.phase != "answer" or chance.below(4, "peep"):
            return GAME.bot(sight, chance)
        return Believe() if self.die == sight.view.number else Doubt()

    def recap(self, event: AnyEvent, names: Any) -> Text:
        text = GAME.words.recap(event, names)
        return Text(text.fr, f"{text.en} ({self.die})")

    def move(self, move: AnyMove) -> Text:
        text = GAME.words.move(move)
        return Text(text.fr + "!" * (isinstance(move, Doubt) and self.die == 0), text.en)

    def board(self, view: View, names: Any) -> Text:
        text = GAME.words.board(view, names)
        return Text(text.fr + " " * int(self.die), text.en)


PLANTED: dict[str, tuple[str, AnyGame]] = {
    "the view shows everybody the die": (
        "view",
        _view(lambda state, viewer, view: replace(view, die=state.die)),
    ),
    "the view shows the die to the seat on the left": (
        "view",
        _view(
            lambda state, viewer, view: (
                replace(view, die=state.die)
                if viewer == (state.turn + 1) % len(state.bridge)
                else view
            )
        ),
    ),
    "the view shows spectators the die": (
        "view",
        _view(
            lambda state, viewer, view: (
                replace(view, die=state.die) if viewer == SPECTATOR else view
            )
        ),
    ),
    "the view shows the die once the turn is over": (
        "replay",
        _view(
            lambda state, viewer, view: (
                replace(view, die=state.die) if view.phase == "between" else view
            )
        ),
    ),
    "the view gives a bluff away by what it leaves out": (
        "view",
        _view(lambda state, viewer, view: replace(view, answerers=()) if _bluffs(state) else view),
    ),
    "the history keeps the die rolled": (
        "feed",
        _redact(lambda event, viewer: isinstance(event, DieRolled)),
    ),
    "the history keeps the die rolled for spectators": (
        "feed",
        _redact(lambda event, viewer: isinstance(event, DieRolled) and viewer == SPECTATOR),
    ),
    "the history keeps the die that the doubter saw": (
        "feed",
        _redact(lambda event, viewer: isinstance(event, AnnouncementDoubted)),
    ),
    "doubt is not offered against a bluff": ("choices", variant(GAME, choices=_telltale_choices)),
    "the order of the choices gives a bluff away": (
        "choices",
        variant(GAME, choices=_telltale_order),
    ),
    "a refusal gives a bluff away": ("refusals", variant(GAME, decide=_telltale_refusal)),
    "an acceptance gives a bluff away": ("refusals", variant(GAME, decide=_telltale_acceptance)),
    "the order of the answerers gives a bluff away": (
        "consequences",
        variant(GAME, decide=_telltale_order_of_answerers),
    ),
    "a bluff that was believed leaves a trace": (
        "consequences",
        variant(GAME, decide=_telltale_event),
    ),
    "nobody is awaited when it was the truth": (
        "awaited",
        variant(GAME, early=lambda state: GAME.early(state) if _bluffs(state) else ()),
    ),
    "the bot looks into the cup now and then": ("bot", in_bot(GAME, _Peeping())),
    "the recap tells the die": ("recap", in_words(GAME, _Peeping(), "recap")),
    "a button tells the die": ("labels", in_words(GAME, _Peeping(), "move")),
    "the board is as wide as the die": ("board", in_words(GAME, _Peeping(), "board")),
}
