"""Requests under way by network address: all names of one address have one share together.

The address is known only once the name is resolved, in the thread of the request. So a request that
finds the share used up ends there, and is sent later.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Network, ip_address
from threading import Lock

SHARE = 20
"""The most requests under way to one network address."""
_IPV6_PREFIX = 64
"""A host with one IPv6 address has all addresses with the same prefix of this length."""

_lock = Lock()
_under_way: Counter[str] = Counter()


class Crowded(Exception):
    """There are as many requests under way to that network address as may be."""


@contextmanager
def network_place(address: str) -> Iterator[None]:
    """Hold a place of the address's share meanwhile; raise Crowded if there is none."""
    network = _network_of(address)
    with _lock:
        if _under_way[network] >= SHARE:
            raise Crowded
        _under_way[network] += 1
    try:
        yield
    finally:
        with _lock:
            _under_way[network] -= 1
            if not _under_way[network]:
                del _under_way[network]


def _network_of(address: str) -> str:
    found = ip_address(address.partition("%")[0])
    if found.version == 4:
        return str(found)
    return str(IPv6Network((found, _IPV6_PREFIX), strict=False))
