"""Circles: opening, joining, leaving and changing them, their tables and standings."""

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required
from api.http.pagination import RowNumber, page_of_rows
from api.http.query_params import one_of
from api.idempotency import idempotent_write
from api.requests.circles import CircleChanges, JoiningCircle, NewCircle
from api.requests.talk import EmptyBody
from api.schema import described
from api.views.lists import LOBBY_QUERY, circle_page
from events.circles.circle import (
    circle_change,
    circle_get,
    circle_link,
    circle_link_remove,
    circle_lock_as_owner,
    circle_open,
)
from events.circles.members import circle_join, member_remove
from events.selectors.circles import circle_json, circle_standings, circle_summary, circles_of
from games.codec import convert
from games.registry import all_games


class Circles(APIView):
    """The caller's circles."""

    permission_classes = (SignedIn,)

    @described("list_circles", "List your circles", answer="CircleList", listed=True)
    def get(self, request: Request) -> Response:
        """The circles that you are in, the last joined first."""
        return Response(
            page_of_rows(
                request,
                circles_of(player_required(request)),
                RowNumber,
                lambda row: circle_summary(row.circle),
            )
        )

    @described(
        "create_circle",
        "Open a circle",
        body=NewCircle,
        answer="Circle",
        status=201,
        problems=(400, 401, 409, 422, 429),
    )
    @idempotent_write()
    def post(self, request: Request) -> Response:
        """Open a circle of which you are the owner."""
        form = convert(request.data, NewCircle)
        opened = circle_open(player=player_required(request), name=form.name.strip())
        return Response(circle_json(opened), status=201)


class OneCircle(APIView):
    """One circle."""

    permission_classes = (SignedIn,)

    @described("get_circle", "Get a circle", answer="Circle", conditional=True, problems=(401, 404))
    def get(self, request: Request, circle: str) -> Response:
        """A circle of yours with its members."""
        return Response(circle_json(circle_get(circle, player_required(request))))

    @described(
        "change_circle",
        "Change a circle",
        body=CircleChanges,
        answer="Circle",
        problems=(400, 401, 403, 404, 422, 429),
        keyed=False,
    )
    def patch(self, request: Request, circle: str) -> Response:
        """Rename your circle, or hand it over to another member."""
        form, player = convert(request.data, CircleChanges), player_required(request)
        with transaction.atomic():
            own = circle_lock_as_owner(circle, player)
            name = form.name.strip() if form.name else None
            circle_change(circle=own, name=name, owner=form.owner)
        return Response(circle_json(circle_get(circle, player)))

    @described(
        "delete_circle", "Delete a circle", answer=None, status=204, problems=(401, 403, 404)
    )
    def delete(self, request: Request, circle: str) -> Response:
        """Delete your circle; its matches go on without it."""
        with transaction.atomic():
            circle_lock_as_owner(circle, player_required(request)).delete()
        return Response(status=204)


class Link(APIView):
    """The link of a circle."""

    permission_classes = (SignedIn,)

    @described(
        "create_circle_link",
        "Make a link to a circle",
        body=EmptyBody,
        answer="CircleLink",
        status=201,
        problems=(400, 401, 403, 404, 422, 429),
    )
    @idempotent_write()
    def post(self, request: Request, circle: str) -> Response:
        """Make a secret link by which players join your circle; an earlier one becomes void."""
        convert(request.data, EmptyBody)
        own = circle_lock_as_owner(circle, player_required(request))
        invite, url = circle_link(circle=own)
        return Response({"invite": invite, "url": url}, status=201)

    @described(
        "delete_circle_link",
        "Make a circle's link void",
        answer=None,
        status=204,
        problems=(401, 403, 404),
    )
    def delete(self, request: Request, circle: str) -> Response:
        """Make the link void: it admits no more members."""
        with transaction.atomic():
            own = circle_lock_as_owner(circle, player_required(request))
            circle_link_remove(circle=own)
        return Response(status=204)


class Join(APIView):
    """Joining a circle."""

    permission_classes = (SignedIn,)

    @described(
        "join_circle",
        "Join a circle",
        body=JoiningCircle,
        answer="Circle",
        problems=(400, 401, 404, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request, circle: str) -> Response:
        """Join a circle by the secret of its link."""
        form, player = convert(request.data, JoiningCircle), player_required(request)
        joined = circle_join(circle_id=circle, player=player, invite=form.invite)
        return Response(circle_json(joined))


class Member(APIView):
    """One member of a circle."""

    permission_classes = (SignedIn,)

    @described(
        "remove_from_circle",
        "Leave a circle, or remove a member",
        answer=None,
        status=204,
        problems=(401, 403, 404, 409, 422),
    )
    def delete(self, request: Request, circle: str, player: str) -> Response:
        """Leave a circle under your own id; its owner may remove others, which makes the link
        void. The owner hands the circle over or deletes it instead of leaving."""
        with transaction.atomic():
            own = player_required(request)
            member_remove(circle_id=circle, player=own, member_id=player)
        return Response(status=204)


class Tables(APIView):
    """The matches opened to a circle."""

    permission_classes = (SignedIn,)

    @described(
        "list_circle_matches",
        "List the matches of a circle",
        answer="MatchList",
        query={"status": LOBBY_QUERY["status"]},
        problems=(404,),
        listed=True,
    )
    def get(self, request: Request, circle: str) -> Response:
        """Matches opened to a circle of yours, the newest first: open ones that you can join, or
        others to watch."""
        found = circle_get(circle, player_required(request))
        return Response(circle_page(request, found))


class Standings(APIView):
    """The standings of a circle."""

    permission_classes = (SignedIn,)

    @described(
        "get_circle_standings",
        "Get the standings of a circle",
        answer="CircleStandings",
        query={"game": LOBBY_QUERY["game"]},
        problems=(400, 401, 404),
        conditional=True,
    )
    def get(self, request: Request, circle: str) -> Response:
        """How the members of your circle have done at its latest 500 finished tables."""
        game = one_of(request, "game", all_games())
        found = circle_get(circle, player_required(request))
        return Response({"results": circle_standings(found, game=game)})
