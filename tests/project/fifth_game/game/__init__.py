"""Pebbles: guess how many pebbles all fists hold together. A toy, and a pattern for new games."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.chance import Chance
from games.choices import Choice, choice
from games.contract import (
    HIDDEN,
    OPEN,
    Event,
    Game,
    Horizon,
    IllegalMove,
    Move,
    Outcome,
    Seat,
    Secret,
    Sight,
    Text,
    Viewer,
    Words,
    ranked,
)
from games.words import does

MOST = 3  # P2


class GuessTotal(Move, frozen=True, tag="guess_total"):
    total: Annotated[int, Meta(ge=0, le=12)]


class FistClosed(Event, frozen=True, tag="fist_closed"):
    asks = True
    seat: Seat
    pebbles: Secret[int] = HIDDEN


class TotalGuessed(Event, frozen=True, tag="total_guessed"):
    asks = True
    seat: Seat
    total: int


class FistsOpened(Event, frozen=True, tag="fists_opened"):
    pebbles: tuple[int, ...]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    repeats: bool = False
    """P4"""


class State(Struct, frozen=True):
    seats: int = 0
    repeats: bool = False
    pebbles: tuple[int, ...] = ()
    guesses: tuple[int, ...] = ()
    opened: bool = False


class View(Struct, frozen=True, tag_field="game", tag="pebbles"):
    guesses: tuple[int, ...]
    pebbles: tuple[int | None, ...]


class SeatsTaken(Event, frozen=True, tag="seats_taken"):
    seats: int
    repeats: bool


def setup(seats: int, options: Options, chance: Chance) -> Sequence[Event]:
    closed = [FistClosed(seat, chance.below(MOST + 1, "pebbles")) for seat in range(seats)]
    return SeatsTaken(seats, options.repeats), *closed


def evolve(state: State, event: Event) -> State:
    match event:
        case SeatsTaken(seats=seats, repeats=repeats):
            return State(seats, repeats)
        case FistClosed(pebbles=int(pebbles)):
            return replace(state, pebbles=(*state.pebbles, pebbles))
        case TotalGuessed(total=total):
            return replace(state, guesses=(*state.guesses, total))
        case FistsOpened():
            return replace(state, opened=True)
    raise AssertionError(event)


def active(state: State) -> tuple[Seat, ...]:
    if not state.seats or len(state.pebbles) < state.seats or len(state.guesses) == state.seats:
        return ()
    return (len(state.guesses),)


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    if seat not in active(state):
        return ()
    totals = range(state.seats * MOST + 1)
    taken = () if state.repeats else state.guesses
    return (choice("guess_total", total=[total for total in totals if total not in taken]),)


def decide(state: State, seat: Seat, move: GuessTotal, chance: Chance) -> Sequence[Event]:
    if state.opened:
        raise IllegalMove("match_over")
    if seat not in active(state):
        raise IllegalMove("not_your_turn")
    if move.total > state.seats * MOST:
        raise IllegalMove("too_many_pebbles")
    if move.total in state.guesses and not state.repeats:
        raise IllegalMove("guess_taken")
    guessed = TotalGuessed(seat, move.total)
    last = len(state.guesses) == state.seats - 1
    return (guessed, FistsOpened(state.pebbles)) if last else (guessed,)


def outcome(state: State) -> Outcome | None:
    return ranked(scores(state), "closest_guess") if state.opened else None


def scores(state: State) -> Sequence[int]:
    total, unknown = sum(state.pebbles), state.seats * MOST + 1
    return [
        -abs(state.guesses[seat] - total) if seat < len(state.guesses) else -unknown
        for seat in range(state.seats)
    ]


def view(state: State, viewer: Viewer, horizon: Horizon) -> View:
    shown = [held if viewer in (seat, OPEN) else None for seat, held in enumerate(state.pebbles)]
    return View(state.guesses, tuple(shown))


def redact(event: Event, viewer: Viewer) -> Event:
    match event:
        case FistClosed(seat=seat) if viewer not in (seat, OPEN):
            return replace(event, pebbles=HIDDEN)
    return event


def resample(log: Sequence[Event], viewer: Viewer, horizon: Horizon, chance: Chance) -> list[Event]:
    """Other pebbles in every other fist, as long as it is closed (P5)."""
    if any(isinstance(event, FistsOpened) for event in log):
        return list(log)
    other: list[Event] = []
    for event in log:
        if isinstance(event, FistClosed) and event.seat != viewer:
            held = [number for number in range(MOST + 1) if number != event.pebbles]
            event = replace(event, pebbles=held[chance.below(len(held), "resample")])
        other.append(event)
    return other


def bot(sight: Sight[View, Event], chance: Chance) -> GuessTotal:
    seats = len(sight.view.pebbles)
    own = sight.view.pebbles[sight.seat] or 0
    likely = own + (seats - 1) * MOST / 2
    totals = [total for total in sight.choices[0].values("total") if isinstance(total, int)]
    return GuessTotal(min(totals, key=lambda total: abs(total - likely)))


def _recap(event: Event, names: Sequence[str]) -> Text:
    match event:
        case FistClosed(seat=seat, pebbles=pebbles) if pebbles is not HIDDEN:
            return Text(
                f"{does(names[seat], 'cache', 'cachez')} {pebbles} cailloux.",
                f"{does(names[seat], 'hides', 'hide')} {pebbles} pebbles.",
            )
        case FistClosed(seat=seat):
            return Text(
                f"{does(names[seat], 'ferme', 'fermez')} le poing.",
                f"{does(names[seat], 'makes', 'make')} a fist.",
            )
        case TotalGuessed(seat=seat, total=total):
            return Text(
                f"{does(names[seat], 'dit', 'dites')} {total}.",
                f"{does(names[seat], 'says', 'say')} {total}.",
            )
        case FistsOpened(pebbles=pebbles):
            total = sum(pebbles)
            return Text(f"Il y en avait {total}.", f"There were {total}.")
    return Text("La table est mise.", "The table is set.")


def _board(view: View, names: Sequence[str]) -> Text:
    said = ", ".join(f"{name} {guess}" for name, guess in zip(names, view.guesses, strict=False))
    fists = " ".join("?" if held is None else str(held) for held in view.pebbles)
    return Text(f"{fists}   dit : {said}", f"{fists}   said: {said}")


GAME = Game(
    key="pebbles",
    version=1,
    seats=range(2, 5),
    options=Options,
    moves=(GuessTotal,),
    events=(SeatsTaken, FistClosed, TotalGuessed, FistsOpened),
    view_type=View,
    words=Words(
        title=Text("Cailloux", "Pebbles"),
        blurb=Text(
            "Combien de cailloux dans tous les poings ?", "How many pebbles do all fists hold?"
        ),
        labels={
            "move.guess_total": Text("deviner", "guess"),
            "option.repeats": Text("redire un nombre", "say a number again"),
            "option.repeats.false": Text("interdit", "forbidden"),
            "option.repeats.true": Text("permis", "allowed"),
            "reason.closest_guess": Text("au plus près", "closest guess"),
        },
        errors={
            "too_many_pebbles": Text(
                "Les poings n’en contiennent pas tant ; dites moins.",
                "The fists cannot hold as many; say less.",
            ),
            "guess_taken": Text("Déjà dit ; dites un autre nombre.", "Taken; say another number."),
        },
        move=lambda move: Text(f"dire {move.total}", f"say {move.total}"),
        recap=_recap,
        board=_board,
    ),
    blank=State(),
    setup=setup,
    evolve=evolve,
    active=active,
    choices=choices,
    decide=decide,
    outcome=outcome,
    scores=scores,
    view=view,
    redact=redact,
    resample=resample,
    bot=bot,
)
