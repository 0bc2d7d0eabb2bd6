"""Answers about the server."""

from typing import Literal

from msgspec import Struct

from api.responses.common import Hex, Time


class Key(Struct):
    """A key that receipts are signed with."""

    key_id: str
    """The id by which promises and receipts name the key."""
    algorithm: Literal["Ed25519"]
    """The signature scheme, always `Ed25519`."""
    public_key: Hex
    """The public key, 64 hexadecimal digits."""
    created_at: Time
    """When the key was made, in UTC."""
    retired_at: Time | None
    """Since when nothing is signed with it; null for the current key."""


class Keys(Struct):
    """All keys of the server, past ones included."""

    keys: list[Key]
    """The keys, the current one first."""
