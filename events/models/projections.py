"""Players' results and punctuality: counted when a match ends; can be rebuilt at any time."""

from django.db import models

from events.models.players import Player


class Placing(models.Model):
    """How often a player finished at a rank, in one game, against people or only bots."""

    class Company(models.TextChoices):
        PEOPLE = "people"
        """At least one other seat had a person."""
        BOTS = "bots"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    game = models.CharField(max_length=40)
    company = models.CharField(max_length=6, choices=Company.choices)
    rank = models.SmallIntegerField()
    count = models.IntegerField()
    resigned = models.IntegerField()
    """How many of these the player had left before the end."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "company", "rank"], name="one_row_of_a_place"
            )
        ]


class Encounter(models.Model):
    """A player's results against another in one game; partners in a team are no opponents. The
    other player has the mirrored row."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    ahead = models.IntegerField()
    behind = models.IntegerField()
    level = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other", "game"], name="one_row_of_a_pair")
        ]


class Reliability(models.Model):
    """How punctually a player answers, counted over the latest seats; can be rebuilt from them."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    turns = models.IntegerField()
    in_time = models.IntegerField()
    median_seconds = models.IntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player"], name="relied_on_once")]
