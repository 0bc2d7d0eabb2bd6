"""The leash: when the supervisor is gone, however it went, its processes go too.

A tiny process reads from a pipe that only the supervisor writes to. The pipe ends when the
supervisor does, even by SIGKILL, and then the leash kills every process group it was told of:
children and grandchildren alike, on every Unix. The same file is that process's program.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable

GONE_SECONDS = 2.0


class Leash:
    """The supervisor's end: tells the leash which process groups there are."""

    def __init__(self, *, keep_open: int) -> None:
        self._keep_open = keep_open
        self._process = self._start()

    def mend(self, groups: Iterable[int]) -> None:
        """Start the leash again if somebody killed it."""
        if self._process.poll() is None:
            return
        self.close()
        self._process = self._start()
        for group in groups:
            self._tell(f"+{group}")

    def hold_me(self) -> None:
        """Put the calling process's group on the leash; run between fork and exec.

        Until exec the child holds the pipe open itself, so the leash cannot miss it.
        """
        self._tell(f"+{os.getpid()}")

    def let_go(self, group: int) -> None:
        """Forget a group that has ended, before its number is given to somebody else."""
        with contextlib.suppress(BrokenPipeError):
            self._tell(f"-{group}")

    def close(self) -> None:
        """End the leash; whatever is still on it is killed."""
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

    def _tell(self, line: str) -> None:
        assert self._process.stdin
        os.write(self._process.stdin.fileno(), f"{line}\n".encode())


def kill_group(group: int) -> bool:
    """Kill a process group; whether there was anything left of it."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS says so of a group that is only a zombie
        return False
    return True


def main() -> None:
    """Wait for the end of the pipe, then kill what is on the leash."""
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
