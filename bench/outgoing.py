"""How fast bots answer while the hosts of webhooks do not: 200 endpoints that hang.

A server on SQLite, ten players with twenty webhooks each, every one on a host of its own that takes
requests and never answers them; each is tested again when its test has ended. Beside them one guest
plays against a bot. What counts is the ratio of the bot's answer times, seen over HTTP, to
those in the same server before.

    python -m bench.outgoing        (on Linux: all of 127.0.0.0/8 are addresses of this machine)
"""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import cycle
from statistics import median
from threading import Event, Thread

from bench.sqlite_file import FOLDER

# isort: split
from events.notifications.http.channel import SECONDS
from events.notifications.http.places import SHARES
from tests.support.guests import Api, BotMatch, Guest
from tests.support.server import Server, free_port, soon

PLAYERS, HOOKS = 10, 20
ANSWERS = 200
EACH_SECONDS = 8.0
"""How often each endpoint is tested: a test hangs for that long."""
LIMIT = 3.0
"""The most that the median answer of a bot may take, times that without hanging endpoints."""


class SilentHosts:
    """Takes connections on all addresses of loopback, and answers none."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("", 0), backlog=1024)
        self.port = self._listener.getsockname()[1]
        self._taken: list[socket.socket] = []
        Thread(target=self._take, daemon=True).start()

    @property
    def count(self) -> int:
        """The requests taken so far."""
        return len(self._taken)

    def close(self) -> None:
        """End all connections."""
        for one in (self._listener, *self._taken):
            one.close()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                self._taken.append(self._listener.accept()[0])


@contextmanager
def hanging(server: Server) -> Iterator[SilentHosts]:
    """Have every webhook tested again and again inside the block."""
    stop = Event()
    with closing(SilentHosts()) as hosts:
        people = [Guest(server.port) for _ in range(PLAYERS)]
        for number, person in enumerate(people):
            for other in range(HOOKS):
                url = f"http://127.0.{number + 1}.{other + 1}:{hosts.port}/"
                person.post("me/webhooks", url=url)
        threads = [Thread(target=_test, args=(server, one, stop)) for one in people]
        for thread in threads:
            thread.start()
        try:
            assert soon(lambda: hosts.count >= SHARES["unproved"])
            yield hosts
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def _test(server: Server, person: Guest, stop: Event) -> None:
    with closing(Api(server.port, person.token)) as api:
        hooks = [hook["id"] for hook in api.get("me/webhooks")["results"]]
        for hook in cycle(hooks):
            if stop.wait(EACH_SECONDS / HOOKS):
                break
            api.post(f"me/webhooks/{hook}/test")  # 409 while one is under way


def answers(server: Server, *, source: str = "127.0.0.1") -> list[float]:
    """The seconds of each answer of a bot to a client at that address."""
    with closing(Api(server.port, Guest(server.port).token, source=source)) as api:
        match, taken = BotMatch(api), list[float]()
        while len(taken) < ANSWERS:
            if match.over:
                match = BotMatch(api)
            taken.append(match.bot_seconds(pause=0.005))
        return taken


def compare(before: list[float], during: list[float]) -> None:
    """Print median and worst answer times."""
    for name, figure in (("median", median), ("worst", max)):
        quiet, busy = figure(before), figure(during)
        print(
            f"a bot's answer, {name:6}: {quiet * 1e3:6.0f} ms without, {busy * 1e3:6.0f} ms "
            f"with them, {busy / quiet:.2f}×"
        )


def main() -> None:
    """Print median and worst answer times without and with hanging endpoints."""
    server = Server(
        FOLDER / "server",
        free_port(),
        RATE_LIMITS="off",
        PRIVATE_ENDPOINTS="allowed",
        ENDPOINT_TESTS_PER_DAY="1000000",
        MAIL_PORT="0",
    )
    try:
        before = answers(server)
        with hanging(server) as hosts:
            during = answers(server)
            print(f"{PLAYERS * HOOKS} endpoints hang, {hosts.count} requests to them")
    finally:
        server.clean_up()
    compare(before, during)
    ratio = median(during) / median(before)
    assert ratio < LIMIT, f"hanging endpoints slow bots down {ratio:.1f}×, not {LIMIT}× at most"
    assert max(during) < SECONDS, "a bot has waited for an endpoint"


if __name__ == "__main__":
    main()
