"""The relying party of passkeys (WebAuthn): whose they are, and where they may be used."""

from base64 import urlsafe_b64encode
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

NAME = "Gobelet"
LOCAL = "localhost"


class RelyingParty(NamedTuple):
    """The domain that passkeys are bound to, and the origins that may use them."""

    id: str
    origins: list[str]


def relying_party() -> RelyingParty | None:
    """Return the relying party of PUBLIC_URL; None if its address can have no passkeys.

    They want a domain, and HTTPS unless it is `localhost`, which stands for loopback addresses.
    Apps of ANDROID_APPS have origins of their own; apps of APPLE_APP_IDS use that of the domain.
    """
    address = urlsplit(settings.PUBLIC_URL)
    host = address.hostname or ""
    try:
        if not ip_address(host).is_loopback:
            return None
        host = LOCAL
    except ValueError:
        pass  # a domain
    if not host or (address.scheme != "https" and host != LOCAL):
        return None
    port = f":{address.port}" if address.port else ""
    return RelyingParty(host, [f"{address.scheme}://{host}{port}", *_android_origins()])


def _android_origins() -> list[str]:
    """The origins that Android gives to apps, from the SHA-256 of their certificates."""
    prints = [one for fingerprints in settings.ANDROID_APPS.values() for one in fingerprints]
    digests = [bytes.fromhex(fingerprint.replace(":", "")) for fingerprint in prints]
    return [
        f"android:apk-key-hash:{urlsafe_b64encode(digest).decode().rstrip('=')}"
        for digest in digests
    ]
