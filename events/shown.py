"""A match as a viewer gets it; nothing of it is told in another way."""

from typing import Any

import msgspec
from django.utils import timezone

from events import fairness
from events.feed import history, log_rows, payloads_of
from events.matches import seat_player_id, seats_owing_seeds
from events.models import Due, LoggedEvent, Match, Player, SealedAnswer, Seat, Secrets
from events.moves import question_open_to
from events.position import Position, position_at_head
from events.record import timestamp
from events.refusals import Conflict, Unknown
from events.rows import Rows
from events.signing import public_key
from games.choices import Choice
from games.contract import OPEN, SPECTATOR, Viewer, asked

_MATCH = Rows(Match, "id = %s")
_SEAT_OF = Rows(Seat, "match_id = %s AND player_id = %s")
_SEATS = Rows(Seat, "match_id = %s ORDER BY number")
_SEATED = Rows(Player, "id IN (SELECT player_id FROM events_seat WHERE match_id = %s)")


def match_visible(match_id: str, player: Player | None) -> Match:
    """The match, unless it is private and the asker has no seat in it."""
    match = _MATCH.first(match_id)
    if match is None:
        raise Unknown("match_not_found")
    if match.visibility == Match.Visibility.PRIVATE and viewer_of(match, player) == SPECTATOR:
        raise Unknown("match_not_found")
    return match


def viewer_of(match: Match, player: Player | None) -> Viewer:
    """The seat that somebody looks from, or SPECTATOR."""
    if player is None:
        return SPECTATOR
    seat = _SEAT_OF.first(match.id, player.id)
    return SPECTATOR if seat is None else seat.number


def match_shown(match: Match, viewer: Viewer, position: Position | None = None) -> dict[str, Any]:
    """The match as this viewer may see it now; `position` if the caller has it already."""
    position = position or position_at_head(match)
    now = timezone.now()
    shown = {
        "id": match.id,
        "game": match.game,
        "ruleset": match.ruleset,
        "status": match.status,
        "visibility": match.visibility,
        "options": msgspec.Raw(match.options.encode()),
        "version": position.version,
        "head": position.head,
        "commitment": match.commitment,
        "seats": [_seat_shown(match, seat) for seat in _seats(match)],
        "you": None if viewer == SPECTATOR else viewer,
        "awaiting": position.awaited(),
        "asked": question_open_to(position, viewer),
        "sealed": _own_seal(match, position, viewer),
        "choices": [entry.as_json() for entry in choices_of(position, viewer)],
        "deadline": None,
        "view": position.view(viewer) if position.players else None,
        "outcome": position.outcome,
        "created_at": timestamp(match.created_at),
        "started_at": timestamp(match.started_at) if match.started_at else None,
        "finished_at": timestamp(match.finished_at) if match.finished_at else None,
        "server_time": timestamp(now),
    }
    if match.status == Match.Status.OPEN:
        shown["starting"] = _starting(match)
    return shown


def choices_of(position: Position, viewer: Viewer) -> tuple[Choice, ...]:
    """The legal moves of a viewer now, none where nothing is asked of them."""
    if not position.running or viewer not in asked(position.game, position.state):
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
    reader = position.reader(viewer)
    return [
        event if faded else event | {"proof": _proof(position, row, reader)}
        for row, event, faded in history(match, position, viewer, after=after, most=most)
    ]


def match_exported(match: Match) -> dict[str, Any]:
    """The whole of a finished match, with everything that proves it; refused before the end."""
    if match.status not in (Match.Status.FINISHED, Match.Status.CANCELLED):
        raise Conflict("match_running")
    position = position_at_head(match)
    seats = _seats(match)
    rows = log_rows(match, position)
    return {
        "format": "gobelet-match/1",
        "match": {
            "id": match.id,
            "game": match.game,
            "ruleset": match.ruleset,
            "options": msgspec.Raw(match.options.encode()),
            "seats": [
                {
                    "seat": seat.number,
                    "player": seat_player_id(seat),
                    "kind": "bot" if seat.bot else "human",
                }
                for seat in seats
            ],
            "created_at": timestamp(match.created_at),
            "started_at": timestamp(match.started_at) if match.started_at else None,
            "finished_at": timestamp(match.finished_at) if match.finished_at else None,
            "status": match.status,
            "outcome": position.outcome,
        },
        "fairness": {
            "commitment": match.commitment,
            "server_seed": Secrets.objects.get(match=match).server_seed,
            "signing_key": public_key().hex(),
            "seats": [
                {
                    "seat": seat.number,
                    "contribution": "revealed" if seat.seed else "none",
                    "seed_commitment": seat.seed_commitment,
                    "seed": seat.seed or "",
                }
                for seat in seats
            ],
        },
        "draws": [draw for row in rows if row.draws for draw in msgspec.json.decode(row.draws)],
        "events": [_exported(position, row) for row in rows],
    }


def _exported(position: Position, row: LoggedEvent) -> dict[str, Any]:
    return {
        "full": msgspec.Raw(row.full.encode()),
        "public": msgspec.Raw(row.public.encode()),
        "seats": [msgspec.Raw(payload) for payload in payloads_of(row)[:-1]],
        "slots": _slots(position, row),
        "hash": row.hash,
        "cause": msgspec.Raw(row.cause.encode()) if row.cause else None,
    }


def _proof(position: Position, row: LoggedEvent, reader: Viewer) -> dict[str, Any]:
    """Every slot, and what opens the reader's own; a spectator has none and needs none."""
    proof = {"public": msgspec.Raw(row.public.encode()), "slots": _slots(position, row)}
    if reader != SPECTATOR:
        slot = len(proof["slots"]) - 1 if reader == OPEN else reader
        proof["nonce"] = fairness.nonce(position.server_seed, row.seq, slot).hex()
    return proof


def _slots(position: Position, row: LoggedEvent) -> list[str]:
    return [slot.hex() for slot in fairness.slots(position.server_seed, row.seq, payloads_of(row))]


def _seats(match: Match) -> list[Seat]:
    """The seats in order, with who sits there."""
    seats = _SEATS.all(match.id)
    people = {player.id: player for player in _SEATED.all(match.id)}
    for seat in seats:
        seat.player = people.get(seat.player_id or "")
    return seats


def _seat_shown(match: Match, seat: Seat) -> dict[str, Any]:
    player = None
    if seat.player is not None:
        player = {"id": seat.player.id, "name": seat.player.name, "kind": "human"}
    elif seat.bot:
        player = {"id": seat_player_id(seat), "name": f"Bot {seat.number}", "kind": "bot"}
    return {
        "seat": seat.number,
        "player": player,
        "timed_out": 0,
        "gone": False,
        "contribution": _contribution(match, seat),
    }


def _contribution(match: Match, seat: Seat) -> str:
    if seat.seed:
        return "revealed"
    owing = match.status == Match.Status.OPEN and seat.seed_commitment and seat.seed is None
    return "committed" if owing else "none"


def _own_seal(match: Match, position: Position, viewer: Viewer) -> msgspec.Raw | None:
    if not position.running or viewer not in position.game.early(position.state):
        return None
    own = SealedAnswer.objects.filter(match=match, asked=position.questions[viewer], seat=viewer)
    move = own.order_by("-id").values_list("move", flat=True).first()
    return msgspec.Raw(move.encode()) if move else None


def _starting(match: Match) -> dict[str, Any] | None:
    due = Due.objects.filter(match=match, kind=Due.Kind.SEEDS).first()
    if due is None:
        return None
    return {"until": timestamp(due.at), "waiting_for": seats_owing_seeds(match)}
