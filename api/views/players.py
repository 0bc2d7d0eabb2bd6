"""Other players: what is known of them, and who would rather not meet them."""

from typing import ClassVar

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.authentication import SignedIn, asker, signed_in
from api.conditional import conditional
from api.idempotency import writes
from api.pages import RowNumber, page
from api.schema import described
from api.shapes.talk import NewReport, Shunning
from events.record import timestamp
from events.results import profile_shown, shunned_shown
from events.shown import match_visible
from events.shunning import (
    BLOCK,
    MUTE,
    player_known,
    report_create,
    shun,
    shunned_by,
    shunned_kinds,
    unshun,
)
from games.codec import convert


class OnePlayer(APIView):
    """One player."""

    @described("get_player", answer="PublicProfile", problems=(401, 404), conditional=True)
    @conditional
    def get(self, request: Request, player: str) -> Response:
        """Who somebody is and how they have done; bots are no players."""
        return Response(profile_shown(player_known(player), asker(request)))


class _Shun(APIView):
    """A way of shunning somebody."""

    permission_classes = (SignedIn,)
    kind: ClassVar[str]

    def shun(self, request: Request, player: str) -> Response:
        convert(request.data, Shunning)
        own, other = signed_in(request), player_known(player)
        shun(player=own, other=other, kind=self.kind)
        kinds = shunned_kinds(own, other)
        return Response({"blocked": BLOCK in kinds, "muted": MUTE in kinds})

    def unshun(self, request: Request, player: str) -> Response:
        with transaction.atomic():
            unshun(player=signed_in(request), other_id=player, kind=self.kind)
        return Response(status=204)


class Block(_Shun):
    """Blocking."""

    kind = BLOCK

    @described("block_player", body=Shunning, answer="ShunnedShown", problems=(400, 401, 404, 422))
    @writes()
    def post(self, request: Request, player: str) -> Response:
        """Neither meet somebody at a table nor read what they say."""
        return self.shun(request, player)

    @described("unblock_player", answer=None, status=204, problems=(401,))
    def delete(self, request: Request, player: str) -> Response:
        """Block them no longer."""
        return self.unshun(request, player)


class Mute(_Shun):
    """Muting."""

    kind = MUTE

    @described("mute_player", body=Shunning, answer="ShunnedShown", problems=(400, 401, 404, 422))
    @writes()
    def post(self, request: Request, player: str) -> Response:
        """Do not read what somebody says."""
        return self.shun(request, player)

    @described("unmute_player", answer=None, status=204, problems=(401,))
    def delete(self, request: Request, player: str) -> Response:
        """Mute them no longer."""
        return self.unshun(request, player)


class ReportOnPlayer(APIView):
    """Complaints."""

    permission_classes = (SignedIn,)

    @described(
        "report_player",
        body=NewReport,
        answer="Reported",
        status=202,
        problems=(400, 401, 404, 409, 422),
    )
    @writes()
    def post(self, request: Request, player: str) -> Response:
        """Tell an administrator what somebody did; nobody else learns of it."""
        form = convert(request.data, NewReport)
        own, reported = signed_in(request), player_known(player)
        report_create(
            reporter=own,
            reported=reported,
            match=match_visible(form.match, own) if form.match else None,
            reason=form.reason.strip(),
        )
        return Response({"at": timestamp(timezone.now())}, status=202)


class Shunned(APIView):
    """Whom one shuns."""

    permission_classes = (SignedIn,)

    @described(
        "list_shunned", answer="ShunnedList", problems=(400, 401), listed=True, conditional=True
    )
    @conditional
    def get(self, request: Request) -> Response:
        """Whom you have blocked or muted, the latest first."""
        player = signed_in(request)
        listed = page(
            request,
            lambda before, most: shunned_by(player, before=before, most=most),
            places=RowNumber,
            place=lambda row: row.id,
            shown=lambda rows: [shunned_shown(row) for row in rows],
        )
        return Response(listed)
