"""One run: people play on a cluster while its parts fail over; compared with the log at the end."""

import time
from itertools import cycle, islice
from pathlib import Path
from random import Random
from threading import Event

from tests.cluster.cluster import Cluster
from tests.cluster.failovers import Failovers
from tests.cluster.network import network
from tests.events.notifications.receivers import receiver
from tests.faults.checker import faults
from tests.faults.clients import Recorder
from tests.faults.run import Result, figures, recording, settled_logs
from tests.faults.tables import KINDS, Table
from tests.support.fault_proxy import FaultProxy
from tests.support.server import PATIENCE


def run(
    folder: Path, *, failovers: int, seconds: float, tables: int, seed: int, share: float
) -> Result:
    """Play until so many failovers are over, or for so long, and until every match is over."""
    random, recorder, enough = Random(seed), Recorder(), Event()
    began = time.monotonic()
    with network(folder) as net:
        clients = net.add("clients")
        clients.enter()
        cluster = Cluster(net, folder)
        cluster.start()
        print(f"the cluster is ready after {time.monotonic() - began:.0f} s", flush=True)
        failing = FaultProxy(80, random.getrandbits(32), share, host=cluster.web_proxy.address)
        with receiver(clients.address) as machine, failing as proxy:
            machine.status_for = recording(recorder)
            disturber = Failovers(cluster, recorder.history, Random(random.getrandbits(64)))
            playing = [
                Table(proxy.address, recorder, kind, Random(random.getrandbits(64)), machine.url)
                for kind in islice(cycle(KINDS), tables)
            ]
            threads = [table.play_until(enough) for table in playing]
            disturber.disturb(failovers, seconds, lambda: all(table.failure for table in playing))
            enough.set()
            for thread in threads:
                thread.join(5 * PATIENCE)
            failures = [repr(table.failure) for table in playing if table.failure]
            logs = settled_logs(cluster.url)
    found = failures + faults(recorder.history, logs)
    shown = figures(recorder, logs) | {
        "seed": seed,
        "seconds": round(time.monotonic() - began),
        "failovers": disturber.failovers,
        "disturbances": dict(disturber.done),
        "versions": cluster.versions + 1,
        "databases copied anew": len(cluster.copied),
        "network": dict(proxy.faults),
        "clients that gave up": len(failures),
        "faults": len(found),
    }
    return Result(shown, found, recorder.history, logs)
