"""Publish to all web processes that a match or a player has changed, for their event streams.

A message carries an id and nothing else. A lost one costs the seconds until the next poll, so no
request waits for it: requests put ids into a queue of this process, and one thread sends them to
Redis.
"""

import logging
import os
from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import sleep

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.database.statements import Statement, Write, write_all
from events.database.transactions import after_commit
from events.models import Match
from events.work.breaker import PAUSE_SECONDS

log = logging.getLogger(__name__)

CHANNEL = "gobelet:news:"
"""The prefix of a channel's name; the id of a match or a player follows."""
REDIS_SECONDS = 1.0
MOST_WAITING = 10_000
TOGETHER_SECONDS = 0.01
"""How long the first id of a batch waits for others."""
_PUBLISH_ALL = "for _, channel in ipairs(ARGV) do redis.call('PUBLISH', channel, '') end"
"""One command and one reply for a batch: a third of the work of a command for each id."""

_TOUCH = Statement(
    (("id", "text"),),
    each="UPDATE events_match SET touched = touched + 1 WHERE id = %s",
    together="UPDATE events_match m SET touched = m.touched + 1 FROM {rows} WHERE m.id = r.id",
)


def publish(*ids: str) -> None:
    """Publish that these matches and players have changed, after the commit; never fails."""
    after_commit(partial(_publisher.put, ids))


def match_touch(match: Match) -> None:
    """Count a change of a match outside its log, and publish it to the viewers' streams."""
    write_all([match_touch_write(match)])


def match_touch_write(match: Match) -> Write:
    """As `match_touch`, but return the write instead of executing it; publishes on commit."""
    publish(match.id)
    return _TOUCH.of([(match.id,)])


class _Publisher:
    """A queue and the thread that empties it; initialised again in a forked process."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[str] = SimpleQueue()
        self._started = False

    def put(self, ids: tuple[str, ...]) -> None:
        """Queue these ids; when MOST_WAITING are queued they are dropped and left to the polls."""
        if self._queue.qsize() > MOST_WAITING:
            return
        for one in ids:
            self._queue.put(one)
        if not self._started:
            self._started = True
            Thread(target=self._send_batches, name="publisher", daemon=True).start()

    def _send_batches(self) -> None:
        client = redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=REDIS_SECONDS,
            socket_connect_timeout=REDIS_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        while True:
            waiting = {self._queue.get()}
            sleep(TOGETHER_SECONDS)
            while not self._queue.empty():
                waiting.add(self._queue.get())
            try:
                client.eval(_PUBLISH_ALL, 0, *(CHANNEL + one for one in waiting))
            except redis.RedisError as error:
                log.warning("could not publish to Redis, streams fall back to polling: %s", error)
                sleep(PAUSE_SECONDS)


_publisher = _Publisher()
os.register_at_fork(after_in_child=_publisher.__init__)  # type: ignore[misc]
