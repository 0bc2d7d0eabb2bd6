"""The contract of a game: a record of plain functions, and the few values that they exchange.

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
"""0…n−1, clockwise; the seat on the left of seat s is (s + 1) mod n."""

Viewer: TypeAlias = int
"""The reader of a view: a seat, or one of the two values below."""

# Too large to be a list index from either end, so that misuse raises IndexError.
SPECTATOR: Final[Viewer] = 1_000_000
OPEN: Final[Viewer] = 1_000_001
"""The viewer who sees everything, once the match is over."""

Level: TypeAlias = int
"""How well a bot plays: 1 to 5."""

LEVELS: Final = range(1, 6)
BEST: Final[Level] = 5
"""The level of bots that were asked for without one, and of stand-ins in matches that name none."""
STAND_IN: Final[Level] = 3
"""The level of a bot that plays for a player who is away, late or gone."""

Horizon: TypeAlias = int
"""How far back a viewer remembers, as a position in the log (events count from 0). Values that an
earlier event hid again have faded; 0 for a viewer who forgets nothing."""

T = TypeVar("T")
Secret: TypeAlias = T | UnsetType
"""A value that not every viewer may know; when hidden it is UNSET and absent from the JSON."""

HIDDEN: Final = UNSET


def known(value: Secret[T]) -> T:
    """Return a value of the unredacted log, in which nothing is hidden, with its plain type."""
    return value  # type: ignore[return-value]


class Text(NamedTuple):
    """A text for people in every supported language."""

    fr: str
    en: str

    def within(self, language: str) -> str:
        return self.fr if language == "fr" else self.en


LANGUAGES: Final = Text._fields


class Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, cache_hash=True):
    """A request of a seat, named in the imperative. A subclass's `tag` is its stored name for ever.

    `forced`: the server plays it where it is the only legal move; False for a move that a seat may
    also decline to make.
    """

    forced: ClassVar[bool] = True


class MoveWithSets(Move, frozen=True):
    """A move whose `unordered` fields list the members of a set; they are sorted on creation."""

    unordered: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        for name in self.unordered:
            members = getattr(self, name)
            if members is not None:
                force_setattr(self, name, tuple(sorted(members)))


class Event(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A fact, in the past tense, with its effects resolved. A subclass's `tag` is its stored name.

    `asks`: it puts a new question to every seat that must answer next; `asks_seat`: only to its
    own `seat`. `opens_turn`: a turn begins with it.

    A value that is shown and later hidden again fades from memory (see `memory.py`). `fades`: the
    fields that show them; `hides`: it hides all values now on show, this event's own fields
    included; `settles`: all values now on show stay visible for good.
    """

    schema: ClassVar[int] = 1
    asks: ClassVar[bool] = False
    asks_seat: ClassVar[bool] = False
    opens_turn: ClassVar[bool] = False
    fades: ClassVar[tuple[str, ...]] = ()
    hides: ClassVar[bool] = False
    settles: ClassVar[bool] = False


class Outcome(Struct, frozen=True):
    """The result of a match: the full ranking, best first, ties as groups; `reason` has a label."""

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: str


def ranked(worth: Sequence[Any], reason: str) -> Outcome:
    """Return the outcome in which more worth ranks higher and equal worth shares a place."""
    ranking = tuple(
        tuple(seat for seat, own in enumerate(worth) if own == value)
        for value in sorted(set(worth), reverse=True)
    )
    return Outcome(ranking[0], ranking, reason)


class Refused(Exception):
    """A request that is well-formed but not possible. `code` is stable, and its text is fixed and
    has no parameters, so that a refusal can never reveal a secret."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class IllegalMove(Refused):
    """A move against the rules."""


class UnfitTable(Refused):
    """A number of seats, or options for it, that the game does not support; `pointer` is the JSON
    Pointer of the unsupported one."""

    def __init__(self, code: str, pointer: str) -> None:
        super().__init__(code)
        self.pointer = pointer


S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=Struct)
O = TypeVar("O", bound=Struct)  # noqa: E741


class Sight(Struct, Generic[V, E], frozen=True):
    """Everything that a seat may know when it decides, and so everything that a bot gets."""

    seat: Seat
    view: V
    """The view of a viewer who forgets nothing."""
    choices: tuple[Choice, ...]
    seen: Sequence[E]
    """Every event as it was shown to this seat when it happened."""


Bot: TypeAlias = Callable[[Sight[V, E], Chance], M]
"""Returns a legal move of a seat from its sight alone: the same move for the same sight and chance
on every machine. Its work is bounded by counts, never by time."""


class Character(NamedTuple):
    """Who plays a game at one level: a name, a sentence on how they play, the colour of their face
    (`#rrggbb`, dark enough for white initials)."""

    name: str
    manner: Text
    colour: str


class Speech(NamedTuple):
    """How people write a game's moves, in any language: `names` has the meaning of each word (in
    lower case, without accents), and `forms` returns every way to write a move with these meanings
    and numbers, the shortest first. A move is also understood by its label."""

    names: Mapping[str, str | int]
    forms: Callable[[Any], Sequence[tuple[str | int, ...]]]


class Words(NamedTuple):
    """All texts of a game for people, in every language; `labels` names pieces, options, phases
    and endings, `errors` has for each code what to do."""

    title: Text
    blurb: Text
    """One or two short sentences that make a reader want to play; lists of games show them."""
    labels: Mapping[str, Text]
    errors: Mapping[str, Text]
    move: Callable[[Any], Text]
    """The label of a move, as a button or a mail offers it."""
    recap: Callable[[Any, Sequence[str]], Text]
    """One sentence for an event as redacted for its reader, given the seats' names."""
    board: Callable[[Any, Sequence[str]], Text]
    """The table in plain text, from a view and the seats' names; enough to play from."""
    speech: Speech | None = None
    """Without it people write moves by their labels or their numbers in a list."""
    picture: Callable[[Any, Sequence[str], Seat | None], str] | None = None
    """The table as SVG, from a view, the seats' names and the viewer's own seat."""
    characters: tuple[Character, ...] = ()
    """Who plays at levels 1 to 5; without them `games.bots` has some for every game."""


