"""Settings of the push services of phones: the keys that Apple and Google give to operators."""

import json
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.core.exceptions import ImproperlyConfigured


class Apns(NamedTuple):
    """A key of the Apple Push Notification service, and the app whose devices it notifies."""

    key: EllipticCurvePrivateKey
    key_id: str
    team_id: str
    topic: str
    """The bundle identifier of the app."""


class Fcm(NamedTuple):
    """A service account of a Firebase project."""

    key: RSAPrivateKey
    key_id: str
    email: str
    project: str
    token_url: str
    """Where the account gets access tokens."""


def apns(key_file: str, key_id: str, team_id: str, topic: str) -> Apns | None:
    """Return the settings of APNs, or None if none of its variables is set."""
    given = (key_file, key_id, team_id, topic)
    if not any(given):
        return None
    if not all(given):
        raise ImproperlyConfigured(
            "Set all of APNS_KEY_FILE, APNS_KEY_ID, APNS_TEAM_ID and APNS_TOPIC, or none of them."
        )
    try:
        key = load_pem_private_key(Path(key_file).read_bytes(), None)
    except (OSError, ValueError) as error:
        raise ImproperlyConfigured(f"APNS_KEY_FILE cannot be read: {error}.") from None
    if not isinstance(key, EllipticCurvePrivateKey):
        raise ImproperlyConfigured("APNS_KEY_FILE must be the .p8 file of an APNs key.")
    return Apns(key, key_id, team_id, topic)


def fcm(account_file: str) -> Fcm | None:
    """Return the settings of FCM, or None if there is no file of a service account."""
    if not account_file:
        return None
    try:
        said = json.loads(Path(account_file).read_bytes())
        key = load_pem_private_key(said["private_key"].encode(), None)
        key_id, email = str(said["private_key_id"]), str(said["client_email"])
        project, token_url = str(said["project_id"]), str(said["token_uri"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ImproperlyConfigured(
            f"FCM_ACCOUNT_FILE must be the JSON file of a service account ({error!r})."
        ) from None
    if not isinstance(key, RSAPrivateKey):
        raise ImproperlyConfigured("The private key of FCM_ACCOUNT_FILE must be an RSA key.")
    return Fcm(key, key_id, email, project, token_url)
