"""Every guided first match is played by the rules, asks five to eight times, and says little."""

import pytest

from games.codec import legal_moves
from games.contract import LANGUAGES, AnyGame, Lesson
from games.lesson import LEARNER, lesson_steps
from games.registry import all_games

LESSONS = [key for key, game in all_games().items() if game.lesson]
MOST_CHARACTERS = 150
"""Of a text beside a table on a small phone."""


def lesson_of(key: str) -> tuple[AnyGame, Lesson]:
    game = all_games()[key]
    assert game.lesson
    return game, game.lesson


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_asks_for_legal_moves_of_the_learner_alone(key: str) -> None:
    game, lesson = lesson_of(key)
    *asked, end = lesson_steps(game, lesson)
    assert 5 <= len(asked) <= 8
    for step in asked:
        assert step.move in legal_moves(game, step.choices)
    assert end.move is None
    own = [one for one in lesson.moves if one.seat == LEARNER]
    assert [one.move for one in own] == [step.move for step in asked], "each is led to"


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_tells_each_event_once_and_only_what_the_learner_may_know(key: str) -> None:
    game, lesson = lesson_of(key)
    steps = lesson_steps(game, lesson)
    told = [one.seq for step in steps for one in step.events]
    assert told == list(range(1, steps[-1].version + 1))
    for step in steps:
        for one in step.events:
            assert one.event == game.redact(one.event, LEARNER)


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_speaks_briefly_in_every_language(key: str) -> None:
    game, lesson = lesson_of(key)
    for step in lesson_steps(game, lesson):
        for language in LANGUAGES:
            assert 20 < len(step.says.within(language)) <= MOST_CHARACTERS, step.says
        assert all(one.text.fr and one.text.en for one in step.events)
