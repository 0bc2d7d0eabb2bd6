"""Answers with a match at any version."""

from msgspec import Struct, field

from api.responses.common import Event, Hex, MatchStatus, Time, View


class Frame(Struct):
    """A match after one of its events, as the chosen viewer sees it."""

    seq: int
    """The number of the event; 0 is before the first."""
    event: Event | None
    """The event; null in frame 0."""
    text: str
    """The event in a sentence, in your language; empty in frame 0."""
    view: View | None
    """The table after the event; null before it was set up."""


class Replay(Frame):
    """A match after the event `at`, and the frames that follow it."""

    frames: list[Frame]
    """The frames after this one, as many as `ahead` asked for and there are."""
    as_: str = field(name="as")
    """The viewer: `all`, `spectator`, or the number of a seat."""
    id: str
    """The id of the match."""
    game: str
    """The key of the game."""
    status: MatchStatus
    """How far the match is."""
    version: int
    """The number of the match's events, the greatest `seq`."""
    head: Hex
    """The head of the match's hash chain (docs/fairness.md)."""
    server_time: Time
    """The server's clock when it answered, in UTC."""
