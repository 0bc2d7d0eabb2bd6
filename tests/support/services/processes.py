"""Child processes that never outlive us, and a folder short enough for their sockets."""

import ctypes
import functools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

PATIENCE = 180.0
"""Seconds to wait for a server on a busy machine, before it counts as broken."""
FOLDER = "GOBELET_TEST_SERVICES"  # the variable with the folder of this run, deleted at its end
SOCKET_PATH_LIMIT = 104  # bytes, on macOS; Linux allows 108
LONGEST_NAME = len("/gb-12345678/postgres/.s.PGSQL.5432.lock")
MEMORY = Path("/dev/shm")
MEMORY_NEEDED = 4 << 30  # bytes free
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def server_user() -> pwd.struct_passwd | None:
    """The user that PostgreSQL runs as, since it refuses root; None where we are not root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def reachable(folder: Path) -> bool:
    """Whether the user of the servers can enter the folder."""
    if server_user() is None:
        return True
    return all(path.stat().st_mode & 0o001 for path in (folder, *folder.parents))


def run_folder() -> Path:
    """Make a folder for one run: open to the servers, short for sockets, in memory if it can be."""
    disks = map(Path, (tempfile.gettempdir(), "/tmp", "/var/tmp"))
    for base in (*([MEMORY] if _fits_in_memory() else []), *disks):
        fits = len(os.fsencode(base)) + LONGEST_NAME < SOCKET_PATH_LIMIT
        if fits and base.is_dir() and reachable(base.resolve()):
            folder = Path(tempfile.mkdtemp(prefix="gb-", dir=base))
            if server_user():
                folder.chmod(0o711)
            return folder
    raise RuntimeError("no temporary folder is short enough and open to the user 'nobody'")


def _fits_in_memory() -> bool:
    """Whether a memory file system has room for a run, and programs may be started from it."""
    if not MEMORY.is_dir():
        return False
    volume = os.statvfs(MEMORY)
    return volume.f_bavail * volume.f_frsize > MEMORY_NEEDED and not volume.f_flag & os.ST_NOEXEC


def spawn(
    command: Sequence[str | Path],
    *,
    folder: Path,
    log: Path,
    end_with: signal.Signals = signal.SIGKILL,
    user: pwd.struct_passwd | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a process that gets `end_with` as soon as the thread that started it is gone."""
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,  # Ctrl-C is for pytest, which then stops us in order
            user=user and user.pw_uid,
            group=user and user.pw_gid,
            extra_groups=user and [],
            preexec_fn=functools.partial(_end_with_parent, os.getpid(), end_with),
        )


def end(process: subprocess.Popen[bytes], how: signal.Signals, *, patience: float = 10) -> None:
    """Send a signal and wait; kill a process that does not end."""
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def remove(folder: Path) -> None:
    """Delete a folder of ours, whatever is still being written there."""
    shutil.rmtree(folder, ignore_errors=True)


def _end_with_parent(parent: int, how: signal.Signals) -> None:
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, int(how))
        if os.getppid() != parent:
            os._exit(1)
