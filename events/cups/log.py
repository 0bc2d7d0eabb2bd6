"""The log of a cup: read and folded, appended to, and the rows that follow from it."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.utils import timezone

from events.cups.notices import cup_notify
from events.database.cache import LruCache
from events.database.transactions import after_commit
from events.leagues import cup as rules
from events.leagues.cup_log import AnyCupEvent, event_decode, event_encode
from events.leagues.decide import advance, due_at, is_round_due
from events.models import Cup, CupEntrant, CupEvent, CupTable


class _Folded(NamedTuple):
    version: int
    state: rules.Cup


_cache: LruCache[_Folded] = LruCache(256)


def cup_state(cup: Cup) -> rules.Cup:
    """Return the state of a cup at the version of its row."""
    known = _cache.get(cup.id)
    if known is None or known.version > cup.version:
        known = _Folded(0, rules.Cup())
    later = CupEvent.objects.filter(cup=cup, seq__gt=known.version, seq__lte=cup.version)
    state = known.state
    for data in later.order_by("seq").values_list("data", flat=True):
        state = rules.evolve(state, event_decode(data))
    # Not before the commit: another event could get this number after a rollback.
    after_commit(partial(_remember, cup.id, cup.version, state))
    return state


def cup_fold(cup: Cup) -> rules.Cup:
    """Return the state to which the whole log of a cup leads."""
    rows = CupEvent.objects.filter(cup=cup).order_by("seq").values_list("data", flat=True)
    return rules.fold(map(event_decode, rows))


def cup_append(cup: Cup, events: Sequence[AnyCupEvent], *, at: datetime | None = None) -> rules.Cup:
    """Append events to the log of a cup locked by the caller, make its rows follow, and notify the
    entrants; returns the state after them."""
    state, now = cup_state(cup), timezone.now()
    first = cup.version + 1
    CupEvent.objects.bulk_create(
        CupEvent(cup=cup, seq=seq, at=at or now, data=event_encode(event))
        for seq, event in enumerate(events, first)
    )
    for event in events:
        state = rules.evolve(state, event)
    cup.version += len(events)
    row_follow(cup, state, now)
    tables_follow(cup, state)
    entrants_follow(cup, state)
    cup_notify(cup, state, events)
    after_commit(partial(_remember, cup.id, cup.version, state))
    return state


def row_follow(cup: Cup, state: rules.Cup, now: datetime) -> None:
    """Make the row of a cup follow from its state; it is due now if that brings something."""
    cup.status, cup.due_at = Cup.Status(state.status), due_at(state)
    if advance(state, now) or is_round_due(state, now):
        cup.due_at = now
    Cup.objects.filter(id=cup.id).update(status=cup.status, due_at=cup.due_at)


def tables_follow(cup: Cup, state: rules.Cup) -> int:
    """Create the missing rows of a cup's tables; returns how many."""
    there = CupTable.objects.filter(cup=cup).count()
    missing = state.tables[there:]
    CupTable.objects.bulk_create(
        CupTable(match_id=table.match, cup=cup, number=table.number) for table in missing
    )
    return len(missing)


def entrants_follow(cup: Cup, state: rules.Cup) -> int:
    """Mark those who have left; returns how many rows were wrong."""
    rows = CupEntrant.objects.filter(cup=cup)
    wrong = rows.filter(number__in=state.left, left=False).update(left=True)
    return wrong + rows.filter(left=True).exclude(number__in=state.left).update(left=False)


def _remember(cup_id: str, version: int, state: rules.Cup) -> None:
    known = _cache.get(cup_id)
    if known is None or known.version < version:
        _cache.put(cup_id, _Folded(version, state))
