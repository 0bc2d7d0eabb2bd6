"""Weeks of play under a simulated sky: every deadline settled once, every match ended."""

import os
from collections import Counter

import pytest
from django.db import connection

from events.models import Due, LoggedEvent
from tests.clocks.travel import travelling
from tests.clocks.weeks import START, Weeks, faults

MATCHES = int(os.environ.get("WEEKS_MATCHES", "100"))
DATABASES = os.environ.get("WEEKS_DATABASES", "sqlite").split()
AT_ONCE = 50
"""A world has so many matches: more would only make the database larger."""


PLUG_STAYS_IN = {
    "sqlite": "PRAGMA synchronous = OFF",
    "postgresql": "SET synchronous_commit = off",
}
HAPPENS = {
    "seat_timed_out",
    "seat_taken_over",
    "seat_returned",
    "seat_resigned",
    "time_given",
    "match_cancelled",
    "match_finished",
}
WHOLE = (0, 1)
"""Worlds in which all of that happens; in one of fifty matches a rare thing may be missing."""


@pytest.mark.parametrize("database", DATABASES, indirect=True)
@pytest.mark.usefixtures("database", "redis_url")
@pytest.mark.parametrize("seed", range(max(1, MATCHES // AT_ONCE)))
def test_weeks_of_play_leave_nothing_unsettled(seed: int) -> None:
    with travelling(START) as sky:
        with connection.cursor() as cursor:
            cursor.execute(PLUG_STAYS_IN[connection.vendor])
        weeks = Weeks(sky, matches=min(MATCHES, AT_ONCE), seed=seed)
        weeks.run()
        wrong = {match: found for match in weeks.matches if (found := faults(match))}
    assert not wrong
    assert not Due.objects.filter(match_id__in=weeks.matches).exists()
    kinds = Counter(
        LoggedEvent.objects.filter(match_id__in=weeks.matches).values_list("type", flat=True)
    )
    if seed in WHOLE and len(weeks.matches) == AT_ONCE:
        assert not HAPPENS - kinds.keys()
    print(f"until {sky.now:%d %B}: {dict(weeks.happened)}, {dict(kinds)}")
