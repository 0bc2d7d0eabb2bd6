"""Leaving, freeing and resuming seats, votes to cancel, and rematches."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required
from api.http.throttling import require_match_rates
from api.idempotency import idempotent_write, with_current_match
from api.requests.matches import CancelVote, Leaving, MoreTime, NewRematch, Removal
from api.schema import described
from events.matches.leaving import match_leave, seat_remove, seat_resign
from events.matches.rematch import rematch_open
from events.play.cancel_vote import cancel_vote
from events.play.more_time import seat_return, time_give
from events.seats.access import match_get_for_viewer, viewer_of
from events.seats.locks import match_lock_for
from events.seats.rows import has_bots, seats_of
from events.selectors.match import match_json, seated_json
from games.codec import convert

match_write = partial(
    described, answer="Match", problems=(400, 401, 403, 404, 409, 422), scope="play"
)
"""Declares an operation that changes a match and returns it."""


def match_change(
    request: Request, match: str, change: Callable[..., Any], **details: object
) -> Response:
    """Lock a match that the caller may see, change it, and return it as they may see it now."""
    player = player_required(request)
    changed = change(match=match_lock_for(match, player), player=player, **details)
    return Response(match_json(changed, viewer_of(changed, player)))


class Leave(APIView):
    """Leaving a match before it starts."""

    permission_classes = (SignedIn,)

    @match_write("leave_match", "Leave an open match", body=Leaving)
    @idempotent_write()
    def post(self, request: Request, match: str) -> Response:
        """Give up your seat in a match that has not begun; or, if you do not sit there, decline
        your invitation or the seat that is kept for you."""
        convert(request.data, Leaving)
        return match_change(request, match, match_leave)


class Remove(APIView):
    """Freeing a seat before the start."""

    permission_classes = (SignedIn,)

    @match_write("remove_from_match", "Free a seat", body=Removal)
    @idempotent_write()
    def post(self, request: Request, match: str) -> Response:
        """Free a player's, a bot's or a kept seat; the creator may before the start. A player who
        sat there comes back only when they are invited again by their address."""
        form = convert(request.data, Removal)
        return match_change(request, match, seat_remove, number=form.seat)


class Resign(APIView):
    """Resigning from a running match."""

    permission_classes = (SignedIn,)

    @match_write("resign_from_match", "Resign from a match", body=Leaving)
    @idempotent_write(again=with_current_match)
    def post(self, request: Request, match: str) -> Response:
        """Leave for good: a bot plays your seat to the end, and you look on as a spectator."""
        convert(request.data, Leaving)
        return match_change(request, match, seat_resign)


class Time(APIView):
    """More time for another seat."""

    permission_classes = (SignedIn,)

    @match_write("give_more_time", "Give a seat more time", body=MoreTime)
    @idempotent_write(again=with_current_match)
    def post(self, request: Request, match: str) -> Response:
        """Give a seat that is waited for the time of one full move more; once for each question."""
        form = convert(request.data, MoreTime)
        return match_change(request, match, time_give, to=form.seat)


class Return(APIView):
    """Returning to a seat that a bot has played meanwhile."""

    permission_classes = (SignedIn,)

    @match_write("return_to_match", "Return to your seat", body=Leaving)
    @idempotent_write(again=with_current_match)
    def post(self, request: Request, match: str) -> Response:
        """Play your seat yourself again; a move of yours does the same."""
        convert(request.data, Leaving)
        return match_change(request, match, seat_return)


class CancelVotes(APIView):
    """Votes to cancel a match."""

    permission_classes = (SignedIn,)

    @match_write("vote_to_cancel", "Vote to cancel a match", body=CancelVote)
    @idempotent_write(again=with_current_match)
    def post(self, request: Request, match: str) -> Response:
        """Agree to call the match off, or no longer; a vote lasts until the next event. A match
        against bots alone in which you have moved counts as left by you."""
        form = convert(request.data, CancelVote)
        return match_change(request, match, cancel_vote, agree=form.agree)


class Rematch(APIView):
    """Rematches."""

    permission_classes = (SignedIn,)

    @match_write("open_rematch", "Open a rematch", body=NewRematch, status=201, also=(200,))
    @idempotent_write(again=with_current_match)
    def post(self, request: Request, match: str) -> Response:
        """A new match of the same people, each one seat further; 200 if there is one already."""
        form = convert(request.data, NewRematch)
        player = player_required(request)
        ended = match_lock_for(match, player)
        again, new = rematch_open(match=ended, player=player, seed_commitment=form.seed_commitment)
        if new:
            require_match_rates(request._request, player, bots=has_bots(seats_of(again)))
            return Response(seated_json(again, player), status=201)
        return Response(match_json(*match_get_for_viewer(again.id, player)))
