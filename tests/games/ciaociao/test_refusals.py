"""Moves against the rules: every refusal names its reason, none depends on the die."""

from games.ciaociao.moves import Announce, Believe, Doubt, Push
from tests.games.ciaociao.scene import given, refused, when


def test_c10_nothing_but_an_announcement_begins_a_turn() -> None:
    state = given("o........ +6 ?1\no........ +6")
    assert refused(state, 0, Believe()) == "announce_expected"
    assert refused(state, 1, Announce(1)) == "not_your_turn"


def test_c12_the_announcer_cannot_answer_and_an_answerer_cannot_announce() -> None:
    state, _ = when(given("o........ +6 ?1\no........ +6"), (0, Announce(1)))
    assert refused(state, 0, Doubt()) == "not_your_turn"
    assert refused(state, 1, Announce(1)) == "answer_expected"


def test_c16_a_pawn_must_be_pushed_before_anything_else() -> None:
    state = given("..o...... +6 ?2\n......... +0 ^1,2")
    state, _ = when(state, (0, Announce(2)), (1, Doubt()))
    assert refused(state, 0, Announce(1)) == "push_expected"
    assert refused(state, 1, Push(1)) == "not_your_turn"


def test_c21_nothing_can_be_played_after_the_end() -> None:
    state = given("........o +3 ^1,2 ?1\no........ +6")
    state, _ = when(state, (0, Announce(1)), (1, Believe()))
    assert refused(state, 1, Announce(1)) == "match_over"
