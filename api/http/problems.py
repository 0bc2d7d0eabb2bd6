"""Errors as RFC 9457 problems in the caller's language; clients branch on `code`."""

from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.response import Response

from api.http.authentication import InsufficientScope, authenticate_quietly
from api.http.language import language_of
from events.errors import TEXTS as DOMAIN_TEXTS
from events.errors import (
    AccountGone,
    Conflict,
    DomainError,
    Forbidden,
    NotFound,
    TooMany,
    Unavailable,
    Unprocessable,
)
from games.codec import Malformed
from games.contract import Refused, Text, UnfitTable
from games.registry import all_rulesets
from games.words import errors_of

PROBLEM_JSON = "application/problem+json"

TITLES: dict[int, Text] = {
    400: Text("Demande mal formée", "Malformed request"),
    401: Text("Non identifié", "Not signed in"),
    403: Text("Pas permis", "Not allowed"),
    404: Text("Introuvable", "Not found"),
    405: Text("Méthode inconnue ici", "Method not known here"),
    406: Text("Format indisponible", "Format not available"),
    409: Text("En conflit avec l’état actuel", "Conflicts with the present state"),
    413: Text("Demande trop grande", "Request too large"),
    415: Text("Type de contenu inconnu", "Content type not known"),
    422: Text("Contraire aux règles", "Against the rules"),
    428: Text("Condition manquante", "Precondition missing"),
    429: Text("Trop de demandes", "Too many requests"),
    431: Text("En-têtes trop grands", "Headers too large"),
    500: Text("Erreur du serveur", "Server error"),
    503: Text("Momentanément indisponible", "Not available just now"),
}

TEXTS: dict[int, dict[str, Text]] = {
    400: {
        "malformed": Text(
            "Certains champs n’ont pas la forme attendue ; voyez `errors`.",
            "Some fields do not have the expected form; see `errors`.",
        ),
        "bad_request": Text(
            "Le serveur ne sert pas cette adresse ou refuse cette demande ; vérifiez l’hôte "
            "(Host).",
            "The server does not serve that address or refuses the request; check the Host header.",
        ),
        "not_json": Text(
            "Le corps de la demande n’est pas du JSON valide en UTF-8 ; corrigez-le et "
            "renvoyez-le.",
            "The body is not valid JSON in UTF-8; correct it and send it again.",
        ),
        "idempotency_key_malformed": Text(
            "Idempotency-Key : de 1 à 255 caractères visibles.",
            "Idempotency-Key: 1 to 255 visible characters.",
        ),
    },
    401: {
        "not_authenticated": Text(
            "Envoyez l’en-tête `Authorization: Token …` ; POST /api/v1/auth/guest en donne un.",
            "Send the header `Authorization: Token …`; POST /api/v1/auth/guest gives you one.",
        ),
        "invalid_token": Text(
            "Ce jeton est inconnu ou a expiré ; identifiez-vous de nouveau.",
            "This token is unknown or has expired; sign in again.",
        ),
    },
    403: {
        "forbidden": Text(
            "Cela ne vous est pas permis ; ne répétez pas la demande.",
            "You are not allowed to do that; do not repeat the request.",
        ),
        "insufficient_scope": Text(
            "Cette application n’y est pas autorisée ; demandez le droit de l’en-tête "
            "WWW-Authenticate, s’il en nomme un.",
            "This app is not allowed to do that; ask for the scope in the header "
            "WWW-Authenticate, if it names one.",
        ),
    },
    404: {
        "not_found": Text(
            "Il n’y a rien à cette adresse ; vérifiez-la.",
            "There is nothing at this address; check it.",
        ),
        "schema_version_unknown": Text(
            "Le schéma existe en `version=3.1` et `version=3.0.3`.",
            "The schema exists as `version=3.1` and `version=3.0.3`.",
        ),
    },
    405: {
        "method_not_allowed": Text(
            "Cette adresse ne connaît pas cette méthode ; voyez l’en-tête Allow.",
            "This address does not know that method; see the Allow header.",
        ),
    },
    406: {
        "not_acceptable": Text(
            "Seul le JSON est servi ici ; demandez application/json.",
            "Only JSON is served here; ask for application/json.",
        ),
    },
    413: {
        "body_too_large": Text(
            "Le corps de la demande est trop grand ; réduisez-le.",
            "The body is too large; send less.",
        ),
    },
    415: {
        "unsupported_media_type": Text(
            "Envoyez du JSON avec `Content-Type: application/json`.",
            "Send JSON with `Content-Type: application/json`.",
        ),
    },
    428: {
        "idempotency_key_required": Text(
            "Un coup demande l’en-tête Idempotency-Key, différent pour chaque coup.",
            "A move needs the header Idempotency-Key, a new one for every move.",
        ),
    },
    429: {
        "throttled": Text(
            "Trop de demandes ; réessayez après le délai de Retry-After.",
            "Too many requests; try again after the time in Retry-After.",
        ),
    },
    431: {
        "cookies_too_large": Text(
            "Les cookies de cette adresse sont trop grands ; supprimez-en.",
            "The cookies of this address are too large; delete some.",
        ),
    },
    500: {
        "server_error": Text(
            "Le serveur a rencontré une erreur ; réessayez avec la même Idempotency-Key.",
            "The server met an error; try again with the same Idempotency-Key.",
        ),
    },
    503: {
        "not_ready": Text(
            "Le serveur n’est pas prêt ; réessayez dans un instant.",
            "The server is not ready; try again in a moment.",
        ),
    },
}
"""By status, the text of each code of the API itself: the cause, and what to do."""


