"""Passkeys of accounts, and the challenges that authenticators sign."""

from django.db import models

from events.models.ids import random_id
from events.models.players import Player


class Passkey(models.Model):
    """A WebAuthn credential that signs in to an account; the private key never leaves its owner."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="passkeys")
    credential = models.CharField(max_length=1364, unique=True)
    """The credential's id in base64url, chosen by the authenticator; at most 1,023 bytes."""
    public_key = models.BinaryField()
    """In COSE, as the authenticator gave it."""
    sign_count = models.BigIntegerField()
    """The authenticator's counter at the last use; 0 where it does not count."""
    transports = models.CharField(max_length=120, default="")
    """How browsers reach the authenticator, by commas."""
    synced = models.BooleanField()
    """Whether the credential is backed up, and so on other devices of its owner too."""
    name = models.CharField(max_length=120)
    """The name of the device that it was made on."""
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class PasskeyChallenge(models.Model):
    """A challenge for the one device that asked: short-lived and for one use."""

    nonce = models.CharField(primary_key=True, max_length=64)
    """Digest of the nonce that only the device that asked was told."""
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="+")
    """Who may register a passkey with it; None to sign in with."""
    challenge = models.BinaryField()
    at = models.DateTimeField(db_index=True)
