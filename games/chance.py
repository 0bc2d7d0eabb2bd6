"""Randomness that can be proved afterwards, and a fast kind with the same API for simulations.

A draw has a label and is one call of `below` or `shuffle`; see docs/adr/0002-randomness.md.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Literal, Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")

_WORDS = 1 << 64


class Chance(Protocol):
    """A source of randomness for the rules."""

    def below(self, n: int, label: str) -> int:
        """Return a number 0…n−1, each equally likely."""

    def shuffle(self, items: Sequence[T], label: str) -> list[T]:
        """Return the items in random order, every order equally likely."""


class Draw(Struct, frozen=True):
    """One draw as exported: `result` is a number, or a permutation of 0…n−1."""

    k: int
    label: str
    op: Literal["below", "shuffle"]
    n: int
    result: int | tuple[int, ...]


def mac(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA-256 of a message."""
    return hmac.digest(key, message, sha256)


def u64(number: int) -> bytes:
    """Return a number as eight bytes, big-endian."""
    return number.to_bytes(8, "big")


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = mac(seed, u64(block))
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


class Stream:
    """An endless stream of numbers, determined by a 32-byte seed; labels have no effect."""

    def __init__(self, seed: bytes) -> None:
        self._words = _words(seed)

    def below(self, n: int, label: str = "") -> int:
        fair = _WORDS - _WORDS % n
        return next(word for word in self._words if word < fair) % n

    def shuffle(self, items: Sequence[T], label: str = "") -> list[T]:
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


class ProvableChance:
    """A match's draws: determined by its key, numbered k = 0, 1, 2 …, and recorded in `draws`."""

    def __init__(self, key: bytes, k: int = 0) -> None:
        self._key = key
        self._k = k
        self.draws: list[Draw] = []

    def below(self, n: int, label: str) -> int:
        result = self._stream(label).below(n)
        self.draws.append(Draw(self._k, label, "below", n, result))
        self._k += 1
        return result

    def shuffle(self, items: Sequence[T], label: str) -> list[T]:
        order = self._stream(label).shuffle(range(len(items)))
        self.draws.append(Draw(self._k, label, "shuffle", len(items), tuple(order)))
        self._k += 1
        return [items[place] for place in order]

    def _stream(self, label: str) -> Stream:
        message = b"gobelet/draw/1\0" + u64(self._k) + label.encode()
        return Stream(mac(self._key, message))


def noise(seed: int) -> Callable[[], float]:
    """Return a function that draws numbers from 0 to below 1, the same for a seed on every machine:
    for what a bot imagines, from one draw of its chance."""
    return Random(seed).random


class FastChance:
    """For simulations only: fast, reproducible from its seed, and easy to predict."""

    def __init__(self, seed: int | str) -> None:
        self._unit = Random(seed).random

    def below(self, n: int, label: str = "") -> int:
        return int(self._unit() * n)

    def shuffle(self, items: Sequence[T], label: str = "") -> list[T]:
        weights = [self._unit() for _ in items]
        return [items[place] for place in sorted(range(len(items)), key=weights.__getitem__)]
