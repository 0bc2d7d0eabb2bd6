"""Answers about signing in, about passkeys, and about third-party apps."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from api.requests.oauth import GrantType
from api.responses.common import Page, PlayerShown, Time
from events.oauth.scopes import Scope

PublicKey = Literal["public-key"]
"""A kind of credential.

public-key: A pair of keys, of which the server has the public one.
"""

OAuthErrorCode = Literal["invalid_request", "invalid_grant", "unsupported_grant_type"]
"""Why an endpoint of OAuth refuses.

invalid_request: A parameter is missing or came twice, or the body is not a form.
invalid_grant: The code or token is unknown, expired, used, or of another app; ask the player again.
unsupported_grant_type: `grant_type` is neither `authorization_code` nor `refresh_token`.
"""


class Account(PlayerShown):
    """Your account in short."""

    guest: bool
    """Whether the account has no address yet, so that only this device can use it."""


class SignedIn(Struct):
    """A token for this device."""

    token: str
    """The token, to be sent as `Authorization: Token …`; store it, as it is sent only here."""
    expires_at: Time
    """When the token expires if it is not used, in UTC; use extends it."""
    player: Account
    """The account that it signs in to."""


class CodeSent(Struct):
    """A code is on its way; the answer is alike for every address, known or not."""

    nonce: str
    """The secret that the code works with; keep it in memory and send both."""
    expires_at: Time
    """When the code expires, in UTC."""
    expires_in_seconds: int
    """The seconds until then when the server answered."""


class KnownCredential(Struct):
    """A passkey of the account that exists already."""

    id: str
    """The id of the passkey, in base64url."""
    type: PublicKey
    """The kind of credential."""
    transports: list[str] | UnsetType = UNSET
    """How its authenticator can be reached, where that is known."""


class Site(Struct):
    """Whose passkey it is."""

    id: str
    """The domain that passkeys are bound to."""
    name: str
    """Its name for people."""


class PasskeyUser(Struct):
    """The account that the passkey is for."""

    id: str
    """The account as the authenticator stores it, in base64url."""
    name: str
    """The address of the account."""
    display_name: str = field(name="displayName")
    """The name that other players see."""


class PasskeyAlgorithm(Struct):
    """A kind of key that the server accepts."""

    type: PublicKey
    """The kind of credential."""
    alg: int
    """The signature algorithm by its number in COSE: -7 ES256, -8 EdDSA, -257 RS256."""


class AuthenticatorChoice(Struct):
    """What the authenticator must be able to do."""

    resident_key: Literal["required"] = field(name="residentKey")
    """Always `required`: the passkey is found without an address."""
    require_resident_key: bool = field(name="requireResidentKey")
    """The same for older authenticators, always true."""
    user_verification: Literal["required"] = field(name="userVerification")
    """Always `required`: the authenticator recognises its owner, by a PIN or a finger."""


class CreationOptions(Struct):
    """`PublicKeyCredentialCreationOptionsJSON` of WebAuthn."""

    rp: Site
    """Whose passkey it is."""
    user: PasskeyUser
    """The account that the passkey is for."""
    challenge: str
    """What the authenticator signs, in base64url."""
    algorithms: list[PasskeyAlgorithm] = field(name="pubKeyCredParams")
    """The kinds of key that the server accepts, the best first."""
    timeout: int
    """How long the person has, in milliseconds."""
    exclude_credentials: list[KnownCredential] = field(name="excludeCredentials")
    """The passkeys that the account has already: an authenticator makes no second one."""
    authenticator: AuthenticatorChoice = field(name="authenticatorSelection")
    """What the authenticator must be able to do."""
    attestation: Literal["none"]
    """Always `none`: the maker of the authenticator is not asked for."""


class RequestOptions(Struct):
    """`PublicKeyCredentialRequestOptionsJSON` of WebAuthn."""

    rp_id: str = field(name="rpId")
    """The domain that passkeys are bound to."""
    challenge: str
    """What the authenticator signs, in base64url."""
    timeout: int
    """How long the person has, in milliseconds."""
    allow_credentials: list[KnownCredential] = field(name="allowCredentials")
    """Always empty: the authenticator offers every passkey that it has for the domain."""
    user_verification: Literal["required"] = field(name="userVerification")
    """Always `required`: the authenticator recognises its owner, by a PIN or a finger."""


class Challenge(Struct):
    """The base class of challenges for passkeys."""

    nonce: str
    """The secret that the challenge works with; keep it in memory and send both."""
    expires_at: Time
    """When the challenge expires, in UTC."""
    expires_in_seconds: int
    """The seconds until then when the server answered."""


class PasskeyRegistration(Challenge):
    """A challenge to register a passkey with."""

    options: CreationOptions
    """For `PublicKeyCredential.parseCreationOptionsFromJSON`, or for the phone as it is."""


class PasskeySignIn(Challenge):
    """A challenge to sign in with a passkey."""

    options: RequestOptions
    """For `PublicKeyCredential.parseRequestOptionsFromJSON`, or for the phone as it is."""


class Passkey(Struct):
    """A passkey of yours."""

    id: str
    """The id, to remove the passkey by."""
    name: str
    """The name of the passkey, by default the browser or app that it was made with."""
    synced: bool
    """Whether its owner has it on other devices too."""
    created_at: Time
    """When it was registered, in UTC."""
    used_at: Time | None
    """When it signed in last, in UTC; null if it never did."""


class PasskeyList(Page):
    """A page of passkeys."""

    results: list[Passkey]
    """The passkeys of this page."""


class App(Struct):
    """An app that you have registered."""

    id: str
    """The id, which is its `client_id`."""
    name: str
    """The name that players see when the app asks them."""
    redirect_uris: list[str]
    """Where codes may be sent."""
    created_at: Time
    """When it was registered, in UTC."""


class AppList(Page):
    """A page of apps."""

    results: list[App]
    """The apps of this page."""


class Grant(Struct):
    """An app that you have authorised."""

    id: str
    """The id, to revoke the authorisation by."""
    app: str
    """The id of the app."""
    name: str
    """The name of the app."""
    scopes: list[Scope]
    """What it may do."""
    created_at: Time
    """When you first authorised it, in UTC."""


class GrantList(Page):
    """A page of authorised apps."""

    results: list[Grant]
    """The authorised apps of this page."""


class AskingApp(Struct):
    """An app that asks you for something."""

    id: str
    """The id of the app."""
    name: str
    """Its name, as its developer has registered it."""


class Consent(Struct):
    """What an app asks for, and where to go once you have decided."""

    app: AskingApp
    """The app."""
    scopes: list[Scope]
    """What it would be allowed."""
    destination: str
    """The domain, or the scheme of an app, that the code is sent to."""
    redirect: str | None
    """The address to go to, with the code or with your refusal; null while nothing is decided."""


class OAuthTokens(Struct):
    """The tokens of an app on one device (RFC 6749)."""

    access_token: Annotated[str, Meta(examples=["vUo3kXcB2mQ"])]
    """The token, to be sent as `Authorization: Bearer …`."""
    token_type: Literal["Bearer"]
    """Always `Bearer`."""
    expires_in: Annotated[int, Meta(examples=[3600])]
    """In how many seconds the access token expires."""
    refresh_token: Annotated[str, Meta(examples=["0a1b2c3d.Yw7fTz"])]
    """What the next tokens are asked for with; it replaces the one before."""
    scope: Annotated[str, Meta(examples=["play read"])]
    """What the player has allowed: `play`, `read` and `profile`, by spaces."""


class OAuthRefusal(Struct):
    """Why an endpoint of OAuth refuses (RFC 6749): not a problem as elsewhere."""

    error: OAuthErrorCode
    """The code, for programs."""
    error_description: Annotated[str, Meta(examples=["code is missing"])]
    """What is wrong, in English."""


class OAuthServer(Struct):
    """What a library for OAuth needs to know of this server (RFC 8414)."""

    issuer: Annotated[str, Meta(examples=["https://play.example.org"])]
    """The address of the server, which comes back as `iss` beside a code."""
    authorization_endpoint: Annotated[str, Meta(examples=["https://play.example.org/authorize"])]
    """The page where a player is asked."""
    token_endpoint: Annotated[str, Meta(examples=["https://play.example.org/oauth/token"])]
    """Where tokens are asked for."""
    revocation_endpoint: Annotated[str, Meta(examples=["https://play.example.org/oauth/revoke"])]
    """Where tokens are given back."""
    scopes_supported: list[Scope]
    """What an app can ask for."""
    response_types_supported: list[Literal["code"]]
    """Only `code`."""
    response_modes_supported: list[Literal["query"]]
    """Only `query`."""
    grant_types_supported: list[GrantType]
    """What tokens can be asked for with."""
    token_endpoint_auth_methods_supported: list[Literal["none"]]
    """Only `none`: an app has no secret."""
    revocation_endpoint_auth_methods_supported: list[Literal["none"]]
    """Only `none`."""
    code_challenge_methods_supported: list[Literal["S256"]]
    """Only `S256`."""
    authorization_response_iss_parameter_supported: Annotated[bool, Meta(examples=[True])]
    """Always true: compare `iss` with `issuer` (RFC 9207)."""
    service_documentation: Annotated[str, Meta(examples=["https://play.example.org/api/docs/"])]
    """The address of the documentation."""
