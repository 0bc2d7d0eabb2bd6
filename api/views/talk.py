"""Table talk, how far one has read, and a match in words: what happened, and how it stands."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.authentication import SignedIn, SignedInToWrite, asker, signed_in
from api.conditional import conditional
from api.idempotency import writes
from api.language import language_of
from api.pages import RowNumber, page
from api.query import whole_number
from api.schema import described
from api.shapes.talk import NewMessage, Seen
from events.describe import match_described
from events.recap import recap_shown
from events.seen import seen_mark
from events.shown import match_visible, viewer_of
from events.talk import message_post, messages_for, messages_shown
from games.codec import convert


class Messages(APIView):
    """Table talk."""

    permission_classes = (SignedInToWrite,)

    @described(
        "list_messages",
        answer="MessageList",
        problems=(400, 401, 404),
        listed=True,
        conditional=True,
    )
    @conditional
    def get(self, request: Request, match: str) -> Response:
        """What was said at the table, the newest first, but for people whom you have muted or
        blocked. Whoever may see the match may read it, spectators included."""
        found, reader = match_visible(match, asker(request)), asker(request)
        listed = page(
            request,
            lambda before, most: messages_for(reader, match=found, before=before, most=most),
            places=RowNumber,
            place=lambda message: message.id,
            shown=lambda messages: messages_shown(found, messages),
        )
        return Response(listed)

    @described(
        "post_message",
        body=NewMessage,
        answer="Message",
        status=201,
        problems=(400, 401, 403, 404, 422),
    )
    @writes()
    def post(self, request: Request, match: str) -> Response:
        """Say something at a table that you sit at, before, during or after the match."""
        form = convert(request.data, NewMessage)
        player = signed_in(request)
        found = match_visible(match, player)
        message = message_post(match=found, player=player, text=form.text.strip())
        return Response(messages_shown(found, [message])[0], status=201)


class SeenUpTo(APIView):
    """How far one has read."""

    permission_classes = (SignedIn,)

    @described("mark_seen", body=Seen, answer="SeenMarks", problems=(400, 401, 403, 404, 422))
    @writes()
    def post(self, request: Request, match: str) -> Response:
        """Note how far you have read the history and the talk; a mark never goes back."""
        form = convert(request.data, Seen)
        player = signed_in(request)
        marks = seen_mark(
            match=match_visible(match, player),
            player=player,
            version=form.version,
            message=form.message,
        )
        return Response(marks)


class Recap(APIView):
    """What happened meanwhile."""

    @described(
        "recap_match",
        answer="Recap",
        problems=(400, 401, 404),
        query={"after": (0, None)},
        conditional=True,
    )
    @conditional
    def get(self, request: Request, match: str) -> Response:
        """What happened past `after`, else since you last looked or moved, in sentences."""
        given = "after" in request.query_params
        after = whole_number(request, "after", default=0, least=0) if given else None
        found = match_visible(match, asker(request))
        viewer = viewer_of(found, asker(request))
        return Response(recap_shown(found, viewer, after=after, language=language_of(request)))


class Text(APIView):
    """The table without pictures."""

    @described("describe_match", answer="MatchText", problems=(401, 404), conditional=True)
    @conditional
    def get(self, request: Request, match: str) -> Response:
        """The table in words as you may see it, and each of your legal moves with its name: enough
        to play without knowing the game. Null and none before the match has begun."""
        found = match_visible(match, asker(request))
        viewer = viewer_of(found, asker(request))
        return Response(match_described(found, viewer, language=language_of(request)))
