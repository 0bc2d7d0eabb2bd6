"""News as they happen: Server-Sent Events of a match, and of all one's matches."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from api.address import neighbourhood_of
from api.authentication import SignedIn, asker, signed_in
from api.json import Regardless
from api.query import checked
from api.schema import EVENT_STREAM, described
from events.devices import token_digest
from events.shown import match_visible
from events.streams.door import Door, first_look
from events.streams.match import MatchWatch
from events.streams.person import PersonWatch
from events.streams.places import PATTERN, is_a_place, place_read
from events.streams.watch import Watch
from games.codec import Malformed

AFTER = {"after": (0, None)}
AFTER_PLACE = {"after": {"type": "string", "pattern": PATTERN}}


class Stream(APIView):
    """What both streams do alike."""

    content_negotiation_class = Regardless

    def opened(self, request: Request, watch: Watch) -> HttpResponse:
        """The beginning of a stream, on which the server goes on writing; where it cannot, what
        there is now, for the client to come again."""
        response = HttpResponse(content_type=EVENT_STREAM)
        response["X-Accel-Buffering"] = "no"  # a proxy that waits for more would wait for ever
        door: Door | None = request.META.get(Door.NAME)
        if door is None:
            response.content = first_look(watch).text
        else:
            door.enter(watch)
        return response


class MatchStream(Stream):
    """The news of a match."""

    @described(
        "stream_match",
        answer=None,
        stream={"message": "Event", "changed": "MatchChanged"},
        also=(204,),
        query=AFTER,
        problems=(400, 401, 404, 429, 503),
    )
    def get(self, request: Request, match: str) -> HttpResponse:
        """The events of a match as they happen, until it has ended.

        `id` is the event's seq. `Last-Event-ID` or `after` says what you have, `0` that you have
        nothing; without either only what is new comes. The first message is always `changed`, and
        another comes whenever something else changes that you may see: seats, deadlines, talk, your
        own sealed answer; read the match again then. 204: it has ended, and you have all of it.
        """
        player = asker(request)
        found = match_visible(match, player)
        name, seq = last_id(request)
        watch = MatchWatch(
            match=found,
            player=player,
            account=player.id if player else neighbourhood_of(request._request),
            token=digest_of(request),
            after=None if seq is None else checked(seq, name, least=0),
        )
        if watch.has_all and "Last-Event-ID" in request.headers:
            return HttpResponse(status=204)  # or EventSource would come again and again
        return self.opened(request, watch)


class MyStream(Stream):
    """The news of a person."""

    permission_classes = (SignedIn,)

    @described(
        "stream_me",
        answer=None,
        stream={"message": "Told", "changed": "Changed"},
        query=AFTER_PLACE,
        problems=(400, 401, 429, 503),
    )
    def get(self, request: Request) -> HttpResponse:
        """Your turns, invitations, and matches that have started or ended, as it happens.

        `id` says nothing but where to resume. `Last-Event-ID` or `after` says what you have, `0`
        that you have nothing; without either, or with an id of somebody else, only what is new
        comes. The first message is always `changed`: read turns, matches and invitations again.
        """
        player = signed_in(request)
        name, place = last_id(request)
        if place is not None and not is_a_place(place):
            raise Malformed("malformed", f"/{name}")
        after = None if place is None else place_read(place, reader=player.id)
        watch = PersonWatch(player=player, token=digest_of(request), after=after)
        return self.opened(request, watch)


def last_id(request: Request) -> tuple[str, str | None]:
    """The id of the last message that a client has, and where it says so; a resumed EventSource
    keeps its old query."""
    if (last := request.headers.get("Last-Event-ID")) is not None:
        return "Last-Event-ID", last
    return "after", request.query_params.get("after")


def digest_of(request: Request) -> str | None:
    """What is remembered of the token that came with a request."""
    token: Any = request.auth
    return token_digest(token) if token else None
