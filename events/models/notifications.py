"""Notifications: endpoints of players, deliveries to them, and addresses that get no mail."""

from django.db import models

from events.models.ids import random_id
from events.models.players import Device, Player
from events.models.work import Outbox, QueueRow


class Endpoint(models.Model):
    """A browser, a phone or a webhook, registered by a player for notifications."""

    class Channel(models.TextChoices):
        PUSH = "push"
        WEBHOOK = "webhook"

    class Kind(models.TextChoices):
        """The protocol of an endpoint; all but webhooks belong to the channel `push`."""

        WEB = "web"
        UNIFIEDPUSH = "unifiedpush"
        APNS = "apns"
        FCM = "fcm"
        WEBHOOK = "webhook"

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="endpoints")
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="+")
    """The device of a push subscription; signing out the device deletes the subscription."""
    channel = models.CharField(max_length=7, choices=Channel.choices)
    kind = models.CharField(max_length=11, choices=Kind.choices)
    url = models.CharField(max_length=1000)
    """The URL that is posted to, or the token that APNs or FCM has given to a phone."""
    host = models.CharField(max_length=253)
    """The host that is posted to: requests to one host at once are limited."""
    keys = models.TextField()
    """The keys to sign or encrypt with and the like, in the format of the kind."""
    receipts = models.BooleanField(default=False)
    """Whether the device reports which notifications it has shown."""
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True)
    """When sending stopped: the endpoint answered that it wants no more, or failed for days."""
    tried_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=200, default="")
    """The time and the result of the last attempt."""
    failures = models.IntegerField(default=0)
    """The number of failures in a row."""
    failing_since = models.DateTimeField(null=True)
    """When the first of these failures was."""
    paused_until = models.DateTimeField(null=True)
    """Before this time only tests are sent, because of these failures."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["url", "player", "channel"], name="registered_once")
        ]


class Delivery(QueueRow):
    """A notice to be delivered by one channel."""

    class Channel(models.TextChoices):
        EMAIL = "email"
        PUSH = "push"
        WEBHOOK = "webhook"

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    """The same in every attempt, so that receivers can detect duplicates."""
    notice = models.ForeignKey(
        Outbox, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    """None for a test delivery that the player requested."""
    channel = models.CharField(max_length=7, choices=Channel.choices)
    endpoint = models.ForeignKey(Endpoint, null=True, on_delete=models.CASCADE)
    """None for e-mail, which goes to the player's current address."""
    digest = models.BooleanField(default=False)
    """Whether it is sent together with others."""
    delivered_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    """When the device reported that it has shown it, and that the player has opened it."""

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

    def __str__(self) -> str:
        return f"{self.notice or 'a trial'} by {self.channel}"


class Bounce(models.Model):
    """An address that bounced permanently."""

    email = models.CharField(primary_key=True, max_length=254)
    at = models.DateTimeField()
    answer = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.email


class StoppedMail(models.Model):
    """An address whose reader has stopped a kind of mail that others cause."""

    class Kind(models.TextChoices):
        INVITATION = "invitation"
        CODE = "code"

    address = models.CharField(max_length=64)
    """Keyed digest: most of these addresses belong to no player."""
    kind = models.CharField(max_length=10, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["address", "kind"], name="stopped_once")]


class MailCount(models.Model):
    """How many mails of a kind were sent to an address on one day, by all senders."""

    address = models.CharField(max_length=64)
    """Keyed digest, as in StoppedMail."""
    kind = models.CharField(max_length=10, choices=StoppedMail.Kind.choices)
    day = models.DateField()
    count = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["address", "kind", "day"], name="mailed_by_day")
        ]
