"""Redis on three hosts, of which one is the master, each with a Sentinel that watches it."""

from collections.abc import Sequence

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.cluster.database import SYSTEM
from tests.cluster.network import Host

REDIS_PORT, SENTINEL_PORT = 6379, 26379
MASTER = "gobelet"
SETTINGS = ("--port", str(REDIS_PORT), "--protected-mode", "no", "--save", "", "--appendonly", "no")


def install_redis(hosts: Sequence[Host]) -> None:
    """Let Redis and a Sentinel run on each; the first is the master."""
    first = hosts[0]
    for host in hosts:
        follow = () if host is first else ("--replicaof", first.address, str(REDIS_PORT))
        host.install("redis", ("/usr/bin/redis-server", *SETTINGS, *follow), SYSTEM)
        (host.folder / "sentinel.conf").write_text(
            f"port {SENTINEL_PORT}\nprotected-mode no\n"
            f"sentinel monitor {MASTER} {first.address} {REDIS_PORT} 2\n"
            f"sentinel down-after-milliseconds {MASTER} 2000\n"
            f"sentinel failover-timeout {MASTER} 6000\n"
        )
        command = ("/usr/bin/redis-sentinel", "sentinel.conf")
        host.install("sentinel", command, SYSTEM)


def redis_url(hosts: Sequence[Host]) -> str:
    """Return the REDIS_URL."""
    sentinels = ",".join(f"{host.address}:{SENTINEL_PORT}" for host in hosts)
    return f"sentinel://{sentinels}/0?master={MASTER}"


def redis_master(hosts: Sequence[Host]) -> Host | None:
    """Return the host that most Sentinels name, if it is a master indeed."""
    named = [_named_by(host) for host in hosts]
    for host in hosts:
        if named.count(host.address) * 2 > len(hosts) and _role(host) == "master":
            return host
    return None


def has_replicas(hosts: Sequence[Host]) -> bool:
    """Whether there is a master, and all others follow it."""
    return sorted(_role(host) for host in hosts) == ["master", "slave", "slave"]


def _named_by(host: Host) -> str:
    try:
        with _client(host, SENTINEL_PORT) as sentinel:
            found = sentinel.sentinel_get_master_addr_by_name(MASTER)
            return found[0].decode() if found else ""
    except redis.RedisError:
        return ""


def _client(host: Host, port: int) -> "redis.Redis":
    once = Retry(NoBackoff(), 0)
    return redis.Redis(host.address, port, socket_timeout=1, socket_connect_timeout=1, retry=once)


def _role(host: Host) -> str:
    try:
        with _client(host, REDIS_PORT) as server:
            return str(server.info("replication")["role"])
    except redis.RedisError:
        return ""
