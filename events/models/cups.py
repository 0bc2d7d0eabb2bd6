"""Cups and leagues: the log of a cup, whose rows never change, and rows that follow from it."""

from django.db import models

from events.models.circles import Circle
from events.models.ids import random_id
from events.models.matches import Match
from events.models.players import Player


class Cup(models.Model):
    """A competition of one game: a cup of a circle, or a division of a league's season.

    All but the name and the places it belongs to follows from its log; `version` is moved by the
    trigger of the log.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        ENDED = "ended"
        CANCELLED = "cancelled"

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    name = models.CharField(max_length=40)
    """Empty for a division of a league."""
    game = models.CharField(max_length=40)
    organiser = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    circle = models.ForeignKey(Circle, null=True, on_delete=models.SET_NULL, related_name="cups")
    """The circle whose members see and join it, until that is deleted."""
    league = models.ForeignKey("League", null=True, on_delete=models.PROTECT, related_name="cups")
    season = models.IntegerField(default=0)
    division = models.IntegerField(default=0)
    """The number of its season and of its division there, from 1; 0 without a league."""
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    version = models.IntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    """When the server next looks at it; None once it is over."""

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], name="cups_due", condition=models.Q(due_at__isnull=False)
            ),
            models.Index(fields=["league", "season", "division"], name="divisions"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class CupEvent(models.Model):
    """One event of a cup's log, never changed."""

    cup = models.ForeignKey(Cup, on_delete=models.PROTECT, related_name="log", db_index=False)
    seq = models.IntegerField()
    at = models.DateTimeField()
    data = models.TextField()
    """JSON of events.leagues.cup_log; it names players by their number only."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cup", "seq"], name="one_cup_event_of_a_seq")
        ]


class CupEntrant(models.Model):
    """The player behind a number of a cup's log."""

    cup = models.ForeignKey(Cup, on_delete=models.PROTECT, related_name="entrants", db_index=False)
    number = models.IntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    left = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cup", "number"], name="one_entrant_of_a_number"),
            models.UniqueConstraint(fields=["cup", "player"], name="entered_once"),
        ]


class CupTable(models.Model):
    """The match of a table of a cup."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.PROTECT, related_name="cup_table"
    )
    cup = models.ForeignKey(Cup, on_delete=models.PROTECT, related_name="tables", db_index=False)
    number = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cup", "number"], name="one_table_of_a_number")
        ]


class League(models.Model):
    """A public league that the settings describe, with its season now."""

    key = models.CharField(primary_key=True, max_length=40)
    season = models.IntegerField(default=0)
    """The number of its season; 0 before the first."""
    due_at = models.DateTimeField(null=True)
    """When the season ends, or when the first one can begin; None while too few have joined."""


class LeaguePlayer(models.Model):
    """A player who takes part in a league's coming seasons."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="players", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "player"], name="in_league_once")]
