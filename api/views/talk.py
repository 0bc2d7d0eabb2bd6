"""Table talk, read marks, and the board as text."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, SignedInToWrite, player_or_none, player_required
from api.http.language import language_of
from api.http.pagination import RowNumber, page
from api.http.throttling import require_emote_rate
from api.idempotency import idempotent_write
from api.requests.talk import NewMessage, Seen
from api.schema import described
from events.matches.talk import message_post, messages_for, messages_json
from events.seats.access import match_get_for_viewer, match_get_visible
from events.selectors.board_text import board_json
from events.selectors.unread import seen_mark
from games.codec import convert


class Messages(APIView):
    """Table talk."""

    permission_classes = (SignedInToWrite,)

    @described(
        "list_messages",
        "List messages at a table",
        answer="MessageList",
        problems=(404,),
        listed=True,
        scope="read",
    )
    def get(self, request: Request, match: str) -> Response:
        """What was said at the table, the newest first, but for people whom you have muted or
        blocked. All who may see the match may read it, spectators included."""
        found, reader = match_get_visible(match, player_or_none(request)), player_or_none(request)
        listed = page(
            request,
            lambda before, most: messages_for(reader, match=found, before=before, most=most),
            places=RowNumber,
            place=lambda message: message.number,
            serialise=lambda messages: messages_json(
                found, messages, language=language_of(request)
            ),
        )
        return Response(listed)

    @described(
        "post_message",
        "Post a message at a table",
        body=NewMessage,
        answer="Message",
        status=201,
        problems=(400, 401, 403, 404, 422),
        scope="play",
    )
    @idempotent_write()
    def post(self, request: Request, match: str) -> Response:
        """Say something at a table that you sit at, before, during or after the match. An emote
        notifies no one."""
        form = convert(request.data, NewMessage)
        player = player_required(request)
        found = match_get_visible(match, player)
        if form.emote:
            require_emote_rate(request, player.id)
        text = (form.text or "").strip()
        message = message_post(match=found, player=player, text=text, emote=form.emote)
        told = messages_json(found, [message], language=language_of(request))
        return Response(told[0], status=201)


class SeenUpTo(APIView):
    """Read marks of history and talk."""

    permission_classes = (SignedIn,)

    @described(
        "mark_seen",
        "Mark how far you have read",
        body=Seen,
        answer="SeenMarks",
        problems=(400, 401, 403, 404, 422),
        scope="play",
    )
    @idempotent_write()
    def post(self, request: Request, match: str) -> Response:
        """Note how far you have read the history and the talk; a mark never goes back."""
        form = convert(request.data, Seen)
        player = player_required(request)
        marks = seen_mark(
            match=match_get_visible(match, player),
            player=player,
            version=form.version,
            message=form.message,
        )
        return Response(marks)


class Text(APIView):
    """The table as text."""

    @described(
        "describe_match",
        "Describe a match in words",
        answer="MatchText",
        problems=(401, 404),
        conditional=True,
        scope="read",
    )
    def get(self, request: Request, match: str) -> Response:
        """The table in words as you may see it, and each of your legal moves with its name: enough
        to play without knowing the game. Null and none before the match has begun."""
        found, viewer = match_get_for_viewer(match, player_or_none(request))
        return Response(board_json(found, viewer, language=language_of(request)))
