"""The process that keeps the servers of one test run, and how the run's processes ask it.

It starts a server when one is first asked for, so that a run without a database costs nothing,
and migrates each template once. It ends when its standard input does, that is when pytest ends
in whatever way, and takes with it everything the run has made.
"""

import json
import os
import signal
import socket
import socketserver
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests.support.services.postgres import PostgresServer
from tests.support.services.processes import FOLDER, PATIENCE, end, remove, spawn
from tests.support.services.serve import COMMAND, serve_environment
from tests.support.services.sqlite import copy_database
from tests.support.services.urls import with_database
from tests.support.services.valkey import ReservedPort, ValkeyServer

ROOT = Path(__file__).parents[3]


class Given(NamedTuple):
    """The servers that the environment named, which are used and not started."""

    postgresql: str | None
    redis: str | None
    redis_port: int


def ask(service: str) -> str:
    """The address of "redis", "postgresql", "postgresql template" or "sqlite template".

    The servers run and the templates are migrated when this returns; the "server", of which the
    address is its folder, has only been started, so that no other test waits for it.
    """
    folder = Path(os.environ[FOLDER])
    with socket.socket(socket.AF_UNIX) as control:
        control.settimeout(PATIENCE)
        _connect(control, folder)
        control.sendall(f"{service}\n".encode())
        with control.makefile() as answer:
            said = json.load(answer)
    if "error" in said:
        raise RuntimeError(said["error"])
    return str(said["address"])


def _connect(control: socket.socket, folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return control.connect(str(folder / "control"))
        except OSError as refused:
            if time.monotonic() > deadline:
                log = folder / "keeper.log"
                said = log.read_text() if log.exists() else "its folder is gone"
                raise RuntimeError(f"the keeper of the test services is away: {said}") from refused
            time.sleep(0.02)


class Keeper:
    """What has been started and migrated so far; asked from one thread only."""

    def __init__(self, folder: Path, given: Given) -> None:
        self.folder = folder
        self.given = given
        self.name = f"gobelet_{folder.name.removeprefix('gb-')}"
        self.postgres = PostgresServer(folder / "postgres")
        self.valkey: ValkeyServer | None = None
        self.server: subprocess.Popen[bytes] | None = None
        self.port: ReservedPort | None = None
        self.migrations: dict[str, subprocess.Popen[bytes]] = {}
        self.file = f"sqlite://{folder / 'sqlite'}"
        self.answers: dict[str, dict[str, str]] = {}

    def answer(self, service: str) -> dict[str, str]:
        """Return the same answer to the same question every time."""
        if service not in self.answers:
            try:
                make = getattr(self, f"make_{service.replace(' ', '_')}")
                self.answers[service] = {"address": make()}
            except Exception as failure:
                self.answers[service] = {"error": f"{service}: {failure}"}
        return self.answers[service]

    def make_redis(self) -> str:
        """The URL of a Redis-protocol server."""
        if self.given.redis:
            return self.given.redis
        self.valkey = ValkeyServer(self.given.redis_port)
        return self.valkey.start().url

    def make_postgresql(self) -> str:
        """The URL of a server, with a database to give commands from."""
        return self.given.postgresql or self.postgres.start().url

    def make_postgresql_template(self) -> str:
        """The URL of a migrated database without connections."""
        if not self.given.postgresql:
            self._begin(self.file)  # most modules want both, and the server takes time to start
        server = self.make_postgresql()
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self.name)))
        return self._migrate(with_database(server, self.name))

    def make_sqlite_template(self) -> str:
        """The URL of a migrated file that no process has open."""
        return self._migrate(self.file)

    def make_server(self) -> str:
        """The folder of a `manage.py serve` for all tests that neither stop nor kill a part of it.

        Mails go to files in its folder, and due work is looked for every second.
        """
        data = self.folder / "server"
        data.mkdir(mode=0o700)
        template = self.answer("sqlite template")["address"]
        copy_database(urlsplit(template).path, data / "gobelet.sqlite3")
        (data / "gobelet.sqlite3").chmod(0o600)
        self.port = ReservedPort()
        data.with_suffix(".port").write_text(str(self.port.number))
        settings = {"RATE_LIMITS": "off", "SWEEP_SECONDS": "1"}
        env = serve_environment(data, self.port.number, **settings)
        self.server = spawn(COMMAND, folder=ROOT, log=data.with_suffix(".log"), env=env)
        return str(data)

    def close(self) -> None:
        """Leave nothing: no process, no folder, and no database on a server that was given."""
        for migration in self.migrations.values():
            end(migration, signal.SIGKILL)
        if self.server:
            end(self.server, signal.SIGTERM)
        if self.valkey:
            self.valkey.close()
        if self.given.postgresql and "postgresql template" in self.answers:
            with psycopg.connect(self.given.postgresql, autocommit=True) as admin:
                ours = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
                for (name,) in admin.execute(ours, [self.name]).fetchall():
                    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
                    admin.execute(drop.format(sql.Identifier(name)))
        self.postgres.stop()
        remove(self.folder)

    def _begin(self, url: str) -> subprocess.Popen[bytes]:
        if url not in self.migrations:
            command = [sys.executable, "-m", "django", "migrate", "--verbosity=0"]
            env = {**os.environ, "DATABASE_URL": url}
            log = self.folder / f"migrate{len(self.migrations)}.log"
            self.migrations[url] = spawn(command, folder=ROOT, log=log, env=env)
        return self.migrations[url]

    def _migrate(self, url: str) -> str:
        if self._begin(url).wait(PATIENCE) != 0:
            logs = "\n".join(log.read_text() for log in self.folder.glob("migrate*.log"))
            raise RuntimeError(f"migrate failed:\n{logs}")
        return url


def launch(folder: Path, given: Given) -> subprocess.Popen[bytes]:
    """Start the keeper without waiting for it; it lives until its standard input is closed."""
    command = [
        sys.executable,
        "-m",
        "tests.support.services.keeper",
        str(folder),
        json.dumps(given),
    ]
    with (folder / "keeper.log").open("wb") as log:
        return subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for pytest, which then stops us in order
        )


def main(folder: Path, given: Given) -> None:
    """Answer until standard input ends."""
    keeper = Keeper(folder, given)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            answer = keeper.answer(self.rfile.readline().decode().strip())
            self.wfile.write(json.dumps(answer).encode())

    class Server(socketserver.UnixStreamServer):
        request_queue_size = 128

    with Server(str(folder / "control"), Handler) as server:

        def end_with_pytest() -> None:
            sys.stdin.buffer.read()
            server.shutdown()

        threading.Thread(target=end_with_pytest, daemon=True).start()
        try:
            server.serve_forever(poll_interval=0.05)
        finally:
            keeper.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Given(*json.loads(sys.argv[2])))
