"""Answers about a match and its history, as the viewer may see them."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from api.requests.matches import Visibility
from api.responses.common import (
    Event,
    Hex,
    MatchStatus,
    Move,
    PlayerShown,
    SeatedPlayerShown,
    Time,
    View,
)
from events.clocks.kinds import TimeOut

Contribution = Literal["none", "committed", "revealed", "withheld"]
"""`withheld`: committed to and not revealed, in time or at all."""


class ClockShown(Struct):
    """How much time every player has, in seconds; the kind says which fields there are."""

    kind: Literal["per_move", "bank", "none"]
    seconds: int | UnsetType = UNSET
    bank: int | UnsetType = UNSET
    increment: int | UnsetType = UNSET
    cap: int | UnsetType = UNSET
    time_out: TimeOut | UnsetType = UNSET
    vacation: bool | UnsetType = UNSET


class Reliability(Struct):
    """How a player keeps time: the share of their turns that they answered before it was up, and
    how long they took for half of their answers."""

    turns: int
    in_time_percent: int
    median_answer_seconds: int | None


class SeatShown(Struct):
    """A place at the table; `player` is null while it is free, and it may be kept for a player.

    `timed_out` counts the moves that were not made in time; `stand_in` says that a bot plays until
    the player returns.
    """

    seat: int
    player: SeatedPlayerShown | None
    kept_for: PlayerShown | None
    timed_out: int
    gone: bool
    stand_in: bool
    contribution: Contribution
    reliability: Reliability | UnsetType | None = UNSET
    """Only in lists; null before the player's first turn has counted."""


class Outcome(Struct):
    """How a match ended: full ranking, ties as groups."""

    winners: list[int]
    ranking: list[list[int]]
    reason: str


class Waiting(Struct):
    """The table is complete and waits for seeds."""

    until: Time
    remaining_seconds: int
    waiting_for: list[int]


class Deadline(Struct):
    """When the match stops waiting; `seats` and `until` say it of each awaited seat, in seconds
    left and as a time."""

    at: Time
    remaining_seconds: int
    seats: dict[str, int]
    until: dict[str, Time]


class MatchSummary(Struct):
    """A match in a list; `creator` is a player's id."""

    id: str
    game: str
    ruleset: str
    status: MatchStatus
    visibility: Visibility
    options: dict[str, Any]
    clock: ClockShown
    minimum_reliability: int | None
    seats: list[SeatShown]
    creator: str
    version: int
    created_at: Time
    started_at: Time | None
    finished_at: Time | None


class Promise(Struct):
    """The signed commitment that stood when you took your seat; keep it, to compare it with the
    export of the match (docs/fairness.md)."""

    commitment: Hex
    seat: int
    seed_commitment: Hex | None
    key_id: str
    signature: Hex


class Match(MatchSummary):
    """A match as you may see it now; `promise` is there when you have just taken a seat.

    `fades`: values that were shown and hidden again fade, so a later answer may tell less of an
    earlier event; false before the start.
    """

    head: Hex
    commitment: Hex
    you: int | None
    awaiting: list[int]
    asked: int | None
    sealed: Move | None
    choices: list[dict[str, Any]]
    deadline: Deadline | None
    view: View | None
    fades: bool
    outcome: Outcome | None
    cancel_votes: list[int]
    rematch: str | None
    server_time: Time
    starting: Waiting | UnsetType | None = UNSET
    promise: Promise | UnsetType = UNSET


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


class Sentence(Struct):
    """What one event says."""

    seq: int
    at: Time
    text: str


class Recap(Struct):
    """What happened past `after`, in sentences."""

    after: int
    version: int
    sentences: list[Sentence]
    has_more: bool
    server_time: Time


class MoveAnswer(Struct):
    """What a move came to; with its `recap` if that was asked for.

    When an answer is repeated after a later move, its match is the present one, without a recap.
    """

    match: Match
    events: list[Event]
    receipt: Receipt
    recap: Recap | UnsetType = UNSET


class SeedReceipt(Struct):
    """The signed statement that this seat revealed that seed to the match's commitment."""

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


class Export(Struct):
    """A whole match; docs/fairness.md explains every field."""

    format: Literal["gobelet-match/1"]
    match: dict[str, Any]
    fairness: dict[str, Any]
    draws: list[dict[str, Any]]
    events: list[dict[str, Any]]
