"""The test services are what they say: real servers, separate databases, nothing left behind."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest
import redis
from django.conf import settings
from django.db import connection, connections

from tests.support.server import PATIENCE, are_gone, soon
from tests.support.services.databases import clone
from tests.support.services.keeper import ROOT
from tests.support.services.postgres import PostgresServer
from tests.support.services.processes import FOLDER
from tests.support.services.valkey import ValkeyServer
from tests.support.sizes import sized

only_postgresql = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
OURS = (FOLDER, "DATABASE_URL", "REDIS_URL", "DATA_DIR", "PYTEST_XDIST_WORKER")
INNER = """
import os
import signal
from pathlib import Path

import pytest
from django.db import connection

from tests.support.services.keeper import ask


def note(*addresses: str) -> None:
    path = Path(os.environ["NOTE"])
    lines = (os.environ["GOBELET_TEST_SERVICES"], *addresses)
    path.with_suffix(".draft").write_text("\\n".join(lines))
    path.with_suffix(".draft").rename(path)


def test_servers() -> None:
    note(ask("postgresql"), ask("redis"))
    signal.pause()  # until it is killed


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_clone(database: str, redis_url: str) -> None:
    note(connection.settings_dict["HOST"], connection.settings_dict["NAME"], redis_url)
"""


def version() -> str:
    query = {"postgresql": "SELECT version()", "sqlite": "SELECT 'SQLite ' || sqlite_version()"}
    with connection.cursor() as cursor:
        cursor.execute(query[connection.vendor])
        return str(cursor.fetchone()[0])


def test_each_vendor_is_the_real_one(database: str) -> None:
    assert version().startswith({"postgresql": "PostgreSQL ", "sqlite": "SQLite "}[database])


def test_a_clone_is_migrated(database: str) -> None:
    assert "django_migrations" in connection.introspection.table_names()


def test_every_thread_is_on_the_clone(database: str, database_url: str) -> None:
    names: list[str] = []

    def look() -> None:
        names.append(str(connection.settings_dict["NAME"]))
        version()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert names == [connections.settings["default"]["NAME"]]
    assert names[0] in database_url


def test_a_child_process_is_on_the_clone(database: str) -> None:
    look = "from django.db import connection; print(connection.settings_dict['NAME'])"
    child = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == connection.settings_dict["NAME"]


def test_clones_know_nothing_of_each_other() -> None:
    with clone("postgresql") as one, clone("postgresql") as other:
        with psycopg.connect(one) as first:
            first.execute("CREATE TABLE only_here (n int)")
        with psycopg.connect(other) as second:
            found = second.execute("SELECT to_regclass('only_here')").fetchone()
        assert found == (None,)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(one)


@only_postgresql
def test_postgresql_does_not_run_as_root(database: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    owner = psutil.Process(pid).username()
    assert owner == ("nobody" if os.geteuid() == 0 else psutil.Process().username())


def test_redis_is_real_and_this_workers_own(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("key", "value")
        assert int(str(client.info("server")["redis_version"]).split(".")[0]) >= 7
    assert settings.REDIS_URL == settings.CELERY_BROKER_URL == redis_url


def test_a_killed_valkey_comes_back_empty_on_the_same_port(valkey: ValkeyServer) -> None:
    with redis.Redis.from_url(valkey.url) as client:
        client.set("key", "value")
        valkey.kill()
        with pytest.raises(redis.ConnectionError):
            client.get("key")
        valkey.start()
        assert client.get("key") is None


def test_a_killed_postgresql_comes_back_with_what_was_committed() -> None:
    with PostgresServer(Path(os.environ[FOLDER]) / "own", fsync=True) as server:
        with psycopg.connect(server.url) as session:
            session.execute("CREATE TABLE kept (n int)")
        server.kill()
        server.start()
        with psycopg.connect(server.url) as session:
            assert session.execute("SELECT count(*) FROM kept").fetchone() == (0,)
            assert session.execute("SHOW fsync").fetchone() == ("on",)


@contextmanager
def inner_pytest(
    folder: Path, test: str, *options: str, **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """A run of its own, that knows nothing of ours, over one test that notes its addresses."""
    folder.mkdir(exist_ok=True)
    inner = folder / "test_inner.py"
    inner.write_text(INNER)
    env = {name: value for name, value in os.environ.items() if name not in OURS}
    env |= {"NOTE": str(folder / "note"), **environment}
    settings = ("-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "-k", test)
    with (
        (folder / "output").open("w") as output,
        subprocess.Popen(
            [sys.executable, "-m", "pytest", *settings, *options, str(inner)],
            cwd=ROOT,
            env=env,
            stdout=output,
            stderr=output,
            text=True,
        ) as run,
    ):
        try:
            yield run
        finally:
            run.kill()


def noted(folder: Path, run: subprocess.Popen[str]) -> list[str]:
    """What the inner test noted, as soon as it has."""
    note = folder / "note"
    assert soon(lambda: note.exists() or run.poll() is not None)
    assert note.exists(), (folder / "output").read_text()
    return note.read_text().splitlines()


def mentioning(text: str) -> list[psutil.Process]:
    """The processes with these words in their command line."""
    found = psutil.process_iter(["cmdline"])
    return [process for process in found if text in " ".join(process.info["cmdline"] or ())]


@pytest.mark.parametrize("workers", sized(["-n2"], ["-n0", "-n2"]))
def test_nothing_outlives_a_killed_run(tmp_path: Path, workers: str) -> None:
    with inner_pytest(tmp_path, "test_servers", workers) as run:
        folder, servers = killed(tmp_path, run)
    assert soon(partial(are_gone, servers))
    assert not mentioning(folder)
    assert not Path(folder).exists()


def killed(folder: Path, run: subprocess.Popen[str]) -> tuple[str, list[psutil.Process]]:
    """Kill a run once its servers are up; its folder and those servers."""
    services, _, redis_url = noted(folder, run)
    address = redis_url.removeprefix("redis://").partition("/")[0]
    servers = [*mentioning(services), *mentioning(f"valkey-server {address}")]
    assert len(servers) >= 3  # the keeper, PostgreSQL, Valkey
    run.send_signal(signal.SIGKILL)
    return services, servers


def test_a_run_uses_the_servers_it_is_given_and_leaves_them_clean(tmp_path: Path) -> None:
    with clone("postgresql") as given, ValkeyServer() as own:
        servers = {"DATABASE_URL": given, "REDIS_URL": own.url}
        with inner_pytest(tmp_path, "test_clone", "-n0", **servers) as run:
            folder, host, name, redis_url = noted(tmp_path, run)
            assert run.wait(PATIENCE) == 0, (tmp_path / "output").read_text()
        assert redis_url == own.url
        assert f"host={host}" in given
        prefix = name.rpartition("_")[0]
        with psycopg.connect(given) as session:
            left = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
            assert session.execute(left, [prefix]).fetchall() == []
    assert not Path(folder).exists()
