"""Players: accounts, devices, sign-in codes, blocks and reports."""

from django.db import models

from events.models.ids import random_id


class Player(models.Model):
    """An account of a person, also a guest's; once its player has left, only the id remains."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    name = models.CharField(max_length=40)
    locale = models.CharField(max_length=2, default="en")
    guest = models.BooleanField(default=True)
    email = models.CharField(max_length=254, null=True, unique=True)
    """Verified and in lower case; None for guests."""
    time_zone = models.CharField(max_length=64, default="UTC")
    choices = models.TextField(default="{}")
    """Quiet hours, vacation and notifications: JSON of events.players.profile.Preferences."""
    calendar = models.TextField(default="")
    """The part of them that counts for clocks, and since when: JSON of events.clocks.calendar."""
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """The time of their last request, to the minute."""
    left_at = models.DateTimeField(null=True)
    """When they left for good, or were merged into another account."""

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"


class Device(models.Model):
    """One signed-in device; only the digest of its token is stored."""

    digest = models.CharField(primary_key=True, max_length=64)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    device = models.CharField(max_length=120, default="")
    """The name that the client gave to the device."""
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()


class SignInCode(models.Model):
    """A code mailed to an address, for the one device that asked; valid for a short time and a few
    attempts."""

    nonce = models.CharField(primary_key=True, max_length=64)
    """Digest of the nonce that only the device that asked was told."""
    email = models.CharField(max_length=254, db_index=True)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    tries = models.SmallIntegerField(default=0)


class Block(models.Model):
    """A player whom another has blocked (no common match) or muted (no messages)."""

    class Kind(models.TextChoices):
        BLOCK = "block"
        MUTE = "mute"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other", "kind"], name="blocked_once")
        ]


class Report(models.Model):
    """A complaint about a player, for an administrator to settle."""

    reporter = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    reported = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    match = models.ForeignKey("events.Match", null=True, on_delete=models.PROTECT)
    reason = models.CharField(max_length=2000)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.reported}: {self.reason}"
