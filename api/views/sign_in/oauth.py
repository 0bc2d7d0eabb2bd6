"""The endpoints of OAuth 2.0 that apps call: tokens, revocation, metadata.

Bodies and errors are those of RFC 6749 and not of the rest of the API, as libraries expect them.
"""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, get_args

import msgspec
from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from api.http.client_ip import throttle_address
from api.http.problems import problem_response
from api.http.throttling import request_throttle
from api.requests.oauth import GrantType
from api.responses.sign_in import OAuthErrorCode, OAuthRefusal, OAuthServer, OAuthTokens
from api.schema.outside.oauth import AUTHORIZE, FORM, REVOKE, TOKEN
from events.oauth.scopes import SCOPES
from events.oauth.tokens import ACCESS_LIFE, code_exchange, session_refresh, token_revoke


class OAuthError(Exception):
    """A refusal with one of the codes of RFC 6749 or 7009."""

    def __init__(self, code: OAuthErrorCode, description: str) -> None:
        super().__init__(code)
        self.code = code
        self.description = description


class Parameters(NamedTuple):
    """The parameters of a request, none of which came twice."""

    given: dict[str, str]

    def required(self, name: str) -> str:
        """Return a parameter; raise OAuthError if it is missing or empty."""
        if value := self.given.get(name):
            return value
        raise OAuthError("invalid_request", f"{name} is missing")


Handler = Callable[[Parameters], HttpResponse]


def endpoint(handler: Handler) -> Callable[[HttpRequest], HttpResponse]:
    """Make a handler of form parameters a view, limited by the client's address."""

    @csrf_exempt
    @require_POST
    @wraps(handler)
    def view(request: HttpRequest) -> HttpResponse:
        wait = request_throttle(request, {"address": throttle_address(request)})
        if wait is not None:
            response = problem_response(request, 429, "throttled")
            response["Retry-After"] = str(wait)
            return response
        try:
            response = handler(_parameters(request))
        except OAuthError as error:
            refusal = OAuthRefusal(error=error.code, error_description=error.description)
            response = _json(refusal, status=400)
        response["Cache-Control"] = "no-store"
        return response

    return view


@endpoint
def token(asked: Parameters) -> HttpResponse:
    """Exchange a code, or a refresh token, for tokens."""
    kind, app = asked.required("grant_type"), asked.required("client_id")
    if kind == "authorization_code":
        tokens = code_exchange(
            code=asked.required("code"),
            client_id=app,
            redirect_uri=asked.required("redirect_uri"),
            verifier=asked.required("code_verifier"),
        )
    elif kind == "refresh_token":
        tokens = session_refresh(refresh=asked.required("refresh_token"), client_id=app)
    else:
        raise OAuthError("unsupported_grant_type", "use authorization_code or refresh_token")
    if tokens is None:
        raise OAuthError(
            "invalid_grant",
            "it is unknown, expired, used, or does not fit client_id, redirect_uri, code_verifier",
        )
    return _json(
        OAuthTokens(
            access_token=tokens.access,
            token_type="Bearer",
            expires_in=int(ACCESS_LIFE.total_seconds()),
            refresh_token=tokens.refresh,
            scope=tokens.scopes,
        )
    )


@endpoint
def revoke(asked: Parameters) -> HttpResponse:
    """End the session of a token; the answer is the same for a token that is unknown (RFC 7009)."""
    token_revoke(token=asked.required("token"), client_id=asked.required("client_id"))
    return JsonResponse({})


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Describe the authorisation server (RFC 8414)."""
    base = settings.PUBLIC_URL
    return _json(
        OAuthServer(
            issuer=base,
            authorization_endpoint=base + AUTHORIZE,
            token_endpoint=base + TOKEN,
            revocation_endpoint=base + REVOKE,
            scopes_supported=list(SCOPES),
            response_types_supported=["code"],
            response_modes_supported=["query"],
            grant_types_supported=list(get_args(GrantType)),
            token_endpoint_auth_methods_supported=["none"],
            revocation_endpoint_auth_methods_supported=["none"],
            code_challenge_methods_supported=["S256"],
            authorization_response_iss_parameter_supported=True,
            service_documentation=f"{base}/api/docs/",
        )
    )


def _parameters(request: HttpRequest) -> Parameters:
    if request.content_type != FORM:
        raise OAuthError("invalid_request", f"send {FORM}")
    try:
        sent = request.POST
    except (RequestDataTooBig, TooManyFieldsSent):
        raise OAuthError("invalid_request", "the body is too large") from None
    except BadRequest:
        raise OAuthError("invalid_request", "send it in UTF-8") from None
    if any(len(values) > 1 for _, values in sent.lists()):
        raise OAuthError("invalid_request", "a parameter came twice")
    return Parameters({name: str(value) for name, value in sent.items()})


def _json(body: msgspec.Struct, status: int = 200) -> HttpResponse:
    return JsonResponse(msgspec.to_builtins(body), status=status)
