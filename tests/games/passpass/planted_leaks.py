"""Ways to tell cards of Pass Pass to somebody who must not know them, each a broken game."""

from collections.abc import Callable
from dataclasses import replace as variant
from typing import Any

from msgspec.structs import replace

from games.chance import Chance
from games.contract import SPECTATOR, AnyGame, IllegalMove, Seat, Sight, Text
from games.passpass import GAME
from games.passpass.cards import VALUE
from games.passpass.events import AnyEvent, HandDealt, TrickWon
from games.passpass.moves import AnyMove, Play
from games.passpass.state import State
from games.passpass.view import View
from tests.games.support.planting import in_bot, in_words


def _sum(state: State, seat: Seat) -> int:
    """What a hand adds up to: nobody's business but its owner's."""
    return sum(VALUE[card] for card in state.hands[seat])


def _next_seat(state: State) -> Seat:
    return (state.leader + 1) % len(state.hands)


def _odd(state: State) -> bool:
    return _sum(state, _next_seat(state)) % 2 == 1


def _view(change: Callable[[State, int, View], View]) -> AnyGame:
    def view(state: State, viewer: int, horizon: int) -> View:
        return change(state, viewer, GAME.view(state, viewer, horizon))

    return variant(GAME, view=view)


def _redact(forgets: Callable[[HandDealt, int], bool]) -> AnyGame:
    def redact(event: AnyEvent, viewer: int) -> Any:
        if isinstance(event, HandDealt) and forgets(event, viewer):
            return event
        return GAME.redact(event, viewer)

    return variant(GAME, redact=redact)


def _first_card(event: AnyEvent, viewer: int) -> Any:
    shown = GAME.redact(event, viewer)
    if isinstance(event, HandDealt) and isinstance(shown, HandDealt):
        assert isinstance(event.cards, tuple)
        return shown if shown == event else replace(shown, cards=event.cards[:1])
    return shown


def _telltale_choices(state: State, seat: Seat) -> Any:
    choices = GAME.choices(state, seat)
    return choices * 2 if choices and _odd(state) and seat != _next_seat(state) else choices


def _telltale_refusal(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    if isinstance(move, Play) and seat == state.turn and move.card not in state.hands[seat]:
        held = move.card in state.hands[seat - 1]
        raise IllegalMove("card_not_in_trick" if held else "card_not_in_hand")
    return GAME.decide(state, seat, move, chance)


def _telltale_winner(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    events = list(GAME.decide(state, seat, move, chance))
    if isinstance(events[-1], TrickWon) and _odd(state):
        events[-1] = replace(events[-1], first=events[-1].second, second=events[-1].first)
    return events


class _Peeping:
    """A game that lets a hand be seen from outside the rules."""

    def __init__(self) -> None:
        self.odd = False

    def evolve(self, state: State, event: AnyEvent) -> State:
        after = GAME.evolve(state, event)
        self.odd = bool(after.round) and _odd(after)
        return after

    def bot(self, sight: Sight[View, AnyEvent], chance: Chance) -> Any:
        move = GAME.bot(sight, chance)
        if isinstance(move, Play) and self.odd:
            return Play(sight.choices[0].values("card")[-1])  # type: ignore[arg-type]
        return move

    def recap(self, event: AnyEvent, names: Any) -> Text:
        text = GAME.words.recap(event, names)
        return Text(text.fr, text.en.replace(".", "!.") if self.odd else text.en)

    def move(self, move: AnyMove) -> Text:
        text = GAME.words.move(move)
        return Text(text.fr + "!" * self.odd, text.en)

    def board(self, view: View, names: Any) -> Text:
        text = GAME.words.board(view, names)
        return Text(text.fr + " " * self.odd, text.en)


PLANTED: dict[str, tuple[str, AnyGame]] = {
    "the view shows everybody all hands": (
        "view",
        _view(lambda state, viewer, view: replace(view, hands=state.hands)),
    ),
    "the view shows spectators the leader's hand": (
        "view",
        _view(
            lambda state, viewer, view: (
                replace(view, hand=state.hands[state.leader]) if viewer == SPECTATOR else view
            )
        ),
    ),
    "the view shows partners each other's hand": (
        "view",
        _view(
            lambda state, viewer, view: (
                replace(view, hand=state.hands[(viewer + 3) % 6]) if viewer in range(6) else view
            )
        ),
    ),
    "the view shows everybody the lowest card of the leader": (
        "view",
        _view(lambda state, viewer, view: replace(view, hand=state.hands[state.leader][:1])),
    ),
    "the view counts the points in a hand with those taken": (
        "view",
        _view(
            lambda state, viewer, view: replace(
                view, round=view.round + _sum(state, _next_seat(state))
            )
        ),
    ),
    "the view shows all hands between two moves": (
        "replay",
        _view(
            lambda state, viewer, view: (
                replace(view, hands=state.hands) if view.phase == "between" else view
            )
        ),
    ),
    "the history keeps every deal": ("feed", _redact(lambda event, viewer: True)),
    "the history keeps the deals for spectators": (
        "feed",
        _redact(lambda event, viewer: viewer == SPECTATOR),
    ),
    "the history keeps the deals of partners": (
        "feed",
        _redact(lambda event, viewer: (event.seat + 3) % 6 == viewer),
    ),
    "the history tells the first card dealt": ("feed", variant(GAME, redact=_first_card)),
    "the choices come twice when a hand is odd": (
        "choices",
        variant(GAME, choices=_telltale_choices),
    ),
    "a refusal tells whether the seat on the right holds the card": (
        "refusals",
        variant(GAME, decide=_telltale_refusal),
    ),
    "the winners depend on a hand": ("consequences", variant(GAME, decide=_telltale_winner)),
    "nobody is awaited when a hand is odd": (
        "awaited",
        variant(GAME, active=lambda state: () if _odd(state) else GAME.active(state)),
    ),
    "the bot peeps now and then": ("bot", in_bot(GAME, _Peeping())),
    "the recap tells a hand": ("recap", in_words(GAME, _Peeping(), "recap")),
    "a button tells a hand": ("labels", in_words(GAME, _Peeping(), "move")),
    "the board is wider for an odd hand": ("board", in_words(GAME, _Peeping(), "board")),
}
