"""Where a view that has let somebody in leaves what they watch, for whoever writes the stream."""

from events.streams.hub import Hub
from events.streams.watch import Look, Watch


class Door:
    """Of one request; it stands in the WSGI environment where the server can go on writing."""

    NAME = "gobelet.door"

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.watch: Watch | None = None

    def enter(self, watch: Watch) -> None:
        """Let this stream go on, or refuse it when there are too many."""
        self._hub.admit(watch)
        self.watch = watch


def first_look(watch: Watch) -> Look:
    """All that a server which cannot go on writing can send: what there is now."""
    (look,) = type(watch).look(watch.subject, [watch])
    return look
