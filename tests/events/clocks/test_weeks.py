"""Weeks of play under a simulated sky: every deadline settled once, every match ended.

One world of 15 matches in every run, 20 of 50 on each database with `make weeks`.
"""

import os

import pytest

from events.models import Due, LoggedEvent
from tests.events.clocks.weeks import START, Weeks, faults
from tests.support.draws import same_draws
from tests.support.time_travel import travelling

MATCHES = int(os.environ.get("WEEKS_MATCHES", "15"))
DATABASES = os.environ.get("WEEKS_DATABASES", "sqlite").split()
AT_ONCE = 50
"""A world has so many matches: more would only make the database larger."""
HAPPENS = {
    "seat_timed_out",
    "seat_taken_over",
    "seat_returned",
    "seat_resigned",
    "time_given",
    "match_cancelled",
    "match_finished",
}
"""Kinds of event that every world is continued until it has seen."""


def kinds_in(weeks: Weeks) -> set[str]:
    """Every kind of event that was logged."""
    logged = LoggedEvent.objects.filter(match_id__in=weeks.matches)
    return set(logged.values_list("type", flat=True).distinct())


@pytest.mark.parametrize("database", DATABASES, indirect=True)
@pytest.mark.usefixtures("database", "redis_url")
@pytest.mark.parametrize("seed", range(max(1, MATCHES // AT_ONCE)))
def test_weeks_of_play_leave_nothing_unsettled(seed: int) -> None:
    with travelling(START) as sky, same_draws(seed):
        weeks = Weeks(sky, matches=min(MATCHES, AT_ONCE), seed=seed)
        weeks.run(until=lambda: kinds_in(weeks) >= HAPPENS)
        wrong = {match: found for match in weeks.matches if (found := faults(match))}
    assert not wrong
    assert not Due.objects.filter(match_id__in=weeks.matches).exists()
    assert not HAPPENS - kinds_in(weeks)
    print(f"until {sky.now:%d %B}, {len(weeks.matches)} matches: {dict(weeks.happened)}")
