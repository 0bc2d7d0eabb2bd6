"""A game's guided first match, played by its own rules: what the learner sees before each move."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from games.bots import character
from games.chance import ProvableChance
from games.choices import Choice
from games.contract import LANGUAGES, LEVELS, AnyGame, Lesson, LessonMove, Seat, Text
from games.table import Table
from games.words import READER, typeset

LEARNER: Final[Seat] = 0


class Told(Struct, frozen=True):
    """An event as the learner may know it, with its place in the log from 1 and its sentence."""

    seq: int
    event: Any
    text: Text


class LessonStep(Struct, frozen=True):
    """The table when the learner is asked, and what has happened since the step before."""

    says: Text
    move: Any | None
    """The move that the learner is led to; None at the end."""
    version: int
    view: Any
    choices: tuple[Choice, ...]
    events: tuple[Told, ...]


def lesson_names(game: AnyGame, lesson: Lesson) -> list[str]:
    """Return the names of the learner's opponents, from seat 1 on."""
    return [character(game, LEVELS[seat]).name for seat in range(1, lesson.seats)]


def lesson_steps(game: AnyGame, lesson: Lesson) -> tuple[LessonStep, ...]:
    """Return the steps of a lesson; raises IllegalMove if the rules do not allow one of its moves.

    The learner is asked once for each move that has a sentence.
    """
    chance = ProvableChance(lesson.seed.to_bytes(32, "big"))
    table = Table.opened(game, lesson.seats, lesson.options, chance)
    steps: list[LessonStep] = []
    told = 0
    for one in lesson.moves:
        if one.says is not None:
            steps.append(_step(table, lesson, told, one))
            told = len(table.log)
        table.submit(one.seat, one.move)
    steps.append(_step(table, lesson, told, None))
    return tuple(steps)


def _step(table: Table, lesson: Lesson, told: int, asked: LessonMove | None) -> LessonStep:
    names = lesson_names(table.game, lesson)
    seen = table.feed(LEARNER)
    return LessonStep(
        (asked and asked.says) or lesson.ending,
        asked and asked.move,
        len(table.log),
        table.view(LEARNER),
        table.choices(LEARNER),
        tuple(
            Told(seq, event, _sentence(table.game, event, names))
            for seq, event in enumerate(seen[told:], told + 1)
        ),
    )


def _sentence(game: AnyGame, event: Any, others: Sequence[str]) -> Text:
    return Text(
        *(
            typeset(game.words.recap(event, [READER.within(language), *others]), language)
            for language in LANGUAGES
        )
    )
