"""Draws are fixed to the byte by their key, and fair."""

import hmac
import struct
from collections import Counter

import pytest

from games.chance import Chance, Draw, FastChance, ProvableChance, Stream

KEY = bytes(range(32))


def test_the_published_vector() -> None:
    chance = ProvableChance(KEY)
    assert chance.shuffle(range(8), "deck") == [2, 1, 5, 3, 0, 4, 6, 7]
    assert [chance.below(6, "die") for _ in range(5)] == [5, 4, 1, 4, 5]


def test_draws_are_recorded_as_they_are_exported() -> None:
    chance = ProvableChance(KEY)
    assert chance.shuffle("abcdefgh", "deck") == list("cbfdaegh")
    chance.below(6, "die")
    assert chance.draws == [
        Draw(0, "deck", "shuffle", 8, (2, 1, 5, 3, 0, 4, 6, 7)),
        Draw(1, "die", "below", 6, 5),
    ]


def test_a_match_goes_on_where_it_was() -> None:
    begun, resumed = ProvableChance(KEY), ProvableChance(KEY, k=3)
    first = [begun.below(100, "die") for _ in range(6)]
    assert [resumed.below(100, "die") for _ in range(3)] == first[3:]


def test_label_and_number_both_matter() -> None:
    a, b, c = ProvableChance(KEY), ProvableChance(KEY), ProvableChance(KEY, k=1)
    draws = {a.below(2**60, "die"), b.below(2**60, "deck"), c.below(2**60, "die")}
    assert len(draws) == 3


def test_words_beyond_the_last_full_multiple_are_passed_over() -> None:
    # 2**64 mod n is almost n itself here, so nearly half of all words must be passed over.
    n = 2**63 + 1
    words: list[int] = []
    for block in range(20):
        digest = hmac.new(KEY, block.to_bytes(8, "big"), "sha256").digest()
        words += struct.unpack(">4Q", digest)
    fair = [word for word in words if word < n]
    assert 0 < len(fair) < len(words) - 10
    stream = Stream(KEY)
    assert [stream.below(n) for _ in fair] == fair


@pytest.mark.parametrize("chance", [Stream(KEY), FastChance(1), ProvableChance(KEY)])
def test_every_result_is_as_likely_as_any_other(chance: Chance) -> None:
    faces = Counter(chance.below(6, "die") for _ in range(12_000))
    assert sum((faces[face] - 2000) ** 2 / 2000 for face in range(6)) < 30
    orders = Counter(tuple(chance.shuffle((0, 1, 2), "deck")) for _ in range(6_000))
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 30
    assert len(orders) == 6


def test_the_fast_kind_repeats_itself_from_its_seed() -> None:
    one, other = FastChance("seed"), FastChance("seed")
    assert [one.below(1000, "x") for _ in range(9)] == [other.below(1000, "x") for _ in range(9)]


def test_shuffling_leaves_the_original_alone() -> None:
    deck = [3, 1, 2]
    ProvableChance(KEY).shuffle(deck, "deck")
    assert deck == [3, 1, 2]
