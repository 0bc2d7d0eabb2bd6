"""Serialise a match for one viewer; every response that shows a match is built here."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from events.clocks.seat_clock import deadline_json, seconds_until
from events.log import fairness
from events.log.append import Entry
from events.log.envelope import timestamp
from events.log.position import Position, position_at_head
from events.log.read import history, read, slots_json
from events.log.receipts import promise_json
from events.matches.opening import seats_owing_seeds
from events.matches.rematch import rematch_of
from events.models import Due, LoggedEvent, Match, Player, Seat
from events.play.cancel_vote import cancel_votes
from events.play.moves import Accepted, question_open_to
from events.seats.rows import is_free, person_json, sitters_json, table_read
from events.seats.sealed_answers import own_answer
from events.selectors.recap import turn_recap_json
from games.choices import Choice
from games.contract import OPEN, SPECTATOR, Viewer


def match_json(
    match: Match,
    viewer: Viewer,
    position: Position | None = None,
    seats: list[Seat] | None = None,
    table: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Serialise the match as this viewer may see it now.

    `seats` and `position` are of one version if the caller has them, else all is read again;
    `table` is their `table_json`, for a caller who serialises them for several viewers.
    """
    if seats is None:
        seats, position = table_read(match.id), None
        match = seats[0].match
    position = position or position_at_head(match)
    now = timezone.now()
    shown = (table or table_json(match, position, seats)) | {
        "version": position.version,
        "head": position.head,
        "commitment": match.commitment,
        "you": None if viewer == SPECTATOR else viewer,
        "awaiting": position.awaited,
        "asked": question_open_to(position, viewer),
        "sealed": _own_answer(position, viewer, seats),
        "choices": [entry.as_json() for entry in open_choices(position, viewer)],
        "deadline": deadline_json(seats, now),
        "view": position.view(viewer) if position.players else None,
        "fades": bool(position.players) and position.game.fading(position.state),
        "outcome": position.outcome,
        "cancel_votes": cancel_votes(match, seats, position),
        "rematch": _rematch_for(match, viewer),
        "server_time": timestamp(now),
    }
    if match.status == Match.Status.OPEN:
        shown["starting"] = _starting_json(match, seats, now)
    return shown


def seated_json(match: Match, player: Player, seats: list[Seat] | None = None) -> dict[str, Any]:
    """Serialise the match for a player who has just taken a seat, with the server's promise."""
    seats = seats or table_read(match.id)
    own = next(seat for seat in seats if seat.player_id == player.id)
    return match_json(match, own.number, seats=seats) | {"promise": promise_json(match, own)}


def table_json(match: Match, position: Position, seats: Sequence[Seat]) -> dict[str, Any]:
    """Serialise what every viewer of a match is shown alike."""
    shown = enumerate(seats_json(match, seats))
    return match_summary(match, [one | _seat_state_json(position, seat) for seat, one in shown])


def _seat_state_json(position: Position, seat: int) -> dict[str, bool]:
    """Return a seat's state from the log, which may be newer than its row."""
    return {"gone": seat in position.gone, "stand_in": seat in position.away}


