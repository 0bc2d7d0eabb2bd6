"""Web hosts behind HAProxy, worker hosts, and newer versions of the program with migrations."""

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.cluster.database import SYSTEM
from tests.cluster.network import Host
from tests.support.server import ROOT

WEB_PORT = 8000
PARTS = ("config", "web", "api", "events", "games")
FILES = ("manage.py", "verify.py", "pyproject.toml")
MIGRATION = '''"""A change of a table that the version before does not know."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "{before}")]
    operations = [
        migrations.AddField("match", "upgrade_{number}", models.IntegerField(null=True)),
    ]
'''


def install_web(host: Host, code: Path, settings: Mapping[str, str]) -> None:
    """Let a web process of this version run, started again after it ends."""
    _install(host, code, settings, web=("config.processes.web",))


def install_worker(host: Host, code: Path, settings: Mapping[str, str]) -> None:
    """Let both workers and beat run: a second beat does no harm."""
    _install(
        host,
        code,
        settings,
        worker=("config.processes.worker", "celery", f"worker@{host.name}"),
        outgoing=("config.processes.worker", "outgoing", f"outgoing@{host.name}"),
        beat=("config.processes.beat", str(host.folder / "beat-schedule")),
    )


def install_web_proxy(proxy: Host, hosts: Sequence[Host]) -> None:
    """Let HAProxy share requests out to the web hosts that reach their database."""
    servers = "\n".join(f"  server {host.name} {host.address}:{WEB_PORT} check" for host in hosts)
    (proxy.folder / "haproxy.cfg").write_text(f"""
defaults
  mode http
  option redispatch
  retries 2
  timeout connect 2s
  timeout check 2s
  timeout client 60s
  timeout server 30s
listen web
  bind {proxy.address}:80
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/ready hdr Host localhost
  default-server inter 500ms fall 2 rise 1
{servers}
""")
    proxy.install("haproxy", ("/usr/sbin/haproxy", "-db", "-f", "haproxy.cfg"), SYSTEM)


def is_ready(host: Host) -> bool:
    """Whether the web process of a host answers and reaches its database."""
    connection = HTTPConnection(host.address, WEB_PORT, timeout=3)
    try:
        connection.request("GET", "/health/ready", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def newer_version(code: Path, folder: Path, number: int) -> Path:
    """Copy a version of the program and give the copy another number and a migration."""
    made = folder / f"version-{number}"
    made.mkdir()
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(code / part, made / part, ignore=ignored)
    for name in FILES:
        shutil.copy(code / name, made / name)
    project = made / "pyproject.toml"
    version = rf'\g<1>.dev{number}"'
    text = re.sub(r'(?m)^(version = "[\d.]+?)(\.dev\d+)?"', version, project.read_text(), count=1)
    project.write_text(text)
    migrations = made / "events" / "migrations"
    before = max(path.stem for path in migrations.glob("[0-9]*.py"))
    migration = MIGRATION.format(before=before, number=number)
    (migrations / f"{9000 + number}_upgrade.py").write_text(migration)
    return made


def environment(host: Host, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a program of ours on a host."""
    place = {"DATA_DIR": str(host.folder / "data"), "HOST": host.address, "PORT": str(WEB_PORT)}
    return {**SYSTEM, **settings, **place}


def _install(
    host: Host, code: Path, settings: Mapping[str, str], **programs: Sequence[str]
) -> None:
    for name, (module, *arguments) in programs.items():
        command = (sys.executable, "-m", module, *arguments)
        host.install(name, command, environment(host, settings), code)


ORIGINAL = ROOT
"""The version that a cluster begins with."""
