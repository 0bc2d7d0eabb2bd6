"""An in-process LRU cache for values that are expensive to compute."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """The most recently used values, at most `most`, by match id. A value may be stale: the caller
    checks by its hash that it belongs to the match's current history."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: str) -> T | None:
        with self._lock:
            if match_id in self._values:
                self._values.move_to_end(match_id)
            return self._values.get(match_id)

    def put(self, match_id: str, value: T) -> None:
        with self._lock:
            self._values[match_id] = value
            self._values.move_to_end(match_id)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
