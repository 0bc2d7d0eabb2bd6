"""Cups: opening, entering, leaving and starting them, their standings and their log."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, SignedInToWrite, player_or_none, player_required
from api.http.pagination import RowNumber, page_of_rows
from api.idempotency import idempotent_write
from api.requests.cups import NewCup
from api.requests.talk import EmptyBody
from api.schema import described
from events.circles.circle import circle_get
from events.cups.cup import cup_cancel, cup_get, cup_join, cup_leave, cup_open, cup_start
from events.selectors.cups import (
    cup_event_json,
    cup_events,
    cup_json,
    cup_summary,
    cups_of_circle,
    entries_of,
)
from games.codec import convert
from games.registry import all_games

OF_A_CIRCLE = 50


class Cups(APIView):
    """The caller's cups."""

    permission_classes = (SignedIn,)

    @described("list_cups", "List your cups", answer="CupList", listed=True)
    def get(self, request: Request) -> Response:
        """The cups that you have entered, divisions of leagues included, the last entered first."""
        return Response(
            page_of_rows(
                request,
                entries_of(player_required(request)),
                RowNumber,
                lambda row: cup_summary(row.cup),
            )
        )

    @described(
        "create_cup",
        "Open a cup",
        body=NewCup,
        answer="Cup",
        status=201,
        problems=(400, 401, 403, 404, 409, 422, 429),
    )
    @idempotent_write()
    def post(self, request: Request) -> Response:
        """Open a cup for a circle of yours. Any account may; enter it yourself to play."""
        form, player = convert(request.data, NewCup), player_required(request)
        starts_at = timezone.now() + timedelta(hours=_or(form.starts_in, 72))
        opened = cup_open(
            player=player,
            circle=circle_get(form.circle, player),
            name=form.name.strip(),
            game=form.game,
            seats=form.seats,
            sizes=form.sizes or _usual_sizes(form),
            rounds=_or(form.rounds, 3),
            places=_or(form.places, 64),
            starts_at=starts_at,
            ends_at=starts_at + timedelta(days=_or(form.days, 14)),
            rolling=bool(form.rolling),
            options=form.options or {},
            clock=form.clock or "fast",
        )
        return Response(cup_json(opened, player), status=201)


class OneCup(APIView):
    """One cup."""

    permission_classes = (SignedInToWrite,)

    @described("get_cup", "Get a cup", answer="Cup", conditional=True, problems=(404,))
    def get(self, request: Request, cup: str) -> Response:
        """A cup with its standings and tables: of a circle of yours, or of any league."""
        reader = player_or_none(request)
        return Response(cup_json(cup_get(cup, reader), reader))

    @described(
        "cancel_cup", "Call off a cup", answer=None, status=204, problems=(401, 403, 404, 409)
    )
    def delete(self, request: Request, cup: str) -> Response:
        """Call off a cup that has not begun, as its organiser."""
        with transaction.atomic():
            cup_cancel(cup_id=cup, player=player_required(request))
        return Response(status=204)


class Join(APIView):
    """Entering a cup."""

    permission_classes = (SignedIn,)

    @described(
        "enter_cup",
        "Enter a cup",
        body=EmptyBody,
        answer="Cup",
        problems=(400, 401, 403, 404, 409, 422, 429),
    )
    @idempotent_write()
    def post(self, request: Request, cup: str) -> Response:
        """Enter a cup of a circle of yours. If all places are taken, or once it runs, you wait for
        a place and are seated from the next round on."""
        convert(request.data, EmptyBody)
        cup_join(cup_id=cup, player=player_required(request))
        return _shown(request, cup)


class Leave(APIView):
    """Leaving a cup."""

    permission_classes = (SignedIn,)

    @described(
        "leave_cup",
        "Leave a cup",
        body=EmptyBody,
        answer="Cup",
        problems=(400, 401, 404, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request, cup: str) -> Response:
        """Leave a cup for good: bots play on at your tables, where you come last, and the next who
        waits gets your place."""
        convert(request.data, EmptyBody)
        cup_leave(cup_id=cup, player=player_required(request))
        return _shown(request, cup)


class Start(APIView):
    """Starting a cup."""

    permission_classes = (SignedIn,)

    @described(
        "start_cup",
        "Start a cup",
        body=EmptyBody,
        answer="Cup",
        problems=(400, 401, 403, 404, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request, cup: str) -> Response:
        """Start a cup before its time, as its organiser; its last day stays."""
        convert(request.data, EmptyBody)
        cup_start(cup_id=cup, player=player_required(request))
        return _shown(request, cup)


class Log(APIView):
    """The log of a cup."""

    @described("get_cup_log", "Get the log of a cup", answer="CupLog", listed=True, problems=(404,))
    def get(self, request: Request, cup: str) -> Response:
        """Everything that has happened in a cup, the oldest event first."""
        found = cup_get(cup, player_or_none(request))
        return Response(page_of_rows(request, cup_events(found), RowNumber, cup_event_json))


class OfCircle(APIView):
    """The cups of a circle."""

    permission_classes = (SignedIn,)

    @described(
        "list_circle_cups",
        "List the cups of a circle",
        answer="CircleCups",
        problems=(401, 404),
        conditional=True,
    )
    def get(self, request: Request, circle: str) -> Response:
        """The latest 50 cups of a circle of yours, the newest first."""
        found = circle_get(circle, player_required(request))
        cups = cups_of_circle(found, most=OF_A_CIRCLE)
        return Response({"results": [cup_summary(cup) for cup in cups]})


def _shown(request: Request, cup: str) -> Response:
    player = player_required(request)
    return Response(cup_json(cup_get(cup, player), player))


def _or(given: int | None, usual: int) -> int:
    return usual if given is None else given


def _usual_sizes(form: NewCup) -> tuple[int, ...]:
    game = all_games().get(form.game)
    sizes = tuple(size for size in (game.seats if game else ()) if 3 <= size <= 6)
    return sizes if form.seats in sizes else (form.seats,)
