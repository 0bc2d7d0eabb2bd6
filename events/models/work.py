"""Pending work: due work of matches, notices, mails; also daily quotas and idempotency keys."""

from django.db import models

from events.models.labels import label
from events.models.matches import Match
from events.models.players import Player


class Due(models.Model):
    """Work that the server has to do for a match from a given time on."""

    class Kind(models.TextChoices):
        BOT = "bot", label("Coup d’un robot", "Bot")
        SEEDS = "seeds", label("Graines attendues", "Seeds")
        OPEN = "open", label("Fin si elle reste ouverte", "Open")
        """Cancel an open match unless all its seats are taken."""
        IDLE = "idle", label("Fin si elle reste inactive", "Idle")
        """Cancel a match without a clock unless a player has moved since."""
        COUNT = "count", label("Comptage", "Count")
        """Count how punctually the players of a match answer, and its result once it is over."""
        LAST = "last", label("Dernier jour", "Last")
        """End a cup's table on its last day, as it stands."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, db_index=False)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        verbose_name = verbose_name_plural = "due work"
        constraints = [models.UniqueConstraint(fields=["match", "kind"], name="due_once")]
        indexes = [models.Index(fields=["at"], name="due_at")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.match}"


class Outbox(models.Model):
    """A notice to a player, written in the transaction of the event it is about."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", label("À vous", "Your Turn")
        STARTED = "match_started", label("Début", "Started")
        FINISHED = "match_finished", label("Fin", "Finished")
        INVITED = "invited", label("Invitation", "Invited")
        DEADLINE_NEAR = "deadline_near", label("Échéance proche", "Deadline Near")
        TIMED_OUT = "timed_out", label("Délai dépassé", "Timed Out")
        MESSAGE = "message", label("Message", "Message")

    recipient = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, db_index=False)
    seq = models.IntegerField()
    kind = models.CharField(max_length=20, choices=Kind.choices)
    number = models.BigIntegerField(db_default=0)
    """Tells several of a kind apart: a message's number, a reminder's Unix time."""
    at = models.DateTimeField()
    planned = models.BooleanField(db_default=False)
    """Whether its deliveries were created, if its recipient wants any."""

    class Meta:
        verbose_name = "notice"
        constraints = [
            models.UniqueConstraint(
                fields=["recipient", "match", "seq", "kind", "number"], name="told_once"
            )
        ]
        indexes = [
            models.Index(fields=["recipient", "id"], name="told_to_a_player"),
            models.Index(fields=["id"], name="to_be_planned", condition=models.Q(planned=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.recipient}"


class QueueRow(models.Model):
    """A row that is retried after longer and longer waits until it is sent, stale or dead."""

    class State(models.TextChoices):
        WAITING = "waiting", label("En attente", "Waiting")
        SENT = "sent", label("Envoyé", "Sent")
        STALE = "stale", label("Dépassé", "Stale")
        """It was outdated by the time it could be sent."""
        DEAD = "dead", label("Abandonné", "Dead")
        """It failed permanently or used up its retries; an administrator may retry it."""

    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    at = models.DateTimeField()
    """The earliest time of the next attempt, or the end of a lease; afterwards, when it ended."""
    tries = models.SmallIntegerField(default=0)
    answer = models.CharField(max_length=200, default="")
    """The result of the last attempt."""

    class Meta:
        abstract = True


class QueuedMail(QueueRow):
    """A queued mail, deleted once sent."""

    to = models.CharField(max_length=254)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    until = models.DateTimeField(null=True)
    """When it expires, and is deleted unsent."""
    stop = models.CharField(max_length=600, default="")
    """The URL where its recipient can unsubscribe; empty if no more mails of the kind may come."""
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE)
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE)
    """With a player: a reply to their mail, which shows this match as it is when sent. Without: an
    invitation to this match, which its reader can accept by a reply."""
    answers = models.CharField(max_length=250, default="")
    """The Message-ID of the mail that it replies to."""

    class Meta:
        indexes = [models.Index(fields=["state", "at"], name="mails_due")]

    def __str__(self) -> str:
        return f"to {self.to}"


class QuotaUse(models.Model):
    """How much of a daily quota a player has used on one day."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    kind = models.CharField(max_length=20)
    day = models.DateField()
    count = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "day"], name="counted_by_day")
        ]


class StoredResponse(models.Model):
    """The stored response to a request with an idempotency key; a repeat changes nothing."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    key = models.CharField(max_length=255)
    request = models.CharField(max_length=64)
    """Digest of method, path and body."""
    status = models.SmallIntegerField()
    body = models.BinaryField(null=True)
    """None for a move once its player has made another one in the match."""
    summary = models.BinaryField(null=True)
    """Set for moves: the receipt and the seqs, as JSON."""
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, db_index=False)
    """Set for moves: the key lives as long as this match."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="key_used_once")]
        indexes = [
            models.Index(
                fields=["match", "player"],
                name="latest_responses",
                condition=models.Q(match__isnull=False, body__isnull=False),
            ),
            models.Index(
                fields=["at"], name="expiring_responses", condition=models.Q(match__isnull=True)
            ),
        ]
