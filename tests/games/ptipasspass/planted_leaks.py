"""Ways to tell somebody of PtiPassPass what they cannot know, each a broken game."""

from collections.abc import Callable
from dataclasses import replace as variant
from typing import Any

from msgspec.structs import replace

from games.chance import Chance
from games.contract import HIDDEN, SPECTATOR, AnyGame, Horizon, IllegalMove, Seat, Sight, Text
from games.ptipasspass import GAME
from games.ptipasspass.events import (
    AnyEvent,
    DoubleFound,
    DoubleMissed,
    LineLifted,
    TokenPicked,
    TokenPlaced,
)
from games.ptipasspass.moves import AnyMove, CallLiar, Place, SayOk
from games.ptipasspass.state import State
from games.ptipasspass.view import View
from tests.games.support.planting import in_bot, in_words, lasting


def _lies(state: State) -> bool:
    pick = state.pick
    return pick is not None and pick.announce not in (None, pick.animal)


def _view(change: Callable[[State, int, View], View]) -> AnyGame:
    def view(state: State, viewer: int, horizon: Horizon) -> View:
        return change(state, viewer, GAME.view(state, viewer, horizon))

    return variant(GAME, view=view)


def _with_hand(state: State, view: View, seat: Seat) -> View:
    players = list(view.players)
    players[seat] = replace(players[seat], hand=state.hands[seat])
    return replace(view, players=tuple(players))


def _with_pick(state: State, viewer: int, view: View) -> View:
    if view.pick is None or state.pick is None:
        return view
    return replace(view, pick=replace(view.pick, animal=state.pick.animal))


def _with_counts(state: State, viewer: int, view: View) -> View:
    """How many tokens each cup holds, for good."""
    cups = [
        replace(known, masked=len(cup.tokens) - len(known.animals))
        for known, cup in zip(view.cups, state.cups, strict=True)
    ]
    return replace(view, cups=tuple(cups))


def _empty_ones(state: State, viewer: int, view: View) -> View:
    cups = [
        known if cup.tokens else replace(known, complete=True)
        for known, cup in zip(view.cups, state.cups, strict=True)
    ]
    return replace(view, cups=tuple(cups))


def _in_the_order_of_placement(state: State, viewer: int, view: View) -> View:
    cups = []
    for known, cup in zip(view.cups, state.cups, strict=True):
        put = tuple(token.animal for token in cup.tokens)
        same = sorted(known.animals) == sorted(put)
        cups.append(replace(known, animals=put) if same else known)
    return replace(view, cups=tuple(cups))


def _never_fades(state: State, viewer: int, horizon: Horizon) -> View:
    return GAME.view(state, viewer, 0)


def _hands_in_a_look_back(state: State, viewer: int, horizon: Horizon) -> View:
    view = GAME.view(state, viewer, horizon)
    return _with_hand(state, view, viewer) if viewer < len(state.hands) else view


def _still_held(state: State, viewer: int, horizon: Horizon) -> View:
    then = GAME.view(state, viewer, min(horizon, state.events))
    return replace(GAME.view(state, viewer, horizon), pick=then.pick)


def _telling_of_doubles(state: State, viewer: int, horizon: Horizon) -> View:
    """How many of the tokens put before the horizon went into a cup that held one."""
    view = GAME.view(state, viewer, horizon)
    later = [token for cup in state.cups for token in cup.tokens[1:] if cup.known < horizon]
    return replace(view, round=view.round + sum(token.put < horizon for token in later))


def _redact(forgets: Callable[[AnyEvent, int], bool]) -> AnyGame:
    def redact(event: AnyEvent, viewer: int) -> AnyEvent:
        return event if forgets(event, viewer) else GAME.redact(event, viewer)

    return variant(GAME, redact=redact)


class LastingPick(TokenPicked, frozen=True, tag="token_picked"):
    """A pick whose cup stays in the history."""

    fades = ("animal",)  # type: ignore[assignment]


class LastingLift(LineLifted, frozen=True, tag="line_lifted"):
    """A lift whose contents stay in the history."""

    fades = ("cups",)  # type: ignore[assignment]


class LastingDouble(DoubleFound, frozen=True, tag="double_found"):
    """A double whose contents stay in the history."""

    fades = ()  # type: ignore[assignment]


def _telltale_choices(state: State, seat: Seat) -> Any:
    choices = GAME.choices(state, seat)
    return choices[:2] if seat in state.answerers and not _lies(state) else choices


def _telltale_order(state: State, seat: Seat) -> Any:
    choices = GAME.choices(state, seat)
    return choices[::-1] if _lies(state) else choices


