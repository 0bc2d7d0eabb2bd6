"""A player's public profile and results."""

from typing import Any

from events.log.envelope import day_of, timestamp
from events.models import Block, Encounter, Placing, Player
from events.projections.reliability import reliability_json
from events.seats.rows import person_json
from events.selectors.ratings import ratings_of


def public_profile(player: Player, reader: Player | None) -> dict[str, Any]:
    """Serialise a player for one reader.

    Matches appear only as counts, private ones included. Results of two players against each
    other are shown only to these two.
    """
    return person_json(player) | {
        "guest": player.guest,
        "created_at": timestamp(day_of(player.created_at)),
        "record": record_of(player),
        "ratings": ratings_of(player),
        "reliability": reliability_json([player.id])[player.id],
        "head_to_head": encounters_of(reader, player) if reader and reader != player else None,
    }


def record_of(player: Player) -> dict[str, dict[str, Any]]:
    """Return per game how many matches were finished and won, in total and by company.

    The company is either other people or bots alone.
    """
    record: dict[str, dict[str, Any]] = {}
    for row in Placing.objects.filter(player=player).order_by("game", "rank"):
        game = record.setdefault(row.game, {"played": 0, "won": 0} | _no_scores())
        score = game[row.company]
        for total in (game, score):
            total["played"] += row.count
            total["won"] += row.count if row.rank == 1 else 0
        score["resigned"] += row.resigned
        score["ranks"][str(row.rank)] = row.count
    return record


def _no_scores() -> dict[str, dict[str, Any]]:
    return {
        company: {"played": 0, "won": 0, "resigned": 0, "ranks": {}}
        for company in Placing.Company.values
    }


def encounters_of(player: Player, other: Player) -> dict[str, dict[str, int]]:
    """Return per game how often a player ranked ahead of, behind or level with another."""
    rows = Encounter.objects.filter(player=player, other=other).order_by("game")
    return {row.game: _encounter(row) for row in rows}


def opponents_of(player: Player) -> list[dict[str, Any]]:
    """Return all opponents of a player's finished matches; only for that player."""
    rows = Encounter.objects.filter(player=player).order_by("game", "other_id")
    return [{"player": row.other_id, "game": row.game} | _encounter(row) for row in rows]


def _encounter(row: Encounter) -> dict[str, int]:
    return {"ahead": row.ahead, "behind": row.behind, "level": row.level}


def block_json(row: Block) -> dict[str, Any]:
    """Serialise a blocked or muted player; only for the player who did so."""
    return {"player": person_json(row.other), "kind": row.kind, "at": timestamp(row.at)}
