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
from events.seats.standing_answers import Until

Contribution = Literal["none", "committed", "revealed", "withheld"]
"""The contribution of a seat to the chance of a match.

none: Nothing; it has not committed to a seed.
committed: It has committed to a seed and not revealed it yet.
revealed: It has revealed the seed that it had committed to.
withheld: It has waived the seed that it had committed to, or not revealed it in time.
"""
ClockShownKind = Literal["per_move", "bank", "none"]
"""A kind of clock.

per_move: The same time for every move; unused time is lost.
bank: A bank of time that each move of the seat adds to, up to a cap.
none: No time limit; the match is cancelled after a long time without a move.
"""


class ClockShown(Struct):
    """How much time every player has; the kind says which fields there are."""

    kind: ClockShownKind
    """The kind of clock; a preset is shown as its kind."""
    seconds: int | UnsetType = UNSET
    """The seconds for each move; only with `per_move`."""
    bank: int | UnsetType = UNSET
    """The seconds in a seat's bank at the start; only with `bank`."""
    increment: int | UnsetType = UNSET
    """The seconds that each move adds to the seat's bank; only with `bank`."""
    cap: int | UnsetType = UNSET
    """The most seconds that a bank can hold; only with `bank`."""
    time_out: TimeOut | UnsetType = UNSET
    """The consequence of a missed deadline; absent with `none`."""
    vacation: bool | UnsetType = UNSET
    """Whether players' vacations stop the clock; absent with `none`."""


class Reliability(Struct):
    """How a player keeps time, from their latest matches with a clock."""

    turns: int
    """How many turns were counted."""
    in_time_percent: int
    """The share of these turns that was answered in time, in whole percent, rounded down."""
    median_answer_seconds: int | None
    """The median time of an answer, in seconds; null before the first answer."""


class SeatShown(Struct):
    """A place at the table."""

    seat: int
    """The number of the seat, from 0, clockwise."""
    player: SeatedPlayerShown | None
    """Who sits there; null while the seat is free."""
    kept_for: PlayerShown | None
    """The player for whom the free seat is kept; null if anyone may take it."""
    timed_out: int
    """How many moves were not made in time."""
    gone: bool
    """Whether its player has resigned, so that a bot plays it to the end."""
    stand_in: bool
    """Whether a bot plays it until its player returns."""
    contribution: Contribution
    """The contribution of the seat to the chance of the match."""
    reliability: Reliability | UnsetType | None = UNSET
    """How its player keeps time; only in lists, null before the first turn has counted."""


class Outcome(Struct):
    """How a match ended."""

    winners: list[int]
    """The seats that won."""
    ranking: list[list[int]]
    """All seats, the best first; seats in one group share a place."""
    reason: str
    """Why the match ended; the game's manifest has its label as `reason.…`."""


class Waiting(Struct):
    """The table is complete and waits for seeds."""

    until: Time
    """When the match starts without those seeds at the latest, in UTC."""
    remaining_seconds: int
    """The seconds until then when the server answered."""
    waiting_for: list[int]
    """The seats that have not revealed the seed that they committed to."""


class Deadline(Struct):
    """When the match stops waiting."""

    at: Time
    """The first deadline of a seat whose turn it is, in UTC; count down to it."""
    remaining_seconds: int
    """The seconds until then when the server answered, 0 once it has passed."""
    seats: dict[str, int]
    """The seconds left to each seat whose clock runs, by the seat's number."""
    until: dict[str, Time]
    """The deadline of each seat whose clock runs, in UTC, by the seat's number."""


class MatchSettings(Struct):
    """The base class of answers about a match: what it is, and how it was set up."""

    id: str
    """The id of the match."""
    game: str
    """The key of the game, its `id` in `GET games`."""
    ruleset: str
    """The game with the version of its rules; it stays to the end of the match."""
    status: MatchStatus
    """How far the match is."""
    visibility: Visibility
    """Who can find, watch and join the match."""
    options: dict[str, Any]
    """The options of the game, defaults filled in."""


class MatchSummary(MatchSettings):
    """A match in a list."""

    clock: ClockShown
    """How much time every player has."""
    minimum_reliability: int | None
    """The percentage of turns that joining players must have answered in time; null for any."""
    rated: bool
    """Whether the result counts for ratings, if at least two people play, all with accounts."""
    ends_at: Time | None
    """The last day of a cup's table, in UTC: if it still runs then, all rank as they stand; null
    for other matches."""
    seats: list[SeatShown]
    """The seats, by number."""
    creator: str
    """The id of the player who opened the match."""
    version: int
    """The number of the match's events; it grows with every event."""
    created_at: Time
    """When the match was opened, in UTC."""
    started_at: Time | None
    """When the match started, in UTC; null before."""
    finished_at: Time | None
    """When the match ended or was cancelled, in UTC; null before."""


class Promise(Struct):
    """The signed commitment that stood when you took your seat; keep it, to compare it with the
    export of the match (docs/fairness.md)."""

    commitment: Hex
    """The server's commitment to its seed."""
    seat: int
    """The number of your seat, from 0."""
    seed_commitment: Hex | None
    """Your own commitment; null if you made none."""
    key_id: str
    """The key of the signature, one of `GET keys`."""
    signature: Hex
    """The signature of all this, in hexadecimal digits."""