def _telltale_refusal(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    if isinstance(move, Place) and seat != state.turn and state.cups[0].tokens:
        raise IllegalMove("no_such_cup")
    return GAME.decide(state, seat, move, chance)


def _telltale_acceptance(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    if seat in state.answerers and isinstance(move, CallLiar) and _lies(state):
        return ()
    return GAME.decide(state, seat, move, chance)


def _telltale_event(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    events = list(GAME.decide(state, seat, move, chance))
    if any(isinstance(event, TokenPlaced) for event in events) and _lies(state):
        events.append(events[-1])
    return events


class _Peeping:
    """A game that looks into the hand over the cup from outside the rules."""

    def __init__(self) -> None:
        self.animal = ""

    def evolve(self, state: State, event: AnyEvent) -> State:
        if isinstance(event, TokenPicked) and event.animal is not HIDDEN:
            self.animal = str(event.animal)
        return GAME.evolve(state, event)

    def bot(self, sight: Sight[View, AnyEvent], chance: Chance) -> Any:
        pick = sight.view.pick
        if pick is None or pick.announce is None or len(sight.choices) < 3:
            return GAME.bot(sight, chance)
        return SayOk() if self.animal == pick.announce else CallLiar()

    def recap(self, event: AnyEvent, names: Any) -> Text:
        text = GAME.words.recap(event, names)
        return Text(text.fr, f"{text.en} ({self.animal})")

    def move(self, move: AnyMove) -> Text:
        text = GAME.words.move(move)
        return Text(text.fr + "!" * (self.animal == "dove"), text.en)

    def board(self, view: View, names: Any) -> Text:
        text = GAME.words.board(view, names)
        return Text(text.fr + " " * len(self.animal), text.en)


PLANTED: dict[str, tuple[str, AnyGame]] = {
    "the view shows everybody the hand on the left": (
        "view",
        _view(lambda state, viewer, view: _with_hand(state, view, (state.turn + 1) % state.seats)),
    ),
    "the view shows the token over the cup": ("view", _view(_with_pick)),
    "the view shows spectators the token over the cup": (
        "view",
        _view(
            lambda state, viewer, view: (
                _with_pick(state, viewer, view) if viewer == SPECTATOR else view
            )
        ),
    ),
    "the view counts the tokens of a cup for good": ("view", _view(_with_counts)),
    "the view tells which cups are empty": ("view", _view(_empty_ones)),
    "the view lists tokens in the order in which they were put": (
        "view",
        _view(_in_the_order_of_placement),
    ),
    "the view gives a lie away by what it leaves out": (
        "view",
        _view(lambda state, viewer, view: replace(view, answerers=()) if _lies(state) else view),
    ),
    "the view never forgets": ("view", variant(GAME, view=_never_fades)),
    "once it has faded the view tells of a token whether its cup was taken": (
        "view",
        variant(GAME, view=_telling_of_doubles),
    ),
    "a look back shows one's older hands": ("replay", variant(GAME, view=_hands_in_a_look_back)),
    "a look back shows what was held over a cup": ("replay", variant(GAME, view=_still_held)),
    "the history keeps the token picked": (
        "feed",
        _redact(lambda event, viewer: isinstance(event, TokenPicked)),
    ),
    "the history keeps the token picked for spectators": (
        "feed",
        _redact(lambda event, viewer: isinstance(event, TokenPicked) and viewer == SPECTATOR),
    ),
    "the history keeps the token given away": (
        "feed",
        _redact(lambda event, viewer: isinstance(event, DoubleMissed)),
    ),
    "the history never forgets the cup of a token": (
        "feed",
        lasting(GAME, TokenPicked, LastingPick),
    ),
    "the history never forgets what was lifted": ("feed", lasting(GAME, LineLifted, LastingLift)),
    "the history never forgets what a double laid bare": (
        "feed",
        lasting(GAME, DoubleFound, LastingDouble),
    ),
    "liar is not offered against the truth": (
        "choices",
        variant(GAME, choices=_telltale_choices),
    ),
    "the order of the choices gives a lie away": (
        "choices",
        variant(GAME, choices=_telltale_order),
    ),
    "a refusal tells of a token in a cup": ("refusals", variant(GAME, decide=_telltale_refusal)),
    "an answer that is only sealed gives a lie away": (
        "refusals",
        variant(GAME, decide=_telltale_acceptance),
    ),
    "a lie that was let pass leaves a trace": (
        "consequences",
        variant(GAME, decide=_telltale_event),
    ),
    "nobody is awaited when it was the truth": (
        "awaited",
        variant(GAME, early=lambda state: GAME.early(state) if _lies(state) else ()),
    ),
    "the bot looks into the hand": ("bot", in_bot(GAME, _Peeping())),
    "the recap tells the token": ("recap", in_words(GAME, _Peeping(), "recap")),
    "a button tells the token": ("labels", in_words(GAME, _Peeping(), "move")),
    "the board is as wide as the token's name": ("board", in_words(GAME, _Peeping(), "board")),
}
