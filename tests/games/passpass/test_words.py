"""What is said to people: the board, the sentence for each event, the buttons."""

from collections.abc import Sequence
from typing import get_args

import pytest

from games.contract import HIDDEN, LANGUAGES, SPECTATOR, Text, Viewer
from games.passpass import GAME
from games.passpass.cards import CARDS, Colours
from games.passpass.events import (
    AnyEvent,
    CardPlayed,
    CardTaken,
    HandDealt,
    NominationOpened,
    PassPassTicked,
    PlayersSeated,
    RoundOpened,
    RoundScored,
    SeatNominated,
    TeamScored,
    TricksEnded,
    TrickWon,
    TwoCardsTaken,
)
from games.passpass.moves import AnyMove, Nominate, Play, Take
from games.passpass.state import State
from tests.games.passpass.scene import card, cards, given, pair, played, take, take_two, when
from tests.games.passpass.test_teams import disagreeing

NAMES = ("Anna", "Bruno", "Chloé", "Dario")


def board(state: State, viewer: Viewer = SPECTATOR) -> Text:
    return GAME.words.board(GAME.view(state, viewer, 0), NAMES[: len(state.hands)])


def lines(text: str, *starts: str) -> list[str]:
    """The lines of a board that begin so."""
    return [line for line in text.splitlines() if line.startswith(starts)]


def test_the_board_during_play_is_all_one_needs() -> None:
    drawing = "> V9 V1 | B1 G12 = 12 1\nV8 B2\nG7 Y3 = 3 0"
    shown = board(played(given(drawing, number=2), "V1")[0], 1)
    assert shown.en.splitlines() == [
        "Round 2/3 | set aside: violet ×9 · blue ×10 · green ×10 · yellow ×11 | discards: –",
        "Trick: Anna violet 1 ♦♦♦",
        "1. Anna | this round: 5 pt, 0 Pass Pass | hand: violet ×1 | taken: blue 1♦♦♦ · green 12",
        "2. Bruno | this round: 0 pt, 0 Pass Pass | hand: violet ×1 · blue ×1 | taken: –",
        "3. Chloé | this round: 0 pt, 0 Pass Pass | hand: green ×1 · yellow ×1 | taken: –",
        "Recorded before this round: Anna 12 pt, 1 Pass Pass; Bruno 0 pt, 0 Pass Pass; "
        "Chloé 3 pt, 0 Pass Pass",
        "Your hand: violet 8 · blue 2♦♦",
        "Bruno is to play a card.",
    ]
    assert shown.fr.splitlines() == [
        "Manche 2/3 | mises de côté : violet ×9 · bleu ×10 · vert ×10 · jaune ×11 | défausse : –",
        "Pli : Anna 1 violet ♦♦♦",
        "1. Anna | cette manche : 5 pt, 0 Pass Pass | main : violet ×1 | "
        "pris : bleu 1♦♦♦ · vert 12",
        "2. Bruno | cette manche : 0 pt, 0 Pass Pass | main : violet ×1 · bleu ×1 | pris : –",
        "3. Chloé | cette manche : 0 pt, 0 Pass Pass | main : vert ×1 · jaune ×1 | pris : –",
        "Marqué avant cette manche : Anna 12 pt, 1 Pass Pass ; Bruno 0 pt, 0 Pass Pass ; "
        "Chloé 3 pt, 0 Pass Pass",
        "Votre main : violet 8 · bleu 2♦♦",
        "À Bruno de jouer une carte.",
    ]


def test_the_board_says_what_is_left_of_a_trick() -> None:
    state, _ = played(given("> V10 V1\nB11 V2\nG4 V3\nV6 V4"), "V10 B11 G4 V6")
    assert lines(board(state).en, "Anna takes") == ["Anna takes a card of the trick."]
    assert lines(board(state).fr, "Anna prend") == ["Anna prend une carte du pli."]
    state, _ = take(state, "G4")
    assert lines(board(state).en, "Trick", "Dario") == [
        "Trick: Anna violet 10, Bruno blue 11, Chloé green 4 ♦ (taken), Dario violet 6 ♦",
        "Dario takes the two lowest cards left.",
    ]
    assert lines(board(state).fr, "Pli", "Dario") == [
        "Pli : Anna 10 violet, Bruno 11 bleu, Chloé 4 vert ♦ (pris), Dario 6 violet ♦",
        "Dario prend les deux plus faibles cartes restantes.",
    ]


