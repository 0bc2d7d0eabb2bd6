"""Reply addresses, each signed for one player and one match, and Message-IDs that name a question.

The address says who answers about which match; which question a mail answers, its In-Reply-To and
References say, by the Message-ID of the mail that asked it.
"""

import base64
import binascii
import hmac
import re
import uuid
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings

from events.mail.tokens import mac

_PROOF_BYTES = 12
_LOCAL_PART = re.compile(r"([ri])-([a-z2-7]{8,60})")
_OWN_ID = re.compile(r"<([0-9a-f]{8})\.(\d{1,9})\.[0-9a-f]{16}@([^\s<>@]+)>")


class ReplyAddress(NamedTuple):
    """What a reply address says; its proof is checked with `was_made_for`."""

    match: str
    seat: int | None
    """The seat that answers; None in the address of an invitation."""
    asked: int | None
    """The question, which only addresses of versions up to 1.0 name."""
    payload: bytes
    proof: bytes


def reply_address(match: str, seat: int, player_id: str) -> str:
    """Return the address for this player's answers about this match; it is case-insensitive."""
    return _signed("r", uuid.UUID(match).bytes + bytes([seat]), player_id)


def invitation_address(match: str, invited: str) -> str:
    """Return the address at which an invitation is accepted.

    `invited` is the id of the player, or the digest of an address that is no player's.
    """
    return _signed("i", uuid.UUID(match).bytes, invited)


def invitee_digest(address: str) -> str:
    """Return the keyed digest by which an invitation names an address that is no player's."""
    return mac("invited", address.encode()).hex()


def address_read(address: str) -> ReplyAddress | None:
    """Return what a reply address says, or None if it is none."""
    local, _, domain = address.strip().lower().rpartition("@")
    found = _LOCAL_PART.fullmatch(local)
    if found is None or domain != settings.MAIL_DOMAIN.lower():
        return None
    kind, encoded = found.groups()
    try:
        packed = base64.b32decode(encoded.upper() + "=" * (-len(encoded) % 8))
    except (binascii.Error, ValueError):
        return None
    payload, proof = packed[:-_PROOF_BYTES], packed[-_PROOF_BYTES:]
    lengths = (16,) if kind == "i" else (17, 21)
    if _base32(packed) != encoded or len(payload) not in lengths:
        return None  # only the canonical spelling is valid
    match, rest = str(uuid.UUID(bytes=payload[:16])), payload[16:]
    asked = int.from_bytes(rest[1:]) or None
    return ReplyAddress(match, rest[0] if rest else None, asked, payload, proof)


def was_made_for(address: ReplyAddress, reader: str) -> bool:
    """Whether this address was made for this player, or for who was invited."""
    return hmac.compare_digest(address.proof, _proof(address.payload, reader))


def message_id(match: str, asked: int | None, unique: str) -> str:
    """Return the Message-ID of a mail about a match, which names the question that it asks.

    It is short, as some mail programs encode a long one in In-Reply-To.
    """
    digest = sha256(f"{match} {unique}".encode()).hexdigest()[:16]
    return f"<{match[:8]}.{asked or 0}.{digest}@{settings.MAIL_DOMAIN}>"


def question_named(references: str, match: str) -> int | None:
    """Return the question that the last of these references to our mails names.

    0 if that mail asked nothing; None if there is no reference to a mail about this match.
    """
    own = [
        int(asked)
        for found, asked, domain in _OWN_ID.findall(references)
        if found == match[:8] and domain.lower() == settings.MAIL_DOMAIN.lower()
    ]
    return own[-1] if own else None


def _signed(kind: str, payload: bytes, reader: str) -> str:
    return f"{kind}-{_base32(payload + _proof(payload, reader))}@{settings.MAIL_DOMAIN}"


def _base32(packed: bytes) -> str:
    return base64.b32encode(packed).decode().rstrip("=").lower()


def _proof(payload: bytes, reader: str) -> bytes:
    return mac("reply", payload + reader.encode())[:_PROOF_BYTES]
