"""Two servers, and so two beats and two workers, on one database, and a Redis that dies: every
deadline is settled once and none is lost."""

import os
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from events.models import LoggedEvent, Match
from events.proof.log_check import chain_fault
from tests.events.clocks.weeks import time_outs
from tests.support.people import full_table
from tests.support.server import Server, free_port, soon
from tests.support.services.valkey import ValkeyServer
from tests.support.sizes import sized

MATCHES = int(os.environ.get("WORKED_MATCHES", "3"))
PLANKS = sized(5, 9)
LIVE = {"kind": "per_move", "seconds": 1}


def late_so_far(matches: list[str]) -> int:
    return LoggedEvent.objects.filter(match_id__in=matches, type="seat_timed_out").count()


def ended(matches: list[str]) -> bool:
    return not Match.objects.filter(id__in=matches, status=Match.Status.RUNNING).exists()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.usefixtures("database", "redis_url")
def test_doubled_beats_and_workers_and_a_redis_that_dies_change_nothing(
    database_url: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        redis = stack.enter_context(ValkeyServer())
        for name in ("one", "two"):
            server = Server(
                tmp_path / name,
                free_port(),
                DATABASE_URL=database_url,
                REDIS_URL=redis.url,
                SWEEP_SECONDS="0.5",
                WEB_PROCESSES="1",
                MAIL_PORT="0",
            )
            stack.callback(server.clean_up)
        matches = [full_table(2, clock=LIVE, options={"planks": PLANKS})[0] for _ in range(MATCHES)]
        assert soon(lambda: late_so_far(matches) >= MATCHES)
        redis.kill()
        before = late_so_far(matches)
        redis.start()
        assert soon(lambda: ended(matches) or late_so_far(matches) > before)
        assert soon(lambda: ended(matches))
    for match in Match.objects.filter(id__in=matches):
        assert chain_fault(match) is None
        settled: Counter[tuple[int, int]] = Counter()
        for seat, question, deadline, at in time_outs(match):
            assert at == deadline
            settled[seat, question] += 1
        assert settled
        assert set(settled.values()) == {1}
