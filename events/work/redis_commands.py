"""Commands to Redis whose answers a request waits for: short time limits, no connection pool."""

from collections.abc import Sequence
from hashlib import blake2b
from threading import local
from typing import Any

import redis
from django.conf import settings

from events.work.redis_clients import redis_connection

REDIS_SECONDS = 0.5

Command = Sequence[str | int | bytes]


class _Connection:
    """A connection that is closed with its last reference, which is when its thread ends."""

    def __init__(self) -> None:
        self._connection: Any = None
        self._url = ""

    def __del__(self) -> None:
        if self._connection is not None:
            self._connection.disconnect()

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        connection = self._connection_to(settings.REDIS_URL)
        try:
            return self._send(connection, commands)
        except redis.ConnectionError:
            connection.disconnect()
            return self._send(connection, commands)
        except redis.RedisError:
            connection.disconnect()  # or the next call would read the answers still to come
            raise

    def _connection_to(self, url: str) -> Any:
        if self._url != url:
            if self._connection is not None:
                self._connection.disconnect()
            seconds = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
            self._connection = redis_connection(url, **seconds)
            self._url = url
        return self._connection

    @staticmethod
    def _send(connection: Any, commands: Sequence[Command]) -> list[Any]:
        connection.connect()  # unless it is connected: asks the Sentinels, which sending would not
        connection.send_packed_command(connection.pack_commands(commands))
        return [connection.read_response() for _ in commands]


class _OfThread(local):
    """One connection per thread: without a pool, a command costs the process half as much."""

    def __init__(self) -> None:
        self.connection = _Connection()


_of_thread = _OfThread()


def redis_ask(commands: Sequence[Command]) -> list[Any]:
    """Send commands together and return their answers; raise RedisError if Redis is down."""
    return _of_thread.connection.ask(commands)


def redis_key(kind: str, name: str) -> str:
    """Return a key of fixed length that does not reveal addresses to readers of Redis."""
    digest = blake2b(name.encode("utf-8", "replace"), digest_size=12).hexdigest()
    return f"gobelet:{kind}:{digest}"
