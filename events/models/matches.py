"""Matches and their seats."""

from django.db import models

from events.models.ids import random_id
from events.models.people import Player


class Match(models.Model):
    """One game being played. `version` and `head` follow the log and are moved by its trigger."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class Visibility(models.TextChoices):
        PUBLIC = "public"
        UNLISTED = "unlisted"
        PRIVATE = "private"

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=50)
    options = models.TextField()
    visibility = models.CharField(max_length=8, choices=Visibility.choices)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    creator = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    commitment = models.CharField(max_length=64)
    version = models.IntegerField(default=0)
    head = models.CharField(max_length=64)
    touched = models.IntegerField(default=0)
    """How often something outside the log was changed; shown to nobody, not even that it grew."""
    clock = models.TextField(default='{"kind":"none"}')
    """As the JSON of events.clocks.kinds.Clock."""
    minimum_reliability = models.SmallIntegerField(null=True)
    """What share of their turns, in percent, whoever joins must have answered in time."""
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="rematch"
    )

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["status", "visibility", "created_at"], name="lobby"),
        ]


class Secrets(models.Model):
    """What a match's draws come from; shown to nobody before its end."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT)
    server_seed = models.CharField(max_length=64)


class Seat(models.Model):
    """A place at a match, taken by a person or a bot, and its part in the match's chance."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.SmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    bot = models.BooleanField(default=False)
    kept_for = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    """Whom a free seat waits for, and nobody else."""
    joined_at = models.DateTimeField(null=True)
    seed_commitment = models.CharField(max_length=64, null=True)
    seed = models.CharField(max_length=64, null=True)
    """Hex; empty when waived, None before it was asked for."""
    asked = models.IntegerField(null=True)
    asked_at = models.DateTimeField(null=True)
    """The question that the match waits for this seat to answer, as its log has it, and when it was
    put; None when it waits for others."""
    in_turn = models.BooleanField(default=False)
    """Whether the match cannot go on without that answer, others' answers perhaps being early."""
    deadline = models.DateTimeField(null=True)
    """When the time for it is up; None where no clock runs."""
    remind_at = models.DateTimeField(null=True)
    """When its player is next to be told that the time runs out; when the question was put, as long
    as that is to be reckoned; None where there is nothing more to say."""
    reckoned = models.IntegerField(null=True)
    """The question for which that was last reckoned."""
    bank = models.BigIntegerField(null=True)
    """Microseconds that it had for the question when that was put, or keeps for the next; None
    while that is what its clock begins with."""
    turns = models.IntegerField(default=0)
    late = models.IntegerField(default=0)
    """How many questions were answered, by its player or for them, and how many of those late."""
    times = models.TextField(default="")
    """How many seconds its player took for the last answers, with spaces between."""
    rank = models.SmallIntegerField(null=True)
    """The place that it came to, from 1, once the match is finished."""
    team = models.SmallIntegerField(null=True)
    """With which others it won or lost together, then too; None where each plays alone."""
    agrees_to_cancel_at = models.IntegerField(null=True)
    """The version at which this seat voted to cancel; the vote is void at any other."""
    gone = models.BooleanField(default=False)
    """Its player has left the running match for good, as the log has it."""
    stand_in = models.BooleanField(default=False)
    """A bot plays for its player until that one returns, as the log has it."""
    seen_version = models.IntegerField(default=0)
    seen_message = models.BigIntegerField(default=0)
    """How far its player says to have read the log and the talk."""
    standing = models.TextField(default="", db_default="")
    """Its player's answer to questions to come, as the JSON of events.standing; for nobody else."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_of_a_number"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_for_a_player"),
        ]
        indexes = [
            models.Index(fields=["player"], name="seats_of_a_player"),
            models.Index(
                fields=["kept_for"],
                name="seats_kept_for",
                condition=models.Q(kept_for__isnull=False),
            ),
            models.Index(
                fields=["player", "asked_at"],
                name="turns_of_a_player",
                condition=models.Q(asked__isnull=False),
            ),
            models.Index(
                fields=["deadline"],
                name="deadlines",
                condition=models.Q(in_turn=True, deadline__isnull=False),
            ),
            models.Index(
                fields=["remind_at"],
                name="reminders_due",
                condition=models.Q(remind_at__isnull=False),
            ),
        ]


class Invitation(models.Model):
    """A secret that lets its bearer into one match."""

    digest = models.CharField(primary_key=True, max_length=64)
    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    inviter = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    invitee = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    """Whose address it was mailed to, and who needs no secret for that."""
    mailed = models.CharField(max_length=64, default="")
    """A keyed digest of the address that it was mailed to, where nobody was known to have it."""
    created_at = models.DateTimeField()


class Removed(models.Model):
    """Somebody whose seat was freed by the creator: they sit down there again only when they are
    invited by name."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="removed_once")]


class Message(models.Model):
    """Something said at a table."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="messages")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["match", "id"], name="talk_of_a_match")]
