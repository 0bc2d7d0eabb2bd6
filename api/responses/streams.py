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
    """Something about a match has changed that is no event."""

    version: int
    """The number of the match's events; read those that you do not have."""


class Changed(Struct):
    """Something may have changed: read turns, matches and invitations again."""


class Told(Struct):
    """Something that concerns you."""

    kind: NoticeKind
    """What it is about."""
    match: str
    """The id of the match."""
    game: str
    """The key of the game."""
    seq: int
    """The event of the match that it is about, 0 before the first."""
    at: Time
    """When it happened, in UTC."""
