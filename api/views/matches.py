"""Matches: opening, joining, reading, playing."""

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, SignedInToWrite, player_or_none, player_required
from api.http.etag import conditional
from api.http.query_params import whole_number
from api.idempotency import RefreshesMatch, idempotent_write, key_of
from api.requests.matches import (
    Joining,
    NewClock,
    NewInvitation,
    NewMatch,
    NewMove,
    Revealed,
    Starting,
)
from api.schema import described
from api.views.lists import LOBBY_QUERY, lobby_page
from events.clocks.kinds import FAST, CapTooSmall, Clock, clock_from_request
from events.errors import Conflict, Unprocessable
from events.log.read import MOST_PER_PAGE
from events.matches.invitations import invitation_create, invitation_url
from events.matches.opening import match_create, match_join, match_start, seed_reveal
from events.play.moves import move_submit
from events.play.ready_table import table_lock_for
from events.seats.access import match_get_visible, viewer_of
from events.seats.locks import match_lock_first, match_lock_for, table_lock
from events.selectors.match import feed_json, match_json, move_json, seated_json
from games.codec import Malformed, convert


class Matches(RefreshesMatch, APIView):
    """All matches."""

    permission_classes = (SignedInToWrite,)

    @described(
        "list_matches",
        answer="MatchList",
        problems=(400, 401),
        query=LOBBY_QUERY,
        listed=True,
        conditional=True,
    )
    @conditional
    def get(self, request: Request) -> Response:
        """Public matches, the newest first: open ones that you can join, or others to watch."""
        return Response(lobby_page(request))

    @described(
        "create_match",
        body=NewMatch,
        answer="Match",
        status=201,
        problems=(400, 401, 404, 409, 422),
    )
    @idempotent_write(again="still")
    def post(self, request: Request) -> Response:
        """Open a match; it starts by itself when its last seat is taken."""
        form = convert(request.data, NewMatch)
        player, clock = player_required(request), _clock(form.clock)
        try:
            seats = match_create(
                creator=player,
                game=form.game,
                seats=form.seats,
                options=form.options,
                visibility=form.visibility,
                bots=form.bots,
                seed_commitment=form.seed_commitment,
                clock=clock,
                minimum_reliability=form.minimum_reliability,
            )
        except Malformed as error:
            raise error.within("/options") from None
        return Response(seated_json(seats[0].match, player, seats), status=201)


def _clock(form: NewClock | None) -> Clock:
    """Build the clock of a new match; raise Malformed or Unprocessable if it is invalid."""
    try:
        return FAST if form is None else clock_from_request(msgspec.to_builtins(form))
    except Malformed as error:
        raise error.within("/clock") from None
    except CapTooSmall:
        raise Unprocessable("clock_cap_too_small") from None


class OneMatch(APIView):
    """One match."""

    @described("get_match", answer="Match", conditional=True, problems=(401, 404))
    @conditional
    def get(self, request: Request, match: str) -> Response:
        """The match as you may see it now; without a seat, as a spectator."""
        found = match_get_visible(match, player_or_none(request))
        return Response(match_json(found, viewer_of(found, player_or_none(request))))


class Join(RefreshesMatch, APIView):
    """Joining a match."""

    permission_classes = (SignedIn,)

    @described("join_match", body=Joining, answer="Match", problems=(400, 401, 403, 404, 409, 422))
    @idempotent_write(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Take a free seat."""
        form = convert(request.data, Joining)
        player = player_required(request)
        match_lock_first(match)  # or table_lock could miss the seat of a player who just joined
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


class Start(RefreshesMatch, APIView):
    """Starting a match before all seats are taken."""

    permission_classes = (SignedIn,)

    @described(
        "start_match", body=Starting, answer="Match", problems=(400, 401, 403, 404, 409, 422)
    )
    @idempotent_write(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Stop waiting: bots take the empty seats."""
        form = convert(request.data, Starting)
        player = player_required(request)
        started = match_start(match=match_lock_for(match, player), player=player, bots=form.bots)
        return Response(match_json(started, viewer_of(started, player)))


class Seed(RefreshesMatch, APIView):
    """Revealing seeds."""

    permission_classes = (SignedIn,)

    @described(
        "reveal_seed", body=Revealed, answer="SeedAnswer", problems=(400, 401, 403, 404, 409, 422)
    )
    @idempotent_write(again="still")
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
        body=NewMove,
        answer="MoveAnswer",
        status=201,
        also=(202,),
        problems=(400, 401, 403, 404, 409, 422, 428),
        key_required=True,
    )
    @idempotent_write(key_required=True, again="still")
    def post(self, request: Request, match: str) -> Response:
        """Play; 202 when the answer is early and stays sealed until its turn."""
        form = convert(request.data, NewMove)
        player = player_required(request)
        found, seats = table_lock_for(match, player)
        before = found.version
        try:
            accepted = move_submit(
                match=found,
                player=player,
                move=form.move,
                move_key=key_of(request, required=True) or "",
                expected_version=form.expected_version,
                expected_asked=form.expected_asked,
                seats=seats,
            )
        except Malformed as error:
            raise error.within("/move") from None
        except Conflict as conflict:
            if form.expected_version is not None and conflict.code == "stale_version":
                missed = feed_json(
                    found,
                    viewer_of(found, player),
                    after=min(form.expected_version, before),
                    most=MOST_PER_PAGE,
                )
                conflict.more["events"] = missed["events"]
            raise
        answer = move_json(found, seats, accepted)
        response = Response(answer, status=accepted.status)
        response.match_moved, response.writes = found, accepted.writes  # type: ignore[attr-defined]
        return response

    def still(self, request: Request, answer: bytes, match: str) -> bytes:
        """Update a stored answer to the current match: what has faded must not be shown again."""
        stored = msgspec.json.decode(answer)
        now = match_get_visible(match, player_or_none(request))
        viewer = viewer_of(now, player_or_none(request))
        seqs = [event["seq"] for event in stored["events"]]
        stored["match"] = match_json(now, viewer)
        if seqs:
            page = feed_json(now, viewer, after=seqs[0] - 1, most=len(seqs))
            stored["events"] = page["events"]
        return msgspec.json.encode(stored)


class Feed(APIView):
    """The history of a match."""

    @described(
        "list_events",
        answer="Feed",
        problems=(400, 401, 404),
        query={"after": (0, None), "limit": (1, MOST_PER_PAGE)},
        conditional=True,
    )
    @conditional
    def get(self, request: Request, match: str) -> Response:
        """The events past a seq, as you may read them now."""
        after = whole_number(request, "after", default=0, least=0)
        most = whole_number(
            request, "limit", default=MOST_PER_PAGE, least=1, greatest=MOST_PER_PAGE
        )
        found = match_get_visible(match, player_or_none(request))
        return Response(
            feed_json(found, viewer_of(found, player_or_none(request)), after=after, most=most)
        )
