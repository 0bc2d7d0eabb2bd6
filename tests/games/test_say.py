"""Moves as people write them, for every game by discovery and then line by line."""

from dataclasses import replace
from typing import Any

import pytest

from games.bonbons.moves import FlipRound, FlipSquare, Give, Stop
from games.chance import FastChance
from games.ciaociao.moves import Announce, Believe, Doubt, Push
from games.codec import any_move
from games.contract import LANGUAGES, AnyGame, Move
from games.move_parser import Said, Unclear, Withdrawn, line_parse, shortest_lines
from games.passpass.moves import Nominate, Play, TakeTwo
from games.ptipasspass.moves import CallDouble, CallLiar, Lift, Place, SayOk
from games.registry import all_games
from games.table import Table
from tests.games.support.worlds import tables

every_table = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.key}-{seats}-{number}")
        for game in all_games().values()
        for number, (seats, options) in enumerate(tables(game))
    ],
)
POSITIONS = 40


def assert_each_can_be_said(game: AnyGame, moves: tuple[Move, ...], chance: FastChance) -> None:
    """Every one of few moves, some of many."""
    for language in LANGUAGES:
        codes = shortest_lines(game, moves, language)
        assert len(set(codes)) == len(codes)
        for place in sorted({chance.below(len(moves)) for _ in range(12)}):
            move, label = moves[place], game.words.move(moves[place]).within(language)
            for line in (codes[place], label, label.upper(), f" {label} !"):
                assert line_parse(game, moves, line) == Said(move), (language, line)


@every_table
def test_every_offered_move_has_a_line_that_means_it(
    game: AnyGame, seats: int, options: Any
) -> None:
    chance = FastChance("say")
    table = Table.opened(game, seats, options, chance)
    met: set[tuple[Any, ...]] = set()
    for _ in range(POSITIONS):
        if table.outcome is not None:
            break
        seat = game.active(table.state)[0]
        moves = table.legal_moves(seat)
        kinds = (len(moves), *sorted({type(move).__name__ for move in moves}))
        if kinds not in met:
            met.add(kinds)
            assert_each_can_be_said(game, moves, chance)
        table.submit(seat, any_move(game, table.choices(seat), chance))


CIAO = (*map(Announce, (1, 2, 3, 4)),)
ANSWERS = (Believe(), Doubt())
PUSHES = (Push(2), Push(5))
CARDS = (Play("violet-10"), Play("blue-3"), Play("blue-10"), Play("green-7"))
PAIRS = (TakeTwo(("blue-3", "violet-2")), TakeTwo(("green-3", "violet-2")))
MASKED = tuple(
    Place(animal, cup, said)
    for animal in ("rabbit", "mouse")
    for cup in range(6)
    for said in ("dove", "rabbit", "mouse")
)
VISIBLE = tuple(Place(animal, cup) for animal in ("dove", "rabbit") for cup in range(6))
CHALLENGES = (SayOk(), CallDouble(), CallLiar())
LIFTS = (Lift((0, 2, 4)), Lift((1, 3, 5)), Lift((0, 2, 4), (0, 1)), Lift((1, 3, 5), (0, 1)))
FLIPS = (FlipSquare(6), FlipSquare(7), FlipRound(1, 2), FlipRound(0, 0), Stop())

MEANT = [
    ("ciaociao", CIAO, "3", Announce(3)),
    ("ciaociao", CIAO, "J’annonce trois !", Announce(3)),
    ("ciaociao", CIAO, "un", Announce(1)),
    ("ciaociao", CIAO, "anounce four, please", Announce(4)),
    ("ciaociao", ANSWERS, "Je doute", Doubt()),
    ("ciaociao", ANSWERS, "OK", Believe()),
    ("ciaociao", ANSWERS, "d’accord", Believe()),
    ("ciaociao", ANSWERS, "i doubt it", Doubt()),
    ("ciaociao", ANSWERS, "2", Doubt()),
    ("ciaociao", ANSWERS, "oui", Believe()),
    ("ciaociao", ANSWERS, "croiire", Believe()),
    ("ciaociao", CIAO, "numéro 3", Announce(3)),
    ("ciaociao", CIAO, "number three", Announce(3)),
    ("ciaociao", PUSHES, "5", Push(5)),
    ("ciaociao", PUSHES, "la marche 2", Push(2)),
    ("passpass", CARDS, "violet 10", Play("violet-10")),
    ("passpass", CARDS, "le 10 VIOLET", Play("violet-10")),
    ("passpass", CARDS, "purple10", Play("violet-10")),
    ("passpass", CARDS, "violte 10", Play("violet-10")),
    ("passpass", CARDS, "7", Play("green-7")),
    ("passpass", PAIRS, "violet 2, bleu 3", PAIRS[0]),
    ("passpass", PAIRS, "I take green 3 and violet 2", PAIRS[1]),
    ("passpass", (Nominate(0), Nominate(2)), "player 3", Nominate(2)),
    ("ptipasspass", MASKED, "lapin 4 souris", Place("rabbit", 4, "mouse")),
    ("ptipasspass", MASKED, "rabbit in cup 4 as a mouse", Place("rabbit", 4, "mouse")),
    ("ptipasspass", MASKED, "lapin 4 annonce souris", Place("rabbit", 4, "mouse")),
    ("ptipasspass", MASKED, "rabbit 4, I say mouse", Place("rabbit", 4, "mouse")),
    ("ptipasspass", VISIBLE, "4 colombe", Place("dove", 4)),
    ("ptipasspass", CHALLENGES, "yes", SayOk()),
    ("ptipasspass", CHALLENGES, "Ok.", SayOk()),
    ("ptipasspass", CHALLENGES, "doublon", CallDouble()),
    ("ptipasspass", CHALLENGES, "doulbon", CallDouble()),
    ("ptipasspass", CHALLENGES, "Menteuse !", CallLiar()),
    ("ptipasspass", CHALLENGES, "3", CallLiar()),
    ("ptipasspass", LIFTS, "4 2 0", LIFTS[0]),
    ("ptipasspass", LIFTS, "échanger 1 et 0 puis soulever 1, 3, 5", LIFTS[3]),
    ("ptipasspass", LIFTS, "lift 0 2 4 swap 0 1", LIFTS[2]),
    ("bonbons", FLIPS, "7", FlipSquare(6)),
    ("bonbons", FLIPS, "carré 8", FlipSquare(7)),
    ("bonbons", FLIPS, "tile 3 of player 2", FlipRound(1, 2)),
    ("bonbons", FLIPS, "je m’arrête", Stop()),
    ("bonbons", (Give(0), Give(3)), "je donne ma tuile 4", Give(3)),
]


