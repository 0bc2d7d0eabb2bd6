"""The conformance suite: every registered game, found by discovery, no special case for any."""

import re
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import games
from games.chance import FastChance
from games.codec import name_of, named_values
from games.contract import LANGUAGES, AnyGame, Text
from games.registry import all_games
from games.simulate import bot_player, play_match
from games.table import Table
from tests.games.support import conformance, leaks
from tests.games.support.traversal import Traversal, Visitor
from tests.games.support.worlds import (
    AT_RANDOM,
    is_default,
    now_and_then,
    random_match,
    sampled_viewers,
    tables,
)
from tests.support.sizes import sized

ROOT = Path(__file__).parent
RULES = Path(games.__file__).parent
RULE = re.compile(r"^- \*\*([A-Z]\d+[a-z]?)\*\*", re.MULTILINE)

LONGEST_BLURB = 100
LARGEST_EMBLEM = 4096
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
DRAWN_BY = {
    *("viewBox", "transform", "d", "points", "x", "y", "x1", "y1", "x2", "y2", "width", "height"),
    *("cx", "cy", "r", "rx", "ry", "fill", "fill-rule", "opacity", "stroke", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin"),
}
"""All that an emblem may be made of: no script, no style, no link."""

ENOUGH_POSITIONS = {True: sized(120, 300), False: sized(40, 100)}
"""So many that the shares of what a resample changes mean something, with the default options and
with others, where one in ten is to be told from none."""
EARLY_ONE_IN = sized(24, 4)
ALL_OUTPUTS_ONE_IN = sized(16, 8)
CHOICES_ONE_IN = {True: 1, False: sized(3, 1)}
"""Of the early positions of a match, with the default options and with others."""
every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)


class Match:
    """One random match at a table, traversed once for all properties, each with its own draws."""

    def __init__(self, game: AnyGame, seats: int, options: Any) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.is_default = is_default(game, seats, options)
        self.chance = {name: FastChance(name) for name in ("choices", "leaks", "early", "bots")}
        self.secrecy = leaks.Secrecy()
        self.questions: conformance.Questions | None = None
        visitors = {
            "choices": self.visit_choices,
            "log": self.visit_log,
            "questions": self.visit_questions,
            "leaks": self.visit_leaks,
            "early answers": self.visit_early_answers,
            "bot": self.visit_bot,
        }
        self.traversal = Traversal(visitors)
        self.play(1, self.traversal.visit)

    def play(self, seed: int, visit: Visitor) -> None:
        random_match(self.game, self.seats, self.options, FastChance(seed), visit, AT_RANDOM)

    def visit_choices(self, table: Table) -> None:
        if now_and_then(table, self.chance["choices"], CHOICES_ONE_IN[self.is_default]):
            conformance.check_position(table)
            conformance.check_choices_as_json(table)

    def visit_log(self, table: Table) -> None:
        if table.outcome is not None:
            conformance.check_log(table)

    def visit_questions(self, table: Table) -> None:
        if self.questions is not None:
            self.questions.check(table)
        self.questions = conformance.Questions(table)

    def visit_leaks(self, table: Table) -> None:
        chance = self.chance["leaks"]
        for viewer in sampled_viewers(table, chance):
            outputs = leaks.sampled_outputs(table, chance, ALL_OUTPUTS_ONE_IN)
            other = leaks.check_leaks(table, viewer, chance, outputs)
            self.secrecy.count(table, other.log, viewer)

    def visit_early_answers(self, table: Table) -> None:
        chance = self.chance["early"]
        if self.game.early(table.state) and now_and_then(table, chance, EARLY_ONE_IN):
            conformance.check_early_answers(table, chance, full=False)

    def visit_bot(self, table: Table) -> None:
        if now_and_then(table, self.chance["bots"], 1):
            conformance.check_bot(table)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((game, seats, options), id=f"{game.key}-{seats}-{number}")
        for game in all_games().values()
        for number, (seats, options) in enumerate(tables(game))
    ],
)
def match(request: pytest.FixtureRequest) -> Match:
    """Of every table one match; all tests of a table share it."""
    return Match(*request.param)


