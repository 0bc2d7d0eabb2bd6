"""Outgoing HTTP: the sender, which sends due deliveries to browsers, phones and webhooks.

Other servers decide how long a request takes. So none waits for another, results are recorded as
they arrive, and a free place (places.py) is filled at once: a slow host delays no other.
"""

import atexit
import logging
from datetime import timedelta
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from django.db import close_old_connections
from django.utils import timezone

from events.metrics import task_time
from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.deliver import DELIVERIES, QUEUE, delivery_groups, result_record
from events.notifications.http.apns import Apns
from events.notifications.http.channel import (
    NO_ANSWER,
    NOT_SENT,
    Answer,
    Call,
    HttpChannel,
)
from events.notifications.http.fcm import Fcm
from events.notifications.http.places import Places
from events.notifications.http.push import UnifiedPush, WebPush
from events.notifications.http.webhooks import Webhooks

CHANNELS: dict[str, HttpChannel] = {
    channel.name: channel for channel in (WebPush(), UnifiedPush(), Apns(), Fcm(), Webhooks())
}
"""By the kind of endpoint."""
CROWDED_WAIT = timedelta(seconds=5)
"""How long a request is put off that would be one too many to its network address."""
STOP_SECONDS = 2.0
"""How long a process that ends waits for answers; what has none by then is sent again."""

log = logging.getLogger(__name__)


def outgoing_wake() -> None:
    """Have the sender of this process, a thread, send what is due; returns at once."""
    _sender().wake()


def outgoing_send() -> int:
    """Send what is due and wait for the results; return how many deliveries arrived."""
    return Sender().send()


@cache
def _sender() -> "Sender":
    sender = Sender()
    thread = Thread(target=sender.run, name="sender", daemon=True)
    thread.start()
    atexit.register(thread.join, STOP_SECONDS)
    atexit.register(sender.stop)
    return sender


class Sender:
    """Sends due deliveries over HTTP; all but `wake` and `stop` belong to one thread."""

    def __init__(self) -> None:
        self._news: SimpleQueue[Call | None] = SimpleQueue()
        """Calls that have ended, and None to look for due deliveries."""
        self._places = Places()
        self._awaited: dict[Call, tuple[HttpChannel, DeliveryGroup]] = {}
        self._stopping = False

    def wake(self) -> None:
        """Look for due deliveries now."""
        self._news.put(None)

    def stop(self) -> None:
        """Begin no further request, and end once the results of those under way are recorded."""
        self._stopping = True
        self.wake()

    def run(self) -> None:
        """Send what is due at each wake, until stopped."""
        while self._awaited or not self._stopping:
            try:
                self._step()
            except Exception:
                log.exception("outgoing requests: trying again at the next wake")
            close_old_connections()

    def send(self) -> int:
        """Send what is due until no answer is awaited; return how many deliveries arrived."""
        arrived = 0
        self.wake()
        while self._awaited or not self._news.empty():
            arrived += self._step()
        return arrived

    def _step(self) -> int:
        """Wait for news, record results, fill the free places; return how many arrived."""
        arrived = 0
        for call, answer in self._answers().items():
            channel, group = self._awaited.pop(call)
            try:
                if answer is NOT_SENT:
                    QUEUE.release(list(group.deliveries), timezone.now() + CROWDED_WAIT)
                else:
                    arrived += result_record(group, channel.result(answer))
            except Exception:
                log.exception("delivery %s is sent again when its lease ends", group.id)
        if not self._stopping:
            with task_time("outgoing"):
                while self._fill():
                    pass
        return arrived

    def _answers(self) -> dict[Call, Answer]:
        """Wait for news or the first deadline, and return the answers that there are by then."""
        answers = {}
        for call in self._ended_calls():
            self._places.free(call)
            if call in self._awaited:
                answers[call] = call.answer
        now = monotonic()
        for call in self._awaited:
            if call.until <= now and call not in answers:
                call.abort()  # it holds its place until its thread has ended
                answers[call] = NO_ANSWER
        return answers

    def _ended_calls(self) -> list[Call]:
        first = min((call.until for call in self._awaited), default=None)
        try:
            news = [self._news.get(timeout=first and max(0.0, first - monotonic()))]
        except Empty:
            return []
        while not self._news.empty():
            news.append(self._news.get())
        return [call for call in news if call is not None]

    def _fill(self) -> bool:
        """Begin requests for due deliveries, as far as there are places; whether there were any."""
        chosen = self._places.choose(CHANNELS)
        if not chosen:
            return False
        leased = QUEUE.lease(DELIVERIES.filter(id__in=chosen), most=len(chosen))
        for channel in CHANNELS.values():
            own = [row for row in leased if row.endpoint and row.endpoint.kind == channel.name]
            for group in delivery_groups(channel, own):
                self._begin(channel, group)
        return bool(leased)

    def _begin(self, channel: HttpChannel, group: DeliveryGroup) -> None:
        assert group.endpoint is not None
        try:
            request = channel.request(group)
        except Exception:
            log.exception("cannot build the %s request of delivery %s", channel.name, group.id)
            result_record(group, DeliveryResult(False, "it could not be written"))
            return
        call = channel.call(request, self._news.put)
        self._awaited[call] = channel, group
        self._places.hold(call, group.endpoint)
