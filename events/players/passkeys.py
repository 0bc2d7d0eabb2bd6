"""Passkeys of an account: registered with an authenticator, verified, listed and removed."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from events.errors import Conflict, Forbidden, NotFound, Unprocessable
from events.log.envelope import timestamp
from events.models import Passkey, Player
from events.players.devices import NAME_LENGTH
from events.players.passkey_challenges import (
    CHALLENGE_LIFE,
    Challenge,
    challenge_ask,
    challenge_use,
)
from events.players.relying_party import NAME, RelyingParty, relying_party
from events.seats.locks import player_lock

MOST = 20
"""The most passkeys of an account."""
ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
_TIMEOUT = int(CHALLENGE_LIFE.total_seconds()) * 1000
_VERIFIED = UserVerificationRequirement.REQUIRED

Json = dict[str, Any]


def registration_options(*, player: Player) -> tuple[Challenge, Json]:
    """Create a challenge for one more passkey, with `PublicKeyCredentialCreationOptions`.

    A guest has no address to come back by when the passkey is lost, so a guest is refused.
    """
    party = _party()
    if player.guest:
        raise Forbidden("passkey_needs_address")
    asked = challenge_ask(player=player)
    options = generate_registration_options(
        rp_id=party.id,
        rp_name=NAME,
        user_id=player.id.encode(),
        user_name=player.email or player.name,
        user_display_name=player.name,
        challenge=asked.challenge,
        timeout=_TIMEOUT,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_VERIFIED
        ),
        exclude_credentials=[_descriptor(passkey) for passkey in player.passkeys.all()],
        supported_pub_key_algs=ALGORITHMS,
    )
    return asked, options_to_json_dict(options)


def sign_in_options() -> tuple[Challenge, Json]:
    """Create a challenge to sign in with, with `PublicKeyCredentialRequestOptions`.

    No passkey is named: the authenticator knows which it has, and so which account is meant.
    """
    party = _party()
    asked = challenge_ask(player=None)
    options = generate_authentication_options(
        rp_id=party.id,
        challenge=asked.challenge,
        timeout=_TIMEOUT,
        user_verification=_VERIFIED,
    )
    return asked, options_to_json_dict(options)


@transaction.atomic
def passkey_register(*, player: Player, nonce: str, credential: Json, name: str) -> Passkey:
    """Add the passkey that an authenticator has made for a challenge of this player.

    A refusal changes nothing: the challenge stays valid.
    """
    locked = player_lock(player.id)
    challenge = challenge_use(nonce=nonce, player=player)
    made = _registered(credential, challenge) if challenge else None
    if made is None:
        raise Unprocessable("passkey_refused")
    made.player, made.name = locked, name[:NAME_LENGTH]
    if locked.passkeys.count() >= MOST:
        raise Conflict("too_many_passkeys")
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:  # the credential's id is unique
        raise Conflict("passkey_registered") from None
    return made


def passkey_use(*, nonce: str, credential: Json) -> Passkey | None:
    """Verify the signature of a passkey and count its use; None if it is refused.

    The challenge is used up in the caller's transaction, whatever comes of it.
    """
    party, challenge = _party(), challenge_use(nonce=nonce, player=None)
    if challenge is None:
        return None
    own = Passkey.objects.select_for_update(of=("self",)).select_related("player")
    passkey = own.filter(credential=credential["id"]).first()
    if passkey is None or not _signed_by(passkey, credential, challenge, party):
        return None
    passkey.save(update_fields=["sign_count", "synced", "used_at"])
    return passkey


def passkeys_of(player: Player) -> QuerySet[Passkey]:
    """Return a player's passkeys by id."""
    return player.passkeys.order_by("id")


def passkey_json(passkey: Passkey) -> Json:
    """Serialise a passkey for its owner."""
    return {
        "id": passkey.id,
        "name": passkey.name,
        "synced": passkey.synced,
        "created_at": timestamp(passkey.created_at),
        "used_at": timestamp(passkey.used_at) if passkey.used_at else None,
    }


def passkey_remove(*, player: Player, passkey: str) -> None:
    """Delete one of the player's own passkeys; devices that it signed in stay so."""
    deleted, _ = Passkey.objects.filter(player=player, id=passkey).delete()
    if not deleted:
        raise NotFound("passkey_not_found")


def _party() -> RelyingParty:
    party = relying_party()
    if party is None:
        raise Unprocessable("passkeys_unavailable")
    return party


def _registered(credential: Json, challenge: bytes) -> Passkey | None:
    """Return the passkey of an authenticator's answer, unsaved; None if it does not verify."""
    party = _party()
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    except Exception:  # the parsers of CBOR, certificates and keys raise errors of many kinds
        return None
    known = {transport.value for transport in AuthenticatorTransport}
    transports = credential["response"].get("transports") or ()
    return Passkey(
        credential=bytes_to_base64url(made.credential_id),
        public_key=made.credential_public_key,
        sign_count=made.sign_count,
        transports=",".join(one for one in dict.fromkeys(transports) if one in known),
        synced=made.credential_backed_up,
        created_at=timezone.now(),
    )


def _signed_by(passkey: Passkey, credential: Json, challenge: bytes, party: RelyingParty) -> bool:
    """Whether a passkey has signed a challenge for its own account; updates the row, unsaved."""
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
        handle = base64url_to_bytes(credential["response"].get("userHandle") or "")
    except Exception:  # as above
        return False
    passkey.sign_count, passkey.synced = verified.new_sign_count, verified.credential_backed_up
    passkey.used_at = timezone.now()
    return handle == passkey.player_id.encode()


def _descriptor(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    transports = [AuthenticatorTransport(one) for one in passkey.transports.split(",") if one]
    return PublicKeyCredentialDescriptor(
        id=base64url_to_bytes(passkey.credential), transports=transports or None
    )
