"""Reply addresses: each is signed for one player, one match and one question."""

import base64
import binascii
import hmac
import re
import uuid
from typing import NamedTuple

from django.conf import settings

from events.mail.tokens import mac

_PROOF_BYTES = 12
_PREFIX = "r-"
_LOCAL_PART = re.compile(r"r-([a-z2-7]{8,60})")


class Question(NamedTuple):
    """The question that a mail asked a seat; `asked` is None for a mail that asked nothing."""

    match: str
    seat: int
    asked: int | None


def reply_address(question: Question, player_id: str) -> str:
    """Return the address for this player's answer to this question; it is case-insensitive."""
    payload = _pack(question)
    signed = payload + _proof(payload, player_id)
    return f"{_PREFIX}{_base32(signed)}@{settings.MAIL_DOMAIN}"


def _base32(signed: bytes) -> str:
    return base64.b32encode(signed).decode().rstrip("=").lower()


def question_of(address: str) -> tuple[Question, bytes] | None:
    """Return an address's question and its proof, to be checked with `was_made_for`."""
    local, _, domain = address.strip().lower().rpartition("@")
    found = _LOCAL_PART.fullmatch(local)
    if found is None or domain != settings.MAIL_DOMAIN.lower():
        return None
    encoded = found[1]
    try:
        packed = base64.b32decode(encoded.upper() + "=" * (-len(encoded) % 8))
    except (binascii.Error, ValueError):
        return None
    if _base32(packed) != encoded:  # only the canonical spelling is valid
        return None
    payload, proof = packed[:-_PROOF_BYTES], packed[-_PROOF_BYTES:]
    if len(payload) != 21:
        return None
    asked = int.from_bytes(payload[17:])
    return Question(str(uuid.UUID(bytes=payload[:16])), payload[16], asked or None), proof


def was_made_for(question: Question, proof: bytes, player_id: str) -> bool:
    """Whether the address of this question was made for this player."""
    return hmac.compare_digest(proof, _proof(_pack(question), player_id))


def _pack(question: Question) -> bytes:
    match, seat = uuid.UUID(question.match).bytes, question.seat
    return match + bytes([seat]) + (question.asked or 0).to_bytes(4)


def _proof(payload: bytes, player_id: str) -> bytes:
    return mac("reply", payload + player_id.encode())[:_PROOF_BYTES]
