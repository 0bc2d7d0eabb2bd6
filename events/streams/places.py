"""The ids of a person's stream: they say to nobody but us how far somebody has read.

Rows of the outbox are numbered for everybody together. Shown as they are, those numbers would tell
how many others were told something meanwhile, hence who was not: whose answer stands, who is deaf
to whom, whose address is known. So each is encrypted, one block of AES under a key of its reader's.
"""

import re

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB
from django.utils.crypto import salted_hmac

NOTHING = "0"
"""What somebody has who has nothing yet."""
PATTERN = r"^(0|[0-9a-f]{32})$"

_BYTES = AES256.block_size // 8
_GREATEST = 2**63 - 1


def place_shown(number: int, *, reader: str) -> str:
    """The id under which a reader is told of a row of the outbox."""
    if not number:
        return NOTHING
    block = _cipher(reader).encryptor().update(number.to_bytes(_BYTES))
    return block.hex()


def place_read(shown: str, *, reader: str) -> int | None:
    """The row of that id; None when it is none of this reader's."""
    if shown == NOTHING:
        return 0
    number = int.from_bytes(_cipher(reader).decryptor().update(bytes.fromhex(shown)))
    return number if number <= _GREATEST else None


def is_a_place(shown: str) -> bool:
    """Whether this looks like an id of a person's stream."""
    return re.fullmatch(PATTERN, shown, re.ASCII) is not None


def _cipher(reader: str) -> Cipher[ECB]:
    key = salted_hmac("events.streams.places", reader, algorithm="sha256").digest()
    return Cipher(AES256(key), ECB())  # of one block, and no two are alike