def test_s16_while_a_team_names_the_board_tells_whose_record_has_this_round() -> None:
    state, _ = when(disagreeing(), (0, Nominate(2)))
    shown = board(state)
    assert lines(shown.en, "Recorded", "To agree") == [
        "Recorded so far: Anna and Chloé 30 pt, 1 Pass Pass (without this round); "
        "Bruno and Dario 32 pt, 0 Pass Pass (with this round)",
        "To agree on a score: Anna and Chloé. Anna names Chloé.",
    ]
    assert lines(shown.fr, "Déjà", "À décider") == [
        "Déjà marqué : Anna et Chloé 30 pt, 1 Pass Pass (sans cette manche) ; "
        "Bruno et Dario 32 pt, 0 Pass Pass (avec cette manche)",
        "À décider, quel score marquer : Anna et Chloé. Anna désigne Chloé.",
    ]
    assert [line.split(" | ")[:2] for line in lines(shown.en, "1", "2", "3", "4")] == [
        ["1. Anna", "this round: 11 pt, 0 Pass Pass"],
        ["2. Bruno", "this round: 2 pt, 0 Pass Pass"],
        ["3. Chloé", "this round: 4 pt, 1 Pass Pass"],
        ["4. Dario", "this round: 0 pt, 0 Pass Pass"],
    ]


def test_s18_at_the_end_of_the_third_round_the_board_gives_the_total() -> None:
    state, _ = when(disagreeing(number=3), (0, Nominate(2)), (2, Nominate(2)))
    assert board(state).en.splitlines()[-2:] == [
        "Total of the three rounds: Anna and Chloé 34 pt, 2 Pass Pass; "
        "Bruno and Dario 32 pt, 0 Pass Pass",
        "The match is over: most points in three rounds.",
    ]
    assert board(state).fr.splitlines()[-2:] == [
        "Total des trois manches : Anna et Chloé 34 pt, 2 Pass Pass ; "
        "Bruno et Dario 32 pt, 0 Pass Pass",
        "La partie est terminée : le plus de points en trois manches.",
    ]


def test_s14_alone_the_total_has_the_last_round_once() -> None:
    drawing = "> V9 | V1 = 10 1\nV8 = 5 0\nG7 = 5 0"
    state, _ = take(played(given(drawing, number=3), "V9 V8 G7")[0], "V9")
    state, _ = take_two(state, "V8 G7")
    assert board(state).en.splitlines()[-2] == (
        "Total of the three rounds: Anna 15 pt, 1 Pass Pass; Bruno 7 pt, 0 Pass Pass; "
        "Chloé 5 pt, 0 Pass Pass"
    )


@pytest.mark.parametrize("teams", [False, True])
def test_s12_s17_a_round_cut_short_is_not_in_the_record(teams: bool) -> None:
    """Not even by the last card of the third round."""
    drawing = "> V9\nV8 | V4 B3 = 7 2\nY3\nG4"
    state, _ = played(given(drawing, number=3, teams=teams), "V9 V8 Y3 G4")
    state, _ = take_two(take(state, "V9")[0], "Y3 G4")
    record, status = board(state).en.splitlines()[-2:]
    assert record.startswith("Recorded before this round: Anna")
    assert f"Bruno{' and Dario' if teams else ''} 7 pt, 2 Pass Pass" in record
    assert status == "The match is over: a third Pass Pass."
    assert lines(board(state).en, "2.")[0].startswith("2. Bruno | this round: 10 pt, 1 Pass Pass")
    assert lines(board(state).fr, "Marqué", "La partie")[1] == (
        "La partie est terminée : un troisième Pass Pass."
    )


BACKS = Colours(2, 0, 1, 0)

