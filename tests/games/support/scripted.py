"""Chance that a test has written down beforehand."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class ScriptedChance:
    """Gives the results it was made with, in order, and refuses to draw any other."""

    def __init__(self, results: Iterable[int]) -> None:
        self._results = list(results)
        self.labels: list[str] = []

    def below(self, n: int, label: str) -> int:
        assert self._results, f"nothing was scripted for {label}"
        result = self._results.pop(0)
        assert 0 <= result < n
        self.labels.append(label)
        return result

    def shuffle(self, items: Sequence[T], label: str) -> list[T]:
        left = list(items)
        return [left.pop(self.below(len(left), label)) for _ in range(len(left))]

    @property
    def used_up(self) -> bool:
        return not self._results
