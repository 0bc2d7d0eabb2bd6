"""Notices on their way: where people want to be told, what is to be sent there, and reminders."""

from django.db import models

from events.models.duties import Outbox
from events.models.ids import random_id
from events.models.people import Player, Token


class Endpoint(models.Model):
    """An address of a machine or a browser that a player has given us to be told at."""

    class Channel(models.TextChoices):
        PUSH = "push"
        WEBHOOK = "webhook"

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="endpoints")
    device = models.ForeignKey(Token, null=True, on_delete=models.CASCADE, related_name="+")
    """The device that a browser's address belongs to, and ends with."""
    channel = models.CharField(max_length=7, choices=Channel.choices)
    url = models.CharField(max_length=1000)
    keys = models.TextField()
    """What is signed or encrypted with for it, as the channel writes it."""
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True)
    """Since when nothing is sent there any more, because it asked for that."""
    tried_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=200, default="")
    """When it was last written to, and what came of it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["url", "player", "channel"], name="registered_once")
        ]


class Delivery(models.Model):
    """A notice on its way to somebody by one channel: tried until it is there, stale, or dead."""

    class Channel(models.TextChoices):
        EMAIL = "email"
        PUSH = "push"
        WEBHOOK = "webhook"

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        STALE = "stale"
        """It was no longer news when it could have been sent."""
        DEAD = "dead"
        """Nobody took it; an administrator may have it tried again."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    """The same at every try, so that who gets it twice can tell."""
    notice = models.ForeignKey(
        Outbox, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    """None for a trial that its player has asked for."""
    channel = models.CharField(max_length=7, choices=Channel.choices)
    endpoint = models.ForeignKey(Endpoint, null=True, on_delete=models.CASCADE)
    """None for e-mail: that goes to the player's address of the moment."""
    digest = models.BooleanField(default=False)
    """Whether it goes together with others."""
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    at = models.DateTimeField()
    """From when on it may be tried (again); at the end, when that was."""
    tries = models.SmallIntegerField(default=0)
    answer = models.CharField(max_length=200, default="")
    """What came of the last try."""

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["notice", "endpoint"], name="delivered_once"),
            models.UniqueConstraint(
                fields=["notice", "channel"],
                condition=models.Q(endpoint__isnull=True),
                name="mailed_once",
            ),
        ]
        indexes = [models.Index(fields=["state", "at"], name="deliveries_due")]


class Bounce(models.Model):
    """An address that a mail server has said for good to know nobody at."""

    email = models.CharField(primary_key=True, max_length=254)
    at = models.DateTimeField()
    answer = models.CharField(max_length=200)
