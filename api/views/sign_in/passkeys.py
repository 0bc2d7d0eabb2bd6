"""Passkeys: registered by an account, and signed in with, without an address or a code."""

from typing import Any

import msgspec
from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_or_none, player_required, token_of
from api.http.pagination import page_of_rows
from api.http.throttling import SignInRates, sign_in_refund
from api.idempotency import idempotent_write
from api.requests.common import Id
from api.requests.passkeys import NewPasskey, PasskeyProof, Start
from api.schema import described
from api.views.sign_in.answers import no_store, sign_in_response, user_agent
from events.accounts.passkey_sign_in import account_passkey_sign_in
from events.log.envelope import timestamp
from events.players.passkey_challenges import CHALLENGE_LIFE, Challenge
from events.players.passkeys import (
    passkey_json,
    passkey_register,
    passkey_remove,
    passkeys_of,
    registration_options,
    sign_in_options,
)
from games.codec import convert


class SignInOptions(APIView):
    """Challenges to sign in with."""

    throttle_classes = (SignInRates,)

    @described(
        "ask_passkey",
        "Ask for a challenge to sign in with a passkey",
        body=Start,
        answer="PasskeySignIn",
        problems=(400, 401, 422),
        keyed=False,
    )
    def post(self, request: Request) -> Response:
        """What to hand to `navigator.credentials.get`, or to the phone's own function for it. No
        address is asked for: the passkey says whose it is. The challenge works once, for five
        minutes, and only with the `nonce` of this answer."""
        convert(request.data, Start)
        with transaction.atomic():
            asked = sign_in_options()
        return _options_response(*asked)


class SignIn(APIView):
    """Signing in with a passkey."""

    throttle_classes = (SignInRates,)

    @described(
        "use_passkey",
        "Sign in with a passkey",
        body=PasskeyProof,
        answer="SignedIn",
        problems=(400, 401, 409, 422),
        keyed=False,
    )
    def post(self, request: Request) -> Response:
        """Sign in to the account of a passkey. With a guest's token the guest is merged into it,
        and keeps its matches and other devices; the token that was sent is revoked, as the new one
        takes its place."""
        form = convert(request.data, PasskeyProof)
        signed_in = account_passkey_sign_in(
            nonce=form.nonce,
            credential=msgspec.to_builtins(form.credential),
            asker=player_or_none(request),
            token=token_of(request),
            device=form.device or user_agent(request),
        )
        sign_in_refund(request._request)
        return sign_in_response(*signed_in)


class RegistrationOptions(APIView):
    """Challenges to register a passkey with."""

    permission_classes = (SignedIn,)

    @described(
        "ask_new_passkey",
        "Ask for a challenge to register a passkey",
        body=Start,
        answer="PasskeyRegistration",
        problems=(400, 401, 403, 422),
        keyed=False,
    )
    def post(self, request: Request) -> Response:
        """What to hand to `navigator.credentials.create`, or to the phone's own function for it.
        The challenge works once, for five minutes, and only for you, with the `nonce` of this
        answer. A guest has no passkeys: confirm an address first, to come back by if the passkey is
        lost."""
        convert(request.data, Start)
        with transaction.atomic():
            asked = registration_options(player=player_required(request))
        return _options_response(*asked)


class Passkeys(APIView):
    """The caller's passkeys."""

    permission_classes = (SignedIn,)

    @described("list_passkeys", "List your passkeys", answer="PasskeyList", listed=True)
    def get(self, request: Request) -> Response:
        """The passkeys that sign in to your account."""
        return Response(
            page_of_rows(request, passkeys_of(player_required(request)), Id, passkey_json)
        )

    @described(
        "register_passkey",
        "Register a passkey",
        body=NewPasskey,
        answer="Passkey",
        status=201,
        problems=(400, 401, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request) -> Response:
        """Register the passkey that an authenticator has made for your challenge; at most 20."""
        form = convert(request.data, NewPasskey)
        made = passkey_register(
            player=player_required(request),
            nonce=form.nonce,
            credential=msgspec.to_builtins(form.credential),
            name=form.name or user_agent(request),
        )
        return Response(passkey_json(made), status=201)


class OnePasskey(APIView):
    """One passkey."""

    permission_classes = (SignedIn,)

    @described("remove_passkey", "Remove a passkey", answer=None, status=204, problems=(401, 404))
    def delete(self, request: Request, passkey: str) -> Response:
        """Remove a passkey of yours. Devices that it has signed in stay signed in."""
        passkey_remove(player=player_required(request), passkey=passkey)
        return Response(status=204)


def _options_response(asked: Challenge, options: dict[str, Any]) -> Response:
    answer = {
        "nonce": asked.nonce,
        "expires_at": timestamp(asked.expires_at),
        "expires_in_seconds": int(CHALLENGE_LIFE.total_seconds()),
        "options": options,
    }
    return no_store(Response(answer))
