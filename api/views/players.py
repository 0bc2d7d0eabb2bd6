"""Other players: their profiles, friends, blocking, muting and reports."""

from typing import Any, ClassVar

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_or_none, player_required
from api.http.pagination import RowNumber, page_of_rows
from api.idempotency import idempotent_write
from api.requests.talk import EmptyBody, NewReport
from api.schema import described
from events.circles.friends import friend_ask, friend_remove, friends_of
from events.log.envelope import timestamp
from events.players.blocks import (
    BLOCK,
    MUTE,
    block_kinds,
    block_or_mute,
    blocks_of,
    player_get,
    report_create,
    unblock_or_unmute,
)
from events.seats.access import match_get_visible
from events.selectors.circles import friend_json
from events.selectors.player import block_json, public_profile
from events.selectors.ratings import rating_change_json, rating_changes_of
from games.codec import convert

_ADDED: dict[str, Any] = {
    "body": EmptyBody,
    "answer": "BlockShown",
    "problems": (400, 401, 404, 422),
}
_REMOVED: dict[str, Any] = {"answer": None, "status": 204, "problems": (401,)}


class OnePlayer(APIView):
    """One player."""

    @described(
        "get_player",
        "Get a player",
        answer="PublicProfile",
        problems=(401, 404),
        conditional=True,
        scope="read",
    )
    def get(self, request: Request, player: str) -> Response:
        """Who a player is and how they have done; bots are no players."""
        return Response(public_profile(player_get(player), player_or_none(request)))


class RatingHistory(APIView):
    """How a player's ratings have changed."""

    @described(
        "get_rating_history",
        "Get the history of a player's ratings",
        answer="RatingHistory",
        problems=(400, 401, 404),
        listed=True,
        scope="read",
    )
    def get(self, request: Request, player: str) -> Response:
        """A player's ratings after each match that counted, the latest first."""
        rated = player_get(player)
        return Response(
            page_of_rows(request, rating_changes_of(rated), RowNumber, rating_change_json)
        )


class _BlockOrMute(APIView):
    """The base class of blocking and muting."""

    permission_classes = (SignedIn,)
    kind: ClassVar[str]

    def add(self, request: Request, player: str) -> Response:
        convert(request.data, EmptyBody)
        own, other = player_required(request), player_get(player)
        block_or_mute(player=own, other=other, kind=self.kind)
        kinds = block_kinds(own, other)
        return Response({"blocked": BLOCK in kinds, "muted": MUTE in kinds})

    def remove(self, request: Request, player: str) -> Response:
        with transaction.atomic():
            unblock_or_unmute(player=player_required(request), other_id=player, kind=self.kind)
        return Response(status=204)


class Block(_BlockOrMute):
    """Blocking."""

    kind = BLOCK

    @described("block_player", "Block a player", **_ADDED)
    @idempotent_write()
    def post(self, request: Request, player: str) -> Response:
        """Neither meet a player at a table nor read what they say."""
        return self.add(request, player)

    @described("unblock_player", "Unblock a player", **_REMOVED)
    def delete(self, request: Request, player: str) -> Response:
        """Block them no longer."""
        return self.remove(request, player)


class Mute(_BlockOrMute):
    """Muting."""

    kind = MUTE

    @described("mute_player", "Mute a player", **_ADDED)
    @idempotent_write()
    def post(self, request: Request, player: str) -> Response:
        """Do not read what a player says."""
        return self.add(request, player)

    @described("unmute_player", "Unmute a player", **_REMOVED)
    def delete(self, request: Request, player: str) -> Response:
        """Mute them no longer."""
        return self.remove(request, player)


class Friend(APIView):
    """Being friends with a player."""

    permission_classes = (SignedIn,)

    @described(
        "add_friend",
        "Ask a player to be friends",
        body=EmptyBody,
        answer="Friend",
        problems=(400, 401, 404, 409, 422, 429),
    )
    @idempotent_write()
    def post(self, request: Request, player: str) -> Response:
        """Ask a player to be friends, or accept what they have asked."""
        convert(request.data, EmptyBody)
        own, other = player_required(request), player_get(player)
        return Response(friend_json(friend_ask(player=own, other=other), own))

    @described("remove_friend", "Remove a friend", **_REMOVED)
    def delete(self, request: Request, player: str) -> Response:
        """Be friends no longer, withdraw your request or decline theirs."""
        with transaction.atomic():
            friend_remove(player=player_required(request), other_id=player)
        return Response(status=204)


class Friends(APIView):
    """The caller's friends."""

    permission_classes = (SignedIn,)

    @described("list_friends", "List your friends", answer="FriendList", listed=True)
    def get(self, request: Request) -> Response:
        """Your friends, whom you have asked and who asks you, the latest first."""
        player = player_required(request)
        return Response(
            page_of_rows(
                request, friends_of(player), RowNumber, lambda row: friend_json(row, player)
            )
        )


class ReportOnPlayer(APIView):
    """Reports to the administrators."""

    permission_classes = (SignedIn,)

    @described(
        "report_player",
        "Report a player",
        body=NewReport,
        answer="Reported",
        status=202,
        problems=(400, 401, 404, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request, player: str) -> Response:
        """Tell an administrator what a player did; no other player learns of it."""
        form = convert(request.data, NewReport)
        own, reported = player_required(request), player_get(player)
        report_create(
            reporter=own,
            reported=reported,
            match=match_get_visible(form.match, own) if form.match else None,
            reason=form.reason.strip(),
        )
        return Response({"at": timestamp(timezone.now())}, status=202)


class Blocks(APIView):
    """The players whom the caller has blocked or muted."""

    permission_classes = (SignedIn,)

    @described("list_blocks", "List blocked and muted players", answer="BlockList", listed=True)
    def get(self, request: Request) -> Response:
        """Whom you have blocked or muted, the latest first."""
        return Response(
            page_of_rows(request, blocks_of(player_required(request)), RowNumber, block_json)
        )
