"""Seats given up and taken again: leaving, resigning, calling off, playing once more."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.again import ShownAgain
from api.authentication import SignedIn, signed_in
from api.idempotency import writes
from api.schema import described
from api.shapes.matches import CancelVote, Leaving, MoreTime, NewRematch, Removal
from events.cancelling import cancel_vote
from events.clocks.gifts import seat_return, time_give
from events.leaving import match_leave, seat_remove, seat_resign
from events.moves import match_locked_for
from events.rematch import rematch_open
from events.shown import match_shown, match_visible, viewer_of
from games.codec import convert

PROBLEMS = (400, 401, 403, 404, 409, 422)


class Leave(APIView):
    """The way out before the start."""

    permission_classes = (SignedIn,)

    @described("leave_match", body=Leaving, answer="Match", problems=PROBLEMS)
    @writes()
    def post(self, request: Request, match: str) -> Response:
        """Give up your seat in a match that has not begun; or, if you do not sit there, decline
        your invitation or the seat that is kept for you."""
        convert(request.data, Leaving)
        player = signed_in(request)
        left = match_leave(match=match_locked_for(match, player), player=player)
        return Response(match_shown(left, viewer_of(left, player)))


class Remove(APIView):
    """Seats that shall be free again."""

    permission_classes = (SignedIn,)

    @described("remove_from_match", body=Removal, answer="Match", problems=PROBLEMS)
    @writes()
    def post(self, request: Request, match: str) -> Response:
        """Free somebody's, a bot's or a kept seat; the creator may before the start. Whoever sat
        there comes back only when they are invited anew by their address."""
        form = convert(request.data, Removal)
        player = signed_in(request)
        found = match_locked_for(match, player)
        freed = seat_remove(match=found, player=player, number=form.seat)
        return Response(match_shown(freed, viewer_of(freed, player)))


class Resign(ShownAgain, APIView):
    """The way out of a running match."""

    permission_classes = (SignedIn,)

    @described("resign_from_match", body=Leaving, answer="Match", problems=PROBLEMS)
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Leave for good: a bot plays your seat to the end, and you look on as a spectator."""
        convert(request.data, Leaving)
        player = signed_in(request)
        resigned = seat_resign(match=match_locked_for(match, player), player=player)
        return Response(match_shown(resigned, viewer_of(resigned, player)))


class Time(ShownAgain, APIView):
    """Time given to others."""

    permission_classes = (SignedIn,)

    @described("give_more_time", body=MoreTime, answer="Match", problems=PROBLEMS)
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Give a seat that is waited for the time of one full move more; once for each question."""
        form = convert(request.data, MoreTime)
        player = signed_in(request)
        given = time_give(match=match_locked_for(match, player), player=player, to=form.seat)
        return Response(match_shown(given, viewer_of(given, player)))


class Return(ShownAgain, APIView):
    """The way back to a seat that a bot has kept."""

    permission_classes = (SignedIn,)

    @described("return_to_match", body=Leaving, answer="Match", problems=PROBLEMS)
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Play your seat yourself again; a move of yours does the same."""
        convert(request.data, Leaving)
        player = signed_in(request)
        back = seat_return(match=match_locked_for(match, player), player=player)
        return Response(match_shown(back, viewer_of(back, player)))


class CancelVotes(ShownAgain, APIView):
    """Votes to call a match off."""

    permission_classes = (SignedIn,)

    @described("vote_to_cancel", body=CancelVote, answer="Match", problems=PROBLEMS)
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Agree to call the match off, or no longer; a vote lasts until the next event."""
        form = convert(request.data, CancelVote)
        player = signed_in(request)
        voted = cancel_vote(match=match_locked_for(match, player), player=player, agree=form.agree)
        return Response(match_shown(voted, viewer_of(voted, player)))


class Rematch(ShownAgain, APIView):
    """Once more."""

    permission_classes = (SignedIn,)

    @described(
        "open_rematch", body=NewRematch, answer="Match", status=201, also=(200,), problems=PROBLEMS
    )
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """A new match of the same people, each one seat further; 200 if there is one already."""
        form = convert(request.data, NewRematch)
        player = signed_in(request)
        ended = match_locked_for(match, player)
        again, new = rematch_open(match=ended, player=player, seed_commitment=form.seed_commitment)
        found = again if new else match_visible(again.id, player)
        return Response(match_shown(found, viewer_of(found, player)), status=201 if new else 200)
