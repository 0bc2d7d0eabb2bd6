"""Envelopes: the stored form of events, and the platform's own kinds of event.

The docstrings of the events and of SeatedPlayer are published in the OpenAPI schema.
"""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import Decoder

from games.codec import canonical, event_data, event_decoders, name_of
from games.contract import OPEN, SPECTATOR, AnyGame, Event, Level, Seat


class SeatedPlayer(Struct, frozen=True):
    """Who sat where when the match began; the id stays opaque for ever."""

    seat: Seat
    """The number of the seat, from 0."""
    player: str
    """The id of the player or the bot."""
    kind: str
    """`human` or `bot`."""
    level: Level | UnsetType = UNSET
    """How well a bot plays, from 1 to 5; absent for people."""


class MatchStarted(Event, frozen=True, tag="match_started"):
    """The table was complete: everything that the match depends on, its chance included."""

    options: dict[str, Any]
    """The options of the game, defaults filled in."""
    clock: dict[str, Any] | None
    """The clock, as `clock` of the match shows it; null in a match without one."""
    seats: tuple[SeatedPlayer, ...]
    """Who sits where, by seat."""
    seed_commitments: tuple[str | None, ...]
    """The commitment of each seat to its seed, null for a seat without one."""
    seeds: tuple[str, ...]
    """The revealed seed of each seat, empty for none (docs/fairness.md)."""
    bot_version: int | UnsetType = UNSET
    """The version of every bot of the match; absent where it began before there were levels."""
    ends_at: str | UnsetType = UNSET
    """The last day, in UTC, if there is one: a match that still runs then ends as it stands."""
    stand_in: Level | UnsetType = UNSET
    """The level of a bot that plays for a player; absent where the match began when that was 5."""


class SeatTimedOut(Event, frozen=True, tag="seat_timed_out"):
    """A seat did not answer in time."""

    seat: Seat
    """The seat that did not answer."""


class SeatTakenOver(Event, frozen=True, tag="seat_taken_over"):
    """A bot plays this seat until its owner returns."""

    seat: Seat
    """The seat that the bot plays."""


class SeatReturned(Event, frozen=True, tag="seat_returned"):
    """The owner plays this seat again."""

    seat: Seat
    """The seat of the player who has returned."""


class SeatResigned(Event, frozen=True, tag="seat_resigned"):
    """The owner has left this seat for good."""

    seat: Seat
    """The seat that was left; a bot plays it to the end."""


class TimeGiven(Event, frozen=True, tag="time_given"):
    """One seat gave another more time, or itself by taking some of its player's vacation."""

    seat: Seat
    """The seat that gave the time."""
    to: Seat
    """The seat that got it, the same where its player took vacation."""
    seconds: int
    """How much time it got, in seconds."""


class MatchCancelled(Event, frozen=True, tag="match_cancelled"):
    """The match ended without a result."""


class MatchFinished(Event, frozen=True, tag="match_finished"):
    """The match ended, with this result."""

    winners: tuple[Seat, ...]
    """The seats that won."""
    ranking: tuple[tuple[Seat, ...], ...]
    """All seats, the best first; seats in one group share a place."""
    reason: str
    """Why the match ended; the game's manifest has its label as `reason.…`."""


PLATFORM: tuple[type[Event], ...] = (
    MatchStarted,
    SeatTimedOut,
    SeatTakenOver,
    SeatReturned,
    SeatResigned,
    TimeGiven,
    MatchCancelled,
    MatchFinished,
)


class Envelope(Struct, frozen=True):
    """An event as it is logged, hashed and sent; `data` has only what its reader may know."""

    actor: Seat | None
    """The seat whose move or decision caused the event; null where none did."""
    at: str
    """When it happened, in UTC."""
    automatic: bool
    """Whether the server acted and not the player: the setup, the only legal move, a time-out, or a
    bot that stands in."""
    data: Raw
    """What happened, as far as the viewer may know it: fields that are hidden are absent."""
    schema: int
    """The version of `data`; it changes only if the meaning of a field does."""
    seq: int
    """The number of the event in its match, from 1 without gaps."""
    type: str
    """The kind of event, which says what `data` holds."""


def timestamp(time: datetime) -> str:
    """Format a timestamp in the only form that the log and the API use."""
    if time.tzinfo is not UTC:
        time = time.astimezone(UTC)
    return time.isoformat(timespec="microseconds")[: -len("+00:00")] + "Z"


def day_of(time: datetime) -> datetime:
    """Return the start of the day in UTC, where the exact second would reveal too much."""
    return time.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def payloads(
    game: AnyGame,
    event: Event,
    *,
    seats: int,
    seq: int,
    at: str,
    actor: Seat | None,
    automatic: bool,
) -> list[bytes]:
    """Return the canonical event as seen by each seat in order, by spectators, and in full."""

    def pack(shown: Event) -> bytes:
        return canonical(
            {
                "actor": actor,
                "at": at,
                "automatic": automatic,
                "data": event_data(shown),
                "schema": event.schema,
                "seq": seq,
                "type": name_of(type(event)),
            }
        )

    full = pack(event)
    if isinstance(event, PLATFORM):
        return [full] * (seats + 2)
    shown = {viewer: game.redact(event, viewer) for viewer in (*range(seats), SPECTATOR, OPEN)}
    return [full if own is event else pack(own) for own in shown.values()]


@lru_cache
def _decoders(game_kinds: tuple[type[Event], ...]) -> dict[tuple[str, int], Decoder[Event]]:
    return event_decoders((*game_kinds, *PLATFORM))


_envelope = msgspec.json.Decoder(Envelope)


def unpack(game: AnyGame, payload: str | bytes) -> tuple[Envelope, Event]:
    """Decode a stored event into its current schema; LookupError if kind or schema is unknown."""
    envelope = _envelope.decode(payload)
    decoder = _decoders(game.events).get((envelope.type, envelope.schema))
    if decoder is not None:
        return envelope, decoder.decode(envelope.data)
    return envelope, _upcast(game, envelope)


def _upcast(game: AnyGame, envelope: Envelope) -> Event:
    """Upcast an event that was logged with an older schema, one schema at a time."""
    decoders, schema = _decoders(game.events), envelope.schema
    data = msgspec.json.decode(envelope.data)
    while (envelope.type, schema) not in decoders:
        upcaster = game.upcasters.get((envelope.type, schema))
        if upcaster is None:
            raise LookupError(f"{game.ruleset} knows no {envelope.type!r} of schema {schema}")
        data, schema = upcaster(data), schema + 1
    return decoders[envelope.type, schema].decode(canonical(data))
