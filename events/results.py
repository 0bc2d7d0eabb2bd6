"""What is publicly known of a player: who they are and how they have done."""

from datetime import UTC, datetime
from typing import Any

from events.clocks.reliability import reliability_shown
from events.models import Encounter, Placing, Player, Shunned
from events.record import timestamp
from events.shown import person_shown


def profile_shown(player: Player, reader: Player | None) -> dict[str, Any]:
    """A player as a reader may know them; of matches only how many, private ones included. Who met
    whom is told to nobody but the two."""
    return person_shown(player) | {
        "guest": player.guest,
        "created_at": timestamp(_day(player.created_at)),
        "record": record_of(player),
        "reliability": reliability_shown([player.id])[player.id],
        "head_to_head": encounters_of(reader, player) if reader and reader != player else None,
    }


def _day(moment: datetime) -> datetime:
    """Its beginning: to the second would tell more than anybody needs."""
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def record_of(player: Player) -> dict[str, dict[str, Any]]:
    """By game: how many matches were played to the end, how many of them won, and the same for
    those among people and those against bots alone."""
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
    """By game: how often a player came in ahead of another, behind or level with them."""
    rows = Encounter.objects.filter(player=player, other=other).order_by("game")
    return {row.game: _encounter(row) for row in rows}


def opponents_of(player: Player) -> list[dict[str, Any]]:
    """Everybody whom a player has met at the end of a match, for nobody but that player."""
    rows = Encounter.objects.filter(player=player).order_by("game", "other_id")
    return [{"player": row.other_id, "game": row.game} | _encounter(row) for row in rows]


def _encounter(row: Encounter) -> dict[str, int]:
    return {"ahead": row.ahead, "behind": row.behind, "level": row.level}


def shunned_shown(row: Shunned) -> dict[str, Any]:
    """Somebody blocked or muted, for nobody but who did it."""
    return {"player": person_shown(row.other), "kind": row.kind, "at": timestamp(row.at)}
