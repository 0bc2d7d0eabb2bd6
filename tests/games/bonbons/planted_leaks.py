"""Ways to tell somebody a face of Bonbons that they cannot know, each a broken game."""

from collections.abc import Callable
from dataclasses import replace as variant
from typing import Any

from msgspec.structs import replace

from games.bonbons import GAME
from games.bonbons.candies import COIN, WRAPPER
from games.bonbons.events import (
    AnyEvent,
    CandiesLaid,
    RoundTurned,
    SquareTurned,
    TurnPassed,
)
from games.bonbons.moves import AnyMove, FlipSquare
from games.bonbons.state import State
from games.bonbons.view import Square, View
from games.chance import Chance
from games.choices import choice
from games.contract import HIDDEN, SPECTATOR, AnyGame, Horizon, IllegalMove, Seat, Sight, Text
from tests.games.support.planting import in_bot, in_words, lasting


def _view(change: Callable[[State, int, View], View]) -> AnyGame:
    def view(state: State, viewer: int, horizon: Horizon) -> View:
        return change(state, viewer, GAME.view(state, viewer, horizon))

    return variant(GAME, view=view)


def _with_faces(state: State, view: View, row: Seat) -> View:
    rows = list(view.rows)
    rows[row] = tuple(replace(tile, face=state.rounds[tile.tile]) for tile in rows[row])
    return replace(view, rows=tuple(rows))


def _with_the_wrapper(state: State, view: View) -> View:
    places = [
        Square(square.lies, face) if face == WRAPPER else square
        for square, face in zip(view.squares, state.squares, strict=True)
    ]
    return replace(view, squares=tuple(places))


def _own_tiles(state: State, viewer: int, view: View) -> View:
    return _with_faces(state, view, viewer) if viewer < len(view.rows) else view


def _coins_by_what_is_left_out(state: State, viewer: int, view: View) -> View:
    if state.squares[0] != COIN:
        return view
    return replace(view, removed=("toffee",))


def _never_fades(state: State, viewer: int, horizon: Horizon) -> View:
    return GAME.view(state, viewer, 0)


def _forgets_only_squares(state: State, viewer: int, horizon: Horizon) -> View:
    return replace(GAME.view(state, viewer, horizon), rows=GAME.view(state, viewer, 0).rows)


def _still_on_show(state: State, viewer: int, horizon: Horizon) -> View:
    return GAME.view(state, viewer, min(horizon, state.events))


def _redact(forgets: Callable[[AnyEvent, int], bool]) -> AnyGame:
    def redact(event: AnyEvent, viewer: int) -> AnyEvent:
        return event if forgets(event, viewer) else GAME.redact(event, viewer)

    return variant(GAME, redact=redact)


def _half_redacted(event: AnyEvent, viewer: int) -> AnyEvent:
    if isinstance(event, CandiesLaid):
        return replace(event, squares=HIDDEN)
    return event


class LastingSquare(SquareTurned, frozen=True, tag="square_turned"):
    """A square turned up whose face stays in the history."""

    fades = ()  # type: ignore[assignment]


class LastingPlaces(SquareTurned, frozen=True, tag="square_turned"):
    """A square turned up of which the history keeps where it was."""

    fades = ("face",)  # type: ignore[assignment]


class LastingRound(RoundTurned, frozen=True, tag="round_turned"):
    """A round tile turned up whose face stays in the history."""

    fades = ()  # type: ignore[assignment]


def _without_the_wrapper(state: State, seat: Seat) -> Any:
    """The wrapper is not offered."""
    wrapper = state.squares.index(WRAPPER)
    offered = []
    for entry in GAME.choices(state, seat):
        if entry.type == "flip_square":
            squares = entry.values("square")
            entry = choice("flip_square", square=[n for n in squares if n != wrapper] or squares)
        offered.append(entry)
    return tuple(offered)


def _telltale_order(state: State, seat: Seat) -> Any:
    choices = GAME.choices(state, seat)
    return choices[::-1] if state.rounds[-1] < state.rounds[-2] else choices


