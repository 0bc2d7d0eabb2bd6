"""Matches: opening, joining, reading, playing."""

from functools import partial

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, SignedInToWrite, player_or_none, player_required
from api.http.language import language_of
from api.http.query_params import whole_number
from api.http.throttling import require_bots_rate
from api.idempotency import idempotent_write, key_required, match_refreshed, respond_once
from api.requests.matches import (
    Joining,
    NewClock,
    NewInvitation,
    NewMatch,
    NewMove,
    Revealed,
    Starting,
)
from api.schema import LIMIT, PROOF, described, number
from api.views.lists import LOBBY_QUERY, lobby_page
from events.clocks.kinds import FAST, CapTooSmall, Clock, clock_from_request
from events.errors import Unprocessable
from events.idempotency import Answer
from events.log.read import MOST_PER_PAGE
from events.matches.invitations import invitation_create, invitation_url
from events.matches.opening import match_create, match_join, match_start, seed_reveal
from events.move_answers import missed_events_added, move_answer, move_answer_again
from events.play.ready_table import table_lock_for
from events.seats.access import match_get_visible, viewer_of
from events.seats.locks import match_lock, match_lock_for, table_lock
from events.selectors.match import feed_json, match_json, seated_json
from games.codec import convert, within
from games.contract import STAND_IN


class Matches(APIView):
    """All matches."""

    permission_classes = (SignedInToWrite,)

    @described(
        "list_matches", "List public matches", answer="MatchList", query=LOBBY_QUERY, listed=True
    )
    def get(self, request: Request) -> Response:
        """Public matches, the newest first: open ones that you can join, or others to watch."""
        return Response(lobby_page(request))

    @described(
        "create_match",
        "Open a match",
        body=NewMatch,
        answer="Match",
        status=201,
        problems=(400, 401, 404, 409, 422),
    )
    @idempotent_write(again=match_refreshed)
    def post(self, request: Request) -> Response:
        """Open a match; it starts by itself when its last seat is taken."""
        form = convert(request.data, NewMatch)
        player, clock = player_required(request), _clock(form.clock)
        if form.bots:
            require_bots_rate(request._request)
        with within("/options"):
            seats = match_create(
                creator=player,
                game=form.game,
                seats=form.seats,
                options=form.options or {},
                visibility=form.visibility,
                bots=[STAND_IN] * form.bots if isinstance(form.bots, int) else form.bots or (),
                seed_commitment=form.seed_commitment,
                clock=clock,
                minimum_reliability=form.minimum_reliability,
                rated=form.rated is not False,
            )
        return Response(seated_json(seats[0].match, player, seats), status=201)


def _clock(form: NewClock | None) -> Clock:
    """Build the clock of a new match; raise Malformed or Unprocessable if it is invalid."""
    try:
        with within("/clock"):
            return FAST if form is None else clock_from_request(msgspec.to_builtins(form))
    except CapTooSmall:
        raise Unprocessable("clock_cap_too_small") from None


class OneMatch(APIView):
    """One match."""

    @described("get_match", "Get a match", answer="Match", conditional=True, problems=(401, 404))
    def get(self, request: Request, match: str) -> Response:
        """The match as you may see it now; without a seat, as a spectator."""
        found = match_get_visible(match, player_or_none(request))
        return Response(match_json(found, viewer_of(found, player_or_none(request))))


class Join(APIView):
    """Joining a match."""

    permission_classes = (SignedIn,)

    @described(
        "join_match",
        "Join a match",
        body=Joining,
        answer="Match",
        problems=(400, 401, 403, 404, 409, 422),
    )
    @idempotent_write(again=match_refreshed)
    def post(self, request: Request, match: str) -> Response:
        """Take a free seat."""
        form = convert(request.data, Joining)
        player = player_required(request)
        match_lock(match)  # or table_lock could miss the seat of a player who just joined
        seats = match_join(
            seats=table_lock(match),
            player=player,
            invite=form.invite,
            seed_commitment=form.seed_commitment,
        )
        return Response(seated_json(seats[0].match, player, seats))


