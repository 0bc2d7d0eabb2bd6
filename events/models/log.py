"""The log, sealed answers, their archive and secret reads, whose rows never change; responses of
archived matches; the keys of receipts."""

from django.db import models

from events.models.matches import Match
from events.models.players import Player


class LoggedEvent(models.Model):
    """One event of a match, never changed; its texts are exactly the bytes that were hashed."""

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="log", db_index=False, db_constraint=False
    )
    """No database constraint: the trigger of this table needs the match's row, so it exists."""
    seq = models.IntegerField()
    type = models.CharField(max_length=50)
    schema = models.SmallIntegerField()
    at = models.CharField(max_length=27)
    actor = models.SmallIntegerField(null=True)
    full = models.TextField()
    public = models.TextField()
    seats = models.TextField()
    """JSON list of each seat's payload, null where it equals the public one."""
    cause = models.TextField(null=True)
    """The move as JSON, on the first event that it caused."""
    draws = models.TextField(null=True)
    """The random draws of the move as JSON, on the same event."""
    move_key = models.CharField(max_length=255, null=True)
    place = models.SmallIntegerField()
    """Its index among the events of that move by the same actor."""
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
    """An answer given early, outside the log; never changed, the newest of a seat counts."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, db_index=False)
    seat = models.SmallIntegerField()
    asked = models.IntegerField()
    move = models.TextField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["match", "asked", "seat", "id"], name="sealed_by_question")]


class ArchivedLog(models.Model):
    """The log of a match with its sealed answers, never changed; then the log has no rows of it."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.PROTECT, related_name="archived_log"
    )
    version = models.IntegerField()
    head = models.CharField(max_length=64)
    """Both are those of the match: a trigger compares them."""
    last_at = models.CharField(max_length=27)
    """The timestamp of the last event, for lists of matches."""
    ending = models.TextField()
    """The full payload of `match_finished`, for lists of outcomes; empty in a cancelled match."""
    data = models.BinaryField()
    """Compressed (events/log/archive.py)."""

    def __str__(self) -> str:
        return f"log of {self.match_id}"


class ArchivedResponses(models.Model):
    """The stored responses to one player's moves in an archived match, as `StoredResponse` has
    them; deleted with the account."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, db_index=False)
    data = models.BinaryField()
    """Compressed (events/idempotency.py)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "match"], name="one_row_of_responses")
        ]

    def __str__(self) -> str:
        return f"responses to {self.player_id} in {self.match_id}"


class SecretRead(models.Model):
    """The record that an administrator read the secrets of a running match; never changed."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT)
    version = models.IntegerField()
    administrator = models.CharField(max_length=150)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.administrator} read {self.match}"


class SigningKey(models.Model):
    """A public key that verifies receipts; the current private key is in the settings."""

    key_id = models.CharField(primary_key=True, max_length=16)
    public = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.key_id
