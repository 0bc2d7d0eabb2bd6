"""The conformance suite: every registered game, found by discovery, no special case for any."""

import re
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

import games
from games.chance import FastChance
from games.codec import any_move, name_of, named_values
from games.contract import LANGUAGES, AnyGame, Text
from games.registry import all_games
from games.simulate import bot_player, play_match
from games.table import Table
from tests.games import conformance, leaks
from tests.games.worlds import (
    is_default,
    now_and_then,
    random_match,
    sampled_viewers,
    tables,
)

ROOT = Path(__file__).parent
RULES = Path(games.__file__).parent
RULE = re.compile(r"^- \*\*([A-Z]\d+[a-z]?)\*\*", re.MULTILINE)

ENOUGH_POSITIONS = 300
"""So many that the shares of what a resample changes mean something."""

every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
every_table = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.key}-{seats}-{number}")
        for game in all_games().values()
        for number, (seats, options) in enumerate(tables(game))
    ],
)


@every_table
def test_choices_are_all_legal_moves_and_nothing_else(
    game: AnyGame, seats: int, options: Any
) -> None:
    chance = FastChance("choices")

    def visit(table: Table) -> None:
        if now_and_then(table, chance, 1):
            conformance.check_position(table)
            conformance.check_choices_as_json(table)

    random_match(game, seats, options, FastChance(1), visit)


@every_table
def test_the_log_is_the_match(game: AnyGame, seats: int, options: Any) -> None:
    conformance.check_log(random_match(game, seats, options, FastChance(1)))


@every_table
def test_every_new_question_is_put_by_an_event(game: AnyGame, seats: int, options: Any) -> None:
    chance = FastChance("questions")
    table = Table.opened(game, seats, options, chance)
    while table.outcome is None:
        before = conformance.Questions(table)
        seat = game.active(table.state)[0]
        table.submit(seat, any_move(game, table.choices(seat), chance))
        before.check(table)


@every_table
def test_nothing_hidden_is_told(game: AnyGame, seats: int, options: Any) -> None:
    chance = FastChance("leaks")
    secrecy = leaks.Secrecy()

    def visit(table: Table) -> None:
        for viewer in sampled_viewers(table, chance):
            thorough = chance.below(8) == 0
            outputs = leaks.OUTPUTS if thorough else leaks.CHEAP_OUTPUTS
            other = leaks.check_leaks(table, viewer, chance, outputs)
            secrecy.count(table, other.log, viewer)

    for seed in count():
        random_match(game, seats, options, FastChance(seed), visit)
        if secrecy.positions >= ENOUGH_POSITIONS:
            break
    if is_default(game, seats, options):
        secrecy.check()
    else:
        secrecy.check_some()


@every_table
def test_early_answers_are_invisible_and_end_as_those_in_turn(
    game: AnyGame, seats: int, options: Any
) -> None:
    chance = FastChance("early")

    def visit(table: Table) -> None:
        if game.early(table.state) and now_and_then(table, chance, 4):
            conformance.check_early_answers(table, chance)

    random_match(game, seats, options, FastChance(1), visit)


@every_table
def test_bots_play_legal_moves_to_the_end_and_repeat_themselves(
    game: AnyGame, seats: int, options: Any
) -> None:
    chance = FastChance("bots")

    def visit(table: Table) -> None:
        if now_and_then(table, chance, 1):
            conformance.check_bot(table)

    random_match(game, seats, options, chance, visit)
    table = play_match(game, [bot_player] * seats, options, chance)
    assert table.outcome is not None
    assert len(table.steps) < conformance.MOST_MOVES


@every_game
def test_every_word_is_there_in_every_language(game: AnyGame) -> None:
    texts: list[Text] = [game.words.title, *game.words.labels.values(), *game.words.errors.values()]
    assert all(text.within(language).strip() for text in texts for language in LANGUAGES)
    schema = msgspec.json.schema(game.options)["$defs"][game.options.__name__]
    for name, declared in schema["properties"].items():
        assert f"option.{name}" in game.words.labels
        for value in named_values(declared):
            assert f"option.{name}.{value}" in game.words.labels
    for kind in game.moves:
        assert f"move.{name_of(kind)}" in game.words.labels


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
