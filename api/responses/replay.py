"""Answers with a match at any version."""

from msgspec import Struct, field

from api.responses.common import Event, Hex, MatchStatus, Time, View


class Frame(Struct):
    """The table after the event `seq`, null before it was set; that event, and what it says in a
    sentence, through the same eyes. 0 is before the first event."""

    seq: int
    event: Event | None
    text: str
    view: View | None


class Replay(Frame):
    """A moment of a match, and as `frames` those that follow, as many as were asked for.

    `as` says through whose eyes: `all`, `spectator`, or a seat.
    """

    frames: list[Frame]
    as_: str = field(name="as")
    id: str
    game: str
    status: MatchStatus
    version: int
    head: Hex
    server_time: Time