@pytest.mark.parametrize(("game", "moves", "line", "meant"), MEANT)
def test_a_line_means(game: str, moves: tuple[Move, ...], line: str, meant: Move) -> None:
    assert line_parse(all_games()[game], moves, line) == Said(meant)


NOT_MEANT = [
    ("ciaociao", CIAO, "5"),
    ("ciaociao", CIAO, "3 4"),
    ("ciaociao", CIAO, "3 ou 4"),
    ("ciaociao", CIAO, "3?"),
    ("ciaociao", ANSWERS, "je ne doute pas"),
    ("ciaociao", ANSWERS, "I don't believe"),
    ("ciaociao", ANSWERS, "believe doubt"),
    ("ciaociao", ANSWERS, "croix"),
    ("ciaociao", ANSWERS, "a cross!"),
    ("ciaociao", ANSWERS, "croi"),
    ("ciaociao", ANSWERS, "non"),
    ("ciaociao", CIAO, "oui"),
    ("ciaociao", ANSWERS, "\0"),
    ("ciaociao", ANSWERS, "日本"),
    ("ciaociao", ANSWERS, "x" * 10_000),
    ("ciaociao", CIAO, "9" * 100),
    ("passpass", CARDS, "10"),
    ("passpass", CARDS, "violet"),
    ("passpass", CARDS, "vilet bleu 10"),
    ("ptipasspass", MASKED, "lapin 4"),
    ("ptipasspass", CHALLENGES, "je doute"),
    ("ptipasspass", CHALLENGES, "doublon ou menteur"),
    ("ptipasspass", VISIBLE, "lapin 4 souris"),
    ("ptipasspass", VISIBLE, "move 4"),
    ("bonbons", FLIPS, "7 8"),
    ("bonbons", FLIPS, "tuile 3"),
    ("bonbons", FLIPS, "cane 7"),
    ("bonbons", FLIPS, "oui"),
]


@pytest.mark.parametrize(("game", "moves", "line"), NOT_MEANT)
def test_nothing_is_guessed(game: str, moves: tuple[Move, ...], line: str) -> None:
    assert isinstance(line_parse(all_games()[game], moves, line), Unclear)


def test_a_card_that_two_moves_could_mean_is_asked_about() -> None:
    unclear = line_parse(all_games()["passpass"], CARDS, "10")
    assert isinstance(unclear, Unclear)
    assert unclear.between == (Play("violet-10"), Play("blue-10"))


def test_a_game_without_words_of_its_own_is_played_by_numbers_and_labels() -> None:
    game = all_games()["passpass"]
    mute = replace(game, words=game.words._replace(speech=None))
    assert shortest_lines(mute, CARDS, "en") == ["1", "2", "3", "4"]
    assert line_parse(mute, CARDS, "2") == Said(CARDS[1])
    assert line_parse(mute, CARDS, "Play the violet 10!") == Said(CARDS[0])
    for line in ("5", "0", "violet 10", "play"):
        assert isinstance(line_parse(mute, CARDS, line), Unclear)


@pytest.mark.parametrize(
    ("line", "until"),
    [
        ("ok toujours", "changed"),
        ("Toujours OK", "changed"),
        ("ok until I say otherwise", "changed"),
        ("ok jusqu’à mon prochain tour", "turn"),
        ("OK until my turn", "turn"),
    ],
)
def test_an_answer_may_stand_for_questions_to_come(line: str, until: Any) -> None:
    game = all_games()["ptipasspass"]
    assert line_parse(game, CHALLENGES, line) == Said(SayOk(), until)


@pytest.mark.parametrize("moves", [VISIBLE, LIFTS, ()])
def test_it_may_be_said_before_any_such_question(moves: tuple[Move, ...]) -> None:
    game = all_games()["ptipasspass"]
    assert line_parse(game, moves, "ok toujours") == Said(SayOk(), "changed")
    for line in ("ok", "1 toujours", "doublon toujours", "lapin 4 toujours", "toujours"):
        assert isinstance(line_parse(game, moves, line), Unclear), line


def test_only_what_a_game_lets_stand_stands() -> None:
    game = all_games()["ptipasspass"]
    assert isinstance(line_parse(game, CHALLENGES, "doublon toujours"), Unclear)
    assert line_parse(game, CHALLENGES, "plus toujours") == Withdrawn()
