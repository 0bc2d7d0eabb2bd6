"""A copy of all data stored about one player, for that player."""

from typing import Any

import msgspec

from events.log.envelope import timestamp
from events.models import (
    Block,
    Device,
    Invitation,
    LoggedEvent,
    Message,
    Player,
    Report,
    Seat,
)
from events.notifications.http.endpoints import endpoint_json
from events.players.devices import device_json
from events.players.profile import own_profile
from events.selectors.player import opponents_of, record_of
from events.selectors.ratings import ratings_of


def own_data(player: Player, *, token: str | None) -> dict[str, Any]:
    """Return all rows about a player; of matches only what every player at the table may know."""
    devices = Device.objects.filter(player=player).order_by("-created_at")
    messages = Message.objects.filter(player=player).order_by("id")
    blocks = Block.objects.filter(player=player).order_by("id")
    reports = Report.objects.filter(reporter=player).order_by("id")
    invitations = Invitation.objects.filter(invitee=player).order_by("created_at", "digest")
    endpoints = player.endpoints.order_by("id")
    return {
        "profile": own_profile(player),
        "calendar": msgspec.Raw(player.calendar.encode() or b"{}"),
        "devices": [device_json(device, token) for device in devices],
        "matches": _matches(player),
        "messages": [
            {"match": row.match_id, "text": row.text, "at": timestamp(row.at)} for row in messages
        ],
        "invitations": [
            {"match": row.match_id, "player": row.inviter_id, "at": timestamp(row.created_at)}
            for row in invitations
        ],
        "blocks": [
            {"player": row.other_id, "kind": row.kind, "at": timestamp(row.at)} for row in blocks
        ],
        "reports": [
            {
                "player": row.reported_id,
                "match": row.match_id,
                "reason": row.reason,
                "at": timestamp(row.at),
            }
            for row in reports
        ],
        "endpoints": [endpoint_json(row) | {"channel": row.channel} for row in endpoints],
        "record": record_of(player),
        "ratings": ratings_of(player),
        "opponents": opponents_of(player),
    }


def _matches(player: Player) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(player=player).select_related("match")
    ends = LoggedEvent.objects.filter(match__seats__player=player, type="match_finished")
    outcomes = {
        match: msgspec.json.decode(full)["data"]
        for match, full in ends.values_list("match_id", "full")
    }
    return [
        {
            "id": seat.match.id,
            "game": seat.match.game,
            "ruleset": seat.match.ruleset,
            "status": seat.match.status,
            "visibility": seat.match.visibility,
            "options": msgspec.Raw(seat.match.options.encode()),
            "seat": seat.number,
            "joined_at": timestamp(seat.joined_at) if seat.joined_at else None,
            "started_at": timestamp(seat.match.started_at) if seat.match.started_at else None,
            "finished_at": timestamp(seat.match.finished_at) if seat.match.finished_at else None,
            "rank": seat.rank,
            "outcome": outcomes.get(seat.match_id),
        }
        for seat in seats.order_by("match__created_at", "match_id")
    ]
