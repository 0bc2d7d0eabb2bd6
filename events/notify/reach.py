"""To which addresses of the net we speak: never to our own house, however a name is resolved.

Whoever registers an address chooses where our machines connect to, so every name is looked up here,
what it means is checked, and the connection goes to that very address: a name that means something
else a moment later gains nothing.
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
    """We do not speak to that address; the text says why."""


class Place(NamedTuple):
    """Where an address of the web leads."""

    secure: bool
    host: str
    port: int
    path: str
    """With its query."""


def place_of(url: str) -> Place:
    """Where a URL leads, or Unreachable if it is none that we would ever write to."""
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
    literal = _literal(parts.hostname)
    if literal is not None or "." not in parts.hostname:
        _require_open(literal)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(parts.scheme == "https", parts.hostname, port or _PORTS[parts.scheme], path)


def address_of(place: Place) -> str:
    """The address to connect to, or Unreachable if the name has none or means a private one."""
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("the name is not known") from None
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        _require_open(_literal(address))
    return addresses[0]


def _require_open(address: IpAddress | None) -> None:
    """Refuse what is not an address of the open net."""
    if not settings.PRIVATE_ENDPOINTS and (address is None or not _is_open(address)):
        raise Unreachable("it is a private address")


def _is_open(address: IpAddress) -> bool:
    """Whether it is an address of the open net, whatever it is wrapped in."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if address.teredo:
            return False
        if inner is not None:
            return _is_open(inner)
    return address.is_global and not address.is_multicast


def _literal(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
