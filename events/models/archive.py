"""Matches that ended long ago: what lay in many rows, compressed into one (events/archive.py)."""

from django.db import models

from events.models.matches import Match
from events.models.players import Player


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
