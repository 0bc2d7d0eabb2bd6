"""The REDIS_URL: one server, or Sentinels that know which of several servers is the master.

Imports nothing of Django, because settings are made from it.
"""

from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

SENTINEL_SCHEME = "sentinel"
SENTINEL_PORT = 26379
EXAMPLE = "sentinel://host1:26379,host2:26379,host3:26379/0?master=gobelet"


class SentinelUrl(NamedTuple):
    """The parts of `sentinel://:password@host:port,host:port/db?master=name`."""

    hosts: list[tuple[str, int]]
    master: str
    """The name under which the Sentinels watch the servers."""
    db: int
    password: str | None
    """Of the servers; the Sentinels themselves are asked without one."""


def sentinel_url(url: str) -> SentinelUrl | None:
    """Parse a REDIS_URL that names Sentinels; None for one server; raise ValueError if it is wrong.

    The database is 0 where none is named.
    """
    parts = urlsplit(url)
    if parts.scheme != SENTINEL_SCHEME:
        return None
    account, _, addresses = parts.netloc.rpartition("@")
    hosts = [_host(address) for address in addresses.split(",")]
    (master,) = parse_qs(parts.query).get("master", [""])[:1]
    db = parts.path.strip("/") or "0"
    if not master or not db.isdecimal():
        raise ValueError(f"REDIS_URL names Sentinels and must then be like {EXAMPLE}")
    return SentinelUrl(hosts, master, int(db), unquote(account.partition(":")[2]) or None)


def broker(url: str) -> tuple[str, dict[str, Any]]:
    """Return Celery's broker_url for a REDIS_URL, and the transport options that belong to it."""
    sentinel = sentinel_url(url)
    if sentinel is None:
        return url, {}
    account = urlsplit(url).netloc.rpartition("@")[0]
    before = f"{SENTINEL_SCHEME}://{account}@" if account else f"{SENTINEL_SCHEME}://"
    urls = [f"{before}{host}:{port}/{sentinel.db}" for host, port in sentinel.hosts]
    timeouts = {"socket_timeout": 1, "socket_connect_timeout": 1}
    return ";".join(urls), {"master_name": sentinel.master, "sentinel_kwargs": timeouts}


def _host(address: str) -> tuple[str, int]:
    host, _, port = address.partition(":")
    if not host or (port and not port.isdecimal()):
        raise ValueError(f"REDIS_URL has the Sentinel {address!r}; it must be like {EXAMPLE}")
    return host, int(port or SENTINEL_PORT)
