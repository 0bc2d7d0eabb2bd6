"""Values that were costly to make, kept in this process for as long as they are in use."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The values last used, by match and no more than `most`. None is ever wrong, only old: whoever
    takes one sees by its hash whether it is of the history at hand."""

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
