"""Leases of open streams, in Redis, so that quotas hold over all web processes and machines.

A sorted set per account and per address holds its streams, each with the time at which its lease
ends. Web processes renew the leases of their streams; those of a killed process expire. While Redis
is down every lease is granted, and only the quotas within one process hold.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence

import redis

from events.streams.watch import Watch
from events.work.breaker import CircuitBreaker
from events.work.redis_commands import Command, redis_ask, redis_key

log = logging.getLogger(__name__)

RENEW_SECONDS = 20
LEASE_SECONDS = 3 * RENEW_SECONDS

# The time is that of Redis, the same for all machines. A lease is written to all sets or to none.
_TAKE = """
local now = tonumber(redis.call('TIME')[1])
for i, key in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    if redis.call('ZCARD', key) >= tonumber(ARGV[2 + i]) then return 0 end
end
for _, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[2], ARGV[1])
    redis.call('EXPIRE', key, ARGV[2])
end
return 1
"""
_RENEW = """
local now = tonumber(redis.call('TIME')[1])
for _, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[2], ARGV[1])
    redis.call('EXPIRE', key, ARGV[2])
end
"""
_RELEASE = "for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end"

_breaker = CircuitBreaker()


def lease_take(watch: Watch, quotas: Mapping[str, int]) -> bool:
    """Take a lease for a stream; False if one of these accounts and addresses has its quota."""
    if not quotas:
        return True
    answers = _ask([_command(_TAKE, watch, quotas, LEASE_SECONDS, *quotas.values())])
    return answers is None or bool(answers[0])


def leases_renew(watches: Iterable[Watch]) -> None:
    """Renew the leases of streams that are still open."""
    _ask([_command(_RENEW, watch, watch.counted, LEASE_SECONDS) for watch in watches])


def leases_release(watches: Iterable[Watch]) -> None:
    """Release the leases of streams that have ended."""
    _ask([_command(_RELEASE, watch, watch.counted) for watch in watches])


def _command(script: str, watch: Watch, names: Iterable[str], *more: int) -> Command:
    keys = [redis_key("streams", name) for name in names]
    return ["EVAL", script, len(keys), *keys, watch.lease, *more]


def _ask(commands: Sequence[Command]) -> list[int] | None:
    """Return the answers of Redis; None while it is down."""
    if not commands or _breaker.is_open:
        return None
    try:
        return redis_ask(commands)
    except redis.RedisError as error:
        _breaker.open()
        log.warning("no Redis to count streams in, each process counts its own: %s", error)
        return None
