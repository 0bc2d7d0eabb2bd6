"""What is done to a running server: processes are killed and stopped, and resources withheld."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from random import Random

import psutil
import psycopg

from tests.faults.history import Disturbance, History
from tests.faults.installation import Installation
from tests.support.server import PATIENCE, alive

LONGEST_PAUSE = 1.5
"""Seconds between two disturbances, at most."""
LONG_STOP, LONG_STOPS = 20.0, 0.1
"""Seconds that one stop in ten lasts, as of a machine that is paused; most are much shorter."""
LONGEST_WANT = 3.0
"""Seconds for which a resource is withheld, at most."""
FILE_BYTES = 1 << 16
"""The largest file that a process can write to while its disk is full."""
PROGRAMS = {
    "web": "processes.web",
    "worker": "processes.worker celery",
    "bots": "processes.worker bots",
    "outgoing": "processes.worker outgoing",
    "beat": "processes.beat",
    "smtp": "processes.smtp",
    "valkey": "valkey",
}
KILLS = {
    "web": 16,
    "worker": 8,
    "pool": 6,
    "bots": 6,
    "outgoing": 8,
    "beat": 4,
    "smtp": 2,
    "valkey": 6,
}
"""How often each is killed, relatively."""
SERVER_KILLS = 1
DATABASE_KILLS = {"postgres": 5, "backend": 5}
STOPS = {"web": 3, "worker": 2, "bots": 1, "outgoing": 2, "beat": 1, "valkey": 2}
DATABASE_STOPS = {"postgres": 1}
WANTS = {"sqlite": {"disk": 4}, "postgresql": {"connections": 2, "writes": 2}}


class Disturber:
    """Disturbs an installation in an order that a seed determines, from the calling thread."""

    def __init__(self, installation: Installation, history: History, random: Random) -> None:
        self._installation = installation
        self._history = history
        self._random = random
        self.killed: Counter[str] = Counter()
        self.others: Counter[str] = Counter()
        is_postgresql = installation.postgres is not None
        wants = WANTS["postgresql" if is_postgresql else "sqlite"]
        weights = {f"kill {name}": weight for name, weight in KILLS.items()}
        weights["kill server"] = SERVER_KILLS
        if is_postgresql:
            weights |= {f"kill {name}": weight for name, weight in DATABASE_KILLS.items()}
            weights |= {f"stop {name}": weight for name, weight in DATABASE_STOPS.items()}
        weights |= {f"stop {name}": weight for name, weight in STOPS.items()}
        weights |= {f"no {name}": weight for name, weight in wants.items()}
        self._weights = weights

    def disturb(self, kills: int, is_in_vain: Callable[[], bool]) -> None:
        """Go on until so many processes were killed; what cannot be done now is left out."""
        last = time.monotonic()
        while self.killed.total() < kills and not is_in_vain():
            time.sleep(self._random.uniform(0, LONGEST_PAUSE))
            (what,) = self._random.choices([*self._weights], [*self._weights.values()])
            began = time.monotonic()
            if self._do(*what.split()):
                ended = time.monotonic()
                self._history.disturbances.append(Disturbance(what, began, ended))
                last = ended
            assert time.monotonic() - last < PATIENCE, "nothing is left to be killed"

    def _do(self, verb: str, name: str) -> bool:
        """Do one of them; whether there was something to do it to."""
        if verb == "no":
            with suppress(psutil.Error, psycopg.Error):
                getattr(self, f"_no_{name}")(self._random.uniform(0, LONGEST_WANT))
                self.others[f"no {name}"] += 1
            return True
        if verb == "stop":
            done = self._stop_postgres() if name == "postgres" else self._signal(verb, name)
            self.others[f"stop {name}"] += done
            return done
        kill = getattr(self, f"_kill_{name}", None)
        done = kill() if kill else self._signal(verb, name)
        self.killed[name] += done
        return done

    def _signal(self, verb: str, name: str) -> bool:
        found = self._installation.processes(PROGRAMS[name])
        if not found:
            return False
        victim = self._random.choice(found)
        with suppress(psutil.Error):
            if verb == "kill":
                victim.kill()
            else:
                victim.suspend()
                time.sleep(self._stop_seconds())
                victim.resume()
            return True
        return False

    def _stop_seconds(self) -> float:
        """Draw how long a process is stopped."""
        if self._random.random() < LONG_STOPS:
            return LONG_STOP
        return min(LONG_STOP, self._random.expovariate(0.4))

    def _stop_postgres(self) -> bool:
        """Stop all processes of PostgreSQL, as on a machine that is paused."""
        postgres = self._installation.postgres
        assert postgres
        stopped = postgres.processes()
        for one in stopped:
            with suppress(psutil.Error):
                one.suspend()
        time.sleep(self._stop_seconds())
        for one in stopped:
            with suppress(psutil.Error):
                one.resume()
        return True

    def _kill_pool(self) -> bool:
        """Kill one of the processes in which a worker runs its tasks."""
        with suppress(psutil.Error):
            for worker in self._installation.processes(PROGRAMS["worker"]):
                if pool := [process for process in worker.children() if alive(process)]:
                    self._random.choice(pool).kill()
                    return True
        return False

    def _kill_server(self) -> bool:
        self._installation.restart()
        return True

    def _kill_postgres(self) -> bool:
        """Kill PostgreSQL and start it again, as after a crash of the machine."""
        postgres = self._installation.postgres
        assert postgres
        postgres.kill()
        time.sleep(self._random.uniform(0, 1))
        postgres.start()
        return True

    def _kill_backend(self) -> bool:
        """Kill the process of one connection; PostgreSQL ends all others and recovers."""
        postgres = self._installation.postgres
        assert postgres
        with suppress(psycopg.Error, psutil.Error), psycopg.connect(postgres.url) as session:
            rows = session.execute(
                "SELECT pid FROM pg_stat_activity WHERE application_name = 'gobelet'"
            ).fetchall()
            if rows:
                psutil.Process(self._random.choice(rows)[0]).kill()
                return True
        return False

    def _no_disk(self, seconds: float) -> None:
        """Let writes of a web process fail as on a full disk."""
        if not (found := self._installation.processes(PROGRAMS["web"])):
            return
        victim = self._random.choice(found)
        before = victim.rlimit(psutil.RLIMIT_FSIZE)
        victim.rlimit(psutil.RLIMIT_FSIZE, (FILE_BYTES, before[1]))
        time.sleep(seconds)
        victim.rlimit(psutil.RLIMIT_FSIZE, before)

    def _no_connections(self, seconds: float) -> None:
        """Take all connections that PostgreSQL has left."""
        postgres = self._installation.postgres
        assert postgres
        with ExitStack() as stack:
            try:
                while True:
                    stack.enter_context(psycopg.connect(postgres.url))
            except psycopg.OperationalError:
                time.sleep(seconds)

    def _no_writes(self, seconds: float) -> None:
        """Make every transaction read-only, as a primary that was demoted does."""
        postgres = self._installation.postgres
        assert postgres
        with psycopg.connect(postgres.url, autocommit=True) as session:
            session.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            session.execute("SELECT pg_reload_conf()")
            time.sleep(seconds)
            session.execute("ALTER SYSTEM RESET default_transaction_read_only")
            session.execute("SELECT pg_reload_conf()")
