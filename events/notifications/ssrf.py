"""Protection against server-side request forgery: we connect to public addresses only.

Players choose the URLs that this server connects to. So every name is resolved here, the resolved
addresses are checked, and the connection goes to a checked address: a name that resolves to another
address later (DNS rebinding) gains nothing.
"""

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

_PORTS = {"https": 443, "http": 80}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Unreachable(Exception):
    """The server does not connect to that address; the text says why."""


class Target(NamedTuple):
    """The parts of a URL that a request needs."""

    secure: bool
    host: str
    port: int
    path: str
    """The path with its query."""


def target_of(url: str) -> Target:
    """Parse a URL; raise Unreachable if it is one that we never connect to."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Unreachable("not an address of the web") from None
    schemes = ("https", "http") if settings.PRIVATE_ENDPOINTS else ("https",)
    if parts.scheme not in schemes or not parts.hostname:
        raise Unreachable(f"it must begin with {schemes[0]}://")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Unreachable("it must hold neither a password nor a fragment")
    literal = _parse_ip(parts.hostname)
    if literal is not None or "." not in parts.hostname:
        _require_public(literal)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port or _PORTS[parts.scheme], path)


def address_of(place: Target) -> str:
    """Resolve the address to connect to; raise Unreachable if there is none or one is private."""
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("the name is not known") from None
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        _require_public(_parse_ip(address))
    return addresses[0]


def _require_public(address: IpAddress | None) -> None:
    """Raise Unreachable unless the address is public."""
    if not settings.PRIVATE_ENDPOINTS and (address is None or not _is_public(address)):
        raise Unreachable("it is a private address")


def _is_public(address: IpAddress) -> bool:
    """Whether an address is public, also if it is embedded in an IPv6 address."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if address.teredo:
            return False
        if inner is not None:
            return _is_public(inner)
    return address.is_global and not address.is_multicast


def _parse_ip(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
