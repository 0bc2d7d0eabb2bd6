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
MatchStatus = Literal["open", "running", "finished", "cancelled"]


class Move(Struct):
    """Stands for the union of all games' moves."""


class Event(Struct):
    """Stands for the union of all kinds of event."""


class View(Struct):
    """Stands for the union of all games' views."""


class Translated(Struct):
    """The same in every language."""

    fr: str
    en: str


class PlayerShown(Struct):
    """A player at a table. A bot has an id of its own within the match (`bot-1`), to tell it from
    others there; only people have a page at `players/{id}`."""

    id: str
    name: str
    kind: PlayerKind


class SeatedPlayerShown(PlayerShown):
    """A player in a seat; only a bot has a `level`."""

    level: Annotated[int, Meta(ge=1, le=5)] | UnsetType = UNSET


class FieldProblem(Struct):
    """One bad field."""

    pointer: str
    code: str
    detail: str


class Problem(Struct):
    """An error after RFC 9457; branch on `code`. `match` is where a guest and the account that it
    would become part of both have a seat."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldProblem] | UnsetType = UNSET
    current_version: int | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET
    match: str | UnsetType = UNSET
