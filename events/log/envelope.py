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
    """Who sat where when the match began; the id stays opaque for ever. Only a bot has a level."""

    seat: Seat
    player: str
    kind: str
    level: Level | UnsetType = UNSET


class MatchStarted(Event, frozen=True, tag="match_started"):
    """The table was complete: everything that the match depends on, its chance included.

    `bot_version` is that of every bot of the match; absent where it began before there were levels.
    """

    options: dict[str, Any]
    clock: dict[str, Any] | None
    seats: tuple[SeatedPlayer, ...]
    seed_commitments: tuple[str | None, ...]
    seeds: tuple[str, ...]
    bot_version: int | UnsetType = UNSET


class SeatTimedOut(Event, frozen=True, tag="seat_timed_out"):
    """A seat did not answer in time."""

    seat: Seat


class SeatTakenOver(Event, frozen=True, tag="seat_taken_over"):
    """A bot plays this seat until its owner returns."""

    seat: Seat


class SeatReturned(Event, frozen=True, tag="seat_returned"):
    """The owner plays this seat again."""

    seat: Seat


class SeatResigned(Event, frozen=True, tag="seat_resigned"):
    """The owner has left this seat for good."""

    seat: Seat


class TimeGiven(Event, frozen=True, tag="time_given"):
    """One seat gave another more time, or itself by taking some of its player's vacation."""

    seat: Seat
    to: Seat
    seconds: int


class MatchCancelled(Event, frozen=True, tag="match_cancelled"):
    """The match ended without a result."""


class MatchFinished(Event, frozen=True, tag="match_finished"):
    """The match ended, with this result."""

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: str


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
    at: str
    automatic: bool
    data: Raw
    schema: int
    seq: int
    type: str


def timestamp(moment: datetime) -> str:
    """Format a timestamp in the only form that the log and the API use."""
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return moment.isoformat(timespec="microseconds")[: -len("+00:00")] + "Z"


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