def match_summary(match: Match, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Serialise the public fields of a match with the given seats, without reading its log."""
    return {
        "id": match.id,
        "game": match.game,
        "ruleset": match.ruleset,
        "status": match.status,
        "visibility": match.visibility,
        "options": msgspec.Raw(match.options.encode()),
        "clock": msgspec.Raw(match.clock.encode()),
        "minimum_reliability": match.minimum_reliability,
        "rated": match.rated,
        "ends_at": timestamp(match.ends_at) if match.ends_at else None,
        "seats": seats,
        "creator": match.creator_id,
        "version": match.version,
        "created_at": timestamp(match.created_at),
        "started_at": timestamp(match.started_at) if match.started_at else None,
        "finished_at": timestamp(match.finished_at) if match.finished_at else None,
    }


def open_choices(position: Position, viewer: Viewer) -> tuple[Choice, ...]:
    """Return the viewer's legal moves now, none where no question is open to them."""
    if question_open_to(position, viewer) is None:
        return ()
    choices: tuple[Choice, ...] = position.game.choices(position.state, viewer)
    return choices


def feed_json(
    match: Match, viewer: Viewer, *, after: int, most: int, proof: bool = False
) -> dict[str, Any]:
    """Return a page of the log after a seq, as this viewer may read it now."""
    position = position_at_head(match)
    events = events_json(match, position, viewer, after=after, most=most, proof=proof)
    last = after + len(events)
    return {
        "events": events,
        "version": position.version,
        "head": position.head,
        "has_more": last < position.version,
        "server_time": timestamp(timezone.now()),
    }


def events_json(
    match: Match,
    position: Position,
    viewer: Viewer,
    *,
    after: int,
    most: int | None = None,
    proof: bool = False,
) -> list[dict[str, Any]]:
    """Return events after a seq; with `proof`, each has one unless a field has faded."""
    events = history(match, position, viewer, after=after, most=most)
    if not proof:
        return [event for _, event, _ in events]
    reader = position.reader(viewer)
    return [
        event if faded else event | {"proof": _proof(position, row, reader)}
        for row, event, faded in events
    ]


def move_json(
    match: Match, seats: list[Seat], accepted: Accepted, recap_language: str | None = None
) -> dict[str, Any]:
    """Serialise the response to an accepted move, with its recap if a language is given."""
    position, seat, entries = accepted.position, accepted.seat, accepted.entries
    shown = {
        "match": match_json(match, seat, position, seats),
        "events": [event for _, event, _ in read(match, position, seat, entries)],
        "receipt": accepted.receipt,
    }
    if recap_language:
        shown["recap"] = turn_recap_json(
            match, seats, accepted.before, position, seat, entries, recap_language
        )
    return shown


def _proof(position: Position, row: LoggedEvent | Entry, reader: Viewer) -> dict[str, Any]:
    """Return all slots and the nonce of the reader's own; a spectator has no slot, so no nonce."""
    proof = {"public": msgspec.Raw(row.public.encode()), "slots": slots_json(position, row)}
    if reader != SPECTATOR:
        slot = len(proof["slots"]) - 1 if reader == OPEN else reader
        proof["nonce"] = fairness.nonce(position.server_seed, row.seq, slot).hex()
    return proof


def seats_json(match: Match, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Serialise the public fields of all seats of a match."""
    sitters = sitters_json(match.game, seats)
    return [_seat_json(match, *pair) for pair in zip(seats, sitters, strict=True)]


def _seat_json(match: Match, seat: Seat, sitter: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "player": sitter,
        "kept_for": (kept_for := seat.kept_for) and person_json(kept_for),
        "timed_out": seat.late,
        "gone": seat.gone,
        "stand_in": seat.stand_in,
        "contribution": _contribution(match, seat),
    }


def _rematch_for(match: Match, viewer: Viewer) -> str | None:
    if viewer == SPECTATOR or match.status not in Match.OVER:
        return None
    again = rematch_of(match)
    return again.id if again else None


def _contribution(match: Match, seat: Seat) -> str:
    if match.status == Match.Status.OPEN and seat.seed_commitment and seat.seed is None:
        return "committed"
    return fairness.contribution(seat.seed_commitment, seat.seed)


def _own_answer(position: Position, viewer: Viewer, seats: Sequence[Seat]) -> msgspec.Raw | None:
    own = None if viewer == SPECTATOR else own_answer(position, seats[viewer])
    return msgspec.Raw(own.encode()) if own else None


def _starting_json(match: Match, seats: Sequence[Seat], now: datetime) -> dict[str, Any] | None:
    waiting_for = seats_owing_seeds(seats)
    if not waiting_for or any(map(is_free, seats)):
        return None
    due = Due.objects.filter(match=match, kind=Due.Kind.SEEDS).first()
    if due is None:
        return None
    return {
        "until": timestamp(due.at),
        "remaining_seconds": seconds_until(due.at, now),
        "waiting_for": waiting_for,
    }
