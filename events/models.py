"""All tables. Only this package reads and writes them; the log's own rows never change."""

import uuid

from django.db import models


def random_id() -> str:
    """A public id that tells nothing."""
    return str(uuid.uuid4())


class Player(models.Model):
    """A person with an account, be it only a guest's."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    name = models.CharField(max_length=40)
    locale = models.CharField(max_length=2, default="en")
    guest = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """When they last asked for anything, to the minute."""


class Token(models.Model):
    """One signed-in device; only the digest of its token is kept."""

    digest = models.CharField(primary_key=True, max_length=64)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()


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


class Secrets(models.Model):
    """What a match's draws come from; shown to nobody before its end."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT)
    server_seed = models.CharField(max_length=64)


class Seat(models.Model):
    """A place at a match, taken by a person or a bot, and its part in the match's chance."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats")
    number = models.SmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.BooleanField(default=False)
    joined_at = models.DateTimeField(null=True)
    seed_commitment = models.CharField(max_length=64, null=True)
    seed = models.CharField(max_length=64, null=True)
    """Hex; empty when waived, None before it was asked for."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_of_a_number"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_for_a_player"),
        ]


class Invitation(models.Model):
    """A secret that lets its bearer into one match."""

    digest = models.CharField(primary_key=True, max_length=64)
    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    created_at = models.DateTimeField()


class LoggedEvent(models.Model):
    """One event of a match, never changed; texts are the very bytes that were hashed."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="log")
    seq = models.IntegerField()
    type = models.CharField(max_length=50)
    schema = models.SmallIntegerField()
    at = models.CharField(max_length=27)
    actor = models.SmallIntegerField(null=True)
    full = models.TextField()
    public = models.TextField()
    seats = models.TextField()
    """A list of each seat's payload, null where it is the public one."""
    cause = models.TextField(null=True)
    """The move behind it, on the first event that the move brought about."""
    draws = models.TextField(null=True)
    """What was drawn for it, on the same event."""
    move_key = models.CharField(max_length=255, null=True)
    place = models.SmallIntegerField()
    """Its place among the events of that move."""
    leaf = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="one_event_of_a_seq"),
            models.UniqueConstraint(
                fields=["match", "actor", "move_key", "place"], name="a_move_counts_once"
            ),
        ]


class SealedAnswer(models.Model):
    """An answer given early: a stream of its own, never changed; the newest of a seat counts."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    seat = models.SmallIntegerField()
    asked = models.IntegerField()
    move = models.TextField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["match", "asked", "seat", "id"], name="sealed_by_question")]


class Due(models.Model):
    """Something that the server owes a match from a moment on."""

    class Kind(models.TextChoices):
        BOT = "bot"
        SEEDS = "seeds"

    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "kind"], name="due_once")]
        indexes = [models.Index(fields=["at"], name="due_at")]


class Outbox(models.Model):
    """Something to tell somebody, written with the event it is about."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn"
        STARTED = "match_started"
        FINISHED = "match_finished"

    recipient = models.ForeignKey(Player, on_delete=models.CASCADE)
    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    seq = models.IntegerField()
    kind = models.CharField(max_length=20, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["recipient", "match", "seq", "kind"], name="told_once")
        ]


class KeptAnswer(models.Model):
    """The answer to a request with an Idempotency-Key, so that a repeat changes nothing."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    key = models.CharField(max_length=255)
    request = models.CharField(max_length=64)
    """Digest of method, address and body."""
    status = models.SmallIntegerField(null=True)
    body = models.BinaryField(null=True)
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT)
    """For moves: the match, as long as which the key lives."""
    turn = models.IntegerField(null=True)
    """For moves: which of the player's in that match, counted while the match is locked."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="kept_once")]


class SigningKey(models.Model):
    """A public key that receipts were signed with; the private one is in the settings."""

    key_id = models.CharField(primary_key=True, max_length=16)
    public = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)
