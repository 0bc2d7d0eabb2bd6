"""How players have done: counted when a match ends, and counted again from the log at any time."""

from django.db import models

from events.models.people import Player


class Placing(models.Model):
    """How often a player came in at a place, in one game and one kind of company."""

    class Company(models.TextChoices):
        PEOPLE = "people"
        """At least one other person sat there."""
        BOTS = "bots"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_index=False)
    game = models.CharField(max_length=40)
    company = models.CharField(max_length=6, choices=Company.choices)
    rank = models.SmallIntegerField()
    count = models.IntegerField()
    resigned = models.IntegerField()
    """In how many of these the player had left before the end."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "company", "rank"], name="one_row_of_a_place"
            )
        ]


class Encounter(models.Model):
    """How a player did against another in one game; partners in a team are no opponents. The other
    has such a row too, with the same the other way round."""

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
