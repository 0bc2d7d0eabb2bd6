"""Encodes Server-Sent Events."""

import msgspec

KEEP_ALIVE = b":\n\n"
RETRY_MILLISECONDS = 2000


def message(data: object, *, name: str | None = None, place: int | str | None = None) -> bytes:
    """Encode one event; without a name, EventSource dispatches it as `message`."""
    lines = b"" if name is None else b"event: %s\n" % name.encode()
    if place is not None:
        lines += b"id: %s\n" % str(place).encode()
    return lines + b"data: " + msgspec.json.encode(data) + b"\n\n"


def resume_message(place: int | str) -> bytes:
    """Encode the id to resume from if the stream is cut before its first event with an id."""
    return b"retry: %d\nid: %s\n\n" % (RETRY_MILLISECONDS, str(place).encode())


def changed_message(**data: object) -> bytes:
    """Encode a `changed` event: data without an event of its own has changed, read it again."""
    return message(data, name="changed")
