"""The record of a process that plays on SQLite: its writes, syncs and acknowledgements in order."""

import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from tests.support.server import PATIENCE, ROOT
from tests.support.services.serve import serve_environment

HEAD = struct.Struct("=4Q")
SOURCE = Path(__file__).with_name("recorder.c")
PLAYER = "tests.faults.power_cut.player"
WRITE, SYNC, TRUNCATE, ACKNOWLEDGE = b"WSTA"


class Entry(NamedTuple):
    """One thing that happened, to the file with this name."""

    kind: int
    name: str
    offset: int
    data: bytes


class Acknowledged(Struct):
    """A move that was answered with success: where its last event is in the log, and its hash."""

    match: str
    key: str
    seq: int
    head: str


def compiled(folder: Path) -> Path:
    """Compile the recorder into a folder."""
    library = folder / "recorder.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"],
        check=True,
        timeout=PATIENCE,
    )
    return library


def record(folder: Path, database: Path, *, moves: int, synchronous: str) -> Path:
    """Play so many moves on a database in another process; return the record of it."""
    path = folder / "record"
    environment = serve_environment(
        folder / "data",
        0,
        DATABASE_URL=f"sqlite://{database}",
        DJANGO_SETTINGS_MODULE="config.settings",
        LD_PRELOAD=str(compiled(folder)),
        RECORD=str(path),
        RATE_LIMITS="off",
        REDIS_URL="redis://127.0.0.1:1/0",
    )
    played = subprocess.run(
        [sys.executable, "-m", PLAYER, str(moves), synchronous],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
    )
    assert played.returncode == 0, played.stderr
    return path


def acknowledge(move: Acknowledged) -> None:
    """Append an acknowledgement to the record of this process."""
    data = msgspec.json.encode(move)
    record = os.open(os.environ["RECORD"], os.O_WRONLY | os.O_APPEND)
    os.write(record, HEAD.pack(ACKNOWLEDGE, 0, 0, len(data)) + data)
    os.close(record)


def entries(path: Path) -> Iterator[Entry]:
    """Read a record."""
    with path.open("rb") as source:
        while head := source.read(HEAD.size):
            kind, name, offset, length = HEAD.unpack(head)
            yield Entry(kind, source.read(name).decode(), offset, source.read(length))
