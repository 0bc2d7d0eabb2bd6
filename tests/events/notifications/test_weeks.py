"""Weeks of play under a simulated sky, with a machine that is told of every turn: none is lost,
doubled or stale, though workers die between sending and noting it."""

import os
from collections import Counter
from datetime import datetime
from random import Random
from typing import Any

import pytest

from events.models import Delivery, Outbox, Player, Seat
from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.http import outgoing, places
from events.notifications.http.endpoints import webhook_register
from events.players.profile import preferences_of
from tests.events.clocks.weeks import START, Weeks
from tests.events.notifications.receivers import Receiver
from tests.events.notifications.tables import notify
from tests.support.draws import same_draws
from tests.support.time_travel import Sky, travelling

MATCHES = int(os.environ.get("NOTICE_WEEKS", "4"))
DYING = 0.02
TOLD = {"your_turn", "deadline_near", "match_started"}
"""Kinds of notice that the weeks are continued until the machine has got."""


class Died(BaseException):
    """The worker is no more."""


class ToldWeeks(Weeks):
    """Weeks in which everybody has a machine."""

    def __init__(self, sky: Sky, machine: Receiver, *, matches: int, seed: int) -> None:
        super().__init__(sky, matches=matches, seed=seed)
        self._machine, self._luck = machine, Random(seed)
        self._looked_at = 0
        self.stale: list[Any] = []
        self.died = 0
        self.kinds: set[str] = set()
        for player in self._people:
            webhook_register(player=player, url=machine.url)

    def _due_next(self) -> datetime | None:
        if Outbox.objects.filter(planned=False).exists():
            return self._sky.now
        waiting = Delivery.objects.filter(state=Delivery.State.WAITING)
        reminded = Seat.objects.filter(remind_at__gt=self._sky.now)
        first = [
            waiting.order_by("at").values_list("at", flat=True).first(),
            reminded.order_by("remind_at").values_list("remind_at", flat=True).first(),
        ]
        return min((at for at in (super()._due_next(), *first) if at), default=None)

    def _sweep(self) -> None:
        super()._sweep()
        dies = self._luck.random() < DYING
        try:
            with pytest.MonkeyPatch.context() as patch:
                if dies:
                    patch.setattr(outgoing, "result_record", self._die)
                notify()
        except Died:
            self.died += 1
        for request in self._machine.received[self._looked_at :]:
            self._check(request.json())
        self._looked_at = len(self._machine.received)

    def _die(self, group: DeliveryGroup, result: DeliveryResult) -> int:
        raise Died

    def _check(self, said: Any) -> None:
        """Nothing has happened since it was sent: what it says is true."""
        data = said["data"]
        self.kinds.add(said["type"])
        if said["type"] in ("your_turn", "deadline_near"):
            asked = Seat.objects.filter(match_id=data["match"], asked=data["seq"])
            if not asked.exists():
                self.stale.append(said)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("database", "redis_url")
def test_in_weeks_of_play_no_notice_is_lost_doubled_or_stale(
    machine: Receiver,
) -> None:
    with travelling(START) as sky, same_draws(2):
        weeks = ToldWeeks(sky, machine, matches=MATCHES, seed=2)
        weeks.run(until=lambda: weeks.kinds >= TOLD)
    assert not weeks.stale
    rows = Outbox.objects.filter(match_id__in=weeks.matches)
    assert not rows.filter(planned=False).exists()
    assert not rows.filter(deliveries=None).exists(), "each has its delivery"
    states = Counter(Delivery.objects.values_list("state", flat=True))
    assert states.keys() <= {"sent", "stale"}
    awake = [player for player in Player.objects.all() if not preferences_of(player).quiet_hours]
    turns = Counter(
        Delivery.objects.filter(notice__kind="your_turn", notice__recipient__in=awake).values_list(
            "state", flat=True
        )
    )
    # The rest was answered while the server was away.
    assert turns["sent"] > 0.9 * turns.total() > 0, "whoever is awake is told"
    ids = Counter(request.headers["webhook-id"] for request in machine.received)
    # What arrived when a worker died may have been answered before the next one took it up.
    assert 0 <= len(ids) - states["sent"] <= weeks.died
    doubled = [one for one, times in ids.items() if times > 1]
    assert len(doubled) <= places.AT_ONCE * weeks.died
    assert max(ids.values()) <= 1 + weeks.died
    assert weeks.kinds >= TOLD
    print(f"{dict(states)}, {weeks.died} workers died, {len(doubled)} told twice")