def _telltale_refusal(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    coin = isinstance(move, FlipSquare) and state.squares[move.square] == COIN
    if seat != state.turn and coin:
        raise IllegalMove("square_not_down")
    return GAME.decide(state, seat, move, chance)


def _telltale_acceptance(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    wrapper = isinstance(move, FlipSquare) and state.squares[move.square] == WRAPPER
    if seat != state.turn and wrapper:
        return ()
    return GAME.decide(state, seat, move, chance)


def _telltale_event(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Any:
    events = list(GAME.decide(state, seat, move, chance))
    if isinstance(events[-1], TurnPassed) and state.rounds[-1] < state.rounds[-2]:
        events.append(events[-1])
    return events


class _Peeping:
    """A game that looks under the tiles from outside the rules."""

    def __init__(self) -> None:
        self.state = GAME.blank

    def evolve(self, state: State, event: AnyEvent) -> State:
        self.state = GAME.evolve(state, event)
        return self.state

    def bot(self, sight: Sight[View, AnyEvent], chance: Chance) -> Any:
        unknown = [n for n, square in enumerate(sight.view.squares) if square.face is HIDDEN]
        coins = [n for n in unknown if self.state.squares[n] == COIN]
        if sight.view.phase == "start" and coins:
            return FlipSquare(coins[0])
        return GAME.bot(sight, chance)

    def recap(self, event: AnyEvent, names: Any) -> Text:
        text = GAME.words.recap(event, names)
        return Text(text.fr, f"{text.en} ({self.state.squares[0]})")

    def move(self, move: AnyMove) -> Text:
        text = GAME.words.move(move)
        coin = isinstance(move, FlipSquare) and self.state.squares[move.square] == COIN
        return Text(text.fr + "!" * coin, text.en)

    def board(self, view: View, names: Any) -> Text:
        text = GAME.words.board(view, names)
        return Text(text.fr + " " * self.state.squares.index(WRAPPER), text.en)


PLANTED: dict[str, tuple[str, AnyGame]] = {
    "the view shows players their own tiles": ("view", _view(_own_tiles)),
    "the view shows everybody the first player's tiles": (
        "view",
        _view(lambda state, viewer, view: _with_faces(state, view, 0)),
    ),
    "the view shows spectators the wrapper": (
        "view",
        _view(
            lambda state, viewer, view: (
                _with_the_wrapper(state, view) if viewer == SPECTATOR else view
            )
        ),
    ),
    "the view gives a coin away by something else": ("view", _view(_coins_by_what_is_left_out)),
    "the view never forgets": ("view", variant(GAME, view=_never_fades)),
    "the view never forgets a round tile": ("view", variant(GAME, view=_forgets_only_squares)),
    "a replay shows what was on show": ("replay", variant(GAME, view=_still_on_show)),
    "a replay tells a coin by what may follow": (
        "replay",
        _view(lambda state, viewer, view: replace(view, phase=state.step)),
    ),
    "the history tells the deal": (
        "feed",
        _redact(lambda event, viewer: isinstance(event, CandiesLaid)),
    ),
    "the history tells spectators the deal": (
        "feed",
        _redact(lambda event, viewer: viewer == SPECTATOR),
    ),
    "the history tells the round tiles": ("feed", variant(GAME, redact=_half_redacted)),
    "the history never forgets a square": ("feed", lasting(GAME, SquareTurned, LastingSquare)),
    "the history never forgets where squares were turned": (
        "feed",
        lasting(GAME, SquareTurned, LastingPlaces),
    ),
    "the history never forgets a round tile": ("feed", lasting(GAME, RoundTurned, LastingRound)),
    "the wrapper is not offered": ("choices", variant(GAME, choices=_without_the_wrapper)),
    "the order of the choices tells of the stock": (
        "choices",
        variant(GAME, choices=_telltale_order),
    ),
    "a refusal tells a coin": ("refusals", variant(GAME, decide=_telltale_refusal)),
    "an acceptance tells the wrapper": ("refusals", variant(GAME, decide=_telltale_acceptance)),
    "an event more tells of the stock": ("consequences", variant(GAME, decide=_telltale_event)),
    "the bot looks under the squares": ("bot", in_bot(GAME, _Peeping())),
    "the recap tells a square": ("recap", in_words(GAME, _Peeping(), "recap")),
    "a button tells a coin": ("labels", in_words(GAME, _Peeping(), "move")),
    "the board is as wide as the wrapper is far": ("board", in_words(GAME, _Peeping(), "board")),
}
