"""The supervisor: starts its children, reports when all are ready, restarts and stops them."""

import signal
import sys
import time
from collections.abc import Sequence
from types import FrameType

from config.supervisor.child import Child
from config.supervisor.errors import StartupError
from config.supervisor.probes import Probe
from config.supervisor.reaper import Reaper

TICK_SECONDS = 0.05
STOP_SECONDS = 4.0
READY_SECONDS = 180.0
"""How long the processes may take to answer; at a load of ten per core a start took over 60 s."""
MOST_DEATHS = 3


class StopRequest:
    """Counts SIGINT, SIGTERM and SIGHUP: the first requests a stop, a second one kills at once."""

    def __init__(self) -> None:
        self.count = 0

    def listen(self) -> None:
        """Install the signal handlers."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Under nohup SIGHUP is ignored: the server must outlive its terminal.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._count_signal)

    def __bool__(self) -> bool:
        return self.count > 0

    def _count_signal(self, number: int, frame: FrameType | None) -> None:
        self.count += 1


class Supervisor:
    """Runs its children, started in the given order, until a stop is requested."""

    def __init__(self, children: Sequence[Child], reaper: Reaper, stop: StopRequest) -> None:
        self._children = children
        self._reaper = reaper
        self._stop = stop

    def run(self, *, probes: dict[str, Probe], greeting: str) -> None:
        """Run until a stop is requested; raise StartupError if the server never becomes ready."""
        try:
            if self._wait_until_ready(dict(probes)):
                print(greeting, flush=True)
            while not self._stop:
                self._tend_children()
        finally:
            self._stop_all()

    def _wait_until_ready(self, open_probes: dict[str, Probe]) -> bool:
        deadline = time.monotonic() + READY_SECONDS
        while open_probes and not self._stop:
            self._tend_children()
            for child in self._children:
                if child.deaths >= MOST_DEATHS:
                    raise StartupError(
                        f"{child.name} does not start; its log says why: {child.log}"
                    )
            for name, probe in list(open_probes.items()):
                if not self._stop and probe():
                    del open_probes[name]
            if time.monotonic() > deadline:
                waiting = " and ".join(open_probes)
                logs = self._children[0].log.parent
                raise StartupError(
                    f"No answer from {waiting} in {READY_SECONDS:.0f} s; see the logs in {logs}"
                )
        return not self._stop

    def _tend_children(self) -> None:
        self._reaper.restart_if_killed(
            child.process.pid for child in self._children if child.process
        )
        for child in self._children:
            if report := child.tend(time.monotonic()):
                print(report, file=sys.stderr, flush=True)
        time.sleep(TICK_SECONDS)

    def _stop_all(self) -> None:
        for last in (False, True):
            self._stop_together([child for child in self._children if child.stopped_last is last])

    def _stop_together(self, children: Sequence[Child]) -> None:
        deadline = time.monotonic() + STOP_SECONDS
        for child in children:
            child.ask_to_stop()
        while children := [child for child in children if not child.has_ended()]:
            if time.monotonic() > deadline or self._stop.count > 1:
                for child in children:
                    child.kill()
            time.sleep(TICK_SECONDS)
