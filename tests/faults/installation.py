"""A server of our own with its database, of which any process can be killed."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread

import psutil

from tests.support.server import Server, alive, free_port
from tests.support.services.databases import clone
from tests.support.services.postgres import PostgresServer

SETTINGS = {
    "RATE_LIMITS": "off",
    "MATCHES_PER_DAY": "100000",
    "BOT_MATCHES_PER_DAY": "100000",
    "PRIVATE_ENDPOINTS": "allowed",
    "SWEEP_SECONDS": "1",
}


class Installation:
    """A supervised server, started again whenever its supervisor is killed."""

    def __init__(self, folder: Path, url: str, postgres: PostgresServer | None) -> None:
        self.url = url
        self.postgres = postgres
        self.port = free_port()
        self._folder = folder
        self._mail_port = str(free_port())
        self.server = self._started()

    def _started(self) -> Server:
        more = {**SETTINGS, "DATABASE_URL": self.url, "MAIL_PORT": self._mail_port}
        server = Server(self._folder / "data", self.port, **more)
        # Reports of restarts would fill the pipe, and the supervisor would wait.
        Thread(target=_read_all, args=(server,), daemon=True).start()
        return server

    def restart(self) -> None:
        """Kill the supervisor, which takes all its processes with it, and start again."""
        self.server.end(signal.SIGKILL)
        self.server.clean_up()
        self.server = self._started()

    def processes(self, part: str) -> list[psutil.Process]:
        """The running children with this word in their command."""
        found = []
        for process in psutil.Process(self.server.process.pid).children():
            with suppress(psutil.Error):
                if part in " ".join(process.cmdline()) and alive(process):
                    found.append(process)
        return found

    def close(self) -> None:
        """End the server, however it is."""
        self.server.clean_up()


def _read_all(server: Server) -> None:
    assert server.process.stderr
    with suppress(ValueError, OSError):  # closed by clean_up
        for _ in server.process.stderr:
            pass


@contextmanager
def installed(database: str, folder: Path) -> Iterator[Installation]:
    """An installation on a new database of this kind, which is gone afterwards."""
    with ExitStack() as stack:
        postgres = None
        if database == "postgresql":
            postgres = stack.enter_context(PostgresServer(folder / "postgres", fsync=True))
            url = postgres.url
        else:
            url = stack.enter_context(clone("sqlite"))
        installation = Installation(folder, url, postgres)
        stack.callback(installation.close)
        yield installation
