"""People: their accounts, devices, and whom they would rather not meet."""

from django.db import models

from events.models.ids import random_id


class Player(models.Model):
    """A person with an account, be it only a guest's; who has left for good keeps the bare id."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    name = models.CharField(max_length=40)
    locale = models.CharField(max_length=2, default="en")
    guest = models.BooleanField(default=True)
    email = models.CharField(max_length=254, null=True, unique=True)
    """In lower case, and proved to be theirs; None for guests."""
    time_zone = models.CharField(max_length=64, default="UTC")
    choices = models.TextField(default="{}")
    """Quiet hours, vacation and notifications, as the JSON of events.profile.Choices."""
    calendar = models.TextField(default="")
    """What of these counts for clocks and since when, as the JSON of events.clocks.calendar."""
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """When they last asked for anything, to the minute."""
    left_at = models.DateTimeField(null=True)
    """When they left for good, or were merged into another account."""


class Reliability(models.Model):
    """How a player keeps time, counted from their latest seats; rebuilt from those at any time."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    turns = models.IntegerField()
    in_time = models.IntegerField()
    median_seconds = models.IntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player"], name="relied_on_once")]


class Token(models.Model):
    """One signed-in device; only the digest of its token is kept."""

    digest = models.CharField(primary_key=True, max_length=64)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    device = models.CharField(max_length=120, default="")
    """What it calls itself."""
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()


class SignInCode(models.Model):
    """A code mailed to an address, good for a short while and a few tries."""

    email = models.CharField(primary_key=True, max_length=254)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    tries = models.SmallIntegerField(default=0)


class Shunned(models.Model):
    """Somebody whom a player has blocked (not at one table) or muted (not a word)."""

    class Kind(models.TextChoices):
        BLOCK = "block"
        MUTE = "mute"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="shuns")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="shunned_by")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other", "kind"], name="shunned_once")
        ]


class Report(models.Model):
    """A complaint about somebody, for an administrator to look at."""

    reporter = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    reported = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    match = models.ForeignKey("events.Match", null=True, on_delete=models.PROTECT)
    reason = models.CharField(max_length=2000)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
