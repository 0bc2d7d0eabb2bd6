"""What time brings to cups: their start, rounds and end, and tables that players have left.

The rows say what is due; running any of this again changes nothing.
"""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from events.cups.log import cup_append, cup_state
from events.cups.tables import entrant_players, seat_leave, table_count, tables_open
from events.leagues import cup as rules
from events.leagues import decide
from events.leagues.cup_log import Entrant, RoundPaired
from events.models import Block, CircleMember, Cup, CupEntrant, Match
from events.seats.locks import cup_lock, match_lock
from events.seats.rows import seats_of

RETRY_DELAY = timedelta(minutes=1)
SEATINGS_AT_ONCE = 20
"""A bound on the seatings of one transaction; the rest is due at the next sweep."""

log = logging.getLogger(__name__)


def cups_settle(*, most: int) -> int:
    """Settle up to so many cups that are due, the longest due first; returns how many."""
    due = Cup.objects.filter(due_at__lte=timezone.now()).order_by("due_at", "id")
    found = list(due.values_list("id", flat=True)[:most])
    for cup_id in found:
        try:
            cup_settle(cup_id)
        except Exception:
            log.exception("cup %s could not be settled; the others go on", cup_id)
            _postpone(cup_id)
    return len(found)


def cup_settle(cup_id: str) -> None:
    """Settle everything that is due in a cup now.

    Matches are changed in transactions of their own before, as they are locked before cups.
    """
    cup = Cup.objects.get(id=cup_id)
    state = cup_state(cup)
    for table in _tables_to_settle(state):
        _table_settle(cup, state, table)
    with transaction.atomic():
        cup = cup_lock(cup_id)
        for _ in range(SEATINGS_AT_ONCE):
            if not _step(cup):
                break
        else:
            return
    if cup.due_at is not None and cup.due_at <= timezone.now():
        _postpone(cup_id)


def _step(cup: Cup) -> bool:
    """Append what comes next, if anything does; the caller has locked the cup."""
    state, now = cup_state(cup), timezone.now()
    if events := decide.advance(state, now):
        cup_append(cup, events)
        return True
    if not decide.is_round_due(state, now):
        return False
    together = _circles(cup) if cup.league_id else {}
    pairing = decide.pair(state, cup.id, now, circles=together, apart=_apart(cup))
    paired = RoundPaired(
        round=pairing.round,
        tables=tables_open(cup, state, pairing),
        resting=pairing.resting,
        ends_at=pairing.ends_at.isoformat(),
        at=now.isoformat(),
    )
    cup_append(cup, [paired])
    return True


def _tables_to_settle(state: rules.Cup) -> list[rules.Table]:
    """Return the tables without a result that are over, or at which those who left the cup sit."""
    matches = Match.objects.filter(id__in=[table.match for table in state.unfinished])
    over = set(matches.filter(status__in=Match.OVER).values_list("id", flat=True))
    return [
        table
        for table in state.unfinished
        if table.match in over or not state.left.isdisjoint(table.entrants)
    ]


def _table_settle(cup: Cup, state: rules.Cup, table: rules.Table) -> None:
    """Give up the seats of those who have left the cup, and count a result that was not counted."""
    players = entrant_players(cup)
    with transaction.atomic():
        match = match_lock(table.match)
        for entrant in sorted(state.left.intersection(table.entrants)):
            seat_leave(match, players[entrant].id)
        table_count(match, seats_of(match))


def _apart(cup: Cup) -> set[tuple[Entrant, Entrant]]:
    """Return the pairs of entrants of whom one has blocked the other."""
    numbers = dict(CupEntrant.objects.filter(cup=cup).values_list("player_id", "number"))
    blocks = Block.objects.filter(kind=Block.Kind.BLOCK, player__in=numbers, other__in=numbers)
    pairs = blocks.values_list("player_id", "other_id")
    ordered = (sorted((numbers[one], numbers[other])) for one, other in pairs)
    return {(first, second) for first, second in ordered}


def _circles(cup: Cup) -> dict[Entrant, list[str]]:
    """Return the circles of each entrant."""
    numbers = dict(CupEntrant.objects.filter(cup=cup).values_list("player_id", "number"))
    found: dict[Entrant, list[str]] = {}
    members = CircleMember.objects.filter(player__in=numbers)
    for player, circle in members.values_list("player_id", "circle_id"):
        found.setdefault(numbers[player], []).append(circle)
    return found


def _postpone(cup_id: str) -> None:
    now = timezone.now()
    due = Q(id=cup_id, due_at__lte=now)
    Cup.objects.filter(due).update(due_at=now + RETRY_DELAY)
