"""Connections to the Redis of a REDIS_URL: to one server, or to the master that Sentinels name."""

from typing import Any

import redis
from redis import asyncio as redis_async
from redis.asyncio import sentinel as sentinel_async
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import Sentinel

from events.work.redis_url import SentinelUrl, sentinel_url

SENTINEL_SECONDS = 0.5
"""How long each Sentinel may take to name the master."""
_TIMEOUTS = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS}


def redis_connection(url: str, **options: Any) -> Any:
    """Return a connection that asks for the master whenever it connects."""
    return _pool(url, **options).make_connection()


def redis_client(url: str, **options: Any) -> "redis.Redis":
    """Return a client with a pool of its own."""
    return redis.Redis.from_pool(_pool(url, **options))


def redis_async_client(url: str, **options: Any) -> "redis_async.Redis":
    """Return a client for an event loop, with a pool of its own."""
    found = sentinel_url(url)
    if found is None:
        return redis_async.Redis.from_url(url, **options)
    asking = _TIMEOUTS | {"retry": AsyncRetry(NoBackoff(), 0)}
    sentinels = sentinel_async.Sentinel(found.hosts, sentinel_kwargs=asking)  # type: ignore[no-untyped-call]
    client: redis_async.Redis = sentinels.master_for(found.master, **_account(found), **options)
    return client


def _pool(url: str, **options: Any) -> "redis.ConnectionPool":
    found = sentinel_url(url)
    if found is None:
        return redis.ConnectionPool.from_url(url, **options)
    asking = _TIMEOUTS | {"retry": Retry(NoBackoff(), 0)}
    sentinels = Sentinel(found.hosts, sentinel_kwargs=asking)  # type: ignore[no-untyped-call]
    client = sentinels.master_for(found.master, **_account(found), **options)  # type: ignore[no-untyped-call]
    pool: redis.ConnectionPool = client.connection_pool
    return pool


def _account(found: SentinelUrl) -> dict[str, Any]:
    return {"db": found.db, "password": found.password}