class LessonMove(NamedTuple):
    """A move of a guided first match; `says` leads the learner to it, one or two short sentences,
    and is None for moves of others."""

    seat: Seat
    move: Move
    says: Text | None = None


class Lesson(NamedTuple):
    """A guided first match: its draws follow from `seed`, its moves are played one after the other
    by the rules, and `ending` closes it. The learner has seat 0."""

    seats: int
    options: Struct
    seed: int
    moves: tuple[LessonMove, ...]
    ending: Text


Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts an event's `data` to its next schema: a pure function, which must accept redacted data,
without the fields that its reader may not know."""


def any_options(seats: int, options: O) -> O:
    """Return the options unchanged: for games whose options do not depend on the seats."""
    return options


def nobody(state: object) -> tuple[Seat, ...]:
    """Return no seats: for games in which no answer can be given early, or changed later."""
    return ()


def each_alone(state: object) -> tuple[tuple[Seat, ...], ...]:
    """Return no teams: for games in which each seat plays alone."""
    return ()


def nothing_fades(state: object) -> bool:
    """Return False: for games in which nothing is shown and then hidden again."""
    return False


@dataclass(frozen=True, eq=False)
class Game(Generic[S, M, E, V, O]):
    """A game: its types, its texts, and the functions that are its rules."""

    _: KW_ONLY
    key: str
    version: int
    seats: range
    options: type[O]
    moves: tuple[type[M], ...]
    events: tuple[type[E], ...]
    view_type: type[V]
    words: Words
    introductory: bool = False
    """Whether it suits a newcomer's first match; the client's "Play now" chooses such a game."""
    lesson: Lesson | None = None
    """A guided first match; the client offers it beside the rules."""

    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    """By (stored name, schema) of logged events, the conversion of data to the next schema."""
    fit: Callable[[int, O], O] = any_options
    """Returns the options adapted to that number of seats, or raises UnfitTable."""
    blank: S
    """The state before the first event."""
    setup: Callable[[int, O, Chance], Sequence[E]]
    """Returns the events that set up a match of that many seats, with options from `fit`."""
    evolve: Callable[[S, E], S]
    """Returns the state after an event: never refuses, reads no clock, draws nothing."""
    active: Callable[[S], tuple[Seat, ...]]
    """Returns the seats whose move takes effect now."""
    early: Callable[[S], tuple[Seat, ...]] = nobody
    """Returns the seats that may answer already, sealed until it is their turn, in turn order."""
    second_thoughts: Callable[[S], tuple[Seat, ...]] = nobody
    """Returns the seats that the match does not wait for but that may still change their answer."""
    choices: Callable[[S, Seat], tuple[Choice, ...]]
    """Returns all legal moves of a seat and nothing else, in compact form."""
    decide: Callable[[S, Seat, M, Chance], Sequence[E]]
    """Returns the events that a move causes, or raises IllegalMove. No events means a legal answer
    of an `early` seat, which has no effect yet; every other legal move causes events."""
    outcome: Callable[[S], Outcome | None]
    """Returns the result of the match, or None while it goes on."""
    scores: Callable[[S], Sequence[Any]]
    """Returns how each seat stands, more is better: the ranking of a match ended before its end."""
    standing: tuple[type[M], ...] = ()
    """The moves, without fields, that a seat may give as a standing answer to future questions."""
    teams: Callable[[S], tuple[tuple[Seat, ...], ...]] = each_alone
    """Returns the teams that win together; none where each seat plays alone."""

    fading: Callable[[S], bool] = nothing_fades
    """Whether this match is played from memory: values that were hidden again fade."""
    view: Callable[[S, Viewer, Horizon], V]
    """Returns the table as a viewer may see it now, without values hidden before the horizon; a
    value still on show counts as hidden by the next event."""
    redact: Callable[[E, Viewer], E]
    """Returns an event as a viewer may know it when it happens."""
    resample: Callable[[Sequence[E], Viewer, Horizon, Chance], list[E]]
    """Returns another valid log that this viewer cannot distinguish from the given one: each event,
    as the viewer may read it now that values hidden before the horizon have faded, is the same. It
    differs wherever the rules leave room for it. Written from the rules' "what each player may
    know", never from `view` or `redact`."""
    bot: Bot[V, E, M]
    """The bot of matches that began before there were levels, and of level 5 if `bots` is empty."""
    bots: Mapping[int, Mapping[Level, Bot[V, E, M]]] = field(default_factory=dict)
    """By version, the bots of those levels that have one of their own, level 5 always; any other
    level plays that of the next higher one with mistakes (`games/bots.py`). A bot that plays
    differently is a new version, so that old matches can still be checked."""

    @property
    def ruleset(self) -> str:
        return f"{self.key}/{self.version}"


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def table_options(game: AnyGame, seats: int, options: Any) -> Any:
    """Return the options adapted to that number of seats, or raise UnfitTable."""
    if seats not in game.seats:
        raise UnfitTable("seats_out_of_range", "/seats")
    return game.fit(seats, options)


def asked(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Return every seat whose move or answer can have an effect now."""
    return game.active(state) + game.early(state) + game.second_thoughts(state)
