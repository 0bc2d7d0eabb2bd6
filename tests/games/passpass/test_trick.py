"""Who wins a trick and who takes what: S5 to S10, with the examples of the rule book."""

import pytest

from games.choices import choice
from games.contract import Seat
from games.passpass import GAME
from games.passpass.cards import VALUE, Card
from games.passpass.events import CardTaken, TrickWon, TwoCardsTaken
from games.passpass.moves import TakeTwo
from games.passpass.trick import lowest_pairs, verdict
from tests.games.passpass.scene import (
    card,
    cards,
    given,
    moves_of,
    pair,
    played,
    refused,
    table_at,
    take,
    take_two,
    the,
    trick,
)


@pytest.mark.parametrize(
    ("play", "first", "second"),
    [
        ("V10 V11 V12 V6", "V12", "V11"),
        ("V10 B11 G4 V6", "V10", "V6"),
        ("V10 B11 G4 G6", "B11", "V10"),
        ("V10 B11 G4 G7", "B11", "G7"),
        ("V10 G10 V6 G6", "V10", "V6"),
        ("G10 V10 V6 G6", "G10", "G6"),
    ],
    ids=["one colour", "two of it", "one of it", "one of it, tied", "all tied", "the other first"],
)
def test_s5_s6_s7_the_examples_of_the_book(play: str, first: str, second: str) -> None:
    won = verdict(cards(play))
    assert (play.split()[won.first], play.split()[won.second]) == (first, second)


def test_s5_the_majority_is_the_highest_sum_not_the_highest_card() -> None:
    assert verdict(cards("B12 V4 V5 V4")).majority == "violet"
    assert verdict(cards("B12 V4 V5 G4")).majority == "blue"


def test_s5_of_tied_colours_the_one_with_the_highest_card() -> None:
    assert verdict(cards("V4 V5 B9")).majority == "blue"
    assert verdict(cards("V4 B8 V6 B2 G5")).majority == "blue"


def test_s5_of_equally_high_cards_the_one_played_first() -> None:
    assert verdict(cards("V2 B7 V7 B2")).majority == "blue"
    assert verdict(cards("Y8 G8 B8 V8 V1 Y1")).majority == "yellow"


def test_s5_three_colours_may_be_tied() -> None:
    assert verdict(cards("V3 B3 G3")) == ("violet", 0, 1)
    assert verdict(cards("V5 V4 B9 G9")) == ("blue", 2, 3)


@pytest.mark.parametrize("leader", range(4))
def test_s6_winners_are_seats_whoever_leads(leader: Seat) -> None:
    rows = ["V1 B1", "V2 B2", "V3 B3", "V4 B4"]
    rows[leader] = f"> {rows[leader]}"
    order = [(leader + place) % 4 for place in range(4)]
    _, events = played(given("\n".join(rows)), " ".join(f"V{seat + 1}" for seat in order))
    assert the(TrickWon, events) == TrickWon("violet", 3, 2)


def test_s6_the_first_winner_takes_any_card_even_their_own() -> None:
    state = trick("V10 B11 G4 V6")
    assert GAME.active(state) == (0,)
    assert GAME.choices(state, 0) == (choice("take", card=cards("V10 B11 G4 V6")),)
    after, events = take(state, "V10")
    assert events == [CardTaken(0, card("V10"))]
    assert after.taken[0] == cards("V10")


def test_s7_book_example_1_the_second_gets_the_6_and_the_10() -> None:
    state, _ = take(trick("V10 V11 V12 V6"), "V12")
    assert GAME.active(state) == (1,)
    after, events = take_two(state, "V6 V10")
    assert events == [TwoCardsTaken(1, pair("V6 V10").cards, cards("V11"))]
    assert (set(after.taken[1]), after.taken[2]) == ({*cards("V6 V10")}, cards("V12"))


def test_s7_book_example_2_the_second_may_get_the_firsts_own_card() -> None:
    state, _ = take(trick("V10 B11 G4 V6"), "G4")
    assert GAME.active(state) == (3,)
    assert moves_of(state, 3) == (pair("V6 V10"),)


def test_s7_the_only_card_of_the_majority_leaves_the_second_place_to_the_next_colour() -> None:
    assert verdict(cards("V12 B3 B4 G6")) == ("violet", 0, 2)
    assert verdict(cards("V12 B3 B4 G8")) == ("violet", 0, 3)