class Match(MatchSummary):
    """A match as you may see it now."""

    head: Hex
    """The head of the match's hash chain (docs/fairness.md)."""
    commitment: Hex
    """The server's commitment to its seed."""
    you: int | None
    """The number of your seat, from 0; null for a spectator."""
    awaiting: list[int]
    """The seats that the match waits for; one whose answer is sealed stays among them."""
    asked: int | None
    """The number of the question that is open to you; null where `choices` is empty."""
    sealed: Move | None
    """Your early answer to the open question, which you may still change; null for none."""
    choices: list[dict[str, Any]]
    """Your legal moves; empty if no question is open to you."""
    deadline: Deadline | None
    """When the match stops waiting; null while no clock runs."""
    view: View | None
    """The table as you may see it; null before the start."""
    fades: bool
    """Whether values that were shown and hidden again fade, so that a later answer may tell less
    of an earlier event; false before the start."""
    outcome: Outcome | None
    """The result; null before the end and in a cancelled match."""
    cancel_votes: list[int]
    """The seats that have voted to call the match off, since the last event."""
    rematch: str | None
    """The id of the rematch, for players of this match; null if there is none."""
    server_time: Time
    """The server's clock when it answered, in UTC; correct deadlines by its difference to yours."""
    starting: Waiting | UnsetType | None = UNSET
    """What a complete table still waits for; null while seats are free, absent after the start."""
    promise: Promise | UnsetType = UNSET
    """The server's promise; only in the answer to taking a seat."""


class Proof(Struct):
    """The proof that an event is the one in the hash chain (docs/fairness.md)."""

    public: dict[str, Any]
    """The part of the event that all may know."""
    slots: list[Hex]
    """The hash of the event as each seat, spectators and the export know it."""
    nonce: Hex | UnsetType = UNSET
    """The nonce that opens your own slot; absent for spectators."""


class Feed(Struct):
    """A page of a match's history."""

    events: list[Event]
    """The events past `after`, in order."""
    version: int
    """The number of the match's events."""
    head: Hex
    """The head of the match's hash chain (docs/fairness.md)."""
    has_more: bool
    """Whether more events follow: ask again with `after` set to the last `seq`."""
    server_time: Time
    """The server's clock when it answered, in UTC."""


class Receipt(Struct):
    """The signed receipt of a move; keep it, to compare it with the export of the match."""

    key_id: str
    """The key of the signature, one of `GET keys`."""
    signature: Hex
    """The signature of the other fields, in hexadecimal digits."""
    seq: int | UnsetType = UNSET
    """The last event after the move; absent for an answer that is still sealed."""
    head: Hex | UnsetType = UNSET
    """The head of the hash chain after the move; absent for an answer that is still sealed."""
    asked: int | UnsetType = UNSET
    """The number of the question; only for an answer that is still sealed."""
    digest: Hex | UnsetType = UNSET
    """The hash of the answer; only for an answer that is still sealed."""


class Sentence(Struct):
    """One event in words."""

    seq: int
    """The number of the event."""
    at: Time
    """When it happened, in UTC."""
    text: str
    """What happened, in your language."""


class Recap(Struct):
    """The events after a given one, in sentences."""

    after: int
    """The event that the sentences follow: the one you named, or the last that you have read."""
    version: int
    """The number of the match's events."""
    sentences: list[Sentence]
    """One sentence for each event, in order."""
    has_more: bool
    """Whether more events follow: ask again with `after` set to the last `seq`."""
    server_time: Time
    """The server's clock when it answered, in UTC."""


class MoveAnswer(Struct):
    """The result of a move.

    When an answer is repeated after a later move, its match is the present one, without a recap.
    """

    match: Match
    """The match after the move."""
    events: list[Event]
    """The events that the move caused, as you may know them; none while it is sealed."""
    receipt: Receipt
    """The signed receipt of the move."""
    recap: Recap | UnsetType = UNSET
    """The result of the move in sentences; only if the request asked for it."""


class SeedReceipt(Struct):
    """The signed statement that this seat revealed that seed to the match's commitment."""

    seat: int
    """The number of your seat, from 0."""
    seed: Hex
    """The seed that you revealed, empty if you waived it."""
    key_id: str
    """The key of the signature, one of `GET keys`."""
    signature: Hex
    """The signature of the statement, in hexadecimal digits."""


class SeedAnswer(Struct):
    """The result of revealing a seed."""

    match: Match
    """The match after the seed was revealed."""
    receipt: SeedReceipt
    """The signed receipt of the seed."""


class Invitation(Struct):
    """An invitation that its bearer can join with."""

    invite: str
    """The secret, to be sent as `invite` when joining."""
    url: str
    """The link to the match with the secret in its fragment, for the invited player."""


class ShareLink(Struct):
    """A link that shows a finished match to whoever has it, a private one too."""

    share: str
    """The secret, to be sent in the header `Share` when reading the match or its replay."""
    url: str
    """The link to the replay with the secret in its fragment."""


class Export(Struct):
    """A whole match with all its secrets; docs/fairness.md explains every field."""

    format: Literal["gobelet-match/1"]
    """The format of the export, always `gobelet-match/1`."""
    match: dict[str, Any]
    """The match: id, game, ruleset, options, seats."""
    fairness: dict[str, Any]
    """Commitments, seeds and keys."""
    draws: list[dict[str, Any]]
    """Every draw of chance, in order."""
    events: list[dict[str, Any]]
    """Every event in full, with its hashes."""


class StandingShown(Struct):
    """An answer that you have given in advance."""

    move: Move
    """The move that is made for you whenever it is legal."""
    until: Until
    """How long the answer stands."""


class StandingAnswer(Struct):
    """Your standing answer for questions to come."""

    standing: StandingShown | None
    """What is answered for you; null when nothing is."""
    receipt: Receipt | UnsetType = UNSET
    """The signed receipt; only if a question that was open now has been answered too."""
