"""Signing in: as a guest, or with an e-mail address and a code that is mailed to it."""

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import player_or_none, token_of
from api.http.language import language_of
from api.http.throttling import CodeRates, GuestRates, SignInRates, sign_in_refund
from api.requests.people import CodeProof, CodeRequest, NewGuest
from api.schema import described
from api.views.sign_in.answers import no_store, sign_in_response, user_agent
from events.accounts.sign_in import account_sign_in
from events.log.envelope import timestamp
from events.mail.address import address_normalise
from events.players.identity import guest_create
from events.players.sign_in_codes import CODE_LIFE, code_ask
from games.codec import convert


class Guest(APIView):
    """Guest accounts, which have no address."""

    authentication_classes = ()
    throttle_classes = (GuestRates,)

    @described(
        "create_guest",
        "Create a guest",
        body=NewGuest,
        answer="SignedIn",
        status=201,
        problems=(400, 422),
        keyed=False,
    )
    def post(self, request: Request) -> Response:
        """Make a guest account and sign in at once."""
        form = convert(request.data, NewGuest)
        signed_in = guest_create(
            name=form.name,
            locale=form.locale or language_of(request),
            time_zone=form.time_zone or "UTC",
            device=form.device or user_agent(request),
        )
        return sign_in_response(*signed_in, status=201)


class Code(APIView):
    """Sign-in codes by mail."""

    throttle_classes = (CodeRates,)

    @described(
        "ask_code",
        "Mail a sign-in code",
        body=CodeRequest,
        answer="CodeSent",
        status=202,
        problems=(400, 401),
        keyed=False,
    )
    def post(self, request: Request) -> Response:
        """Mail a code of six digits to an address, known or not: the answer is the same.

        The code works only with the `nonce` of this answer: keep it where you ask for the code, and
        do not show it. Each call mails another code with a nonce of its own; a day has only so
        many for one address (429 `daily_limit_reached`).
        """
        form = convert(request.data, CodeRequest)
        email = address_normalise(form.email)
        with transaction.atomic():
            nonce, expires_at = code_ask(email=email, language=language_of(request))
        answer = {
            "nonce": nonce,
            "expires_at": timestamp(expires_at),
            "expires_in_seconds": int(CODE_LIFE.total_seconds()),
        }
        return no_store(Response(answer, status=202))


class Confirm(APIView):
    """Signing in with a code."""

    throttle_classes = (SignInRates,)

    @described(
        "confirm_code",
        "Sign in with a code",
        body=CodeProof,
        answer="SignedIn",
        problems=(400, 401, 409, 422),
        keyed=False,
    )
    def post(self, request: Request) -> Response:
        """Sign in, or up if the address is new. With a guest's token the guest becomes that account
        or is merged into it, and keeps its matches and other devices; the token that was sent is
        revoked, as the new one takes its place."""
        form = convert(request.data, CodeProof)
        signed_in = account_sign_in(
            email=address_normalise(form.email),
            code=form.code.strip(),
            nonce=form.nonce,
            asker=player_or_none(request),
            token=token_of(request),
            locale=language_of(request),
            time_zone=form.time_zone or "UTC",
            device=form.device or user_agent(request),
        )
        sign_in_refund(request._request)
        return sign_in_response(*signed_in)