def test_s7_ties_for_the_second_place_go_as_for_the_first() -> None:
    assert verdict(cards("V12 B3 B4 G7")).second == 3
    assert verdict(cards("V12 B7 B2 G7 G2")).second == 1
    assert verdict(cards("V12 G7 G2 B2 B7")).second == 1


def test_s7_the_two_lowest_of_the_cards_left() -> None:
    assert lowest_pairs(cards("V9 B3 G12 Y5 V4")) == (pair("B3 V4").cards,)


def test_s7_equal_values_let_the_second_choose() -> None:
    state, _ = take(trick("V12 V9 B3 V4 G4"), "V12")
    assert GAME.choices(state, 1) == (
        choice("take_two", cards=(("blue-3", "violet-4"), ("blue-3", "green-4"))),
    )
    assert refused(state, 1, pair("V4 G4")) == "pair_not_offered"
    assert refused(state, 1, pair("B3 V9")) == "pair_not_offered"
    after, _ = take_two(state, "B3 G4")
    assert set(after.taken[1]) == {*cards("B3 G4")}


@pytest.mark.parametrize(
    ("left", "pairs"),
    [
        ("V3 B3 G9", ["V3 B3"]),
        ("V3 B3 G3 V9", ["V3 B3", "V3 G3", "B3 G3"]),
        ("V3 B3 G3 Y3", ["V3 B3", "V3 G3", "V3 Y3", "B3 G3", "B3 Y3", "G3 Y3"]),
        ("V2 B3 G3 Y3 V9", ["V2 B3", "V2 G3", "V2 Y3"]),
    ],
)
def test_s7_every_lowest_pair_is_offered(left: str, pairs: list[str]) -> None:
    assert lowest_pairs(cards(left)) == tuple(pair(short).cards for short in pairs)


def test_s7_a_pair_may_be_sent_in_any_order() -> None:
    def pair_of(one: Card, other: Card) -> TakeTwo:
        return TakeTwo((one, other))

    assert pair_of("violet-4", "blue-3") == pair_of("blue-3", "violet-4")


def test_s7_a_single_pair_is_taken_by_the_server() -> None:
    table = table_at(trick("V10 B11 G4 V6"))
    steps = table.submit(0, moves_of(table.state, 0)[2])
    assert [(step.seat, step.move, step.by) for step in steps[1:]] == [
        (3, pair("V6 V10"), "forced")
    ]


def test_s7_with_three_players_the_second_takes_what_is_left() -> None:
    for first in cards("V10 B11 G4"):
        state = trick("V10 B11 G4")
        rest = tuple(sorted(other for other in state.trick if other != first))
        table = table_at(state)
        table.submit(1, next(move for move in moves_of(state, 1) if move.card == first))
        assert (table.state.taken[0], table.state.discarded) == (rest, ())


def test_s8_cards_nobody_took_are_out_and_open_to_all() -> None:
    state, _ = take(trick("V10 V11 V12 V6 B1"), "B1")
    after, events = take_two(state, "V6 V10")
    assert the(TwoCardsTaken, events).discarded == cards("V11 V12")
    assert GAME.view(after, 0, 0).discarded == cards("V11 V12")
    assert after.trick == ()


def test_s9_the_second_winner_leads_the_next_trick() -> None:
    state, _ = take(trick("V10 B11 G4 V6"), "G4")
    after, _ = take_two(state, "V6 V10")
    assert (after.leader, GAME.active(after)) == (3, (3,))


def test_s9_the_second_winner_leads_the_next_round() -> None:
    state, _ = played(given("> V10\nB2\nV6\nG4"), "V10 B2 V6 G4")
    state, _ = take(state, "V10")
    after, _ = take_two(state, "B2 G4")
    assert (after.round, after.leader, GAME.active(after)) == (2, 2, (2,))


def test_s10_cards_taken_lie_open() -> None:
    state, _ = take(trick("V10 B11 G4 V6"), "G4")
    for viewer in range(4):
        assert GAME.view(state, viewer, 0).players[0].taken == cards("G4")
    assert sorted(VALUE[one] for one in GAME.view(state, 1, 0).left) == [6, 10, 11]
