"""Matches: opening, reading, joining, inviting, starting."""

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, SignedInToWrite, player_or_none, player_required
from api.http.throttling import require_bots_rate, require_match_rates
from api.idempotency import idempotent_write, with_current_match
from api.requests.matches import (
    Joining,
    NewClock,
    NewInvitation,
    NewMatch,
    Revealed,
    Starting,
)
from api.schema import SHARE, described
from api.views.lists import LOBBY_QUERY, lobby_page
from api.views.seats import match_change, match_write
from events.circles.circle import circle_get
from events.circles.tables import circle_table_open
from events.clocks.kinds import FAST, CapTooSmall, Clock, clock_from_request
from events.errors import Unprocessable
from events.matches.invitations import invitation_create, invitation_url
from events.matches.opening import match_create, match_join, match_start, seed_reveal
from events.seats.access import match_get_for_viewer, viewer_of
from events.seats.locks import match_lock, match_lock_for, table_lock
from events.selectors.match import match_json, seated_json
from games.codec import convert, within
from games.contract import BEST


class Matches(APIView):
    """All matches."""

    permission_classes = (SignedInToWrite,)

    @described(
        "list_matches",
        "List public matches",
        answer="MatchList",
        query=LOBBY_QUERY,
        listed=True,
        scope="read",
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
        scope="play",
    )
    @idempotent_write(again=with_current_match)
    def post(self, request: Request) -> Response:
        """Open a match; it starts by itself when its last seat is taken."""
        form = convert(request.data, NewMatch)
        player, clock = player_required(request), _clock(form.clock)
        circle = circle_get(form.circle, player) if form.circle else None
        require_match_rates(request._request, player, bots=bool(form.bots))
        with within("/options"):
            seats = match_create(
                creator=player,
                game=form.game,
                seats=form.seats,
                options=form.options or {},
                visibility=form.visibility,
                bots=[BEST] * form.bots if isinstance(form.bots, int) else form.bots or (),
                seed_commitment=form.seed_commitment,
                clock=clock,
                minimum_reliability=form.minimum_reliability,
                rated=form.rated is not False,
            )
        if circle is not None:
            circle_table_open(circle=circle, match=seats[0].match, player=player)
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

    @described(
        "get_match",
        "Get a match",
        answer="Match",
        conditional=True,
        problems=(401, 404, 409),
        scope="read",
        headers={
            "Invitation": "The secret of an invitation: shows a private match before it starts.",
            "Share": SHARE,
        },
    )
    def get(self, request: Request, match: str) -> Response:
        """The match as you may see it now; without a seat, as a spectator."""
        seen = match_get_for_viewer(
            match,
            player_or_none(request),
            invite=request.headers.get("Invitation"),
            share=request.headers.get("Share"),
        )
        return Response(match_json(*seen))


class Join(APIView):
    """Joining a match."""

    permission_classes = (SignedIn,)

    @match_write("join_match", "Join a match", body=Joining)
    @idempotent_write(again=with_current_match)
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
        scope="play",
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

    @match_write("start_match", "Start a match with bots", body=Starting)
    @idempotent_write(again=with_current_match)
    def post(self, request: Request, match: str) -> Response:
        """Stop waiting: bots take the empty seats."""
        form = convert(request.data, Starting)
        require_bots_rate(request._request)
        return match_change(request, match, match_start, bots=form.bots)


class Seed(APIView):
    """Revealing seeds."""

    permission_classes = (SignedIn,)

    @match_write("reveal_seed", "Reveal your seed", body=Revealed, answer="SeedAnswer")
    @idempotent_write(again=with_current_match)
    def post(self, request: Request, match: str) -> Response:
        """Reveal the seed you committed to, or waive it."""
        form = convert(request.data, Revealed)
        player = player_required(request)
        found = match_lock_for(match, player)
        receipt = seed_reveal(match=found, player=player, seed=form.seed)
        shown = match_json(found, viewer_of(found, player))
        return Response({"match": shown, "receipt": receipt})
