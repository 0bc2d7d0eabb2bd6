"""The compact form of legal moves, as clients read it."""

import json
from collections import Counter

from games.choices import choice, count, encode, expand
from games.codec import any_move, legal_moves
from games.registry import all_games
from tests.games.support.scripted import ScriptedChance


def test_every_combination_is_a_move() -> None:
    entry = choice("place", animal=("dove", "mouse"), cup=(0, 1, 2))
    moves = expand(entry)
    assert len(moves) == count([entry]) == 6
    assert {"type": "place", "animal": "mouse", "cup": 2} in moves


def test_null_means_that_the_field_may_be_left_out() -> None:
    entry = choice("lift", cups=((0, 2, 4),), swap=(None, (0, 1)))
    assert expand(entry) == (
        {"type": "lift", "cups": (0, 2, 4)},
        {"type": "lift", "cups": (0, 2, 4), "swap": (0, 1)},
    )


def test_any_move_is_each_of_them_equally_often() -> None:
    game = all_games()["ciaociao"]
    offered = (choice("announce", number=(1, 2, 3)), choice("believe"), choice("doubt"))
    drawn = [(place, number) for place in range(3) for number in range(3)] + [(3,), (4,)] * 3
    moves = [any_move(game, offered, ScriptedChance(draws)) for draws in drawn]
    assert Counter(moves) == dict.fromkeys(legal_moves(game, offered), 3)


def test_a_choice_without_fields_is_one_move() -> None:
    assert expand(choice("believe")) == ({"type": "believe"},)


def test_the_json_lists_the_values_of_every_field() -> None:
    entry = choice("lift", cups=((0, 2, 4), (1, 3, 5)), swap=(None, (0, 1)))
    assert json.loads(encode([entry])) == [
        {"type": "lift", "cups": [[0, 2, 4], [1, 3, 5]], "swap": [None, [0, 1]]}
    ]
