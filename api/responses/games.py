"""Answers about games."""

from typing import Any

from msgspec import Struct

from api.responses.common import Translated


class SeatRange(Struct):
    """For how many a game is."""

    min: int
    max: int


class GameSummary(Struct):
    """A game in a list.

    `blurbs` is one or two sentences for people who choose a game; `emblem` the path of its picture
    (a square SVG image); `introductory` whether it suits a first match; `options` a JSON Schema.
    """

    id: str
    ruleset: str
    titles: Translated
    blurbs: Translated
    emblem: str
    introductory: bool
    seats: SeatRange
    options: dict[str, Any]


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
