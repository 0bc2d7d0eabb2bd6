"""Friends, and circles: groups of players who open tables to each other."""

from django.db import models

from events.models.ids import random_id
from events.models.matches import Match
from events.models.players import Player


class Friendship(models.Model):
    """A player who has asked another to be friends; one row for each pair."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "other"], name="asked_once")]


class Circle(models.Model):
    """A group of players with a name; its owner admits and removes members."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    name = models.CharField(max_length=40)
    owner = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    invite = models.CharField(max_length=64, default="")
    """Digest of the secret of its link; empty while it has none."""
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"


class CircleMember(models.Model):
    """A member of a circle; its owner is one."""

    circle = models.ForeignKey(
        Circle, on_delete=models.CASCADE, related_name="members", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["circle", "player"], name="member_once")]


class CircleTable(models.Model):
    """A match that the members of a circle may see and join."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="opened_to"
    )
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="tables")
