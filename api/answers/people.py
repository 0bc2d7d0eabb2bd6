"""What one is told of people."""

from msgspec import Struct

from api.answers.common import PlayerShown, Time


class Account(PlayerShown):
    """One's own account."""

    guest: bool


class SignedIn(Struct):
    """A token for this device; it is told only once."""

    token: str
    expires_at: Time
    player: Account
