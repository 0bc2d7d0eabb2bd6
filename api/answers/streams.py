"""The data of messages in streams, beside the events themselves."""

from typing import Literal

from msgspec import Struct

from api.answers.common import Time

NoticeKind = Literal[
    "your_turn",
    "match_started",
    "match_finished",
    "invited",
    "deadline_near",
    "timed_out",
    "message",
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
