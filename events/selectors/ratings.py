"""Ratings as everyone may read them: of a player, how they changed, and rankings."""

from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from events.log.envelope import day_of, timestamp
from events.models import Player, Pool, Rating, RatingChange
from events.projections.skill import POINTS, Skill
from events.seats.rows import person_json

POOLS = tuple(Pool.values)


class Rank(NamedTuple):
    """The position of a row in a ranking, by which the next page begins."""

    floor: float
    player: str


def ratings_of(player: Player) -> list[dict[str, Any]]:
    """Serialise a player's ratings, by game and pool."""
    rows = Rating.objects.filter(player=player).order_by("game", "pool")
    return [
        {"game": row.game, "pool": row.pool, "matches": row.matches} | _skill_json(row)
        for row in rows
    ]


def rating_changes_of(player: Player) -> QuerySet[RatingChange]:
    """Return the changes of a player's ratings, the latest first."""
    return RatingChange.objects.filter(player=player).order_by("-id")


def rating_change_json(row: RatingChange) -> dict[str, Any]:
    """Serialise a change; of the match only the day of its end, as it may be private."""
    return {"game": row.game, "pool": row.pool, "at": timestamp(day_of(row.at))} | _skill_json(row)


def ranking(*, game: str, pool: str, after: Rank | None, most: int) -> list[Rating]:
    """Return the rated players of a pool, the best first."""
    rows = Rating.objects.filter(game=game, pool=pool).select_related("player")
    if after is not None:
        level = Q(floor=after.floor, player__gt=after.player)
        rows = rows.filter(Q(floor__lte=after.floor) & (Q(floor__lt=after.floor) | level))
    return list(rows.order_by("-floor", "player_id")[:most])


def ranked_json(row: Rating) -> dict[str, Any]:
    """Serialise a row of a ranking."""
    return {"player": person_json(row.player), "matches": row.matches} | _skill_json(row)


def _skill_json(row: Rating | RatingChange) -> dict[str, Any]:
    skill = Skill(row.mu, row.sigma)
    return {
        "rating": round(POINTS * skill.mu),
        "deviation": round(POINTS * skill.sigma),
        "settled": skill.settled,
    }
