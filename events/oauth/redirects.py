"""The addresses that an app may have codes sent to, after RFC 8252."""

import re
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

LENGTH_MOST = 500
_VISIBLE = re.compile(r"[\x21-\x7e]+")
_PRIVATE = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:/(?!/).*")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def is_redirect_uri(uri: str) -> bool:
    """Whether an app may register an address: HTTPS, the device itself, or a scheme of its own.

    The scheme of an app is a domain read backwards, such as `org.example.app:/signed-in`.
    """
    if not _VISIBLE.fullmatch(uri) or len(uri) > LENGTH_MOST or "#" in uri or "\\" in uri:
        return False
    if _PRIVATE.fullmatch(uri):
        return True
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or "@" in parts.netloc:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)


def redirect_allowed(asked: str, registered: str) -> bool:
    """Whether an address is the registered one; on the device itself the port may be any."""
    if asked == registered:
        return True
    if not is_redirect_uri(asked) or not is_redirect_uri(registered):
        return False
    one, other = urlsplit(asked), urlsplit(registered)
    return one.scheme == "http" and (one._replace(netloc=""), one.hostname) == (
        other._replace(netloc=""),
        other.hostname,
    )


def redirect_with(uri: str, more: Mapping[str, str | None]) -> str:
    """Return an address with these parameters added, without those that are None."""
    query = urlencode({name: value for name, value in more.items() if value is not None})
    return f"{uri}{'&' if '?' in uri else '?'}{query}"
