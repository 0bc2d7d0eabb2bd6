"""What happens next in a cup: commands and the passing of time, decided from its state alone."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from events.errors import Conflict
from events.leagues.cup import Cup, meetings, seatings, standings
from events.leagues.cup_log import (
    AnyCupEvent,
    CupCancelled,
    CupEnded,
    CupStarted,
    Entrant,
    EntrantJoined,
    EntrantLeft,
)
from events.leagues.pairing import Field, tables_pair
from events.leagues.rolling import free_entrants, next_check, sizes_now
from events.leagues.sizes import table_sizes


class Pairing(NamedTuple):
    """The tables of the next round, and the entrants for whom none is left."""

    round: int
    tables: list[tuple[Entrant, ...]]
    resting: tuple[Entrant, ...]
    ends_at: datetime


def join(cup: Cup) -> EntrantJoined:
    """Let one more player join, as long as the cup is not over."""
    if cup.status not in ("open", "running"):
        raise Conflict("cup_over")
    return EntrantJoined(entrant=len(cup.joined))


def leave(cup: Cup, entrant: Entrant) -> list[AnyCupEvent]:
    """Let an entrant leave; nothing happens if they have left or the cup is over."""
    if entrant in cup.left or cup.status not in ("open", "running"):
        return []
    return [EntrantLeft(entrant=entrant)]


def start(cup: Cup, now: datetime) -> list[AnyCupEvent]:
    """Start an open cup that has enough entrants."""
    if cup.status != "open":
        raise Conflict("cup_not_open")
    if not _sizes(cup, len(cup.playing)):
        raise Conflict("too_few_entrants")
    return [CupStarted(at=now.isoformat())]


def advance(cup: Cup, now: datetime) -> list[AnyCupEvent]:
    """Return the events that are due by time alone: the start of a cup, or its end.

    It ends when its last round is over, its last day has come, or too few are left to play.
    """
    if cup.status == "open" and now >= datetime.fromisoformat(cup.settings.starts_at):
        enough = bool(_sizes(cup, len(cup.playing)))
        return [CupStarted(at=now.isoformat())] if enough else [CupCancelled()]
    if cup.status != "running" or cup.unfinished:
        return []
    over = now >= datetime.fromisoformat(cup.settings.ends_at)
    if not cup.settings.rolling:
        over = over or cup.round >= cup.settings.rounds
    return [CupEnded()] if over or not _sizes_now(cup, now) else []


def cancel(cup: Cup) -> list[AnyCupEvent]:
    """Call off a cup that has not begun."""
    if cup.status != "open":
        raise Conflict("cup_not_open")
    return [CupCancelled()]


def is_round_due(cup: Cup, now: datetime) -> bool:
    """Whether a running cup, after `advance` has brought nothing, seats tables now."""
    if cup.status != "running":
        return False
    return bool(sizes_now(cup, now)) if cup.settings.rolling else not cup.unfinished


def due_at(cup: Cup) -> datetime | None:
    """Return when time next brings something to the cup by itself; None once it is over.

    A round in which the last table has ended, or a place that is free, is due at once and does not
    show here.
    """
    if cup.status == "open":
        return datetime.fromisoformat(cup.settings.starts_at)
    if cup.status != "running":
        return None
    if cup.settings.rolling:
        return next_check(cup)
    return datetime.fromisoformat(cup.round_ends_at or cup.started_at)


def pair(
    cup: Cup,
    seed: str,
    now: datetime,
    *,
    circles: Mapping[Entrant, Collection[str]] = {},
    apart: Collection[tuple[Entrant, Entrant]] = (),
) -> Pairing:
    """Return the tables to be seated now; `circles` are those of each entrant, and pairs in `apart`
    are not to meet.

    In rounds those rest who have rested least, then the last in the standings.
    """
    points = {row.entrant: row.points for row in standings(cup)}
    if cup.settings.rolling:
        chosen = free_entrants(cup)[: sum(sizes_now(cup, now))]
        sizes, resting = sizes_now(cup, now), tuple[Entrant, ...]()
        ranked = sorted(chosen, key=lambda one: -points.get(one, 0))
    else:
        sizes, ranked, resting = _round(cup)
    field = Field(
        points={one: points.get(one, 0) for one in ranked},
        met=meetings(cup),
        seated=seatings(cup),
        circles=circles,
        apart=apart,
    )
    number = cup.round + 1
    tables = tables_pair(field, sizes, f"{seed} {number}")
    return Pairing(number, tables, resting, _tables_end(cup, number))


def _round(cup: Cup) -> tuple[Sequence[int], list[Entrant], tuple[Entrant, ...]]:
    """Return the sizes of the next round's tables, who plays, the best first, and who rests."""
    playing = set(cup.playing)
    ranked = [row.entrant for row in standings(cup) if row.entrant in playing]
    ranked += [entrant for entrant in cup.playing if entrant not in set(ranked)]
    sizes = _sizes(cup, len(ranked))
    rests = [entrant for _, entrant in cup.rests]
    last = {entrant: -place for place, entrant in enumerate(ranked)}
    by_rest = sorted(ranked, key=lambda entrant: (rests.count(entrant), last[entrant]))
    resting = tuple(by_rest[: len(ranked) - sum(sizes)])
    return sizes, [one for one in ranked if one not in resting], resting


def _tables_end(cup: Cup, number: int) -> datetime:
    """Return the last deadline of the tables: rounds share the time until the last day evenly."""
    start, end = map(datetime.fromisoformat, (cup.started_at, cup.settings.ends_at))
    return end if cup.settings.rolling else start + (end - start) * number / cup.settings.rounds


def _sizes_now(cup: Cup, now: datetime) -> Sequence[int]:
    return sizes_now(cup, now) if cup.settings.rolling else _sizes(cup, len(cup.playing))


def _sizes(cup: Cup, players: int) -> Sequence[int]:
    return table_sizes(players, cup.settings.sizes, cup.settings.seats)
