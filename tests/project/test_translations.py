"""Everything that people are told is said in every language, and every refusal has its words."""

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from api.http import problems
from events import errors
from games.codec import MALFORMED
from games.contract import LANGUAGES, Text
from games.registry import all_games, all_rulesets
from games.words import errors_of

ROOT = Path(__file__).parents[2]
KINDS = {
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type)
    and issubclass(kind, errors.DomainError)
    and kind is not errors.DomainError
}


def calls(*packages: str) -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in the source of these packages: where, of what, and the call."""
    for package in packages:
        yield from calls_in(package)


@cache
def calls_in(package: str) -> list[tuple[str, str, ast.Call]]:
    """Those of one package, whose source is read once."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node.func.id, node)
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def codes(names: set[str], place: int = 0) -> dict[str, str]:
    """The codes that calls of these names are given, each with where one of them is."""
    found = {}
    for where, name, call in calls("api", "events"):
        if name in names:
            assert len(call.args) > place, where
            code = call.args[place]
            assert isinstance(code, ast.Constant), f"{where}: write the code out, to be checked"
            found[str(code.value)] = where
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def tables() -> dict[str, Any]:
    """Every table of texts by code."""
    titles = {str(status): text for status, text in problems.TITLES.items()}
    own = {f"errors of {key}": errors_of(game) for key, game in all_games().items()}
    labels = {f"labels of {key}": game.words.labels for key, game in all_games().items()}
    return {
        **{f"refusals {kind.__name__}": texts for kind, texts in errors.TEXTS.items()},
        **{f"problems {status}": texts for status, texts in problems.TEXTS.items()},
        "titles": titles,
        "malformed": MALFORMED,
        **own,
        **labels,
    }


@pytest.mark.parametrize("table", tables())
def test_every_text_is_there_in_every_language_with_the_same_blanks(table: str) -> None:
    for code, text in tables()[table].items():
        assert isinstance(text, Text), code
        assert all(said.strip() for said in text), code
        assert len({frozenset(placeholders(said)) for said in text}) == 1, code


def test_every_text_in_the_source_is_written_in_every_language() -> None:
    for where, name, call in calls("api", "events", "games"):
        if name != "Text" or any(isinstance(arg, ast.Starred) for arg in call.args):
            continue
        assert len(call.args) + len(call.keywords) == len(LANGUAGES), where
        said = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
        if len(said) == len(LANGUAGES):
            assert len({bool(str(text).strip()) for text in said}) == 1, where
            assert placeholders(said[0]) == placeholders(said[1]), where  # type: ignore[arg-type]


def test_every_code_that_is_refused_with_has_a_text() -> None:
    own = {code for texts in problems.TEXTS.values() for code in texts}
    for name, place, texts in (
        *((kind.__name__, 0, errors.TEXTS[kind].keys()) for kind in KINDS),
        ("Problem", 1, own),
        ("problem_response", 2, own),
        ("Malformed", 0, MALFORMED.keys()),
    ):
        found = codes({name}, place)
        assert found, name
        assert {code: where for code, where in found.items() if code not in texts} == {}
    assert all(code in problems.TEXTS[status] for status, code in problems._KNOWN.values())
    every_game = [errors_of(game) for game in all_games().values()]
    for code, where in codes({"IllegalMove", "UnfitTable"}).items():
        assert all(code in errors for errors in every_game), where


def test_no_text_is_left_over() -> None:
    for kind, texts in errors.TEXTS.items():
        assert texts.keys() - codes({kind.__name__}).keys() == set()


def test_a_code_has_one_status_and_one_text() -> None:
    texts = [*errors.TEXTS.values(), *problems.TEXTS.values(), problems.rule_texts()]
    every_code = [code for table in texts for code in table]
    assert len(set(every_code)) == len(every_code)
    for game in all_rulesets().values():
        for code, text in errors_of(game).items():
            assert text == problems.rule_texts()[code], f"{code} says something else in {game.key}"


def test_every_status_of_a_refusal_has_a_title() -> None:
    statuses = {*problems._STATUS.values(), *(status for status, _ in problems._KNOWN.values())}
    assert statuses <= problems.TITLES.keys()
    assert {kind for kind in problems._STATUS if issubclass(kind, errors.DomainError)} == KINDS
