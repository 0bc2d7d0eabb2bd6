"""What a game is: a record of plain functions, and the few values they exchange.

Nothing here knows any particular game, and nothing here plays: `table.py` does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import force_setattr

from games.chance import Chance
from games.choices import Choice

Seat: TypeAlias = int
"""0…n−1, clockwise; left of seat s sits (s + 1) mod n."""

Viewer: TypeAlias = int
"""Whoever is looking: a seat, or one of the two below."""

# No number that a list would take for an index, from either end.
SPECTATOR: Final[Viewer] = 1_000_000
OPEN: Final[Viewer] = 1_000_001
"""Sees everything: the match is over."""

Horizon: TypeAlias = int
"""A place in the log, its events counted from 0: how far back a viewer remembers. What was hidden
again by an earlier event has faded; 0 for a viewer who forgets nothing."""

T = TypeVar("T")
Secret: TypeAlias = T | UnsetType
"""A value that not everybody may know; hidden, it is UNSET and simply absent from the JSON."""

HIDDEN: Final = UNSET


def known(value: Secret[T]) -> T:
    """A value of the log itself, in which nothing is hidden."""
    return value  # type: ignore[return-value]


class Text(NamedTuple):
    """One thing said in every language we speak."""

    fr: str
    en: str

    def within(self, language: str) -> str:
        return self.fr if language == "fr" else self.en


LANGUAGES: Final = Text._fields


class Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, cache_hash=True):
    """What a seat asks for, in the imperative. A subclass's `tag` is its stored name for ever.

    `forced`: where it is the only legal move the server plays it; not so for a move that a seat may
    as well leave unmade.
    """

    forced: ClassVar[bool] = True


class MoveWithSets(Move, frozen=True):
    """A move of which some fields, the `unordered`, list the members of a set: they are sorted
    before anybody looks at them."""

    unordered: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        for name in self.unordered:
            members = getattr(self, name)
            if members is not None:
                force_setattr(self, name, tuple(sorted(members)))


class Event(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A fact, in the past tense, with its effects resolved. A subclass's `tag` is its stored name.

    `asks`: it puts a new question to whoever is asked after it; `asks_seat`: only to its `seat`.
    `opens_turn`: a turn begins with it.

    What is shown and then hidden again fades from memory (see `memory.py`). `fades`: the fields
    that show such a thing; `hides`: all that is on show goes out of sight, this event's own fields
    included; `settles`: all that is on show stays open for good.
    """

    schema: ClassVar[int] = 1
    asks: ClassVar[bool] = False
    asks_seat: ClassVar[bool] = False
    opens_turn: ClassVar[bool] = False
    fades: ClassVar[tuple[str, ...]] = ()
    hides: ClassVar[bool] = False
    settles: ClassVar[bool] = False


class Outcome(Struct, frozen=True):
    """How a match ended: the full ranking, best first, ties as groups; `reason` has a label."""

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: str


def ranked(worth: Sequence[Any], reason: str) -> Outcome:
    """The outcome in which more worth ranks higher and equal worth shares a place."""
    ranking = tuple(
        tuple(seat for seat, own in enumerate(worth) if own == value)
        for value in sorted(set(worth), reverse=True)
    )
    return Outcome(ranking[0], ranking, reason)


