"""How fast a bot answers a bystander while a server is attacked in every known way at once.

Under way together, each as far as the server's own limits allow, from addresses of their own:
200 webhooks at hosts that never answer, tested again and again; mails with large bodies to made-up
reply addresses; matches with five bots, each resigned at once; connections that never end their
request, and headers that are too large. The bystander plays against a bot from another address.

    python -m bench.hostile         (on Linux: all of 127.0.0.0/8 are addresses of this machine)
"""

import smtplib
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from statistics import median
from threading import Event, Thread

from bench.outgoing import answers, compare, hanging
from bench.sqlite_file import FOLDER

# isort: split
from tests.support.guests import Api, Guest
from tests.support.server import Server, free_port, soon

BYSTANDER = "127.0.0.2"
OPENERS = 3
"""Accounts that open matches, each at an address of its own."""
HALF_OPEN = 150
PAUSE = 0.1
"""Seconds between two mails, two matches of an account, two large headers."""
MEDIAN_LIMIT, WORST_LIMIT = 1.0, 3.0

MADE_UP = f"r-{'a' * 53}@play.example.org"
LARGE_MAIL = ("From: eve@example.org\r\n\r\n" + "x" * 70 + "\r\n") * 2000
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
LARGE_HEAD = HEAD + b"Cookie: a=" + b"x" * 40_000 + b"\r\n\r\n"

Attack = Callable[[], str]
"""One attempt; returns how the server refused or took it."""


def mail(port: int) -> str:
    """Send a large mail to a reply address that the server never made."""
    with suppress(smtplib.SMTPException), smtplib.SMTP("127.0.0.1", port) as post:
        post.sendmail("eve@example.org", [MADE_UP], LARGE_MAIL)
        return "mails taken"
    return "mails refused"


def open_and_resign(api: Api) -> str:
    """Open a match with five bots and leave it."""
    table = {"game": "ptipasspass", "seats": 6, "bots": 5, "visibility": "unlisted"}
    status, match = api.post("matches", **table)
    if status == 201:
        api.post(f"matches/{match['id']}/resign")
        return "matches resigned"
    return f"matches refused, {match['code']}"


def send_large_head(port: int) -> str:
    """Send headers that are larger than allowed."""
    with suppress(OSError), connected(port) as client:
        client.sendall(LARGE_HEAD)
        return f"large headers answered {client.recv(12)[9:].decode()}"
    return "large headers cut off"


def hold_half_open(port: int, held: list[socket.socket]) -> str:
    """Begin a request that never ends, in place of the oldest that was begun."""
    if len(held) >= HALF_OPEN:
        held.pop(0).close()
    with suppress(OSError):
        held.append(connected(port))
        held[-1].sendall(HEAD)
        return "requests begun"
    return "connections refused"


def connected(port: int) -> socket.socket:
    """A connection from an attacker's address."""
    return socket.create_connection(("127.0.0.1", port), 5, ("127.0.0.3", 0))


@contextmanager
def under_way(attacks: list[Attack]) -> Iterator[Counter[str]]:
    """Repeat every attack inside the block, each in a thread of its own; count the results."""
    stop, counts = Event(), Counter[str]()

    def repeat(attack: Attack) -> None:
        while not stop.wait(PAUSE):
            counts[attack()] += 1

    threads = [Thread(target=repeat, args=(attack,)) for attack in attacks]
    for thread in threads:
        thread.start()
    try:
        assert soon(lambda: counts.total() > len(attacks))
        yield counts
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def attacked(server: Server, mail_port: int) -> list[float]:
    """The seconds of each answer of a bot while all attacks are under way."""
    held: list[socket.socket] = []
    with ExitStack() as stack:
        openers = [
            stack.enter_context(closing(Api(server.port, Guest(server.port).token, source=source)))
            for source in (f"127.0.1.{number}" for number in range(1, OPENERS + 1))
        ]
        hosts = stack.enter_context(hanging(server))
        attacks: list[Attack] = [
            lambda: mail(mail_port),
            lambda: send_large_head(server.port),
            lambda: hold_half_open(server.port, held),
            *(lambda api=api: open_and_resign(api) for api in openers),  # type: ignore[misc]
        ]
        counts = stack.enter_context(under_way(attacks))
        taken = answers(server, source=BYSTANDER)
        print(f"{hosts.count} requests to hosts that hang")
        for what, count in sorted(counts.items()):
            print(f"{count} {what}")
    for client in held:
        client.close()
    return taken


def main() -> None:
    """Print median and worst answer times without and with all attacks at once."""
    mail_port = free_port()
    server = Server(
        FOLDER / "server",
        free_port(),
        PRIVATE_ENDPOINTS="allowed",
        ENDPOINT_TESTS_PER_DAY="1000000",
        MAIL_PORT=str(mail_port),
        MAIL_DOMAIN="play.example.org",
    )
    try:
        before = answers(server, source=BYSTANDER)
        during = attacked(server, mail_port)
    finally:
        server.clean_up()
    compare(before, during)
    assert median(during) < MEDIAN_LIMIT, f"median {median(during):.2f} s, not {MEDIAN_LIMIT} s"
    assert max(during) < WORST_LIMIT, f"worst {max(during):.2f} s, not {WORST_LIMIT} s"


if __name__ == "__main__":
    main()
