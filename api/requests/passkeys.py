"""Bodies of requests about passkeys: what authenticators answer, in the JSON form of WebAuthn."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from api.requests.common import Form
from api.requests.people import Device
from games.contract import Text
from games.malformed import form

_PATTERN = r"^[A-Za-z0-9_-]+$(?!\n)"
_SAID = Text("du base64url sans `=`", "base64url without `=`")
CredentialId = Annotated[
    str, form(_PATTERN, _SAID, max_length=1364, examples=["a2V5LW9mLXRoZS1waG9uZQ"])
]
Short = Annotated[
    str, form(_PATTERN, _SAID, max_length=4096, examples=["eyJ0eXBlIjoid2ViYXV0aG4ifQ"])
]
Long = Annotated[str, form(_PATTERN, _SAID, max_length=65536, examples=["o2NmbXRkbm9uZQ"])]
Nonce = Annotated[
    str,
    form(
        r"^[A-Za-z0-9_-]{32}$(?!\n)",
        Text(
            "le `nonce` de la réponse avec le défi", "the `nonce` of the answer with the challenge"
        ),
        max_length=32,
        examples=["3Zr0bG1wVt9sQe7yKpXn5cLhA2uD_f8M"],
    ),
]


class Start(Form, frozen=True):
    """Nothing need be said."""


class Attestation(Struct, frozen=True):
    """The new passkey (`AuthenticatorAttestationResponseJSON`); further fields are ignored."""

    client_data: Short = field(name="clientDataJSON")
    """What the browser or the phone says of the request, in base64url."""
    attestation: Long = field(name="attestationObject")
    """The new public key, in base64url."""
    transports: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=10)] | None = (
        None
    )
    """How the authenticator can be reached, such as `internal` and `hybrid`."""


class Assertion(Struct, frozen=True):
    """The signature (`AuthenticatorAssertionResponseJSON`); further fields are ignored."""

    client_data: Short = field(name="clientDataJSON")
    """What the browser or the phone says of the request, in base64url."""
    authenticator_data: Short = field(name="authenticatorData")
    """What the authenticator says of itself, in base64url."""
    signature: Short
    """The signature of both, in base64url."""
    user_handle: (
        Annotated[str, form(_PATTERN, _SAID, max_length=128, examples=["YW5uYQ"])] | None
    ) = field(name="userHandle", default=None)
    """The account as the authenticator stores it, in base64url."""


class NewCredential(Struct, frozen=True):
    """`PublicKeyCredential.toJSON()` of a new passkey; further fields are ignored."""

    id: CredentialId
    """The id of the passkey, in base64url."""
    raw_id: CredentialId = field(name="rawId")
    """The same."""
    type: Literal["public-key"]
    """Always `public-key`."""
    response: Attestation
    """The new passkey."""


class Credential(Struct, frozen=True):
    """`PublicKeyCredential.toJSON()` of a signature; further fields are ignored."""

    id: CredentialId
    """The id of the passkey, in base64url."""
    raw_id: CredentialId = field(name="rawId")
    """The same."""
    type: Literal["public-key"]
    """Always `public-key`."""
    response: Assertion
    """The signature."""


class NewPasskey(Form, frozen=True):
    """A passkey to be registered."""

    nonce: Nonce
    """`nonce` of the answer to `POST me/passkeys/options`."""
    credential: NewCredential
    """What the authenticator answered."""
    name: Device | None = None
    """The name of the passkey in your list; by default the User-Agent."""


class PasskeyProof(Form, frozen=True):
    """The signature of a passkey."""

    nonce: Nonce
    """`nonce` of the answer to `POST auth/passkey/options`."""
    credential: Credential
    """What the authenticator answered."""
    device: Device | None = None
    """The name of this device in the list of devices; by default the User-Agent."""
