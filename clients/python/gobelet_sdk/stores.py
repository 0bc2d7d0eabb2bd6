"""Where a device keeps token, queue, seeds, promises and receipts."""

import json
import os
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote, unquote


class Store(Protocol):
    """Named JSON values; `set` returns when the value would survive a crash, None removes it."""

    def get(self, name: str) -> Any: ...

    def set(self, name: str, value: object) -> None: ...

    def names(self, prefix: str) -> list[str]: ...


class MemoryStore:
    """Survives nothing; for tests and bots without a memory."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def get(self, name: str) -> Any:
        return json.loads(self._values.get(name, "null"))

    def set(self, name: str, value: object) -> None:
        self._values.pop(name, None)
        if value is not None:
            self._values[name] = json.dumps(value)

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._values if name.startswith(prefix))


class FileStore:
    """A file for each value, readable by its owner alone."""

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def get(self, name: str) -> Any:
        try:
            return json.loads(self._path(name).read_bytes())
        except FileNotFoundError:
            return None

    def set(self, name: str, value: object) -> None:
        path = self._path(name)
        if value is None:
            path.unlink(missing_ok=True)
            return
        part = path.with_suffix(f".{os.getpid()}.part")
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(value, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)

    def names(self, prefix: str) -> list[str]:
        names = (unquote(path.stem) for path in self._folder.glob("*.json"))
        return sorted(name for name in names if name.startswith(prefix))

    def _path(self, name: str) -> Path:
        return self._folder / f"{quote(name, safe='')}.json"
