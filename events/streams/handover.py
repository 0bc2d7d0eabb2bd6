"""Passes an authorised stream from its view to the server that writes the response."""

from events.streams.hub import Hub
from events.streams.watch import Look, Watch


class Handover:
    """Receives the stream that one request opens.

    Servers that can keep a response open put one into the WSGI environment under NAME.
    """

    NAME = "gobelet.stream_handover"

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.watch: Watch | None = None

    def enter(self, watch: Watch) -> None:
        """Accept the stream, or raise if too many are open."""
        self._hub.admit(watch)
        self.watch = watch


def first_look(watch: Watch) -> Look:
    """Return what there is to send now, for a server that cannot keep the response open."""
    (look,) = type(watch).look(watch.subject, [watch])
    return look
