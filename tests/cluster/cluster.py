"""Three databases, three Redis, three web hosts, two worker hosts and two proxies as one."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from tests.cluster.application import (
    ORIGINAL,
    environment,
    install_web,
    install_web_proxy,
    install_worker,
    is_ready,
    newer_version,
)
from tests.cluster.database import (
    DATABASE_PORT,
    PROXY_PORT,
    install_database_proxy,
    install_databases,
    members,
    patroni,
)
from tests.cluster.network import Host, Network
from tests.cluster.redis_hosts import has_replicas, install_redis, redis_master, redis_url
from tests.faults.installation import SETTINGS
from tests.support.server import PATIENCE, soon

MEMBERS = 3


class Cluster:
    """A running installation on many hosts."""

    def __init__(self, network: Network, folder: Path) -> None:
        self.network = network
        self._folder = folder
        self.databases = [network.add(f"db{number}") for number in range(1, MEMBERS + 1)]
        self.redis = [network.add(f"redis{number}") for number in range(1, 4)]
        self.web = [network.add(f"web{number}") for number in range(1, 4)]
        self.workers = [network.add(f"work{number}") for number in range(1, 3)]
        self.database_proxy, self.web_proxy = network.add("dbproxy"), network.add("webproxy")
        self._code, self.versions = ORIGINAL, 0
        self.copied: list[Host] = []
        """Databases that had to be copied anew, once each."""
        install_databases(self.databases)
        install_database_proxy(self.database_proxy, self.databases)
        install_redis(self.redis)
        install_web_proxy(self.web_proxy, self.web)
        self._settings = {
            **SETTINGS,
            "DATABASE_URL": self.url,
            "REDIS_URL": redis_url(self.redis),
            "PUBLIC_URL": f"http://{self.web_proxy.address}",
            "NUM_PROXIES": "1",
            "SECRET_KEY": secrets.token_hex(32),
            "SIGNING_KEY": secrets.token_hex(32),
            "VAPID_KEY": secrets.token_hex(32),
            "MAIL_PORT": "0",
        }

    @property
    def url(self) -> str:
        """The DATABASE_URL: PgBouncer shares its connections, so nothing may be left on one."""
        address = f"{self.database_proxy.address}:{PROXY_PORT}"
        return f"postgresql://gobelet@{address}/gobelet?prepare_threshold=none"

    def start(self) -> None:
        """Return once every host does its work."""
        for host in (*self.databases, *self.redis, self.database_proxy, self.web_proxy):
            host.power_on()
        _wait(self.has_standbys, "three databases")
        self._create_database()
        _wait(lambda: has_replicas(self.redis), "three Redis")
        self._migrate(self.web[0])
        for host in (*self.web, *self.workers):
            self._install(host)
            host.power_on()
        self.wait()

    def wait(self) -> None:
        """Wait until nothing is missing any more; copy a database anew that does not come back."""
        copy_anew = time.monotonic() + PATIENCE / 2

        def has_standbys() -> bool:
            if not (complete := self.has_standbys()) and time.monotonic() > copy_anew:
                self._copy_anew()
            return complete

        _wait(has_standbys, "three databases")
        _wait(lambda: has_replicas(self.redis) and redis_master(self.redis), "three Redis")
        _wait(lambda: all(is_ready(host) for host in self.web), "three web hosts")

    def primary(self) -> Host | None:
        """Return the host whose PostgreSQL is the primary, by its lease."""
        return self._database("leader")

    def standby(self) -> Host | None:
        """Return the host that has every commit that was answered, beside the primary."""
        return self._database("sync_standby")

    def has_standbys(self) -> bool:
        """Whether there is a primary, a synchronous standby, and another standby that follows."""
        found = members(self.databases)
        roles = sorted(one["role"] for one in found)
        return (
            roles == ["leader", "replica", "sync_standby"]
            and all(one["state"] in ("running", "streaming") for one in found)
            and len({one.get("timeline") for one in found}) == 1
        )

    def upgrade(self) -> None:
        """Migrate to a newer version, then replace the program host by host."""
        self.versions += 1
        self._code = newer_version(self._code, self._folder, self.versions)
        self._migrate(self.workers[0])
        for host in (*self.workers, *self.web):
            host.shut_down()
            self._install(host)
            host.power_on()
            if host in self.web:
                _wait(lambda host=host: is_ready(host), f"{host.name} to be ready")  # type: ignore[misc]

    def _copy_anew(self) -> None:
        """As an operator does for a standby whose timeline pg_rewind cannot follow."""
        found = members(self.databases)
        timelines = {one.get("timeline") for one in found if one["role"] == "leader"}
        behind = {one["name"] for one in found if {one.get("timeline")} != timelines}
        for host in self.databases:
            if timelines and host.name in behind and host not in self.copied:
                self.copied.append(host)
                patroni(host, "POST", "/reinitialize", {"force": True})

    def _database(self, role: str) -> Host | None:
        named = {one["name"] for one in members(self.databases) if one["role"] == role}
        return next((host for host in self.databases if host.name in named), None)

    def _install(self, host: Host) -> None:
        install = install_web if host in self.web else install_worker
        install(host, self._code, self._settings)

    def _create_database(self) -> None:
        primary = self.primary()
        assert primary
        address = f"postgresql://postgres@{primary.address}:{DATABASE_PORT}/postgres"
        with psycopg.connect(address, autocommit=True) as session:
            session.execute("CREATE ROLE gobelet LOGIN")
            session.execute("CREATE DATABASE gobelet OWNER gobelet")

    def _migrate(self, host: Host) -> None:
        """Run the migrations on a host, again while the database fails over."""

        def migrated() -> bool:
            done = subprocess.run(
                ["ip", "netns", "exec", host.namespace, sys.executable, "manage.py", "migrate"],
                cwd=self._code,
                env=environment(host, self._settings),
                capture_output=True,
                text=True,
                check=False,
            )
            self._said = done.stdout + done.stderr
            return done.returncode == 0

        assert soon(migrated, pause=2), self._said


def _wait(condition: Callable[[], object], what: str) -> None:
    if not soon(condition, pause=0.5):
        raise RuntimeError(f"the cluster waits for {what} for too long (its logs: {os.getcwd()})")
