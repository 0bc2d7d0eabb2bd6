"""Cups and leagues as their readers get them: standings, tables, the log."""

from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Count, Q, QuerySet

from events.cups.log import cup_state
from events.cups.seasons import league_get, league_rules, season_cups
from events.leagues import cup as rules
from events.leagues.season import LeagueRules
from events.log.envelope import timestamp
from events.models import Circle, Cup, CupEntrant, CupEvent, League, LeaguePlayer, Match, Player
from events.seats.rows import person_json


def cup_summary(cup: Cup) -> dict[str, Any]:
    """Serialise a cup in short."""
    return {
        "id": cup.id,
        "name": cup.name,
        "game": cup.game,
        "circle": cup.circle_id,
        "league": cup.league_id,
        "season": cup.season,
        "division": cup.division,
        "status": cup.status,
        "starts_at": timestamp(cup.starts_at),
        "ends_at": timestamp(cup.ends_at),
    }


def cup_json(cup: Cup, reader: Player | None) -> dict[str, Any]:
    """Serialise a cup with its standings and tables; entrants are named by their numbers."""
    state = cup_state(cup)
    rows = list(CupEntrant.objects.filter(cup=cup).select_related("player").order_by("number"))
    own = next((row for row in rows if reader and row.player_id == reader.id), None)
    opened = state.settings
    return cup_summary(cup) | {
        "organiser": person_json(cup.organiser) if cup.organiser else None,
        "seats": opened.seats,
        "sizes": opened.sizes,
        "rounds": opened.rounds,
        "places": opened.places,
        "rolling": opened.rolling,
        "options": opened.options,
        "clock": opened.clock,
        "round": state.round,
        "round_ends_at": _time(state.round_ends_at),
        "version": cup.version,
        "you": own.number if own and not own.left else None,
        "entrants": [
            {
                "number": row.number,
                "player": person_json(row.player),
                "left": row.number in state.left,
                "waiting": row.number in state.waiting,
            }
            for row in rows
        ],
        "standings": [row._asdict() for row in rules.standings(state)],
        "tables": _tables_json(state),
    }


def _tables_json(state: rules.Cup) -> list[dict[str, Any]]:
    """Serialise the tables of a cup in the order in which they were seated."""
    matches = Match.objects.filter(cup_table__isnull=False)
    ids = [table.match for table in state.tables]
    status = dict(matches.filter(id__in=ids).values_list("id", "status"))
    return [
        {
            "number": table.number,
            "round": table.round,
            "match": table.match,
            "status": status[table.match],
            "entrants": table.entrants,
            "ranking": table.ranking,
            "as_it_stood": table.as_it_stood,
            "left": table.left,
        }
        for table in state.tables
    ]


def cup_events(cup: Cup) -> QuerySet[CupEvent]:
    """Return a cup's log, the oldest event first."""
    return CupEvent.objects.filter(cup=cup).order_by("seq")


def cup_event_json(row: CupEvent) -> dict[str, Any]:
    """Serialise an event of a cup's log."""
    return {"seq": row.seq, "at": timestamp(row.at), "event": msgspec.json.decode(row.data)}


def entries_of(player: Player) -> QuerySet[CupEntrant]:
    """Return the cups that a player has entered, the latest first."""
    return CupEntrant.objects.filter(player=player).select_related("cup").order_by("-id")


def cups_of_circle(circle: Circle, *, most: int) -> list[Cup]:
    """Return the latest cups of a circle, the newest first."""
    return list(Cup.objects.filter(circle=circle).order_by("-created_at", "id")[:most])


def leagues_json() -> list[dict[str, Any]]:
    """Serialise the leagues of the settings."""
    rows = {row.key: row for row in League.objects.annotate(signed_up=Count("players"))}
    return [_league_summary(league, rows.get(key)) for key, league in league_rules().items()]


def league_json(key: str, reader: Player | None) -> dict[str, Any]:
    """Serialise a league with the divisions of its latest season."""
    found = league_get(key)
    row = League.objects.annotate(signed_up=Count("players")).filter(key=key).first()
    cups = season_cups(key, row.season) if row and row.season else []
    playing = Count("entrants", filter=Q(entrants__left=False))
    numbers = dict(
        Cup.objects.filter(id__in=[cup.id for cup in cups])
        .annotate(playing=playing)
        .values_list("id", "playing")
    )
    return _league_summary(found, row) | {
        "divisions": [cup_summary(cup) | {"players": numbers[cup.id]} for cup in cups],
        "you": _own_league_json(key, cups, reader),
    }


def _own_league_json(key: str, cups: list[Cup], reader: Player | None) -> dict[str, Any] | None:
    if reader is None:
        return None
    own = CupEntrant.objects.filter(player=reader, cup__in=[cup.id for cup in cups])
    return {
        "signed_up": LeaguePlayer.objects.filter(league=key, player=reader).exists(),
        "cup": own.values_list("cup_id", flat=True).first(),
    }


def _league_summary(league: LeagueRules, row: Any) -> dict[str, Any]:
    return {
        "id": league.key,
        "game": league.game,
        "seats": league.seats,
        "sizes": league.sizes,
        "tables": league.tables,
        "days": league.days,
        "least": league.least,
        "clock": league.clock,
        "season": row.season if row else 0,
        "next_season_at": timestamp(row.due_at) if row and row.due_at else None,
        "signed_up": row.signed_up if row else 0,
    }


def _time(text: str) -> str | None:
    """Return a time of a cup's log in the form that the API uses."""
    return timestamp(datetime.fromisoformat(text)) if text else None
