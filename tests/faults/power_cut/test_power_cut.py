"""The power is cut at any point between two writes or syncs: no acknowledged move is missing."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.faults.power_cut.disk import Disk
from tests.faults.power_cut.recording import ACKNOWLEDGE, Acknowledged, entries, record
from tests.support.needs import needed
from tests.support.services.databases import clone
from tests.support.sizes import FULL, sized

MOVES = int(os.environ.get("POWER_CUT_MOVES", sized(9, 240)))
POINTS = int(os.environ.get("POWER_CUT_POINTS", sized(120, 12_000)))
"""After how many entries of a record the power is cut, evenly spread."""
NAME = "gobelet.sqlite3"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    """A migrated database without a write-ahead log."""
    needed("cc", "gcc libc6-dev")
    if sys.platform != "linux":
        pytest.skip("LD_PRELOAD records writes on Linux only")
    with clone("sqlite") as url:
        path = tmp_path / NAME
        shutil.copy(url.removeprefix("sqlite://"), path)
        yield path


class Cuts:
    """Cuts the power in a record at so many points, and looks at what is left."""

    def __init__(self, folder: Path, before: bytes) -> None:
        self._folder = folder / "left"
        self._folder.mkdir()
        self._disk = Disk({NAME: before})
        self._acknowledged: list[Acknowledged] = []
        self._random = Random(1)
        self.points = self.states = 0
        self.lost: list[str] = []

    def go_through(self, path: Path, points: int) -> None:
        """Cut after evenly spread entries, among them each acknowledgement."""
        total = sum(1 for _ in entries(path))
        for number, entry in enumerate(entries(path)):
            if entry.kind == ACKNOWLEDGE:
                self._acknowledged.append(msgspec.json.decode(entry.data, type=Acknowledged))
            else:
                self._disk.apply(entry)
            if (
                entry.kind == ACKNOWLEDGE
                or number * points // total != (number + 1) * points // total
            ):
                self.points += 1
                for files in self._disk.after_power_cut(self._random):
                    self.states += 1
                    self._look(files)

    def _look(self, files: dict[str, bytes]) -> None:
        for old in self._folder.iterdir():
            old.unlink()
        for name, data in files.items():
            (self._folder / name).write_bytes(data)
        with closing(sqlite3.connect(self._folder / NAME)) as session:
            if self.states % 50 == 0:
                assert session.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            held = {
                (match, seq): hashed
                for match, seq, hashed in session.execute(
                    "SELECT match_id, seq, hash FROM events_loggedevent"
                )
            }
            keys = {key for (key,) in session.execute("SELECT move_key FROM events_loggedevent")}
            whole = session.execute(
                "SELECT count(*) FROM events_match m WHERE version <> (SELECT count(*)"
                " FROM events_loggedevent e WHERE e.match_id = m.id)"
            ).fetchone()
        assert whole == (0,)
        self.lost += [
            move.key
            for move in self._acknowledged
            if held.get((move.match, move.seq)) != move.head or move.key not in keys
        ]


def cut(tmp_path: Path, database: Path, moves: int, points: int, synchronous: str) -> Cuts:
    before = database.read_bytes()
    path = record(tmp_path, database, moves=moves, synchronous=synchronous)
    cuts = Cuts(tmp_path, before)
    cuts.go_through(path, points)
    return cuts


def test_no_acknowledged_move_is_lost_by_a_power_cut(
    tmp_path: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cuts = cut(tmp_path, database, MOVES, POINTS, "FULL")
    if FULL:
        with capsys.disabled():
            print(f"{cuts.points} points, {cuts.states} states of the disk, {len(cuts.lost)} lost")
    assert cuts.points >= POINTS
    assert cuts.lost == []


def test_moves_that_are_not_synced_are_found_to_be_lost(tmp_path: Path, database: Path) -> None:
    cuts = cut(tmp_path, database, 3, 30, "NORMAL")
    assert cuts.lost
