"""A person at the terminal: plays from one seat's view, and is told nothing hidden."""

import pytest

from games.__main__ import main
from games.chance import FastChance
from games.ciaociao import GAME
from games.contract import LANGUAGES
from games.registry import all_games
from games.table import Table
from games.terminal import Terminal, menu


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", all_games())
def test_a_whole_match_can_be_played_by_numbers(key: str, language: str) -> None:
    game = all_games()[key]
    chance = FastChance(7)
    table = Table.opened(game, game.seats[-1], game.options(), chance)
    said: list[str] = []
    answers = iter(lambda: "1", None)

    def read(prompt: str) -> str:
        said.append(prompt)
        return next(answers)

    Terminal(table, 0, language, chance, read, said.append).run()
    assert table.outcome is not None
    assert any(step.seat == 0 and step.by in ("player", "sealed") for step in table.steps)


def test_the_die_of_others_is_not_told_while_the_match_runs() -> None:
    chance = FastChance(3)
    table = Table.opened(GAME, 2, GAME.options(), chance)
    said: list[str] = []

    def read(prompt: str) -> str:
        rolls = [line for line in said if "Bruno rolls the die" in line]
        assert not [line for line in rolls if ":" in line]
        return "1" if len(rolls) < 5 else "q"

    Terminal(table, 0, "en", chance, read, said.append).run()
    assert "Bruno rolls the die and looks into the cup." in said
    assert said[-1] == "You leave the table."


def test_few_moves_are_a_list_and_many_stand_in_columns() -> None:
    assert menu(["believe", "doubt"]) == ["  1  believe", "  2  doubt"]
    lines = menu([f"turn up square {number}" for number in range(1, 37)])
    assert len(lines) == 12
    assert lines[0] == "   1  turn up square 1   13  turn up square 13  25  turn up square 25"
    assert max(map(len, lines)) <= 100


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    chance = FastChance(3)
    table = Table.opened(GAME, 2, GAME.options(), chance)
    said: list[str] = []
    answers = iter(["9", "x", "", "1" * 5000, "q"])
    Terminal(table, 0, "fr", chance, lambda prompt: next(answers), said.append).run()
    wrong = [line for line in said if line.startswith("Répondez par un numéro de 1 à")]
    assert len(wrong) == 4


def test_the_list_names_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert all(game.ruleset in out for game in all_games().values())


def test_bots_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "ciaociao", "--seed", "1", "--language", "fr"]) == 0
    out = capsys.readouterr().out
    assert "Victoire : " in out
    assert main(["watch", "ciaociao", "--seed", "1", "--language", "fr"]) == 0
    assert capsys.readouterr().out == out


def test_a_simulation_counts_lengths_seats_and_endings(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "ciaociao", "--seats", "3", "--matches", "30"]
    assert main([*command, "--players", "bot,random,random", "--option", "planks=5"]) == 0
    out = capsys.readouterr().out
    assert "matches  30\n" in out
    assert "three_across" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seats", "9"], "ciaociao is for 2 to 4 seats"),
        (["--option", "planks=99"], "--option planks: The value must be at most 15."),
        (
            ["--option", "planks=many"],
            "--option planks: Wrong kind of value: a whole number expected.",
        ),
        (["--option", "bridge=1"], "--option bridge: No such field; leave it out."),
        (["--players", "bot,human"], "no player called 'human'; there are random, bot, 1"),
        (["--players", "bot,bot,bot"], "--players has 3 names for 2 seats"),
        (["--matches", "0"], "--matches must be at least 1"),
        (["--option", "planks=" + "[" * 5000], "--option planks: Wrong kind of value"),
    ],
)
def test_a_wrong_command_says_what_to_do(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "ciaociao", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_seat_outside_the_table_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "ciaociao", "--seat", "2"]) == 2
    assert "--seat goes from 0 to 1" in capsys.readouterr().err


def test_an_unknown_game_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "chess"])
    assert f"no game 'chess'; there are {', '.join(all_games())}" in capsys.readouterr().err
