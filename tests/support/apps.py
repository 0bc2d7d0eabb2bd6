"""Third-party apps, that players authorise as a browser would."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from tests.support.people import Person

HOME = "https://app.example.org/signed-in?from=gobelet"
NEW_APP = {"name": "Bord de table", "redirect_uris": [HOME, "http://127.0.0.1/back"]}
VERIFIER = "v" * 43
FORM = "application/x-www-form-urlencoded"
EVERYTHING = "play read profile"
INVALID = (400, "invalid_grant")

Json = dict[str, Any]


def challenge_of(verifier: str) -> str:
    """What an app shows of its verifier first (PKCE)."""
    return urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")


def asked(app: str, scope: str = EVERYTHING, **more: Any) -> Json:
    """What an app asks for at the page `/authorize`."""
    return {
        "client_id": app,
        "redirect_uri": HOME,
        "response_type": "code",
        "scope": scope,
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
    } | more


ASKED = asked("00000000-0000-4000-8000-000000000000")
"""What an app asks for that nobody has registered."""


def register(developer: Person) -> str:
    """The id of an app of somebody with an address."""
    made = developer.post("me/apps", NEW_APP)
    assert made.status_code == 201, made.content
    app: str = made.json()["id"]
    return app


def authorise(player: Person, app: str, scope: str = EVERYTHING, **more: Any) -> str:
    """The code that an app gets once a player has allowed it."""
    answer = player.post("auth/authorize", asked(app, scope, **more) | {"allow": True})
    assert answer.status_code == 200, answer.content
    query: dict[str, list[str]] = parse_qs(urlsplit(answer.json()["redirect"]).query)
    return query["code"][0]


def token_request(path: str = "token", kind: str = FORM, **parameters: Any) -> Any:
    """The answer of an endpoint of OAuth."""
    sent = urlencode(parameters, doseq=True)
    return Client(SERVER_NAME="localhost").post(f"/oauth/{path}", sent, content_type=kind)


def told(answer: Any) -> tuple[int, str]:
    """Status and code of an answer in the form of RFC 6749."""
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, answer.json().get("error", "")


def exchanged(app: str, code: str, **other: Any) -> Any:
    """The answer to an app that exchanges its code."""
    return token_request(**(exchange_form(app, code) | other))


def exchange_form(app: str, code: str) -> dict[str, str]:
    """What an app sends to exchange its code."""
    return {
        "grant_type": "authorization_code",
        "client_id": app,
        "code": code,
        "redirect_uri": HOME,
        "code_verifier": VERIFIER,
    }


def refreshed(app: str, refresh: str) -> Any:
    """The answer to an app that replaces its tokens."""
    return token_request(grant_type="refresh_token", client_id=app, refresh_token=refresh)


def tokens_of(player: Person, app: str, scope: str = EVERYTHING) -> Json:
    """The tokens of an app that a player has authorised."""
    answer = exchanged(app, authorise(player, app, scope))
    assert answer.status_code == 200, answer.content
    tokens: Json = answer.json()
    return tokens


def acting_for(player: Person, app: str, scope: str = EVERYTHING) -> Person:
    """An app that acts for a player."""
    token = tokens_of(player, app, scope)["access_token"]
    return Person(token, player.player, scheme="Bearer")
