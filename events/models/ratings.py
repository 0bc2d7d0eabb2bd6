"""Players' ratings: counted after a match has ended; can be rebuilt at any time."""

from django.db import models

from events.models.matches import Match
from events.models.players import Player


class Pool(models.TextChoices):
    """A class of tables within a game; ratings are compared within one pool."""

    TWO = "two"
    """Two seats, each for itself."""
    MORE = "more"
    """Three or more seats, each for itself."""
    TEAMS = "teams"


class RatingChange(models.Model):
    """A player's rating after one match. Rows are added, and never changed but by a rebuild.

    Their ids follow the order of counting among all matches that share a player.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    pool = models.CharField(max_length=5, choices=Pool.choices)
    number = models.IntegerField()
    """Counts the player's rated matches in the pool, from 1."""
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField()
    """When the match ended."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rated_once"),
            models.UniqueConstraint(
                fields=["player", "game", "pool", "number"], name="one_change_of_a_number"
            ),
        ]


class Rating(models.Model):
    """A player's rating in a pool now: that of the latest change."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    game = models.CharField(max_length=40)
    pool = models.CharField(max_length=5, choices=Pool.choices)
    matches = models.IntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    floor = models.FloatField()
    """The rating that the player almost certainly has, which rankings are ordered by."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "pool"], name="one_rating_in_a_pool")
        ]
        indexes = [
            models.Index(fields=["game", "pool", "-floor", "player"], name="ranking"),
        ]
