"""The data of messages in streams, other than events."""

from typing import Annotated

from msgspec import Meta, Struct

from api.responses.common import Time

NoticeKind = Annotated[
    str,
    Meta(
        description="`your_turn`, `match_started`, `match_finished`, `invited`, `deadline_near`, "
        "`timed_out` or `message`; there may be more, ignore those that you do not know.",
        examples=["your_turn"],
    ),
]


class MatchChanged(Struct):
    """Something of a match has changed that is no event; it has so many events now."""

    version: int


class Changed(Struct):
    """What you know may be old."""


class Told(Struct):
    """Something that concerns you: `seq` is the event of the match that it is about."""

    kind: NoticeKind
    match: str
    game: str
    seq: int
    at: Time