RECAPS: Sequence[tuple[AnyEvent, str, str]] = [
    (PlayersSeated(4, ()), "4 joueurs, chacun pour soi.", "4 players, everyone for themselves."),
    (
        PlayersSeated(4, ((0, 2), (1, 3))),
        "Les équipes : Anna et Chloé ; Bruno et Dario.",
        "The teams: Anna and Chloé; Bruno and Dario.",
    ),
    (
        RoundOpened(2, 1),
        "Manche 2 : les 48 cartes sont mélangées, Bruno entame.",
        "Round 2: the 48 cards are shuffled, Bruno leads.",
    ),
    (
        HandDealt(1, BACKS, cards("V3 G12 V1")),
        "Bruno reçoit 8 cartes : violet 1♦♦♦ 3♦♦ · vert 12.",
        "Bruno is dealt 8 cards: violet 1♦♦♦ 3♦♦ · green 12.",
    ),
    (
        HandDealt(1, BACKS, HIDDEN),
        "Bruno reçoit 8 cartes : violet ×2 · vert ×1.",
        "Bruno is dealt 8 cards: violet ×2 · green ×1.",
    ),
    (
        CardPlayed(0, card("Y1")),
        "Anna joue le 1 jaune, 3 diamants.",
        "Anna plays the yellow 1, 3 diamonds.",
    ),
    (
        TrickWon("green", 2, 0),
        "Le vert l’emporte : Chloé gagne le pli devant Anna.",
        "The majority is green: Chloé wins the trick ahead of Anna.",
    ),
    (CardTaken(2, card("B7")), "Chloé prend le 7 bleu.", "Chloé takes the blue 7."),
    (
        TwoCardsTaken(0, pair("B3 V4").cards, ()),
        "Anna prend le 3 bleu et le 4 violet.",
        "Anna takes the blue 3 and the violet 4.",
    ),
    (
        TwoCardsTaken(0, pair("B3 V4").cards, cards("V9 G10 Y11")),
        "Anna prend le 3 bleu et le 4 violet ; "
        "à la défausse : le 9 violet, le 10 vert et le 11 jaune.",
        "Anna takes the blue 3 and the violet 4; "
        "discarded: the violet 9, the green 10 and the yellow 11.",
    ),
    (
        PassPassTicked(3, ticks=1, total=1),
        "Pass Pass ! Dario en compte 1.",
        "Pass Pass! Dario counts 1.",
    ),
    (
        PassPassTicked(3, ticks=2, total=2),
        "Pass Pass ×2 ! Dario en compte 2.",
        "Pass Pass ×2! Dario counts 2.",
    ),
    (
        PassPassTicked(0, ticks=1, total=2),
        "Pass Pass ! Anna en compte 2 avec ce qui était déjà marqué.",
        "Pass Pass! Anna counts 2 with what was recorded before.",
    ),
    (
        RoundScored((11, 2, 4, 0), (0, 0, 1, 0)),
        "Fin de la manche : Anna 11 pt, 0 Pass Pass ; Bruno 2 pt, 0 Pass Pass ; "
        "Chloé 4 pt, 1 Pass Pass ; Dario 0 pt, 0 Pass Pass.",
        "End of the round: Anna 11 pt, 0 Pass Pass; Bruno 2 pt, 0 Pass Pass; "
        "Chloé 4 pt, 1 Pass Pass; Dario 0 pt, 0 Pass Pass.",
    ),
    (
        NominationOpened(((0, 2), (1, 3))),
        "À décider, quel score marquer : Anna et Chloé ; Bruno et Dario.",
        "To agree on a score: Anna and Chloé; Bruno and Dario.",
    ),
    (SeatNominated(0, 2), "Anna désigne Chloé.", "Anna names Chloé."),
    (
        TeamScored((0, 2), 2, 4, 1),
        "Anna et Chloé marquent un score : Chloé 4 pt, 1 Pass Pass.",
        "Anna and Chloé record a score: Chloé 4 pt, 1 Pass Pass.",
    ),
    (
        TricksEnded("three_pass_pass"),
        "La partie est finie : un troisième Pass Pass.",
        "The match is over: a third Pass Pass.",
    ),
    (
        TricksEnded("most_points"),
        "La partie est finie : le plus de points en trois manches.",
        "The match is over: most points in three rounds.",
    ),
]


@pytest.mark.parametrize(("event", "fr", "en"), RECAPS)
def test_a_sentence_for_what_happened(event: AnyEvent, fr: str, en: str) -> None:
    assert GAME.words.recap(event, NAMES) == Text(fr, en)


def test_a_sentence_for_every_kind_of_event() -> None:
    assert {type(event) for event, *_ in RECAPS} == {*get_args(AnyEvent)}


@pytest.mark.parametrize(
    ("move", "fr", "en"),
    [
        (Play(card("V1")), "jouer le 1 violet, 3 diamants", "play the violet 1, 3 diamonds"),
        (Play(card("G12")), "jouer le 12 vert", "play the green 12"),
        (Take(card("Y4")), "prendre le 4 jaune, 1 diamant", "take the yellow 4, 1 diamond"),
        (pair("V4 B3"), "prendre le 3 bleu et le 4 violet", "take the blue 3 and the violet 4"),
        (Nominate(0), "marquer le score du joueur 1", "record player 1’s score"),
        (Nominate(5), "marquer le score du joueur 6", "record player 6’s score"),
    ],
)
def test_a_button_for_every_kind_of_move(move: AnyMove, fr: str, en: str) -> None:
    assert GAME.words.move(move) == Text(fr, en)


def test_s1_every_card_has_a_label() -> None:
    labels = [GAME.words.labels[f"card.{one}"] for one in CARDS]
    for language in LANGUAGES:
        assert len({label.within(language) for label in labels}) == 48
    assert [GAME.words.labels[f"card.blue-{value}"] for value in (1, 2, 6, 7)] == [
        Text("1 bleu, 3 diamants", "blue 1, 3 diamonds"),
        Text("2 bleu, 2 diamants", "blue 2, 2 diamonds"),
        Text("6 bleu, 1 diamant", "blue 6, 1 diamond"),
        Text("7 bleu", "blue 7"),
    ]
