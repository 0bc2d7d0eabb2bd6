"""Addresses to answer to: each is signed for one player, one match and one question."""

import base64
import binascii
import hmac
import re
import uuid
from typing import NamedTuple

from django.conf import settings

from events.mail.signed import mac

_PROOF_BYTES = 12
_PREFIX = "r-"
_LOCAL_PART = re.compile(r"r-([a-z2-7]{8,60})")


class Question(NamedTuple):
    """What an answer is to; `asked` is None for a mail that asked nothing."""

    match: str
    seat: int
    asked: int | None


def reply_address(question: Question, player_id: str) -> str:
    """Where this player's answer to this question goes; upper and lower case do not matter."""
    payload = _packed(question)
    signed = payload + _proof(payload, player_id)
    return f"{_PREFIX}{_letters(signed)}@{settings.MAIL_DOMAIN}"


def _letters(signed: bytes) -> str:
    return base64.b32encode(signed).decode().rstrip("=").lower()


def question_of(address: str) -> tuple[Question, bytes] | None:
    """The question that such an address names, and the proof to be checked with its player."""
    local, _, domain = address.strip().lower().rpartition("@")
    found = _LOCAL_PART.fullmatch(local)
    if found is None or domain != settings.MAIL_DOMAIN.lower():
        return None
    letters = found[1]
    try:
        packed = base64.b32decode(letters.upper() + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError):
        return None
    if _letters(packed) != letters:  # one spelling each
        return None
    payload, proof = packed[:-_PROOF_BYTES], packed[-_PROOF_BYTES:]
    if len(payload) != 21:
        return None
    asked = int.from_bytes(payload[17:])
    return Question(str(uuid.UUID(bytes=payload[:16])), payload[16], asked or None), proof


def was_made_for(question: Question, proof: bytes, player_id: str) -> bool:
    """Whether the address that named this question was given to this player."""
    return hmac.compare_digest(proof, _proof(_packed(question), player_id))


def _packed(question: Question) -> bytes:
    match, seat = uuid.UUID(question.match).bytes, question.seat
    return match + bytes([seat]) + (question.asked or 0).to_bytes(4)


def _proof(payload: bytes, player_id: str) -> bytes:
    return mac("reply", payload + player_id.encode())[:_PROOF_BYTES]
