"""A match as a viewer gets it; nothing of it is told in another way."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from events import fairness
from events.access import knows_of
from events.append import Entry
from events.cancelling import cancel_votes
from events.clocks.deadlines import deadline_shown, remaining
from events.feed import Read, history, payloads_of, read
from events.matches import is_free, seat_player_id, seats_owing_seeds
from events.models import Due, LoggedEvent, Match, Player, SealedAnswer, Seat
from events.moves import Accepted, question_open_to
from events.position import Position, position_at_head
from events.record import timestamp
from events.refusals import Unknown
from events.rematch import OVER, rematch_of
from events.rows import Rows
from events.seating import seats_of
from games.choices import Choice
from games.contract import OPEN, SPECTATOR, Viewer, asked

_MATCH = Rows(Match, "id = %s")
_SEAT_OF = Rows(Seat, "match_id = %s AND player_id = %s")


def match_visible(match_id: str, player: Player | None) -> Match:
    """The match, unless it is private and the asker neither sits there nor was asked to."""
    match = _MATCH.first(match_id)
    if match is None or not knows_of(match, player):
        raise Unknown("match_not_found")
    return match


def viewer_of(match: Match, player: Player | None) -> Viewer:
    """The seat that somebody looks from, or SPECTATOR."""
    if player is None:
        return SPECTATOR
    seat = _SEAT_OF.first(match.id, player.id)
    return SPECTATOR if seat is None else seat.number


def match_shown(
    match: Match,
    viewer: Viewer,
    position: Position | None = None,
    seats: list[Seat] | None = None,
) -> dict[str, Any]:
    """The match as this viewer may see it now; position and seats if the caller has them."""
    position = position or position_at_head(match)
    now = timezone.now()
    seats = seats or seats_of(match)
    shown = match_summary(
        match, [seat_shown(match, seat) | _as_logged(position, seat.number) for seat in seats]
    ) | {
        "version": position.version,
        "head": position.head,
        "commitment": match.commitment,
        "you": None if viewer == SPECTATOR else viewer,
        "awaiting": position.awaited,
        "asked": question_open_to(position, viewer),
        "sealed": _own_seal(match, position, viewer),
        "choices": [entry.as_json() for entry in choices_of(position, viewer)],
        "deadline": deadline_shown(seats, now),
        "view": position.view(viewer) if position.players else None,
        "outcome": position.outcome,
        "cancel_votes": cancel_votes(match, seats, position),
        "rematch": _rematch_for(match, viewer),
        "server_time": timestamp(now),
    }
    if match.status == Match.Status.OPEN:
        shown["starting"] = _starting(match, seats, now)
    return shown


def _as_logged(position: Position, seat: int) -> dict[str, bool]:
    """What the log says of a seat, newer perhaps than its row."""
    return {"gone": seat in position.gone, "stand_in": seat in position.away}


def match_summary(match: Match, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """What anybody who knows of a match may see of it, its seats as given; never by its log."""
    return {
        "id": match.id,
        "game": match.game,
        "ruleset": match.ruleset,
        "status": match.status,
        "visibility": match.visibility,
        "options": msgspec.Raw(match.options.encode()),
        "clock": msgspec.Raw(match.clock.encode()),
        "minimum_reliability": match.minimum_reliability,
        "seats": seats,
        "creator": match.creator_id,
        "version": match.version,
        "created_at": timestamp(match.created_at),
        "started_at": timestamp(match.started_at) if match.started_at else None,
        "finished_at": timestamp(match.finished_at) if match.finished_at else None,
    }


def choices_of(position: Position, viewer: Viewer) -> tuple[Choice, ...]:
    """The legal moves of a viewer now, none where nothing is asked of them."""
    if not position.running or viewer in position.gone:
        return ()
    if viewer not in asked(position.game, position.state):
        return ()
    choices: tuple[Choice, ...] = position.game.choices(position.state, viewer)
    return choices


def feed_shown(match: Match, viewer: Viewer, *, after: int, most: int) -> dict[str, Any]:
    """A page of the history past a seq, as this viewer may read it now."""
    position = position_at_head(match)
    events = events_with_proofs(match, position, viewer, after=after, most=most)
    last = after + len(events)
    return {
        "events": events,
        "version": position.version,
        "head": position.head,
        "has_more": last < position.version,
        "server_time": timestamp(timezone.now()),
    }


def events_with_proofs(
    match: Match, position: Position, viewer: Viewer, *, after: int, most: int | None = None
) -> list[dict[str, Any]]:
    """Events past a seq, each with what proves it to this viewer as long as nothing has faded."""
    return _proved(position, viewer, history(match, position, viewer, after=after, most=most))


def entries_with_proofs(
    match: Match, position: Position, viewer: Viewer, entries: Sequence[Entry]
) -> list[dict[str, Any]]:
    """The same for what leads to the position and need not be read again."""
    return _proved(position, viewer, read(match, position, viewer, entries))


def _proved(position: Position, viewer: Viewer, events: Iterable[Read]) -> list[dict[str, Any]]:
    reader = position.reader(viewer)
    return [
        event if faded else event | {"proof": _proof(position, row, reader)}
        for row, event, faded in events
    ]


def move_shown(match: Match, seats: list[Seat], accepted: Accepted) -> dict[str, Any]:
    """The answer to a move that was accepted."""
    position, seat = accepted.position, accepted.seat
    return {
        "match": match_shown(match, seat, position, seats),
        "events": entries_with_proofs(match, position, seat, accepted.entries),
        "receipt": accepted.receipt,
    }


def _proof(position: Position, row: LoggedEvent | Entry, reader: Viewer) -> dict[str, Any]:
    """Every slot, and what opens the reader's own; a spectator has none and needs none."""
    proof = {"public": msgspec.Raw(row.public.encode()), "slots": slots_shown(position, row)}
    if reader != SPECTATOR:
        slot = len(proof["slots"]) - 1 if reader == OPEN else reader
        proof["nonce"] = fairness.nonce(position.server_seed, row.seq, slot).hex()
    return proof


