"""Nonces, which are computed by hand and specified as HMAC-SHA-256 (docs/fairness.md)."""

import hmac
import random

from events.log.fairness import nonce
from games.chance import mac, u64


def test_a_nonce_is_the_hmac_of_the_library() -> None:
    chance = random.Random(7)
    for _ in range(100):
        seed, seq, slot = chance.randbytes(32), chance.randrange(10_000), chance.randrange(13)
        key = mac(seed, b"gobelet/nonce/1")
        assert nonce(seed, seq, slot) == hmac.digest(key, u64(seq) + u64(slot), "sha256")
