"""Types shared by answers, and placeholders of the unions over all games (see api/schema)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Time = Annotated[
    str,
    Meta(
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$",
        extra_json_schema={"format": "date-time"},
    ),
]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]*$")]
PlayerKind = Literal["human", "bot"]
"""Who plays a seat.

human: A person, with a page at `players/{id}`.
bot: The server; its id is of use within the match only.
"""
MatchStatus = Literal["open", "running", "finished", "cancelled"]
"""How far a match is.

open: It waits for players or for their seeds.
running: It is being played.
finished: It has ended with a result, `outcome`.
cancelled: It has ended without a result.
"""


class Move(Struct):
    """Stands for the union of all games' moves."""


class Event(Struct):
    """Stands for the union of all kinds of event."""


class View(Struct):
    """Stands for the union of all games' views."""


class Page(Struct):
    """The base class of lists; `results` is in each list."""

    next: str | None
    """Send it as `cursor` to get the next page; null on the last page."""


class TimedPage(Page):
    """The base class of lists whose entries have deadlines."""

    server_time: Time
    """The server's clock when it answered, in UTC; correct deadlines by its difference to yours."""


class Translated(Struct):
    """The same text in every language."""

    fr: str
    """The text in French."""
    en: str
    """The text in English."""


class PlayerShown(Struct):
    """A player at a table, a person or a bot."""

    id: str
    """The player's id; a bot's is of use within the match only (`bot-1`)."""
    name: str
    """The name to show."""
    kind: PlayerKind
    """Whether it is a person or a bot."""


class SeatedPlayerShown(PlayerShown):
    """A player or a bot in a seat."""

    level: Annotated[int, Meta(ge=1, le=5)] | UnsetType = UNSET
    """How well a bot plays, from 1 to 5; absent for people."""


class FieldProblem(Struct):
    """One bad field of a request."""

    pointer: str
    """The JSON Pointer of the field in the request's body, or the name of a query parameter."""
    code: str
    """What is wrong with the field, or the problem's own code where a game does not support a
    table; may get new values."""
    detail: str
    """What is wrong and what to do, a sentence for people in the language of `Accept-Language`."""


class Problem(Struct):
    """A refusal, after RFC 9457; branch on `code`, show `detail`."""

    type: str
    """A URN that ends with `code`."""
    title: str
    """What the status means, for people."""
    status: int
    """The status of the response."""
    detail: str
    """The cause and what to do, a sentence for people in the language of `Accept-Language`."""
    code: str
    """The stable name of the problem; may get new values, which you treat like their status."""
    errors: list[FieldProblem] | UnsetType = UNSET
    """The bad fields; only with `malformed`, and where a game does not support a table."""
    current_version: int | UnsetType = UNSET
    """`version` of the match now; only with `stale_version` and `question_closed`."""
    events: list[Event] | UnsetType = UNSET
    """The events since `expected_version`; only with `stale_version`."""
    match: str | UnsetType = UNSET
    """The id of a match at which both the guest and the account to merge it into have a seat."""
