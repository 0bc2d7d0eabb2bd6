"""The IP address of a client, as far as it can be trusted."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address

IPV6_PREFIX = 64
"""A client with one IPv6 address has all addresses with the same prefix of this length."""
IPV6_SITE_PREFIX = 48
"""A provider assigns prefixes of up to this length to one customer (RFC 6177)."""


def client_address(request: HttpRequest) -> Address | None:
    """The client's address: as our outermost proxy (NUM_PROXIES) saw it, else the peer's."""
    hops = settings.NUM_PROXIES
    if hops and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        named = forwarded.split(",")
        if address := _parsed(named[-min(hops, len(named))]):
            return address
    return _parsed(request.META.get("REMOTE_ADDR", ""))


def throttle_address(request: HttpRequest) -> str:
    """The address or IPv6 network that is throttled as one client."""
    return _network(client_address(request))


def site_address(request: HttpRequest) -> str:
    """The address or IPv6 site of a client: all networks that one customer may have."""
    return _network(client_address(request), IPV6_SITE_PREFIX)


def network_of(peer: str) -> str:
    """The address or IPv6 network that counts as one client, of a connection's peer."""
    return _network(_parsed(peer))


def is_local(request: HttpRequest) -> bool:
    """Whether the client is on this machine, and not a proxy for another one."""
    forwarded = "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META
    if forwarded and not settings.NUM_PROXIES:
        return False
    address = client_address(request)
    return address is not None and address.is_loopback


def _network(address: Address | None, prefix: int = IPV6_PREFIX) -> str:
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, prefix), strict=False))
    return str(address)


def _parsed(text: str) -> Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
