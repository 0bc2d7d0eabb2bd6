"""One supervised process: started, watched, restarted after a delay, and stopped."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.environment import ROOT
from config.supervisor.reaper import Reaper, kill_group

LOG_BYTES = 5 * 1024 * 1024
SHORTEST_WAIT, LONGEST_WAIT = 0.2, 5.0
SETTLED_SECONDS = 30.0


@dataclass
class Child:
    """A process in its own process group that logs to a file."""

    name: str
    command: Sequence[str]
    log: Path
    reaper: Reaper
    environment: Mapping[str, str] = field(default_factory=dict)
    said_at_start: bytes = b""
    descriptors: Sequence[int] = ()
    stopped_last: bool = False

    deaths: int = 0
    due: float = 0.0
    started: float = 0.0
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process; its output is appended to its log."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, **self.environment},
                pass_fds=tuple(self.descriptors),
                start_new_session=True,
                preexec_fn=self.reaper.register_self,
            )
        assert self.process.stdin
        try:
            self.process.stdin.write(self.said_at_start)
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # it ended at once, which the next `tend` reports
        self.started = time.monotonic()

    def tend(self, now: float) -> str | None:
        """Start the process if it is due; return a message if it has ended since the last call."""
        rotate(self.log)
        if self.process:
            return self._schedule_restart(now) if self.process.poll() is not None else None
        if now >= self.due:
            self.start()
        return None

    def ask_to_stop(self) -> None:
        """Send SIGTERM to the process, which then stops its own children."""
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def has_ended(self) -> bool:
        """Whether the process has ended; if so, also kill what is left of its group."""
        if self.process and self.process.poll() is not None:
            self._clean_up()
        return self.process is None

    def kill(self) -> None:
        """Kill the process and its whole group now."""
        if self.process:
            kill_group(self.process.pid)
            self.process.wait()
            self._clean_up()

    def _schedule_restart(self, now: float) -> str:
        assert self.process
        if now - self.started > SETTLED_SECONDS:
            self.deaths = 0
        how = ending(self.process.returncode)
        self._clean_up()
        wait = min(LONGEST_WAIT, SHORTEST_WAIT * 2**self.deaths)
        self.deaths += 1
        self.due = now + wait
        return f"{self.name} {how}; starting it again in {wait:.1f} s (see {self.log})"

    def _clean_up(self) -> None:
        assert self.process
        kill_group(self.process.pid)  # orphans such as Celery's pool
        self.reaper.unregister(self.process.pid)
        self.process = None


def ending(code: int) -> str:
    """Describe an exit code: by which signal or with which code the process ended."""
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def rotate(log: Path) -> None:
    """Move the last LOG_BYTES of a larger log to `.log.1`, while its process goes on appending.

    The process keeps the file open, hence a copy; lines written during the copy are lost.
    """
    if not log.exists() or (size := log.stat().st_size) <= LOG_BYTES:
        return
    with log.open("rb") as full:
        full.seek(size - LOG_BYTES)
        last = full.read(LOG_BYTES)  # no more, however fast the process goes on
    log.with_suffix(".log.1").write_bytes(last)
    os.truncate(log, 0)
