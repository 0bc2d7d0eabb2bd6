"""Rolling tables: one is seated as soon as enough entrants are free, so that no round has to end.

Each entrant plays at most as many tables as the cup has rounds, and AT_ONCE of them at a time.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from events.leagues.cup import Cup, standings
from events.leagues.cup_log import Entrant
from events.leagues.sizes import table_sizes

AT_ONCE = 2
PATIENCE = timedelta(days=1)
"""After this time without a new table, one of a smaller size is seated."""
LAST_SHARE = 5
"""In the last one of so many parts of its time a cup seats no more tables."""


def free_entrants(cup: Cup) -> list[Entrant]:
    """Return who can be seated now: those with the fewest tables first, then the best."""
    seated = Counter(entrant for table in cup.tables for entrant in table.entrants)
    busy = Counter(entrant for table in cup.unfinished for entrant in table.entrants)
    order = {row.entrant: place for place, row in enumerate(standings(cup))}
    free = [
        entrant
        for entrant in cup.playing
        if seated[entrant] < cup.settings.rounds and busy[entrant] < AT_ONCE
    ]
    return sorted(free, key=lambda one: (seated[one], order.get(one, len(order))))


def last_seating(cup: Cup) -> datetime:
    """Return the time from which a running cup seats no more tables."""
    start, end = map(datetime.fromisoformat, (cup.started_at, cup.settings.ends_at))
    return end - (end - start) / LAST_SHARE


def sizes_now(cup: Cup, now: datetime) -> Sequence[int]:
    """Return the sizes of the tables to be seated now, of a running cup.

    They have the size that is wanted as long as waiting for it may help.
    """
    if now >= last_seating(cup):
        return ()
    free, wanted = len(free_entrants(cup)), cup.settings.seats
    if free >= wanted and wanted in cup.settings.sizes:
        return (wanted,) * (free // wanted)
    patient = cup.unfinished and now < patient_until(cup)
    return () if patient else table_sizes(free, cup.settings.sizes, wanted)


def patient_until(cup: Cup) -> datetime:
    """Return when smaller tables are seated, if none has been seated before."""
    return datetime.fromisoformat(cup.seated_at or cup.started_at) + PATIENCE


def next_check(cup: Cup) -> datetime:
    """Return when time by itself next brings something to a running cup."""
    until, end = patient_until(cup), datetime.fromisoformat(cup.settings.ends_at)
    return min(until, end) if until < last_seating(cup) else end
