"""A network between a browser and a server that can be cut, and is then restored."""

import socket
from contextlib import suppress
from threading import Lock, Thread
from types import TracebackType

CHUNK = 1 << 16


class Network:
    """Relays connections from an address of its own to a server's port on this machine.

    Chromium's own way of being offline lets requests through around a page load; here no byte
    passes from the return of `cut` to that of `restore`.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._lock = Lock()
        self._is_cut = False
        self._open: set[socket.socket] = set()

    def __enter__(self) -> "Network":
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        with self._lock:
            self._is_cut = True
            for connection in self._open:
                _shut(connection)

    def restore(self) -> None:
        """Let connections through again."""
        with self._lock:
            self._is_cut = False

    def _accept(self) -> None:
        with suppress(OSError):  # the listening socket is closed at the end
            while True:
                near, _ = self._listening.accept()
                Thread(target=self._relay, args=(near,), daemon=True).start()

    def _relay(self, near: socket.socket) -> None:
        with near, suppress(OSError):
            with self._lock:
                if self._is_cut:
                    return
                far = socket.create_connection(("127.0.0.1", self._port))
                self._open |= {near, far}
            with far:
                back = Thread(target=_pipe, args=(far, near), daemon=True)
                back.start()
                _pipe(near, far)
                back.join()
                with self._lock:
                    self._open -= {near, far}


def _pipe(source: socket.socket, target: socket.socket) -> None:
    """Pass on all that comes, then end the other side."""
    with suppress(OSError):
        while sent := source.recv(CHUNK):
            target.sendall(sent)
    _shut(target)


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
