"""Matches: opening, joining, looking, playing."""

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.again import ShownAgain
from api.authentication import SignedIn, SignedInToWrite, asker, signed_in
from api.conditional import conditional
from api.idempotency import key_of, writes
from api.query import whole_number
from api.schema import described
from api.shapes.matches import (
    Joining,
    NewClock,
    NewInvitation,
    NewMatch,
    NewMove,
    Revealed,
    Starting,
)
from api.views.lists import LOBBY_QUERY, lobby_page
from events.clocks.kinds import FAST, CapTooSmall, Clock, clock_chosen
from events.feed import MOST_PER_PAGE
from events.invitations import invitation_create, invitation_url
from events.matches import match_create, match_join, match_start, seed_reveal
from events.moves import match_awaited, match_locked_for, move_submit
from events.refusals import Conflict, Impossible
from events.seating import table_locked
from events.shown import (
    feed_shown,
    match_shown,
    match_visible,
    move_shown,
    viewer_of,
)
from events.tables import table_locked_for
from games.codec import Malformed, convert


class Matches(ShownAgain, APIView):
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
    @writes(again="still")
    def post(self, request: Request) -> Response:
        """Open a match; it starts by itself when its last seat is taken."""
        form = convert(request.data, NewMatch)
        clock = _clock(form.clock)
        try:
            seats = match_create(
                creator=signed_in(request),
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
        return Response(match_shown(seats[0].match, 0, seats=seats), status=201)


def _clock(form: NewClock | None) -> Clock:
    """The clock of a new match."""
    try:
        return FAST if form is None else clock_chosen(msgspec.to_builtins(form))
    except Malformed as error:
        raise error.within("/clock") from None
    except CapTooSmall:
        raise Impossible("clock_cap_too_small") from None


class OneMatch(APIView):
    """One match."""

    @described("get_match", answer="Match", conditional=True, problems=(401, 404))
    @conditional
    def get(self, request: Request, match: str) -> Response:
        """The match as you may see it now; without a seat, as a spectator."""
        found = match_visible(match, asker(request))
        return Response(match_shown(found, viewer_of(found, asker(request))))


class Join(ShownAgain, APIView):
    """Seats."""

    permission_classes = (SignedIn,)

    @described("join_match", body=Joining, answer="Match", problems=(400, 401, 403, 404, 409, 422))
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Take a free seat."""
        form = convert(request.data, Joining)
        player = signed_in(request)
        match_awaited(match)  # or who has just sat down would be missing in what is read with it
        seats = match_join(
            seats=table_locked(match),
            player=player,
            invite=form.invite,
            seed_commitment=form.seed_commitment,
        )
        own = next(seat.number for seat in seats if seat.player_id == player.id)
        return Response(match_shown(seats[0].match, own, seats=seats))


class Invitations(APIView):
    """Invitations."""

    permission_classes = (SignedIn,)

    @described(
        "create_invitation",
        body=NewInvitation,
        answer="Invitation",
        status=201,
        problems=(400, 401, 403, 404, 409, 422, 429),
    )
    @writes()
    def post(self, request: Request, match: str) -> Response:
        """Make a secret link to this match; with an address it is mailed there."""
        form = convert(request.data, NewInvitation)
        player = signed_in(request)
        found = match_locked_for(match, player)
        invite = invitation_create(match=found, player=player, email=form.email)
        return Response({"invite": invite, "url": invitation_url(found, invite)}, status=201)


class Start(ShownAgain, APIView):
    """The start."""

    permission_classes = (SignedIn,)

    @described(
        "start_match", body=Starting, answer="Match", problems=(400, 401, 403, 404, 409, 422)
    )
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Stop waiting: bots take the empty seats."""
        form = convert(request.data, Starting)
        player = signed_in(request)
        started = match_start(match=match_locked_for(match, player), player=player, bots=form.bots)
        return Response(match_shown(started, viewer_of(started, player)))


class Seed(ShownAgain, APIView):
    """Seeds."""

    permission_classes = (SignedIn,)

    @described(
        "reveal_seed", body=Revealed, answer="SeedAnswer", problems=(400, 401, 403, 404, 409, 422)
    )
    @writes(again="still")
    def post(self, request: Request, match: str) -> Response:
        """Reveal the seed you committed to, or waive it."""
        form = convert(request.data, Revealed)
        player = signed_in(request)
        found = match_locked_for(match, player)
        receipt = seed_reveal(match=found, player=player, seed=form.seed)
        shown = match_shown(found, viewer_of(found, player))
        return Response({"match": shown, "receipt": receipt})


class Moves(APIView):
    """Moves."""

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
    @writes(key_required=True, again="still")
    def post(self, request: Request, match: str) -> Response:
        """Play; 202 when the answer is early and stays sealed until its turn."""
        form = convert(request.data, NewMove)
        player = signed_in(request)
        found, seats = table_locked_for(match, player)
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
                missed = feed_shown(
                    found,
                    viewer_of(found, player),
                    after=min(form.expected_version, before),
                    most=MOST_PER_PAGE,
                )
                conflict.more["events"] = missed["events"]
            raise
        answer = move_shown(found, seats, accepted)
        response = Response(answer, status=accepted.status)
        response.match_moved, response.writes = found, accepted.writes  # type: ignore[attr-defined]
        return response

    def still(self, request: Request, answer: bytes, match: str) -> bytes:
        """An older answer with the match as it is now, so that nothing faded comes back."""
        kept = msgspec.json.decode(answer)
        now = match_visible(match, asker(request))
        viewer = viewer_of(now, asker(request))
        seqs = [event["seq"] for event in kept["events"]]
        kept["match"] = match_shown(now, viewer)
        if seqs:
            page = feed_shown(now, viewer, after=seqs[0] - 1, most=len(seqs))
            kept["events"] = page["events"]
        return msgspec.json.encode(kept)


class Feed(APIView):
    """The history."""

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
        found = match_visible(match, asker(request))
        return Response(feed_shown(found, viewer_of(found, asker(request)), after=after, most=most))
