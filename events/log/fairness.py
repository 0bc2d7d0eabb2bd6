"""The commitment, key, leaves and hash chain of a match, as pure functions of bytes.

docs/fairness.md specifies them and says what they prove.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from games.chance import Stream, mac, u64

SEED_BYTES = 32


def commitment(match_id: str, ruleset: str, server_seed: bytes) -> bytes:
    """Return the commitment to the server's seed, which is published when a match is created."""
    named = b"\0".join((match_id.encode(), ruleset.encode(), server_seed))
    return sha256(b"gobelet/commit/1\0" + named).digest()


def client_commitment(seed: bytes) -> bytes:
    """Return the commitment to a player's seed, which they send when taking a seat."""
    return sha256(b"gobelet/client/1\0" + seed).digest()


def match_key(match_id: str, server_seed: bytes, seeds: Sequence[bytes]) -> bytes:
    """Return the key of all draws; `seeds` has each seat's contribution, empty if there is none."""
    contributed = b"".join(u64(len(seed)) + seed for seed in seeds)
    return mac(server_seed, b"gobelet/key/1\0" + match_id.encode() + b"\0" + contributed)


def contribution(seed_commitment: str | None, seed: str | None) -> str:
    """Return what a seat added to the key; `withheld`: it committed to a seed and gave none."""
    if seed:
        return "revealed"
    return "withheld" if seed_commitment else "none"


def bot_chance(key: bytes, version: int, seat: int) -> Stream:
    """Return the random stream of a bot at this version; every process gets the same one.

    It comes from the match's key, so that the players' seeds reach it.
    """
    return Stream(mac(mac(key, b"gobelet/bot/1"), u64(version) + u64(seat)))


@lru_cache(maxsize=4096)
def _nonce_hash(server_seed: bytes) -> tuple[Any, Any]:
    """The inner and the outer hash of the nonces' HMAC, which have read its key.

    Copying them takes half as long as copying an `hmac.HMAC`, and every event has a nonce for each
    seat.
    """
    key = mac(server_seed, b"gobelet/nonce/1").ljust(sha256().block_size, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in key) for pad in (0x36, 0x5C))
    return sha256(inner), sha256(outer)


def nonce(server_seed: bytes, seq: int, slot: int) -> bytes:
    """Return the nonce that blinds one slot of one event: an HMAC-SHA-256."""
    inner, outer = _nonce_hash(server_seed)
    inner, outer = inner.copy(), outer.copy()
    inner.update(u64(seq) + u64(slot))
    outer.update(inner.digest())
    digest: bytes = outer.digest()
    return digest


def slots(server_seed: bytes, seq: int, payloads: Sequence[bytes]) -> list[bytes]:
    """Return a blinded digest for each payload: every seat's in order, then the full event's."""
    return [
        sha256(b"gobelet/slot/1\0" + nonce(server_seed, seq, slot) + payload).digest()
        for slot, payload in enumerate(payloads)
    ]


def leaf(seq: int, public: bytes, event_slots: Sequence[bytes]) -> bytes:
    """Return the leaf hash of one event in the chain."""
    return sha256(b"\0" + u64(seq) + public + b"".join(event_slots)).digest()


def first_head(match_id: str, ruleset: str, match_commitment: bytes) -> bytes:
    """Return the head of a match without events."""
    named = b"\0".join((match_id.encode(), ruleset.encode(), match_commitment))
    return sha256(b"gobelet/head/1\0" + named).digest()


def next_head(previous: bytes, event_leaf: bytes) -> bytes:
    """Return the head after appending an event."""
    return sha256(b"\1" + previous + event_leaf).digest()


def head_message(match_id: str, seq: int, head: bytes) -> bytes:
    """Return the bytes to sign for: this was the head at this seq."""
    return b"gobelet/receipt/1\0" + match_id.encode() + b"\0" + u64(seq) + head


def sealed_message(match_id: str, asked: int, digest: bytes) -> bytes:
    """Return the bytes to sign for: this answer to this question was sealed."""
    return b"gobelet/sealed/1\0" + match_id.encode() + b"\0" + u64(asked) + digest


def promise_message(
    match_id: str, match_commitment: bytes, seat: int, seed_commitment: bytes
) -> bytes:
    """Return the bytes to sign for: this commitment stood when this seat was taken."""
    named = match_id.encode() + b"\0" + match_commitment
    return b"gobelet/promise/1\0" + named + u64(seat) + seed_commitment


def seed_message(match_id: str, match_commitment: bytes, seat: int, seed: bytes) -> bytes:
    """Return the bytes to sign for: this seat revealed this seed to this commitment."""
    named = match_id.encode() + b"\0" + match_commitment
    return b"gobelet/seed/2\0" + named + u64(seat) + seed
