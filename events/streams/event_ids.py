"""Event ids of a player's stream: opaque to clients, so that they reveal nothing about others.

All players' rows of the outbox share one sequence. Plain numbers would reveal how many notices
other players got in between, hence who got none: who has a standing answer, who has muted whom,
whose address is known. So each id is encrypted, as one AES block under a key of its reader's own.

Ids are assigned before the commit, so a row may appear after a later one was sent. So an id also
says how many rows the reader has of the latest, and their sum: a row that is missing is then known.
"""

import re
from collections.abc import Collection
from io import BytesIO
from typing import NamedTuple

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB
from django.utils.crypto import salted_hmac

NOTHING = "0"
"""The id of a reader who has received nothing yet."""
PATTERN = r"^(0|[0-9a-f]{32})$"

_LENGTHS = 6, 1, 5
"""Bytes of each field of Received; the rest of the block is zero."""
_ZEROS = bytes(AES256.block_size // 8 - sum(_LENGTHS))


class Received(NamedTuple):
    """What a reader has received: the highest number, and how many of the latest with their sum."""

    number: int = 0
    rows: int = 0
    total: int = 0

    @classmethod
    def of(cls, numbers: Collection[int]) -> "Received":
        """Return what stands for having received these numbers, at most 255."""
        return cls(max(numbers, default=0), len(numbers), sum(numbers) % 256 ** _LENGTHS[2])


def event_id_encode(received: Received, *, reader: str) -> str:
    """Return the id of the message after which this reader has received that."""
    if not received.number:
        return NOTHING
    block = b"".join(map(int.to_bytes, received, _LENGTHS)) + _ZEROS
    return _cipher(reader).encryptor().update(block).hex()


def event_id_decode(shown: str, *, reader: str) -> Received | None:
    """Return what the reader has received, or None if the id was not made for this reader."""
    if shown == NOTHING:
        return Received()
    block = BytesIO(_cipher(reader).decryptor().update(bytes.fromhex(shown)))
    received = Received(*(int.from_bytes(block.read(length)) for length in _LENGTHS))
    return received if block.read() == _ZEROS else None


def is_event_id(shown: str) -> bool:
    """Whether the text has the form of an event id of a player's stream."""
    return re.fullmatch(PATTERN, shown, re.ASCII) is not None


def _cipher(reader: str) -> Cipher[ECB]:
    key = salted_hmac("events.streams.event_ids", reader, algorithm="sha256").digest()
    return Cipher(AES256(key), ECB())  # safe for single blocks that never repeat
