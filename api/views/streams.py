"""Server-Sent Events of one match, and of all matches of the caller."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_or_none, player_required
from api.http.client_ip import throttle_address
from api.http.codecs import NoNegotiation
from api.http.language import language_of
from api.http.query_params import parse_int, whole_number
from api.schema import EVENT_STREAM, PROOF, described, number
from events.players.devices import token_digest
from events.seats.access import match_get_visible
from events.streams.event_ids import PATTERN, event_id_decode, is_event_id
from events.streams.handover import Handover, first_look
from events.streams.match import MatchWatch
from events.streams.person import PersonWatch
from events.streams.watch import Watch
from games.codec import Malformed

MATCH_QUERY = {
    "after": number("The last event that you have, 0 for none; like `Last-Event-ID`.", 0),
    "state": number("0 to leave out the messages `state`.", 0, 1, default=1),
    "recap": number("1 to be told each turn in sentences, by messages `recap`.", 0, 1, default=0),
    "proof": PROOF,
}
AFTER_PLACE = {
    "after": {
        "description": "The id of the last message that you have, 0 for none; like Last-Event-ID.",
        "type": "string",
        "pattern": PATTERN,
    }
}


class Stream(APIView):
    """The base class of both streams."""

    content_negotiation_class = NoNegotiation

    def stream_open(self, request: Request, watch: Watch) -> HttpResponse:
        """Begin a stream and hand it over to the server, which continues it.

        Where the server cannot, send what there is now; the client reconnects for more.
        """
        response = HttpResponse(content_type=EVENT_STREAM)
        response["X-Accel-Buffering"] = "no"  # a buffering proxy would wait for ever
        handover: Handover | None = request.META.get(Handover.NAME)
        if handover is None:
            response.content = first_look(watch).text
        else:
            handover.enter(watch)
        return response


class MatchStream(Stream):
    """The stream of a match."""

    @described(
        "stream_match",
        "Stream the events of a match",
        answer=None,
        stream={"message": "Event", "recap": "Recap", "state": "Match", "changed": "MatchChanged"},
        also=(204,),
        query=MATCH_QUERY,
        problems=(400, 401, 404, 429, 503),
        scope="read",
    )
    def get(self, request: Request, match: str) -> HttpResponse:
        """The events of a match as they happen, and the match after them, until it has ended.

        `id` is the event's seq. `Last-Event-ID` or `after` says what you have, `0` that you have
        nothing; without either only what is new comes. A `state` is the match as you may see it
        now, as `GET` of the match gives it: it comes at the beginning and after every change of it,
        so that you never have to read again; `state=0` leaves it out. With `recap=1` a `recap`
        before the `state` tells the events in sentences, in your language: at the beginning the
        latest, then those of each turn; it replaces all that you have after its `after`. The first
        message is always `changed`, and another comes whenever something changes without an event:
        seats, deadlines, your own sealed answer, talk, which is not in the match. `proof=1` adds
        the proof of each event. 204: it has ended, and you have all of it.
        """
        player = player_or_none(request)
        found = match_get_visible(match, player)
        name, seq = last_id(request)
        address = throttle_address(request._request)
        recap = whole_number(request, "recap", default=0, least=0, greatest=1)
        watch = MatchWatch(
            match=found,
            player=player,
            account=player.id if player else address,
            address=address,
            token=digest_of(request),
            after=None if seq is None else parse_int(seq, name, least=0),
            with_state=bool(whole_number(request, "state", default=1, least=0, greatest=1)),
            recap_language=language_of(request) if recap else None,
            with_proof=bool(whole_number(request, "proof", default=0, least=0, greatest=1)),
        )
        if watch.has_all and "Last-Event-ID" in request.headers:
            return HttpResponse(status=204)  # or EventSource would reconnect for ever
        return self.stream_open(request, watch)


class MyStream(Stream):
    """The stream of a player."""

    permission_classes = (SignedIn,)

    @described(
        "stream_me",
        "Stream what concerns you",
        answer=None,
        stream={"message": "Told", "cup": "CupTold", "changed": "Changed"},
        query=AFTER_PLACE,
        problems=(400, 401, 429, 503),
        scope="read",
    )
    def get(self, request: Request) -> HttpResponse:
        """Your turns, invitations, matches and cups that have started or ended, as it happens.

        `id` says nothing but where to resume. `Last-Event-ID` or `after` says what you have, `0`
        that you have nothing; without either, or with an id of another player, only what is new
        comes. The first message is always `changed`: read turns, matches and invitations again.
        """
        player = player_required(request)
        name, place = last_id(request)
        if place is not None and not is_event_id(place):
            raise Malformed("malformed", f"/{name}")
        after = None if place is None else event_id_decode(place, reader=player.id)
        watch = PersonWatch(
            player=player,
            address=throttle_address(request._request),
            token=digest_of(request),
            after=after,
        )
        return self.stream_open(request, watch)


def last_id(request: Request) -> tuple[str, str | None]:
    """The name and value of the header or parameter with the id of the client's last message.

    The header comes first, because a reconnecting EventSource keeps its old query.
    """
    if (last := request.headers.get("Last-Event-ID")) is not None:
        return "Last-Event-ID", last
    return "after", request.query_params.get("after")


def digest_of(request: Request) -> str | None:
    """The digest of the request's token, or None."""
    token: Any = request.auth
    return token_digest(token) if token else None
