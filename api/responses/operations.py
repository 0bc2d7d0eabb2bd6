"""Answers about the server."""

from typing import Literal

from msgspec import Struct

from api.responses.common import Hex, Time


class Key(Struct):
    """A key that receipts are signed with."""

    key_id: str
    algorithm: Literal["Ed25519"]
    public_key: Hex
    created_at: Time
    retired_at: Time | None


class Keys(Struct):
    """All keys, the current one first."""

    keys: list[Key]
