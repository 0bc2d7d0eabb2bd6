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

HOST_MOST = 253
"""The most characters of a host's name (RFC 1035)."""
_PORTS = {"https": 443, "http": 80}
_NOT_PUBLIC = "it is not a public address"
"""Also for a name that is not known: the caller must not learn which names exist inside."""

# What `is_global` accepts, in some version of Python, though it leads to another network or host.
_RESERVED_IPV4 = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "192.0.0.0/24",  # IETF protocol assignments
            "192.88.99.0/24",  # 6to4 relays
        ),
    )
)
# Outside of 2000::/3 are all forms that embed an IPv4 address (mapped, compatible, translated,
# NAT64), site-local addresses and segment identifiers.
_UNICAST_IPV6 = ipaddress.IPv6Network("2000::/3")
_RESERVED_IPV6 = tuple(
    map(
        ipaddress.IPv6Network,
        (
            "2001::/23",  # IETF protocol assignments, Teredo among them
            "2002::/16",  # 6to4
            "3fff::/20",  # documentation
        ),
    )
)

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
    if len(parts.hostname or "") > HOST_MOST:
        raise Unreachable("not an address of the web")
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
        raise Unreachable(_NOT_PUBLIC) from None
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        _require_public(_parse_ip(address))
    return addresses[0]


def _require_public(address: IpAddress | None) -> None:
    """Raise Unreachable unless the address is public."""
    if not settings.PRIVATE_ENDPOINTS and (address is None or not _is_public(address)):
        raise Unreachable(_NOT_PUBLIC)


def _is_public(address: IpAddress) -> bool:
    """Whether packets to an address go to one host of the public internet and nowhere else."""
    if not address.is_global or address.is_multicast:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _RESERVED_IPV4)
    return address in _UNICAST_IPV6 and not any(address in network for network in _RESERVED_IPV6)


def _parse_ip(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
