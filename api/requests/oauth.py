"""Bodies of requests about third-party apps (OAuth 2.0)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.requests.common import Form, Id, Name
from events.oauth.redirects import LENGTH_MOST
from games.contract import Text
from games.malformed import form

RedirectUri = Annotated[
    str,
    form(
        r"^[\x21-\x7e]+$(?!\n)",
        Text("une adresse en ASCII, sans espaces", "an address in ASCII, without spaces"),
        max_length=LENGTH_MOST,
        examples=["https://example.org/signed-in"],
    ),
]
GrantType = Literal["authorization_code", "refresh_token"]
"""What tokens are asked for with.

authorization_code: A code, once the player has allowed something.
refresh_token: The refresh token of the tokens that are replaced.
"""


class NewApp(Form, frozen=True):
    """An app to be registered."""

    name: Name
    """The name that players see when the app asks them."""
    redirect_uris: Annotated[list[RedirectUri], Meta(min_length=1, max_length=5)]
    """Where codes may be sent: `https://…`, `http://127.0.0.1…`, `http://[::1]…` or
    `http://localhost…` with any port, or a scheme of the app's own with one slash, such as
    `org.example.app:/signed-in`."""


class Authorization(Form, frozen=True):
    """What an app asks for: the query of the page `/authorize`."""

    client_id: Id
    """The id of the app."""
    redirect_uri: RedirectUri
    """Where the code is sent, one of the addresses that the app is registered with."""
    response_type: Literal["code"]
    """Always `code`."""
    scope: Annotated[str, Meta(max_length=100, examples=["play read"])]
    """What the app asks to do: `play`, `read` and `profile`, by spaces."""
    code_challenge: Annotated[
        str,
        form(
            r"^[A-Za-z0-9_-]{43}$(?!\n)",
            Text(
                "le SHA-256 du vérificateur en base64url", "the SHA-256 of the verifier, base64url"
            ),
            max_length=43,
            examples=["E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
        ),
    ]
    """The SHA-256 of the verifier that the app will show, in base64url (PKCE, RFC 7636)."""
    code_challenge_method: Literal["S256"]
    """Always `S256`."""
    state: (
        Annotated[
            str,
            form(
                r"^[\x20-\x7e]*$(?!\n)",
                Text("du texte en ASCII", "text in ASCII"),
                max_length=500,
                examples=["af0ifjsldkj"],
            ),
        ]
        | None
    ) = None
    """What the app gets back unchanged."""
    allow: bool | None = None
    """The player's decision; left out, nothing is decided."""


class TokenRequest(Struct, frozen=True):
    """A request for tokens: a form, in which no parameter comes twice (RFC 6749)."""

    grant_type: GrantType
    """What the tokens are asked for with."""
    client_id: str
    """The id of the app."""
    code: str | UnsetType = UNSET
    """With `authorization_code`: the code."""
    redirect_uri: str | UnsetType = UNSET
    """With `authorization_code`: the address that the code was sent to."""
    code_verifier: str | UnsetType = UNSET
    """With `authorization_code`: the verifier, of which `/authorize` had the SHA-256 (PKCE)."""
    refresh_token: str | UnsetType = UNSET
    """With `refresh_token`: the refresh token."""


class Revocation(Struct, frozen=True):
    """A token that is given back: a form (RFC 7009)."""

    token: str
    """An access token or a refresh token; both end."""
    client_id: str
    """The id of the app."""
