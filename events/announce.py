"""A word to all web processes that a match or a player has news, for whoever streams them.

It carries an id and nothing else. Losing it costs the seconds until the next poll, so nothing waits
for it: requests put it into a queue of this process, and one thread passes it on to Redis.
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

from events.afterwards import afterwards
from events.models import Match
from events.pause import PAUSE_SECONDS
from events.writes import Statement, Write, send

log = logging.getLogger(__name__)

CHANNEL = "gobelet:news:"
"""What the name of a channel begins with; the id of a match or a player follows."""
REDIS_SECONDS = 1.0
MOST_WAITING = 10_000
TOGETHER_SECONDS = 0.01
"""How long the first waits for others to go with it."""
_PUBLISH_ALL = "for _, channel in ipairs(ARGV) do redis.call('PUBLISH', channel, '') end"
"""One command and one answer for all of them: a third of the work of a command for each."""

_TOUCH = Statement(
    (("id", "text"),),
    each="UPDATE events_match SET touched = touched + 1 WHERE id = %s",
    together="UPDATE events_match m SET touched = m.touched + 1 FROM {rows} WHERE m.id = r.id",
)


def announce(*ids: str) -> None:
    """These matches and players have news, once the transaction is committed; never fails."""
    afterwards(partial(_announcer.put, ids))


def match_touched(match: Match) -> None:
    """Something outside the log of a match has changed, and whoever may see it is told of it."""
    send([match_touching(match)])


def match_touching(match: Match) -> Write:
    """What says so, for a caller who has more to send with it."""
    announce(match.id)
    return _TOUCH.of([(match.id,)])


class _Announcer:
    """A queue, and the thread that empties it; made anew in a forked process."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[str] = SimpleQueue()
        self._started = False

    def put(self, ids: tuple[str, ...]) -> None:
        """Pass these on soon; what is too much is left to the polls."""
        if self._queue.qsize() > MOST_WAITING:
            return
        for one in ids:
            self._queue.put(one)
        if not self._started:
            self._started = True
            Thread(target=self._pass_on, name="announcer", daemon=True).start()

    def _pass_on(self) -> None:
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
                log.warning("no Redis took the announcement, the polls will do it: %s", error)
                sleep(PAUSE_SECONDS)


_announcer = _Announcer()
os.register_at_fork(after_in_child=_announcer.__init__)  # type: ignore[misc]
