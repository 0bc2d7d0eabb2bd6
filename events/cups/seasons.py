"""Leagues: players sign up, and one season follows the other by itself.

A season is a cup with rolling tables for each division. When its last day has come and all of them
have ended, the next one begins with promotion and relegation.
"""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache

import msgspec
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils import timezone

from events.cups.cup import account_require, cup_create, cup_leave, entrant_add, require_sizes
from events.cups.log import cup_append, cup_state
from events.cups.notices import entrants_notify
from events.errors import Conflict, DomainError, NotFound
from events.leagues.cup_log import CupOpened, EntrantJoined
from events.leagues.season import (
    PLACES,
    Finisher,
    LeagueRules,
    divisions_next,
    finishers,
    was_absent,
)
from events.models import Cup, CupEntrant, League, LeaguePlayer, Outbox, Player
from events.players.quotas import quota_use
from events.seats.locks import cup_lock, league_lock

RETRY_DELAY = timedelta(minutes=1)

log = logging.getLogger(__name__)


def league_rules() -> dict[str, LeagueRules]:
    """Return the leagues of the settings by key; raises ImproperlyConfigured."""
    return _parsed(settings.LEAGUES)


@cache
def _parsed(text: str) -> dict[str, LeagueRules]:
    try:
        leagues = msgspec.json.decode(text or "[]", type=list[LeagueRules])
        for league in leagues:
            require_sizes(league.game, league.seats, league.sizes)
    except (msgspec.DecodeError, DomainError) as error:
        raise ImproperlyConfigured(f"LEAGUES cannot be used: {error}") from error
    return {league.key: league for league in leagues}


def league_get(key: str) -> LeagueRules:
    """Return a league of the settings; raises NotFound."""
    found = league_rules().get(key)
    if found is None:
        raise NotFound("league_not_found")
    return found


def league_join(*, key: str, player: Player) -> None:
    """Sign up for the coming seasons, and for the one that runs if few enough wait for a place; a
    second call changes nothing."""
    rules = league_get(key)
    account_require(player)
    quota_use(player=player, kind="cup_entry", most=settings.CUP_ENTRIES_PER_DAY)
    league = league_lock(key)
    if LeaguePlayer.objects.filter(league=league, player=player).exists():
        return
    LeaguePlayer.objects.create(league=league, player=player, joined_at=timezone.now())
    _begin_if_enough(league, rules)
    division = _division_for_newcomers(league)
    if division is not None and not _has_entered(league, player):
        entrant_add(division, player)


def league_leave(*, key: str, player: Player) -> None:
    """Leave a league and the season that runs: bots play on at the player's tables."""
    league_get(key)
    league = league_lock(key)
    LeaguePlayer.objects.filter(league=league, player=player).delete()
    own = CupEntrant.objects.filter(player=player, left=False, cup__due_at__isnull=False)
    for entrant in own.filter(cup__league=league, cup__season=league.season):
        with suppress(Conflict):  # the season has ended meanwhile
            cup_leave(cup_id=entrant.cup_id, player=player)


def leagues_leave_all(*, player: Player) -> None:
    """Leave every league; its running season is left with all cups."""
    LeaguePlayer.objects.filter(player=player).delete()


def leagues_settle() -> int:
    """Begin each season that is due; returns how many leagues were looked at."""
    due = League.objects.filter(due_at__lte=timezone.now(), key__in=league_rules())
    keys = list(due.order_by("due_at").values_list("key", flat=True))
    for key in keys:
        try:
            season_settle(key)
        except Exception:
            log.exception("league %s could not be settled; the others go on", key)
            _postpone(key)
    return len(keys)


@transaction.atomic
def season_settle(key: str) -> None:
    """Begin the next season of a league if the one before has ended and it is time."""
    league, now = league_lock(key), timezone.now()
    if league.due_at is None or league.due_at > now:
        return
    running = Cup.objects.filter(league=league, season=league.season, due_at__isnull=False)
    if running.exists():
        _postpone(key)
        return
    _season_begin(league, league_get(key), now)


def season_cups(league_key: str, season: int) -> list[Cup]:
    """Return the divisions of a season, the highest first."""
    return list(Cup.objects.filter(league=league_key, season=season).order_by("division"))


def _season_begin(league: League, rules: LeagueRules, now: datetime) -> None:
    cups = season_cups(league.key, league.season)
    before = [_finishers(cup) for cup in cups]
    for cup in cups:
        entrants_notify(cup, cup_state(cup), Outbox.Kind.CUP_ENDED)
    _sign_out_absent(league, cups)
    signed_up = LeaguePlayer.objects.filter(league=league).order_by("joined_at", "id")
    players = list(signed_up.values_list("player_id", flat=True))
    if len(players) < rules.least:
        league.due_at = None
        league.save(update_fields=["due_at"])
        return
    league.season += 1
    league.due_at = now + timedelta(days=rules.days)
    league.save(update_fields=["season", "due_at"])
    for number, division in enumerate(divisions_next(before, set(players), players), 1):
        _division_open(league, rules, number, division, now)


def _division_open(
    league: League, rules: LeagueRules, number: int, players: list[str], now: datetime
) -> None:
    assert league.due_at is not None
    opened = CupOpened(
        game=rules.game,
        sizes=rules.sizes,
        seats=rules.seats,
        rounds=rules.tables,
        starts_at=now.isoformat(),
        ends_at=league.due_at.isoformat(),
        places=PLACES,
        rolling=True,
        clock=rules.clock,
    )
    cup = cup_create(Cup(league=league, season=league.season, division=number), opened)
    CupEntrant.objects.bulk_create(
        CupEntrant(cup=cup, number=entrant, player_id=player)
        for entrant, player in enumerate(players)
    )
    cup_append(cup, [EntrantJoined(entrant=entrant) for entrant in range(len(players))])


def _finishers(cup: Cup) -> list[Finisher]:
    players = CupEntrant.objects.filter(cup=cup).order_by("number")
    return finishers(cup_state(cup), list(players.values_list("player_id", flat=True)))


def _sign_out_absent(league: League, cups: list[Cup]) -> None:
    """Sign out those who were at the end of none of their tables."""
    for cup in cups:
        state = cup_state(cup)
        absent = [entrant for entrant in state.joined if was_absent(state, entrant)]
        players = CupEntrant.objects.filter(cup=cup, number__in=absent).values("player")
        LeaguePlayer.objects.filter(league=league, player__in=players).delete()


def _begin_if_enough(league: League, rules: LeagueRules) -> None:
    """Set the day on which a league that waits for players begins a season."""
    signed_up = LeaguePlayer.objects.filter(league=league).count()
    if signed_up >= rules.least and league.due_at is None:
        league.due_at = timezone.now() + timedelta(days=rules.opens_after)
        league.save(update_fields=["due_at"])


def _has_entered(league: League, player: Player) -> bool:
    own = CupEntrant.objects.filter(player=player, cup__league=league, cup__season=league.season)
    return own.exists()


def _division_for_newcomers(league: League) -> Cup | None:
    """Lock and return the lowest division of the season that runs, unless it has ended or too many
    wait there: anyone may sign up, and each entrant makes the cup larger for all its readers."""
    divisions = season_cups(league.key, league.season)
    cup = cup_lock(divisions[-1].id) if divisions else None
    if cup is None or cup.due_at is None or len(cup_state(cup).waiting) >= PLACES:
        return None
    return cup


def _postpone(key: str) -> None:
    now = timezone.now()
    League.objects.filter(key=key, due_at__lte=now).update(due_at=now + RETRY_DELAY)
