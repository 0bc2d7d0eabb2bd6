"""The forms of answers, declared once for the OpenAPI schema.

`Move`, `Event` and `View` are unions over all games, made in schema.py from the games themselves.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.shapes import Visibility

Time = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]*$")]


class Move(Struct):
    """Stands for the union of all games' moves."""


class Event(Struct):
    """Stands for the union of all kinds of event."""


class View(Struct):
    """Stands for the union of all games' views."""


class PlayerShown(Struct):
    """Somebody at a table."""

    id: str
    name: str
    kind: Literal["human", "bot"]


class Account(PlayerShown):
    """One's own account."""

    guest: bool


class SignedIn(Struct):
    """A token for this device; it is told only once."""

    token: str
    expires_at: Time
    player: Account


class SeatRange(Struct):
    """For how many a game is."""

    min: int
    max: int


class Translated(Struct):
    """The same in every language."""

    fr: str
    en: str


class GameSummary(Struct):
    """A game in a list; `options` is a JSON Schema."""

    id: str
    ruleset: str
    titles: Translated
    seats: SeatRange
    options: dict[str, Any]


class Manifest(Struct):
    """JSON Schemas by stored name, with their definitions, and labels by key."""

    moves: dict[str, Any]
    events: dict[str, Any]
    view: dict[str, Any]
    labels: dict[str, Translated]
    errors: dict[str, Translated]


class Game(GameSummary):
    """A game with its rules (Markdown) and its manifest."""

    rules: Translated
    manifest: Manifest


class GameList(Struct):
    """A page of games."""

    results: list[GameSummary]
    next: str | None


class SeatShown(Struct):
    """A place at the table; `player` is null while it is free."""

    seat: int
    player: PlayerShown | None
    timed_out: int
    gone: bool
    contribution: Literal["none", "committed", "revealed"]


class Outcome(Struct):
    """How a match ended: full ranking, ties as groups."""

    winners: list[int]
    ranking: list[list[int]]
    reason: str


class Waiting(Struct):
    """The table is complete and waits for seeds."""

    until: Time
    waiting_for: list[int]


class Deadline(Struct):
    """By when the awaited seats must have moved."""

    at: Time
    remaining_seconds: int
    seats: dict[str, int]


class Match(Struct):
    """A match as you may see it now."""

    id: str
    game: str
    ruleset: str
    status: Literal["open", "running", "finished", "cancelled"]
    visibility: Visibility
    options: dict[str, Any]
    version: int
    head: Hex
    commitment: Hex
    seats: list[SeatShown]
    you: int | None
    awaiting: list[int]
    asked: int | None
    sealed: Move | None
    choices: list[dict[str, Any]]
    deadline: Deadline | None
    view: View | None
    outcome: Outcome | None
    created_at: Time
    started_at: Time | None
    finished_at: Time | None
    server_time: Time
    starting: Waiting | UnsetType | None = UNSET


class Proof(Struct):
    """What shows that an event is the one in the chain; `nonce` opens your own slot."""

    public: dict[str, Any]
    slots: list[Hex]
    nonce: Hex | UnsetType = UNSET


class Feed(Struct):
    """A page of a match's history."""

    events: list[Event]
    version: int
    head: Hex
    has_more: bool
    server_time: Time


class Receipt(Struct):
    """The signed head after a move, or for a sealed answer `asked` and `digest` in its place."""

    key_id: str
    signature: Hex
    seq: int | UnsetType = UNSET
    head: Hex | UnsetType = UNSET
    asked: int | UnsetType = UNSET
    digest: Hex | UnsetType = UNSET


class MoveAnswer(Struct):
    """What a move came to."""

    match: Match
    events: list[Event]
    receipt: Receipt


class SeedReceipt(Struct):
    """The signed statement that this seat revealed that seed."""

    seat: int
    seed: Hex
    key_id: str
    signature: Hex


class SeedAnswer(Struct):
    """The match after a seed was revealed."""

    match: Match
    receipt: SeedReceipt


class Invitation(Struct):
    """A secret that lets its bearer join, and a link that carries it."""

    invite: str
    url: str


class Key(Struct):
    """A key that receipts are signed with."""

    key_id: str
    algorithm: Literal["Ed25519"]
    public_key: Hex
    created_at: Time
    retired_at: Time | None


class Keys(Struct):
    """All keys, the current one first."""

    keys: list[Key]


class Export(Struct):
    """A whole match; docs/fairness.md explains every field."""

    format: Literal["gobelet-match/1"]
    match: dict[str, Any]
    fairness: dict[str, Any]
    draws: list[dict[str, Any]]
    events: list[dict[str, Any]]


class FieldProblem(Struct):
    """One bad field."""

    pointer: str
    code: str
    detail: str


class Problem(Struct):
    """An error after RFC 9457; branch on `code`."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldProblem] | UnsetType = UNSET
    current_version: int | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET


ANSWERS: tuple[type[Struct], ...] = (
    SignedIn, GameList, Game, Match, Feed, MoveAnswer, SeedAnswer, Invitation, Keys, Export,
    Problem, Proof,
)  # fmt: skip