class Invitations(APIView):
    """Invitations to a match."""

    permission_classes = (SignedIn,)

    @described(
        "create_invitation",
        "Invite to a match",
        body=NewInvitation,
        answer="Invitation",
        status=201,
        problems=(400, 401, 403, 404, 409, 422, 429),
    )
    @idempotent_write()
    def post(self, request: Request, match: str) -> Response:
        """Make a secret link to this match; with an address it is mailed there."""
        form = convert(request.data, NewInvitation)
        player = player_required(request)
        found = match_lock_for(match, player)
        invite = invitation_create(match=found, player=player, email=form.email)
        return Response({"invite": invite, "url": invitation_url(found, invite)}, status=201)


class Start(APIView):
    """Starting a match before all seats are taken."""

    permission_classes = (SignedIn,)

    @described(
        "start_match",
        "Start a match with bots",
        body=Starting,
        answer="Match",
        problems=(400, 401, 403, 404, 409, 422),
    )
    @idempotent_write(again=match_refreshed)
    def post(self, request: Request, match: str) -> Response:
        """Stop waiting: bots take the empty seats."""
        form = convert(request.data, Starting)
        player = player_required(request)
        require_bots_rate(request._request)
        started = match_start(match=match_lock_for(match, player), player=player, bots=form.bots)
        return Response(match_json(started, viewer_of(started, player)))


class Seed(APIView):
    """Revealing seeds."""

    permission_classes = (SignedIn,)

    @described(
        "reveal_seed",
        "Reveal your seed",
        body=Revealed,
        answer="SeedAnswer",
        problems=(400, 401, 403, 404, 409, 422),
    )
    @idempotent_write(again=match_refreshed)
    def post(self, request: Request, match: str) -> Response:
        """Reveal the seed you committed to, or waive it."""
        form = convert(request.data, Revealed)
        player = player_required(request)
        found = match_lock_for(match, player)
        receipt = seed_reveal(match=found, player=player, seed=form.seed)
        shown = match_json(found, viewer_of(found, player))
        return Response({"match": shown, "receipt": receipt})


class Moves(APIView):
    """Playing moves."""

    permission_classes = (SignedIn,)

    @described(
        "play_move",
        "Play a move",
        body=NewMove,
        answer="MoveAnswer",
        status=201,
        also=(202,),
        problems=(400, 401, 403, 404, 409, 422, 428),
        key_required=True,
    )
    def post(self, request: Request, match: str) -> Response:
        """Play; 202 when the answer is early and stays sealed until its turn."""
        key, player = key_required(request), player_required(request)

        def work() -> tuple[Answer, Response]:
            form = convert(request.data, NewMove)
            found, seats = table_lock_for(match, player)
            with within("/move"), missed_events_added(found, player, form.expected_version):
                answer = move_answer(
                    found,
                    seats,
                    player,
                    key=key,
                    move=form.move,
                    expected_version=form.expected_version,
                    expected_asked=form.expected_asked,
                    recap_language=language_of(request) if form.recap else None,
                )
            return answer, Response(msgspec.Raw(answer.body), status=answer.status)

        return respond_once(request, key, work, partial(move_answer_again, player))


class Feed(APIView):
    """The history of a match."""

    @described(
        "list_events",
        "List the events of a match",
        answer="Feed",
        problems=(400, 401, 404),
        query={
            "after": number("The last event that you have, 0 for none.", 0, default=0),
            "limit": LIMIT,
            "proof": PROOF,
        },
        conditional=True,
    )
    def get(self, request: Request, match: str) -> Response:
        """The events past a seq, as you may read them now; with `proof=1` with their proofs."""
        after = whole_number(request, "after", default=0, least=0)
        most = whole_number(
            request, "limit", default=MOST_PER_PAGE, least=1, greatest=MOST_PER_PAGE
        )
        proof = whole_number(request, "proof", default=0, least=0, greatest=1)
        found = match_get_visible(match, player_or_none(request))
        viewer = viewer_of(found, player_or_none(request))
        return Response(feed_json(found, viewer, after=after, most=most, proof=bool(proof)))
