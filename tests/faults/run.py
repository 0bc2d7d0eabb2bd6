"""One run: people play while a server is disturbed; what they saw is compared with the log."""

import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice, pairwise
from pathlib import Path
from random import Random
from threading import Event

import msgspec
from msgspec import Struct

from tests.events.notifications.receivers import Received, receiver
from tests.faults.checker import MatchLog, faults
from tests.faults.clients import Recorder
from tests.faults.disturbances import Disturber
from tests.faults.history import History
from tests.faults.installation import installed
from tests.faults.logs import match_logs, waiting_deliveries
from tests.faults.tables import KINDS, Table
from tests.support.fault_proxy import FaultProxy
from tests.support.server import PATIENCE, soon
from tests.support.services.databases import connected_to


class Result(Struct):
    """What came of a run."""

    figures: dict[str, object]
    faults: list[str]
    history: History
    logs: list[MatchLog]

    def keep(self, path: Path) -> None:
        """Write all of it to a file, to be looked at."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(self))


def run(database: str, folder: Path, *, kills: int, tables: int, seed: int) -> Result:
    """Play at so many tables until so many processes were killed and every match is over."""
    random, recorder, enough = Random(seed), Recorder(), Event()

    began = time.monotonic()
    with (
        installed(database, folder) as installation,
        receiver() as machine,
        FaultProxy(installation.port, random.getrandbits(32)) as proxy,
    ):
        machine.status_for = recording(recorder)
        disturber = Disturber(installation, recorder.history, Random(random.getrandbits(64)))
        playing = [
            Table(proxy.address, recorder, kind, Random(random.getrandbits(64)), machine.url)
            for kind in islice(cycle(KINDS), tables)
        ]
        threads = [table.play_until(enough) for table in playing]
        disturber.disturb(kills, lambda: all(table.failure for table in playing))
        enough.set()
        for thread in threads:
            thread.join(5 * PATIENCE)
        failures = [repr(table.failure) for table in playing if table.failure]
        logs = settled_logs(installation.url)
    found = failures + faults(recorder.history, logs)
    shown = figures(recorder, logs) | {
        "database": database,
        "seed": seed,
        "seconds": round(time.monotonic() - began),
        "kills": disturber.killed.total(),
        "killed": dict(disturber.killed),
        "other disturbances": dict(disturber.others),
        "network": dict(proxy.faults),
        "faults": len(found),
    }
    return Result(shown, found, recorder.history, logs)


def recording(recorder: Recorder) -> Callable[[Received], int]:
    """Return what a receiver of notices does: it records each, and says that it has it."""

    def take(request: Received) -> int:
        recorder.add_notice(request.headers["webhook-id"], request.json())
        return 204

    return take


def settled_logs(url: str) -> list[MatchLog]:
    """Return every match of a database once its notices were sent."""
    with connected_to(url):
        soon(lambda: not waiting_deliveries(), pause=0.5)  # what still waits is a fault
        return match_logs()


def figures(recorder: Recorder, logs: list[MatchLog]) -> dict[str, object]:
    """Return what clients have seen, in numbers."""
    history = recorder.history
    accepted = [move for move in history.moves if move.is_accepted]
    times = sorted(min(a.answered for a in move.attempts if a.is_accepted) for move in accepted)
    states = Counter(
        state for log in logs for notice in log.notices for state, _ in notice.deliveries.values()
    )
    return {
        "matches": len(history.matches),
        "events": sum(log.version for log in logs),
        "moves acknowledged": len(accepted),
        "moves of unknown outcome": sum(
            not move.is_accepted and not move.is_refused for move in history.moves
        ),
        "moves sent again": sum(len(move.attempts) > 1 for move in history.moves),
        "requests without answer": recorder.unanswered,
        "errors of the server": recorder.errors,
        "reads": len(history.reads),
        "notices": dict(states),
        "notices that arrived again": len(history.notices)
        - len({notice.id for notice in history.notices}),
        "time-outs": sum(len(log.time_outs) for log in logs),
        "longest time without an accepted move": round(
            max((later - one for one, later in pairwise(times)), default=0), 1
        ),
    }
