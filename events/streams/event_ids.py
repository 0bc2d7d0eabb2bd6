"""Event ids of a player's stream: opaque to clients, so that they reveal nothing about others.

All players' rows of the outbox share one sequence. Plain numbers would reveal how many notices
other players got in between, hence who got none: who has a standing answer, who has muted whom,
whose address is known. So each id is encrypted, as one AES block under a key of its reader's own.
"""

import re

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB
from django.utils.crypto import salted_hmac

NOTHING = "0"
"""The id of a reader who has received nothing yet."""
PATTERN = r"^(0|[0-9a-f]{32})$"

_BYTES = AES256.block_size // 8
_GREATEST = 2**63 - 1


def event_id_encode(number: int, *, reader: str) -> str:
    """Return the id that stands for an outbox row in this reader's stream."""
    if not number:
        return NOTHING
    block = _cipher(reader).encryptor().update(number.to_bytes(_BYTES))
    return block.hex()


def event_id_decode(shown: str, *, reader: str) -> int | None:
    """Return the outbox row of an id, or None if the id was not made for this reader."""
    if shown == NOTHING:
        return 0
    number = int.from_bytes(_cipher(reader).decryptor().update(bytes.fromhex(shown)))
    return number if number <= _GREATEST else None


def is_event_id(shown: str) -> bool:
    """Whether the text has the form of an event id of a player's stream."""
    return re.fullmatch(PATTERN, shown, re.ASCII) is not None


def _cipher(reader: str) -> Cipher[ECB]:
    key = salted_hmac("events.streams.event_ids", reader, algorithm="sha256").digest()
    return Cipher(AES256(key), ECB())  # safe for single blocks that never repeat