class Refused(Exception):
    """Well-formed but not possible. `code` is stable and its words are fixed: it has no
    parameters, so that a refusal can never tell what is hidden."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class IllegalMove(Refused):
    """A move against the rules."""


class UnfitTable(Refused):
    """A number of seats, or options for it, that the game is not played with; `pointer` says which
    of them, as a JSON Pointer."""

    def __init__(self, code: str, pointer: str) -> None:
        super().__init__(code)
        self.pointer = pointer


S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=Struct)
O = TypeVar("O", bound=Struct)  # noqa: E741


class Sight(Struct, Generic[V, E], frozen=True):
    """All that a seat may know when it decides, and so all that a bot gets."""

    seat: Seat
    view: V
    """As somebody sees it who forgets nothing."""
    choices: tuple[Choice, ...]
    seen: Sequence[E]
    """Every event as it was shown to this seat when it happened."""


class Speech(NamedTuple):
    """How people write a game's moves, in whatever language: `names` has for each word (in lower
    case, without accents) what it stands for, and `forms` every way to say a move with these and
    with numbers, the shortest first. A move is understood by its label too."""

    names: Mapping[str, str | int]
    forms: Callable[[Any], Sequence[tuple[str | int, ...]]]


class Words(NamedTuple):
    """Everything a game says to people, in every language; `labels` names pieces, options,
    phases and endings, `errors` says of each code what to do."""

    title: Text
    labels: Mapping[str, Text]
    errors: Mapping[str, Text]
    move: Callable[[Any], Text]
    """A move as a button or a mail would offer it."""
    recap: Callable[[Any, Sequence[str]], Text]
    """One sentence for an event as its reader may see it, given the seats' names."""
    board: Callable[[Any, Sequence[str]], Text]
    """The table in plain text, from a view and the seats' names; enough to play from."""
    speech: Speech | None = None
    """Without it moves are written by their labels or their numbers in a list."""
    picture: Callable[[Any, Sequence[str], Seat | None], str] | None = None
    """The table as SVG, from a view, the seats' names and the viewer's own seat."""


Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""An event's `data` as its next schema has it: a pure function, of data from which what its reader
may not know is missing."""


def any_options(seats: int, options: O) -> O:
    """For games whose options do not depend on the number of seats."""
    return options


def nobody(state: object) -> tuple[Seat, ...]:
    """For games in which no answer can be given early, or changed once it has been given."""
    return ()


def each_alone(state: object) -> tuple[tuple[Seat, ...], ...]:
    """For games that are not played in teams."""
    return ()


def nothing_fades(state: object) -> bool:
    """For games in which nothing is shown and then hidden again."""
    return False


@dataclass(frozen=True, eq=False)
class Game(Generic[S, M, E, V, O]):
    """A game's table of contents."""

    _: KW_ONLY
    key: str
    version: int
    seats: range
    options: type[O]
    moves: tuple[type[M], ...]
    events: tuple[type[E], ...]
    view_type: type[V]
    words: Words

    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    """For each (stored name, schema) that events were logged with: their data one schema on."""
    fit: Callable[[int, O], O] = any_options
    """The options as that many seats play with them, or UnfitTable."""
    blank: S
    """The state before the first event."""
    setup: Callable[[int, O, Chance], Sequence[E]]
    """The events that set the table for that many seats, with options that fit."""
    evolve: Callable[[S, E], S]
    """The state after an event: never refuses, reads no clock, draws nothing."""
    active: Callable[[S], tuple[Seat, ...]]
    """The seats whose move takes effect now."""
    early: Callable[[S], tuple[Seat, ...]] = nobody
    """The seats that may answer already, sealed until it is their turn, in that order."""
    second_thoughts: Callable[[S], tuple[Seat, ...]] = nobody
    """The seats that nobody waits for but that may still change what they said."""
    choices: Callable[[S, Seat], tuple[Choice, ...]]
    """All legal moves of a seat and nothing else, compactly."""
    decide: Callable[[S, Seat, M, Chance], Sequence[E]]
    """What a move brings about, or IllegalMove. A legal answer of an `early` seat brings about
    nothing yet, and nothing of another seat's move does so."""
    outcome: Callable[[S], Outcome | None]
    """How the match ended, or None while it goes on."""
    standing: tuple[type[M], ...] = ()
    """The moves, without fields, that a seat may give as its answer to all questions to come."""
    teams: Callable[[S], tuple[tuple[Seat, ...], ...]] = each_alone
    """The teams that win together; none where each plays alone."""

    fading: Callable[[S], bool] = nothing_fades
    """Whether this match is played from memory: what was hidden again is not read for ever."""
    view: Callable[[S, Viewer, Horizon], V]
    """The table as a viewer may see it now, without what was hidden before the horizon; what is
    still on show counts as hidden by the event that comes next."""
    redact: Callable[[E, Viewer], E]
    """An event as a viewer may know it when it happens."""
    resample: Callable[[Sequence[E], Viewer, Horizon, Chance], list[E]]
    """Another valid log of which this viewer could not tell: each event, as the viewer may read it
    now that what was hidden before the horizon has faded, is the same. It differs from the given
    one wherever the rules leave room for it. Written from the rules' "what each player may know",
    never from `view` or `redact`."""
    bot: Callable[[Sight[V, E], Chance], M]
    """A legal move of that seat, from its sight alone."""

    @property
    def ruleset(self) -> str:
        return f"{self.key}/{self.version}"


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def table_options(game: AnyGame, seats: int, options: Any) -> Any:
    """The options with which so many seats play, or UnfitTable."""
    if seats not in game.seats:
        raise UnfitTable("seats_out_of_range", "/seats")
    return game.fit(seats, options)


def asked(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Every seat whose move or answer can still matter now."""
    return game.active(state) + game.early(state) + game.second_thoughts(state)
