"""Answers about games."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from api.responses.common import Translated


class SeatRange(Struct):
    """For how many a game is."""

    min: int
    max: int


class BotCharacter(Struct):
    """Who plays a game at one level: a name, how they play, and the colour of their face."""

    level: Annotated[int, Meta(ge=1, le=5)]
    name: str
    manners: Translated
    colour: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", examples=["#2b6cb0"])]


class GameSummary(Struct):
    """A game in a list.

    `blurbs` is one or two sentences for people who choose a game; `emblem` the path of its picture
    (a square SVG image); `introductory` whether it suits a first match; `options` a JSON Schema;
    `bots` the bots of every level.
    """

    id: str
    ruleset: str
    titles: Translated
    blurbs: Translated
    emblem: str
    introductory: bool
    seats: SeatRange
    options: dict[str, Any]
    bots: list[BotCharacter]


class Manifest(Struct, rename={"definitions": "$defs"}):
    """JSON Schemas by stored name, with their definitions, and labels by key."""

    moves: dict[str, Any]
    events: dict[str, Any]
    view: dict[str, Any]
    definitions: dict[str, Any]
    labels: dict[str, Translated]
    errors: dict[str, Translated]


class Game(GameSummary):
    """A game with its rules (Markdown) and its manifest."""

    rules: Translated
    manifest: Manifest


class GameList(Struct):
    """A page of games."""

    results: list[GameSummary]
    next: str | None