class Problem(Exception):
    """A refusal by the API itself, not by events or games."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


_STATUS: dict[type[Exception], int] = {
    NotFound: 404,
    Forbidden: 403,
    Conflict: 409,
    Unprocessable: 422,
    TooMany: 429,
    Unavailable: 503,
}
_KNOWN: dict[type[Exception], tuple[int, str]] = {
    exceptions.NotAuthenticated: (401, "not_authenticated"),
    exceptions.AuthenticationFailed: (401, "invalid_token"),
    AccountGone: (401, "invalid_token"),
    exceptions.ParseError: (400, "not_json"),
    exceptions.MethodNotAllowed: (405, "method_not_allowed"),
    exceptions.NotAcceptable: (406, "not_acceptable"),
    exceptions.UnsupportedMediaType: (415, "unsupported_media_type"),
    exceptions.Throttled: (429, "throttled"),
    InsufficientScope: (403, "insufficient_scope"),
    exceptions.PermissionDenied: (403, "forbidden"),
    PermissionDenied: (403, "forbidden"),
    exceptions.NotFound: (404, "not_found"),
    Http404: (404, "not_found"),
    RequestDataTooBig: (413, "body_too_large"),
    OperationalError: (503, "not_ready"),
}
_WAIT: dict[type[Exception], int] = {OperationalError: 1}
"""The seconds of Retry-After, where the error itself has none."""


def _fault(pointer: str, code: str, text: Text, language: str) -> dict[str, str]:
    return {"pointer": pointer, "code": code, "detail": text.within(language)}


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception into a problem; None for a fault of the server (500)."""
    if isinstance(error, exceptions.NotAcceptable):
        authenticate_quietly(context["request"])  # DRF negotiates before it authenticates
    language = language_of(context["request"])
    response: Response | None = None
    match error:
        case Malformed():
            response = _problem(400, "malformed", TEXTS[400]["malformed"], language)
            response.data["errors"] = [
                _fault(one.pointer, one.code, one.text, language) for one in (error, *error.others)
            ]
        case Refused(code=code):
            response = _problem(422, code, rule_texts()[code], language)
            if isinstance(error, UnfitTable):
                fault = _fault(error.pointer, code, rule_texts()[code], language)
                response.data["errors"] = [fault]
        case DomainError(code=code):
            response = _problem(_STATUS[type(error)], code, error.text, language, **error.more)
        case Problem(status=status, code=code):
            response = _problem(status, code, TEXTS[status][code], language)
        case _:
            known = next((v for kind, v in _KNOWN.items() if isinstance(error, kind)), None)
            if known is not None:
                status, code = known
                response = _problem(status, code, TEXTS[status][code], language)
    if response is not None:
        for name, value in _headers(error).items():
            response[name] = value
    return response


def problem_response(request: HttpRequest, status: int, code: str) -> HttpResponse:
    """Build a problem for a request that does not reach a view."""
    problem = _problem(status, code, TEXTS[status][code], language_of(request))
    return HttpResponse(msgspec.json.encode(problem.data), status=status, content_type=PROBLEM_JSON)


def _problem(status: int, code: str, text: Text, language: str, **more: Any) -> Response:
    title = TITLES.get(status)
    body = {
        "type": f"urn:gobelet:problem:{code}",
        "title": title.within(language) if title else HTTPStatus(status).phrase,
        "status": status,
        "detail": text.within(language),
        "code": code,
    }
    return Response(body | more, status=status, content_type=PROBLEM_JSON)


@cache
def rule_texts() -> dict[str, Text]:
    """Return the texts of all games' refusals by code; a code means the same in every game."""
    return {
        code: text for game in all_rulesets().values() for code, text in errors_of(game).items()
    }


def all_problems() -> dict[str, tuple[int, Text]]:
    """Return every code that a problem can have, with its status and text."""
    tables = [
        *TEXTS.items(),
        *((_STATUS[kind], texts) for kind, texts in DOMAIN_TEXTS.items()),
        (422, rule_texts()),
    ]
    return {code: (status, text) for status, texts in tables for code, text in texts.items()}


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if _KNOWN.get(type(error), (0, ""))[0] == 401:
        headers["WWW-Authenticate"] = "Token, Bearer"
    if isinstance(error, InsufficientScope):
        named = f', scope="{error.scope}"' if error.scope else ""
        headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope"{named}'
    wait = getattr(error, "wait", None) or next(
        (wait for kind, wait in _WAIT.items() if isinstance(error, kind)), None
    )
    if wait:
        headers["Retry-After"] = str(int(wait))
    return headers
