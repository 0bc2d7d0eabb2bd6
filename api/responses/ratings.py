"""Answers about ratings."""

from typing import Literal

from msgspec import Struct

from api.responses.common import Page, PlayerShown, Time

RatingPool = Literal["two", "more", "teams"]
"""A class of tables; ratings can be compared within one game and class.

two: Two seats, each for itself.
more: Three seats or more, each for itself.
teams: Teams.
"""


class Skill(Struct):
    """A rating: an estimate of a player's strength, and how certain it is."""

    rating: int
    """The estimate in points; everyone begins with 1500."""
    deviation: int
    """The standard deviation of the estimate in points; everyone begins with 500."""
    settled: bool
    """Whether enough matches have counted to rely on the estimate, about ten; before, show the
    player as new."""


class RatingShown(Skill):
    """A player's rating in one game and class of tables."""

    game: str
    """The game's key."""
    pool: RatingPool
    """The class of tables."""
    matches: int
    """How many matches have counted."""


class RatingChange(Skill):
    """A player's rating after a match."""

    game: str
    """The game's key."""
    pool: RatingPool
    """The class of tables."""
    at: Time
    """The day on which the match ended, as its beginning in UTC."""


class RatingHistory(Page):
    """A page of the changes of a player's ratings, the latest first."""

    results: list[RatingChange]
    """The changes of this page."""


class RankedPlayer(Skill):
    """A player in a ranking."""

    player: PlayerShown
    """The player."""
    matches: int
    """How many matches have counted."""


class Ranking(Page):
    """A page of a ranking, ordered by the rating less three times its deviation."""

    results: list[RankedPlayer]
    """The players of this page."""
