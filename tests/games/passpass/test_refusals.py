"""Moves against the rules: every refusal names its reason, none depends on a hidden card."""

from games.passpass.moves import Nominate, Play, Take
from tests.games.passpass.scene import card, given, pair, played, refused, take, trick, when
from tests.games.passpass.test_teams import disagreeing

OPENING = "> V9 V1\nV8 V2\nG7 V3\nG8 V4"


def test_s4_only_the_next_seat_plays_and_only_a_card_it_has() -> None:
    state = given(OPENING)
    assert refused(state, 1, Play(card("V8"))) == "not_your_turn"
    assert refused(state, 0, Play(card("V8"))) == "card_not_in_hand"
    assert refused(state, 0, Play(card("Y12"))) == "card_not_in_hand"
    assert refused(state, 0, Take(card("V9"))) == "play_expected"
    assert refused(state, 0, Nominate(0)) == "play_expected"


def test_s6_the_first_winner_takes_a_card_of_the_trick() -> None:
    state = trick("V10 B11 G4 V6")
    assert refused(state, 0, Take(card("Y1"))) == "card_not_in_trick"
    assert refused(state, 0, Play(card("V1"))) == "take_expected"
    assert refused(state, 3, pair("G4 V6")) == "not_your_turn"


def test_s7_the_second_winner_takes_two_lowest_cards() -> None:
    state, _ = take(trick("V10 B11 G4 V6"), "B11")
    assert refused(state, 3, pair("G4 V10")) == "pair_not_offered"
    assert refused(state, 3, pair("G4 G4")) == "pair_not_offered"
    assert refused(state, 3, pair("G4 B11")) == "pair_not_offered"
    assert refused(state, 3, Take(card("G4"))) == "take_two_expected"
    assert refused(state, 0, Take(card("G4"))) == "not_your_turn"


def test_s12_nothing_can_be_played_after_the_end() -> None:
    drawing = "> V9 V1 | B1 G1 V5 = 3 2\nV8 V2 = 40 0\nY3 V3 = 9 1\nB4 V4 = 9 1"
    state, _ = played(given(drawing, number=2), "V9 V8 Y3 B4")
    after, _ = take(state, "Y3")
    assert refused(after, 1, pair("B4 V8")) == "match_over"


def test_s16_a_seat_names_one_of_its_team_and_another_than_before() -> None:
    state = disagreeing()
    assert refused(state, 0, Nominate(1)) == "not_of_your_team"
    assert refused(state, 0, Nominate(5)) == "not_of_your_team"
    assert refused(state, 1, Nominate(1)) == "not_your_turn"
    assert refused(state, 0, Play(card("V9"))) == "nominate_expected"
    state, _ = when(state, (0, Nominate(0)))
    assert refused(state, 0, Nominate(0)) == "already_named"
