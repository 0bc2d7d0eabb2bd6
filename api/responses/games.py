"""Answers about games."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from api.responses.common import Page, Translated, View


class SeatRange(Struct):
    """The numbers of seats that a game supports."""

    min: int
    """The fewest seats."""
    max: int
    """The most seats."""


class BotCharacter(Struct):
    """Who plays a game at one level."""

    level: Annotated[int, Meta(ge=1, le=5)]
    """How well they play, from 1 to 5."""
    name: str
    """Their name, the same in every language."""
    manners: Translated
    """How they play, in a sentence."""
    colour: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", examples=["#2b6cb0"])]
    """The colour of their face."""


class GameSummary(Struct):
    """A game in a list."""

    id: str
    """The key of the game, as `game` of a match names it."""
    ruleset: str
    """The game with the version of its rules that new matches are played by; cache by it."""
    titles: Translated
    """The name of the game."""
    blurbs: Translated
    """One or two sentences for people who choose a game."""
    emblem: str
    """The path of the game's picture on this server, a square SVG image."""
    introductory: bool
    """Whether the game suits a first match."""
    lesson: bool
    """Whether the game has a guided first match."""
    seats: SeatRange
    """The numbers of seats that the game supports."""
    options: dict[str, Any]
    """The options of a match as JSON Schema, with labels as `x-label` and `x-value-labels`."""
    bots: list[BotCharacter]
    """The bots of every level, the weakest first."""


class Manifest(Struct, rename={"definitions": "$defs"}):
    """The types and texts of a game."""

    moves: dict[str, Any]
    """The JSON Schema of each move, by its `type`."""
    events: dict[str, Any]
    """The JSON Schema of each event's data, by its `type`."""
    view: dict[str, Any]
    """The JSON Schema of the view."""
    definitions: dict[str, Any]
    """The JSON Schemas that those of moves, events and view refer to, by name."""
    labels: dict[str, Translated]
    """What pieces, moves, options, phases and endings are called, by key such as `phase.over`."""
    errors: dict[str, Translated]
    """The cause of each refusal and what to do, by `code` of the problem."""


class Game(GameSummary):
    """A game with its rules and its manifest."""

    rules: Translated
    """The rules for people, in Markdown."""
    manifest: Manifest
    """The types and texts of the game."""


class GameList(Page):
    """All games."""

    results: list[GameSummary]
    """The games of this page."""


class LessonEvent(Struct):
    """An event of a guided first match, as the learner may know it."""

    seq: int
    """The number of the event, from 1."""
    type: str
    """The kind of the event, as `events` of the game's manifest names it."""
    data: dict[str, Any]
    """The fields of the event."""
    texts: Translated
    """The event in a sentence to the learner."""


class LessonStep(Struct):
    """What the learner sees before a move of a guided first match, or at its end."""

    texts: Translated
    """What to do now and why; at the end, what comes next."""
    move: dict[str, Any] | None
    """The move that continues the lesson, one of `choices`; null at the end."""
    version: int
    """The number of events so far."""
    view: View
    """The table as the learner sees it."""
    choices: list[dict[str, Any]]
    """The learner's legal moves, compactly, as in a match."""
    events: list[LessonEvent]
    """What has happened since the step before."""


class Lesson(Struct):
    """A guided first match: the learner has seat 0."""

    game: str
    """The key of the game."""
    names: list[str]
    """The names of the learner's opponents, from seat 1 on."""
    steps: list[LessonStep]
    """The steps, the last of them the end."""