def test_choices_are_all_legal_moves_and_nothing_else(match: Match) -> None:
    match.traversal.check("choices")


def test_the_log_is_the_match(match: Match) -> None:
    match.traversal.check("log")


def test_every_new_question_is_put_by_an_event(match: Match) -> None:
    match.traversal.check("questions")


def test_nothing_hidden_is_told(match: Match) -> None:
    match.traversal.check("leaks")
    for seed in count(2):
        if match.secrecy.positions >= ENOUGH_POSITIONS[match.is_default]:
            break
        match.play(seed, match.visit_leaks)
    if match.is_default:
        match.secrecy.check()
    else:
        match.secrecy.check_some()


def test_early_answers_are_invisible_and_end_as_those_in_turn(match: Match) -> None:
    match.traversal.check("early answers")


def test_bots_play_legal_moves_to_the_end_and_repeat_themselves(match: Match) -> None:
    match.traversal.check("bot")
    players = [bot_player] * match.seats
    table = play_match(match.game, players, match.options, match.chance["bots"])
    assert table.outcome is not None
    assert len(table.steps) < conformance.MOST_MOVES


@every_game
def test_every_word_is_there_in_every_language(game: AnyGame) -> None:
    named = (game.words.title, game.words.blurb)
    texts: list[Text] = [*named, *game.words.labels.values(), *game.words.errors.values()]
    assert all(text.within(language).strip() for text in texts for language in LANGUAGES)
    schema = msgspec.json.schema(game.options)["$defs"][game.options.__name__]
    for name, declared in schema["properties"].items():
        assert f"option.{name}" in game.words.labels
        for value in named_values(declared):
            assert f"option.{name}.{value}" in game.words.labels
    for kind in game.moves:
        assert f"move.{name_of(kind)}" in game.words.labels


@every_game
def test_the_blurb_fits_into_a_list(game: AnyGame) -> None:
    assert all(len(game.words.blurb.within(language)) <= LONGEST_BLURB for language in LANGUAGES)


@every_game
def test_the_emblem_is_a_small_square_of_shapes_that_runs_and_loads_nothing(game: AnyGame) -> None:
    written = (RULES / game.key / "emblem.svg").read_text()
    assert len(written) <= LARGEST_EMBLEM
    assert "<!" not in written, "neither entities nor comments"
    root = ElementTree.fromstring(written)
    assert root.get("viewBox") == "0 0 64 64"
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in SHAPES
        for name, value in element.attrib.items():
            assert name in DRAWN_BY, name
            assert "url(" not in value, value


@every_game
def test_the_rules_are_numbered_alike_in_every_language(game: AnyGame) -> None:
    numbers = {language: _rule_numbers(game, language) for language in LANGUAGES}
    assert numbers["fr"]
    assert numbers["fr"] == numbers["en"]
    assert len(set(numbers["fr"])) == len(numbers["fr"])
    assert (RULES / game.key / "README.md").is_file()


@every_game
def test_every_numbered_rule_has_a_scenario(game: AnyGame) -> None:
    tested = {
        number
        for path in (ROOT / game.key).glob("test_*.py")
        for name in re.findall(r"^def test_(\w+)", path.read_text(), re.MULTILINE)
        for number in re.findall(r"(?:^|_)([a-z]\d+[a-z]?)(?=_)", name)
    }
    untested = [rule for rule in _rule_numbers(game, "en") if rule.lower() not in tested]
    assert not untested, f"no scenario names {', '.join(untested)}"


@every_game
def test_every_game_brings_playthroughs_and_planted_leaks(game: AnyGame) -> None:
    assert len(list((ROOT / game.key / "playthroughs").glob("*.txt"))) >= 2
    planted = import_module(f"tests.games.{game.key}.planted_leaks").PLANTED
    assert {output for output, _ in planted.values()} >= {"view", "feed", "choices", "refusals"}


def _rule_numbers(game: AnyGame, language: str) -> list[str]:
    return RULE.findall((RULES / game.key / f"rules.{language}.md").read_text())
