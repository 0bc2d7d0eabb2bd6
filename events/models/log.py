"""The log and what belongs to it for ever: its rows never change."""

from django.db import models

from events.models.matches import Match


class LoggedEvent(models.Model):
    """One event of a match, never changed; texts are the very bytes that were hashed."""

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="log", db_index=False, db_constraint=False
    )
    """The table's trigger moves the match's head, so there is one."""
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

    match = models.ForeignKey(Match, on_delete=models.PROTECT, db_index=False)
    seat = models.SmallIntegerField()
    asked = models.IntegerField()
    move = models.TextField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["match", "asked", "seat", "id"], name="sealed_by_question")]


class SecretRead(models.Model):
    """An administrator looked at what a running match still hides; never changed either."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    version = models.IntegerField()
    administrator = models.CharField(max_length=150)
    at = models.DateTimeField()


class SigningKey(models.Model):
    """A public key that receipts were signed with; the private one is in the settings."""

    key_id = models.CharField(primary_key=True, max_length=16)
    public = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)
