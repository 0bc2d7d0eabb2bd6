"""Reads settings from environment variables, with defaults.

With no variable set the server needs no other service and has all its files under DATA_DIR.
"""

import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from events.work.redis_url import broker

ROOT = Path(__file__).parent.parent
POSTGRESQL_OPTIONS = {
    "application_name": "gobelet",
    # A server that has vanished without a word is given up after seconds, not after two hours.
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "3",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""What a DATABASE_URL may override."""


def data_dir() -> Path:
    """Return the folder of the embedded database, keys, logs and mails."""
    return Path(os.environ.get("DATA_DIR") or ROOT / "var").absolute()


def stored_secret(name: str) -> str:
    """Return a secret from the environment, else from DATA_DIR, created there on first use."""
    if given := os.environ.get(name):
        return given
    path = data_dir() / "keys" / name.lower()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_hex(32))
        try:
            os.link(draft, path)  # atomic: the first process to link creates the secret
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def stored_key(name: str) -> str:
    """Return a secret of 32 bytes in hexadecimal, from the same places as `stored_secret`."""
    key = stored_secret(name)
    if not re.fullmatch("[0-9a-fA-F]{64}", key):
        raise ImproperlyConfigured(
            f"{name} must be 64 hexadecimal digits, as `openssl rand -hex 32` makes."
        )
    return key


def number(name: str, usual: int) -> int:
    """Return a variable that holds a whole number."""
    given = os.environ.get(name) or str(usual)
    if not re.fullmatch("[0-9]{1,12}", given):
        raise ImproperlyConfigured(f"{name} is {given!r}; it must be a whole number, like {usual}.")
    return int(given)


def seconds(name: str, usual: float) -> float:
    """Return a variable that holds a duration in seconds."""
    given = os.environ.get(name) or str(usual)
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", given):
        raise ImproperlyConfigured(f"{name} is {given!r}; it must be seconds, like {usual:g}.")
    return float(given)


def is_set_to(name: str, word: str) -> bool:
    """Whether a variable is set to this word, the only value that it may have."""
    given = os.environ.get(name, "")
    if given not in ("", word):
        raise ImproperlyConfigured(f"{name} is {given!r}; it must be {word}, or not be set.")
    return bool(given)


def https_url(name: str, usual: str) -> str:
    """Return a variable that holds the address of a server."""
    given = (os.environ.get(name) or usual).rstrip("/")
    if not re.fullmatch(r"https://[\w.:\[\]-]+(/[^\s?#]*)?", given):
        raise ImproperlyConfigured(f"{name} is {given!r}; it must be an address, like {usual}.")
    return given


def value_list(name: str) -> list[str]:
    """Return the comma-separated values of a variable."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def android_apps(name: str) -> dict[str, list[str]]:
    """Return packages with the fingerprints of their certificates, from `package=fingerprint,…`."""
    apps: dict[str, list[str]] = {}
    for given in value_list(name):
        package, _, fingerprint = given.partition("=")
        if not (package and re.fullmatch("[0-9A-F]{2}(:[0-9A-F]{2}){31}", fingerprint)):
            raise ImproperlyConfigured(
                f"{name} has {given!r}; it must be a package, =, and the SHA-256 of its certificate"
                " like 14:6D:E9:… (32 pairs of hexadecimal digits)."
            )
        apps.setdefault(package, []).append(fingerprint)
    return apps


def rate(name: str, usual: str) -> tuple[int, int]:
    """Return count and seconds of a throttle, from a variable like `600/60`."""
    given = os.environ.get(name) or usual
    count, slash, seconds = given.partition("/")
    if not (slash and count.isdecimal() and seconds.isdecimal() and int(count) * int(seconds)):
        raise ImproperlyConfigured(
            f"{name} is {given!r}; it must be a count and seconds, like {usual}"
        )
    return int(count), int(seconds)


def database(url: str) -> dict[str, Any]:
    """Return Django's settings for a DATABASE_URL; an empty one means SQLite in DATA_DIR."""
    if not url:
        return _sqlite(data_dir() / "gobelet.sqlite3")
    parts = urlsplit(url)
    if parts.scheme in ("sqlite", "sqlite3"):
        if not parts.path.strip("/"):
            raise ImproperlyConfigured(
                "DATABASE_URL names no file; it must be sqlite:////folder/gobelet.sqlite3"
            )
        return _sqlite(Path(unquote(parts.path)))
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(
            f"DATABASE_URL begins with {parts.scheme!r}; it must begin with postgresql or sqlite"
        )
    return _postgresql(parts)


def _postgresql(parts: SplitResult) -> dict[str, Any]:
    try:
        port = str(parts.port or "")
    except ValueError:
        raise ImproperlyConfigured("DATABASE_URL has a port that is not below 65536") from None
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    prepares = options.pop("prepare_threshold", "")
    if prepares not in ("", "none"):
        raise ImproperlyConfigured(
            f"DATABASE_URL has prepare_threshold={prepares}; it must be none, or not be there"
        )
    # psycopg's own preparing is off: whenever its cursor rolls back to a savepoint, it drops all
    # prepared statements, ours as well (events/database/postgresql/prepared.py).
    options |= {"server_side_binding": True, "prepare_threshold": None}
    options = POSTGRESQL_OPTIONS | options
    return {
        "ENGINE": "events.database.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": port,
        "OPTIONS": options,
        "PREPARES": not prepares,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        # A cursor would be left on a connection that the proxy has given to another client.
        "DISABLE_SERVER_SIDE_CURSORS": bool(prepares),
    }


def redis_broker(url: str) -> tuple[str, dict[str, Any]]:
    """Return Celery's broker_url for a REDIS_URL, and the transport options that belong to it."""
    try:
        return broker(url)
    except ValueError as error:
        raise ImproperlyConfigured(str(error)) from None


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "events.database.sqlite",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # A 2xx means committed: FULL syncs the write-ahead log at every commit. The log may
            # grow to some 30 MB before a checkpoint: a page that changes all the time is then
            # written to the database file once instead of eight times.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            " PRAGMA wal_autocheckpoint=8000;",
        },
    }
