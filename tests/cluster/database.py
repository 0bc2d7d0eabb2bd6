"""PostgreSQL on three hosts under Patroni and etcd, each behind PgBouncer, all behind HAProxy."""

import json
import shutil
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import yaml

from tests.cluster.network import Host

POSTGRESQL = Path("/usr/lib/postgresql/15/bin")
SYSTEM = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
USER = "postgres"
DATABASE_PORT, POOL_PORT, PROXY_PORT = 5432, 6432, 5000
PATRONI_PORT, ETCD_PORT, PEER_PORT = 8008, 2379, 2380
TTL, LOOP_WAIT, RETRY_TIMEOUT = 20, 2, 5
"""Seconds: a primary that is gone is replaced when its lease of TTL has run out."""
PARAMETERS = {
    "max_connections": 100,
    "shared_buffers": "32MB",
    "wal_level": "replica",
    "wal_log_hints": "on",
    "wal_keep_size": "128MB",
    "max_wal_size": "256MB",
    "synchronous_commit": "on",
    "timezone": "UTC",
    "dynamic_shared_memory_type": "mmap",
}


def install_databases(hosts: Sequence[Host]) -> None:
    """Let etcd, Patroni with PostgreSQL, and PgBouncer run on each of these hosts."""
    peers = ",".join(f"{host.name}=http://{host.address}:{PEER_PORT}" for host in hosts)
    for host in hosts:
        shutil.chown(host.folder, USER, USER)
        host.install("etcd", _etcd(host, peers), SYSTEM)
        _write(host, "patroni.yml", yaml.safe_dump(_patroni(host, hosts)))
        host.install("patroni", _as_user("/usr/bin/patroni", "patroni.yml"), SYSTEM)
        _write(host, "pgbouncer.ini", _pgbouncer())
        host.install("pgbouncer", _as_user("/usr/sbin/pgbouncer", "pgbouncer.ini"), SYSTEM)


def install_database_proxy(proxy: Host, hosts: Sequence[Host]) -> None:
    """Let HAProxy pass connections on to the PgBouncer of the primary, whichever it is."""
    servers = "\n".join(
        f"  server {host.name} {host.address}:{POOL_PORT} check port {PATRONI_PORT}"
        for host in hosts
    )
    _write(
        proxy,
        "haproxy.cfg",
        f"""
defaults
  mode tcp
  option clitcpka
  option srvtcpka
  timeout connect 2s
  timeout check 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind {proxy.address}:{PROXY_PORT}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
""",
    )
    proxy.install("haproxy", ("/usr/sbin/haproxy", "-db", "-f", "haproxy.cfg"), SYSTEM)


def members(hosts: Sequence[Host]) -> list[dict[str, Any]]:
    """Return what Patroni says of each member, asked at the first host that answers."""
    for host in hosts:
        if found := patroni(host, "GET", "/cluster"):
            listed: list[dict[str, Any]] = found["members"]
            return listed
    return []


def patroni(host: Host, method: str, path: str, body: Any = None) -> Any:
    """Return the JSON with which the Patroni of a host answers; None without an answer."""
    connection = HTTPConnection(host.address, PATRONI_PORT, timeout=3)
    try:
        connection.request(method, path, None if body is None else json.dumps(body))
        answer = connection.getresponse().read()
        return json.loads(answer) if answer.startswith(b"{") else {}
    except (OSError, HTTPException, ValueError):
        return None
    finally:
        connection.close()


def _as_user(*command: str) -> tuple[str, ...]:
    return ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", *command)


def _write(host: Host, name: str, text: str) -> None:
    (host.folder / name).write_text(text)
    (host.folder / name).chmod(0o644)


def _etcd(host: Host, peers: str) -> tuple[str, ...]:
    client, peer = f"http://{host.address}:{ETCD_PORT}", f"http://{host.address}:{PEER_PORT}"
    options = {
        "name": host.name,
        "data-dir": "etcd",
        "listen-client-urls": client,
        "advertise-client-urls": client,
        "listen-peer-urls": peer,
        "initial-advertise-peer-urls": peer,
        "initial-cluster": peers,
        "heartbeat-interval": "200",
        "election-timeout": "2000",
        "logger": "zap",
        "log-level": "error",
    }
    return _as_user("/usr/bin/etcd", *(f"--{name}={value}" for name, value in options.items()))


def _patroni(host: Host, hosts: Sequence[Host]) -> dict[str, Any]:
    return {
        "scope": "gobelet",
        "name": host.name,
        "restapi": {
            "listen": f"{host.address}:{PATRONI_PORT}",
            "connect_address": f"{host.address}:{PATRONI_PORT}",
        },
        "etcd3": {"hosts": [f"{one.address}:{ETCD_PORT}" for one in hosts]},
        "bootstrap": {
            "dcs": {
                "ttl": TTL,
                "loop_wait": LOOP_WAIT,
                "retry_timeout": RETRY_TIMEOUT,
                "synchronous_mode": True,
                "synchronous_mode_strict": True,
                "postgresql": {"use_pg_rewind": True, "parameters": PARAMETERS},
            },
            "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
        },
        "postgresql": {
            "listen": f"{host.address},127.0.0.1:{DATABASE_PORT}",
            "connect_address": f"{host.address}:{DATABASE_PORT}",
            "data_dir": str(host.folder / "data"),
            "bin_dir": str(POSTGRESQL),
            "pgpass": str(host.folder / "pgpass"),
            "remove_data_directory_on_rewind_failure": True,
            "remove_data_directory_on_diverged_timelines": True,
            "authentication": {
                "superuser": {"username": "postgres"},
                "replication": {"username": "replicator"},
                "rewind": {"username": "rewind"},
            },
            "parameters": {"unix_socket_directories": str(host.folder)},
            "pg_hba": [
                "local all all trust",
                "host all all 0.0.0.0/0 trust",
                "host replication all 0.0.0.0/0 trust",
            ],
        },
    }


def _pgbouncer() -> str:
    return f"""
[databases]
gobelet = host=127.0.0.1 port={DATABASE_PORT} dbname=gobelet user=gobelet
[pgbouncer]
listen_addr = 0.0.0.0
listen_port = {POOL_PORT}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 8
"""
