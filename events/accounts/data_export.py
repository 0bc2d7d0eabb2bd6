"""A copy of all data stored about one player, for that player."""

from typing import Any

import msgspec
from django.db.models import Q

from events.log.envelope import timestamp
from events.log.rows import payloads_of_ends
from events.models import (
    Block,
    CircleMember,
    Cup,
    CupEntrant,
    Device,
    Friendship,
    Invitation,
    LeaguePlayer,
    Message,
    Player,
    Report,
    Seat,
)
from events.notifications.http.endpoints import endpoint_json
from events.oauth.apps import app_json, grant_json
from events.players.devices import device_json
from events.players.passkeys import passkey_json
from events.players.profile import own_profile
from events.selectors.circles import friend_state
from events.selectors.player import opponents_of, record_of
from events.selectors.ratings import ratings_of


def own_data(player: Player, *, token: str | None) -> dict[str, Any]:
    """Return all rows about a player; of matches only what every player at the table may know."""
    devices = Device.objects.filter(player=player).order_by("-created_at")
    passkeys = player.passkeys.order_by("id")
    messages = Message.objects.filter(player=player).order_by("id")
    blocks = Block.objects.filter(player=player).order_by("id")
    friends = Friendship.objects.filter(Q(player=player) | Q(other=player)).order_by("id")
    circles = CircleMember.objects.filter(player=player).select_related("circle").order_by("id")
    reports = Report.objects.filter(reporter=player).order_by("id")
    invitations = Invitation.objects.filter(invitee=player).order_by("created_at", "digest")
    endpoints = player.endpoints.order_by("id")
    return {
        "profile": own_profile(player),
        "calendar": msgspec.Raw(player.calendar.encode() or b"{}"),
        "devices": [device_json(device, token) for device in devices],
        "passkeys": [passkey_json(passkey) for passkey in passkeys],
        "apps": [app_json(app) for app in player.oauth_apps.order_by("id")],
        "grants": [grant_json(grant) for grant in player.oauth_grants.select_related("app")],
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
        "friends": [
            {
                "player": row.other_id if row.player_id == player.id else row.player_id,
                "state": friend_state(row, player),
                "at": timestamp(row.accepted_at or row.asked_at),
            }
            for row in friends
        ],
        "circles": [
            {
                "circle": row.circle_id,
                "name": row.circle.name,
                "owner": row.circle.owner_id == player.id,
                "at": timestamp(row.joined_at),
            }
            for row in circles
        ],
        **_competitions(player),
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


def _competitions(player: Player) -> dict[str, Any]:
    entered = CupEntrant.objects.filter(player=player).order_by("id")
    organised = Cup.objects.filter(organiser=player).order_by("created_at", "id")
    leagues = LeaguePlayer.objects.filter(player=player).order_by("id")
    return {
        "cups": [{"cup": row.cup_id, "number": row.number, "left": row.left} for row in entered],
        "organised": [
            {"cup": cup.id, "name": cup.name, "at": timestamp(cup.created_at)} for cup in organised
        ],
        "leagues": [{"league": row.league_id, "at": timestamp(row.joined_at)} for row in leagues],
    }


def _matches(player: Player) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(player=player).select_related("match")
    ends = payloads_of_ends(match__seats__player=player)
    outcomes = {match: msgspec.json.decode(full)["data"] for match, full in ends.items()}
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