def slots_shown(position: Position, row: LoggedEvent | Entry) -> list[str]:
    """What the chain holds of an event beside what everybody may see of it."""
    if isinstance(row, Entry):
        return [slot.hex() for slot in row.slots]
    return [slot.hex() for slot in fairness.slots(position.server_seed, row.seq, payloads_of(row))]


def seat_shown(match: Match, seat: Seat) -> dict[str, Any]:
    """A place at the table as everybody may see it."""
    return {
        "seat": seat.number,
        "player": sitter_shown(seat),
        "kept_for": person_shown(seat.kept_for) if seat.kept_for else None,
        "timed_out": seat.late,
        "gone": seat.gone,
        "stand_in": seat.stand_in,
        "contribution": _contribution(match, seat),
    }


def sitter_shown(seat: Seat) -> dict[str, Any] | None:
    """Who sits there: a person, a bot, or nobody yet."""
    if seat.player is not None:
        return person_shown(seat.player)
    if seat.bot:
        return {"id": seat_player_id(seat), "name": f"Bot {seat.number}", "kind": "bot"}
    return None


def person_shown(player: Player) -> dict[str, Any]:
    """Somebody as everybody may know them."""
    return {"id": player.id, "name": player.name, "kind": "human"}


def _rematch_for(match: Match, viewer: Viewer) -> str | None:
    if viewer == SPECTATOR or match.status not in OVER:
        return None
    again = rematch_of(match)
    return again.id if again else None


def _contribution(match: Match, seat: Seat) -> str:
    if seat.seed:
        return "revealed"
    owing = match.status == Match.Status.OPEN and seat.seed_commitment and seat.seed is None
    return "committed" if owing else "none"


def _own_seal(match: Match, position: Position, viewer: Viewer) -> msgspec.Raw | None:
    if not position.running or viewer in position.gone:
        return None
    if viewer not in position.game.early(position.state):
        return None
    own = SealedAnswer.objects.filter(match=match, asked=position.questions[viewer], seat=viewer)
    move = own.order_by("-id").values_list("move", flat=True).first()
    return msgspec.Raw(move.encode()) if move else None


def _starting(match: Match, seats: Sequence[Seat], now: datetime) -> dict[str, Any] | None:
    waiting_for = seats_owing_seeds(seats)
    if not waiting_for or any(map(is_free, seats)):
        return None
    due = Due.objects.filter(match=match, kind=Due.Kind.SEEDS).first()
    if due is None:
        return None
    return {
        "until": timestamp(due.at),
        "remaining_seconds": remaining(due.at, now),
        "waiting_for": waiting_for,
    }
