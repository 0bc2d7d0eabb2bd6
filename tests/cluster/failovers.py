"""What is done to a cluster: its primary, its Redis master or a web host is lost or replaced."""

import signal
import time
from collections import Counter
from collections.abc import Callable
from random import Random

from tests.cluster.cluster import Cluster
from tests.cluster.database import members, patroni
from tests.cluster.network import Host
from tests.cluster.redis_hosts import redis_master
from tests.faults.history import Disturbance, History
from tests.support.server import soon

FAILOVERS = {"primary killed": 3, "primary cut off": 3, "primary demoted": 4, "primary stopped": 2}
"""How often each happens, relatively; after each of them another host is the primary."""
OTHERS = {
    "redis killed": 2,
    "redis cut off": 1,
    "web without database": 2,
    "web killed": 1,
    "standby killed": 1,
    "worker cut off": 1,
}
UPGRADE_EVERY = 12
"""After so many disturbances the program is upgraded."""
SHORTEST_PEACE, LONGEST_PEACE = 1.0, 4.0
"""Seconds between the end of one disturbance and the next."""
SHORTEST_LOSS, LONGEST_LOSS = 3.0, 12.0
"""Seconds for which a host is lost that is not replaced."""


class Failovers:
    """Disturbs a cluster in an order that a seed determines, from the calling thread."""

    def __init__(self, cluster: Cluster, history: History, random: Random) -> None:
        self._cluster = cluster
        self._history = history
        self._random = random
        self.done: Counter[str] = Counter()

    @property
    def failovers(self) -> int:
        """How often another database host, or another Redis, has become the master."""
        return sum(self.done[name] for name in (*FAILOVERS, "redis killed", "redis cut off"))

    def disturb(self, failovers: int, seconds: float, is_in_vain: Callable[[], bool]) -> None:
        """Go on until there were so many failovers and one upgrade, or for so long."""
        weights, end = FAILOVERS | OTHERS, time.monotonic() + seconds
        while (self.failovers < failovers or not self.done["upgrade"]) and not is_in_vain():
            if time.monotonic() > end:
                return
            time.sleep(self._random.uniform(SHORTEST_PEACE, LONGEST_PEACE))
            (what,) = self._random.choices([*weights], [*weights.values()])
            if self.done.total() % UPGRADE_EVERY == UPGRADE_EVERY // 2:
                what = "upgrade"
            began = time.monotonic()
            getattr(self, "_" + what.replace(" ", "_"))()
            self._cluster.wait()
            self.done[what] += 1
            self._history.disturbances.append(Disturbance(what, began, time.monotonic()))
            print(
                f"{self.failovers} failovers: {what}, {time.monotonic() - began:.0f} s", flush=True
            )

    def _primary_killed(self) -> None:
        old = self._primary()
        old.power_off()
        self._wait_for_another(old)
        old.power_on()

    def _primary_cut_off(self) -> None:
        old = self._primary()
        self._cluster.network.cut(old)
        self._wait_for_another(old)
        time.sleep(self._random.uniform(0, SHORTEST_LOSS))
        self._cluster.network.join(old)

    def _primary_demoted(self) -> None:
        old, new = self._primary(), self._cluster.standby()
        assert new
        patroni(old, "POST", "/switchover", {"leader": old.name, "candidate": new.name})
        self._wait_for_another(old)

    def _primary_stopped(self) -> None:
        """As a virtual machine that is paused: it goes on as if no time had passed."""
        old = self._primary()
        old.signal(signal.SIGSTOP)
        self._wait_for_another(old)
        old.signal(signal.SIGCONT)

    def _standby_killed(self) -> None:
        standby = self._cluster.standby()
        assert standby
        self._lose(standby)

    def _redis_killed(self) -> None:
        old = self._redis()
        old.power_off()
        self._wait_for_another_redis(old)
        old.power_on()

    def _redis_cut_off(self) -> None:
        old = self._redis()
        self._cluster.network.cut(old)
        self._wait_for_another_redis(old)
        self._cluster.network.join(old)

    def _web_killed(self) -> None:
        self._lose(self._random.choice(self._cluster.web))

    def _web_without_database(self) -> None:
        """Cut a web host off from the database, while clients reach it."""
        cluster = self._cluster
        web = self._random.choice(cluster.web)
        cluster.network.cut_link(web, cluster.database_proxy)
        time.sleep(self._random.uniform(SHORTEST_LOSS, LONGEST_LOSS))
        cluster.network.join_link(web, cluster.database_proxy)

    def _worker_cut_off(self) -> None:
        worker = self._random.choice(self._cluster.workers)
        self._cluster.network.cut(worker)
        time.sleep(self._random.uniform(SHORTEST_LOSS, LONGEST_LOSS))
        self._cluster.network.join(worker)

    def _upgrade(self) -> None:
        self._cluster.upgrade()

    def _lose(self, host: Host) -> None:
        host.power_off()
        time.sleep(self._random.uniform(SHORTEST_LOSS, LONGEST_LOSS))
        host.power_on()

    def _primary(self) -> Host:
        primary = self._cluster.primary()
        assert primary
        return primary

    def _redis(self) -> Host:
        master = redis_master(self._cluster.redis)
        assert master
        return master

    def _wait_for_another(self, old: Host) -> None:
        others = [host for host in self._cluster.databases if host is not old]
        leads = {host.name for host in others}

        def is_replaced() -> bool:
            return any(one["role"] == "leader" and one["name"] in leads for one in members(others))

        assert soon(is_replaced, pause=0.2), f"no other primary than {old.name}"

    def _wait_for_another_redis(self, old: Host) -> None:
        others = [host for host in self._cluster.redis if host is not old]
        assert soon(lambda: _other_master(self._cluster, others), pause=0.2)


def _other_master(cluster: Cluster, others: list[Host]) -> bool:
    return redis_master(cluster.redis) in others
