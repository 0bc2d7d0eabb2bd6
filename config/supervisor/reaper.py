"""The reaper: kills the server's processes when the supervisor ends, however it ends.

A small process reads from a pipe that only the supervisor writes to. The pipe is closed when the
supervisor ends, even by SIGKILL; the reaper then kills every registered process group, children
and grandchildren alike, on every Unix. This file is also the program of that process.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable

GONE_SECONDS = 2.0


class Reaper:
    """The supervisor's end of the pipe: starts the reaper and registers process groups with it."""

    def __init__(self, *, keep_open: int) -> None:
        self._keep_open = keep_open
        self._process = self._start()

    def restart_if_killed(self, groups: Iterable[int]) -> None:
        """Restart the reaper if it was killed, and register these groups again."""
        if self._process.poll() is None:
            return
        self.close()
        self._process = self._start()
        for group in groups:
            self._send(f"+{group}")

    def register_self(self) -> None:
        """Register the calling process's group; run between fork and exec.

        Until exec the child holds the pipe open itself, so the reaper cannot miss it.
        """
        self._send(f"+{os.getpid()}")

    def unregister(self, group: int) -> None:
        """Unregister a group that has ended, before the system reuses its number."""
        with contextlib.suppress(BrokenPipeError):
            self._send(f"-{group}")

    def close(self) -> None:
        """End the reaper, which kills every group that is still registered."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=(self._keep_open,),
            start_new_session=True,
        )

    def _send(self, line: str) -> None:
        assert self._process.stdin
        os.write(self._process.stdin.fileno(), f"{line}\n".encode())


def kill_group(group: int) -> bool:
    """Kill a process group and return whether there was any process left in it."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS raises this for a group of zombies only
        return False
    return True


def main() -> None:
    """Wait for the end of the pipe, then kill every registered process group."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        change = groups.add if line.startswith("+") else groups.discard
        change(int(line[1:]))
    deadline = time.monotonic() + GONE_SECONDS
    while groups and time.monotonic() < deadline:
        groups = {group for group in groups if kill_group(group)}
        time.sleep(0.02)


if __name__ == "__main__":
    main()
