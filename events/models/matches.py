"""Matches with their seats, secrets, invitations and messages."""

from django.db import models

from events.models.ids import random_id
from events.models.labels import label
from events.models.players import Player


class Match(models.Model):
    """One game being played. `version` and `head` follow the log; its trigger updates them."""

    class Status(models.TextChoices):
        OPEN = "open", label("Ouverte", "Open")
        RUNNING = "running", label("En cours", "Running")
        FINISHED = "finished", label("Terminée", "Finished")
        CANCELLED = "cancelled", label("Annulée", "Cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", label("Publique", "Public")
        UNLISTED = "unlisted", label("Non listée", "Unlisted")
        PRIVATE = "private", label("Privée", "Private")

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
    archived_at = models.DateTimeField(null=True)
    """When its log moved to the archive (events/proof/archive.py)."""
    commitment = models.CharField(max_length=64)
    version = models.IntegerField(default=0)
    head = models.CharField(max_length=64)
    touched = models.IntegerField(default=0)
    """Counts changes outside the log; no client may learn it, not even that it has grown."""
    clock = models.TextField(default='{"kind":"none"}')
    """JSON of events.clocks.kinds.Clock."""
    minimum_reliability = models.SmallIntegerField(null=True)
    """The percentage of turns that a player must have answered in time to join."""
    rated = models.BooleanField(default=True, db_default=True)
    """Whether its result counts for ratings, if all its people have accounts."""
    ends_at = models.DateTimeField(null=True)
    """The last day of a cup's table: if it still runs then, its seats rank as they stand."""
    rematch_of = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="rematch"
    )

    OVER = (Status.FINISHED, Status.CANCELLED)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["status", "visibility", "created_at"], name="lobby"),
            models.Index(
                fields=["finished_at"],
                name="to_be_archived",
                condition=models.Q(
                    archived_at=None, started_at__isnull=False, finished_at__isnull=False
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Secrets(models.Model):
    """The server seed, from which a match's draws are derived; secret until the match is over."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT)
    server_seed = models.CharField(max_length=64)


class Seat(models.Model):
    """A seat of a match, for a person or a bot, with its clock and its seed for the draws."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.SmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    level = models.SmallIntegerField(null=True)
    """The level of the bot that sits here; None for a person's seat and a free one."""
    kept_for = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    """The only player who may take the seat while it is free."""
    joined_at = models.DateTimeField(null=True)
    seed_commitment = models.CharField(max_length=64, null=True)
    seed = models.CharField(max_length=64, null=True)
    """Hex; empty when waived, None until revealed or waived."""
    asked = models.IntegerField(null=True)
    asked_at = models.DateTimeField(null=True)
    """The question that this seat has to answer, by its seq in the log, and when it was put; None
    while the match waits for others."""
    in_turn = models.BooleanField(default=False)
    """Whether the match cannot go on without that answer; other seats may answer early."""
    deadline = models.DateTimeField(null=True)
    """When the time for the answer is up; None where no clock runs."""
    remind_at = models.DateTimeField(null=True)
    """When to remind its player next that the time runs out. Equal to `asked_at` until that has
    been computed (events/notifications/reminders.py); None when no reminder is left."""
    reckoned = models.IntegerField(null=True)
    """The question for which `remind_at` was last computed."""
    bank = models.BigIntegerField(null=True)
    """Microseconds available for the question when it was put, or left for the next one; None
    while that is the initial amount of the clock."""
    turns = models.IntegerField(default=0)
    late = models.IntegerField(default=0)
    """How many questions were answered, by its player or for them, and how many of these late."""
    times = models.TextField(default="")
    """The seconds that its player took for the latest answers, separated by spaces."""
    rank = models.SmallIntegerField(null=True)
    """The final rank from 1, once the match is finished."""
    team = models.SmallIntegerField(null=True)
    """Its team, once the match is finished; None where each seat plays alone."""
    agrees_to_cancel_at = models.IntegerField(null=True)
    """The version at which this seat voted to cancel; at any other version the vote is void."""
    gone = models.BooleanField(default=False)
    """Whether its player has left the running match for good, according to the log."""
    stand_in = models.BooleanField(default=False)
    """Whether a bot plays until its player returns, according to the log."""
    seen_version = models.IntegerField(default=0)
    seen_message = models.IntegerField(default=0)
    """How far its player has read the log and the messages, as their client reports."""
    answered = models.IntegerField(null=True)
    """The question that the player has answered before its turn, by a sealed or standing answer."""
    standing = models.TextField(default="", db_default="")
    """JSON of the standing answer (events/seats/standing_answers.py); shown to its player only."""

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
    """A secret that admits its bearer to one match."""

    digest = models.CharField(primary_key=True, max_length=64)
    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    inviter = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    invitee = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    """The player whose address it was mailed to, who may join without the secret."""
    mailed = models.CharField(max_length=64, default="")
    """Keyed digest of the address it was mailed to, if that address belonged to no player."""
    created_at = models.DateTimeField()


class RemovedPlayer(models.Model):
    """A player whose seat was freed by the creator; to take a seat again they have to be invited
    by name."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="removed_once")]


class Message(models.Model):
    """A chat message in a match."""

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="messages", db_index=False
    )
    number = models.IntegerField()
    """Counts the messages of its match from 1: the id that clients get, as the row's own would tell
    how much is said elsewhere."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    emote = models.CharField(max_length=16, default="", db_default="")
    """The name of an emote, which has no text of its own; empty for what was written."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_message_of_a_number")
        ]
