"""A disk that keeps what was synced, and of later writes any part."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from tests.faults.power_cut.recording import SYNC, TRUNCATE, WRITE, Entry

SECTOR = 512


class Disk:
    """The files of a database: their synced contents, and the writes since."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._synced = defaultdict(
            bytearray, {name: bytearray(data) for name, data in files.items()}
        )
        self._pending: defaultdict[str, list[Entry]] = defaultdict(list)

    def apply(self, entry: Entry) -> None:
        """Take a write, a truncation or a sync."""
        if entry.kind in (WRITE, TRUNCATE):
            self._pending[entry.name].append(entry)
        elif entry.kind == SYNC:
            for one in self._pending.pop(entry.name, []):
                _do(self._synced[entry.name], one)

    def after_power_cut(self, random: Random) -> Iterator[dict[str, bytes]]:
        """What the files may hold: no unsynced write, all of them, any of them and one torn."""
        yield self._files({})
        if any(self._pending.values()):
            yield self._files(self._pending)
            yield self._files({name: _some(own, random) for name, own in self._pending.items()})

    def _files(self, kept: dict[str, list[Entry]]) -> dict[str, bytes]:
        files = {name: bytes(data) for name, data in self._synced.items()}
        for name, writes in kept.items():
            data = bytearray(files.get(name, b""))
            for one in writes:
                _do(data, one)
            files[name] = bytes(data)
        return files


def _do(data: bytearray, entry: Entry) -> None:
    if entry.kind == TRUNCATE:
        del data[entry.offset :]
        return
    end = entry.offset + len(entry.data)
    if len(data) < end:
        data.extend(bytes(end - len(data)))
    data[entry.offset : end] = entry.data


def _some(writes: list[Entry], random: Random) -> list[Entry]:
    """Any of the writes, in their order; the last of them is torn where a sector ends."""
    kept = [one for one in writes if random.random() < 0.5]
    if kept and kept[-1].kind == WRITE:
        torn = kept[-1]
        first = -torn.offset % SECTOR
        ends = [*range(first, len(torn.data), SECTOR)]
        if ends:
            kept[-1] = torn._replace(data=torn.data[: random.choice(ends)])
    return kept
