"""What the server owes: due things, notices, letters, the same answer to the same request."""

from django.db import models

from events.models.matches import Match
from events.models.people import Player


class Due(models.Model):
    """Something that the server owes a match from a moment on."""

    class Kind(models.TextChoices):
        BOT = "bot"
        SEEDS = "seeds"
        OPEN = "open"
        """An open match is called off unless its table is complete."""
        IDLE = "idle"
        """A match without a clock is called off unless somebody has moved since."""
        COUNT = "count"
        """It is counted how the players of a match keep time."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, db_index=False)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = "duty", "duties"
        constraints = [models.UniqueConstraint(fields=["match", "kind"], name="due_once")]
        indexes = [models.Index(fields=["at"], name="due_at")]


class Outbox(models.Model):
    """Something to tell somebody, written with the event it is about."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn"
        STARTED = "match_started"
        FINISHED = "match_finished"
        INVITED = "invited"
        DEADLINE_NEAR = "deadline_near"
        TIMED_OUT = "timed_out"
        MESSAGE = "message"

    recipient = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, db_index=False)
    seq = models.IntegerField()
    kind = models.CharField(max_length=20, choices=Kind.choices)
    number = models.BigIntegerField(db_default=0)
    """Which of several of a kind: a message's id, a reminder's moment in seconds since 1970."""
    at = models.DateTimeField()
    planned = models.BooleanField(db_default=False)
    """Whether there are deliveries for it, if its recipient wants any."""

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


class Letter(models.Model):
    """A mail to be sent, gone once it is; several tries, each after a longer wait, then dead."""

    to = models.CharField(max_length=254)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    at = models.DateTimeField()
    """From when on it may be sent."""
    until = models.DateTimeField(null=True)
    """From when on it is no longer worth sending."""
    tries = models.SmallIntegerField(default=0)
    trouble = models.CharField(max_length=200, default="")
    """What went wrong at the last try."""
    dead_at = models.DateTimeField(null=True)
    """Since when it is not tried any more; an administrator may have it tried again."""
    stop = models.CharField(max_length=600, default="")
    """Where its reader can ask for no more such mails, if there may be more."""
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE)
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE)
    """An answer to this player's mail about this match: it is shown as it is when it is sent."""
    answers = models.CharField(max_length=250, default="")
    """The Message-ID of the mail that it answers."""

    class Meta:
        indexes = [models.Index(fields=["at"], name="letters_due")]


class Ration(models.Model):
    """How often a player has done on one day what has a daily limit."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    kind = models.CharField(max_length=20)
    day = models.DateField()
    count = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "day"], name="counted_by_day")
        ]


class KeptAnswer(models.Model):
    """The answer to a request with an Idempotency-Key, so that a repeat changes nothing."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    key = models.CharField(max_length=255)
    request = models.CharField(max_length=64)
    """Digest of method, address and body."""
    status = models.SmallIntegerField(null=True)
    body = models.BinaryField(null=True)
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, db_index=False)
    """For moves: the match, as long as which the key lives."""
    turn = models.IntegerField(null=True)
    """For moves: the version of the match after it, which orders the player's moves in it."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="kept_once")]
        indexes = [
            models.Index(
                fields=["match", "player", "turn"],
                name="answers_to_moves",
                condition=models.Q(match__isnull=False),
            )
        ]
