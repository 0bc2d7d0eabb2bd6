"""Cards, deal and who leads: S1 to S4, S15."""

import pytest

from games.chance import FastChance
from games.choices import choice
from games.codec import Malformed, decode_options
from games.contract import HIDDEN, Seat, UnfitTable, table_options
from games.passpass import GAME
from games.passpass.cards import CARDS, COLOUR, COLOURS, DIAMONDS, VALUE, colours
from games.passpass.events import CardPlayed, HandDealt, PlayersSeated, RoundOpened
from games.passpass.moves import Options, Play, Take
from games.table import Table, fold
from tests.games.passpass.scene import Stacked, card, cards, given, played, table_at, when
from tests.games.support.scripted import ScriptedChance
from tests.games.support.worlds import viewers


class LedBy(Stacked):
    """A stacked deck, and the first leader that was drawn."""

    def __init__(self, first: Seat) -> None:
        super().__init__()
        self._first = first

    def below(self, n: int, label: str) -> int:
        assert label == "first_seat"
        return self._first


def test_s1_there_are_48_cards_twelve_of_each_colour() -> None:
    assert len(set(CARDS)) == 48
    assert {(COLOUR[card], VALUE[card]) for card in CARDS} == {
        (colour, value) for colour in COLOURS for value in range(1, 13)
    }


@pytest.mark.parametrize("colour", COLOURS)
def test_s1_low_cards_carry_diamonds(colour: str) -> None:
    own = [DIAMONDS[card] for card in CARDS if COLOUR[card] == colour]
    assert own == [3, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert sum(DIAMONDS.values()) == 40


@pytest.mark.parametrize("seats", GAME.seats)
def test_s2_everybody_sees_the_backs_of_every_hand(seats: int) -> None:
    table = Table.opened(GAME, seats, Options(), FastChance(0))
    backs = [colours(hand) for hand in table.state.hands]
    for viewer in viewers(table):
        assert [player.hand for player in table.view(viewer).players] == backs
        dealt = [event for event in table.feed(viewer) if isinstance(event, HandDealt)]
        assert {event.seat: event.colours for event in dealt} == dict(enumerate(backs))
        assert [event.seat for event in dealt if event.cards is not HIDDEN] == [
            seat for seat in range(seats) if seat == viewer
        ]


@pytest.mark.parametrize("seats", GAME.seats)
def test_s3_everyone_is_dealt_eight_cards_and_the_rest_is_set_aside(seats: int) -> None:
    options = table_options(GAME, seats, Options())
    state = fold(GAME, GAME.setup(seats, options, FastChance(0)))
    assert [len(hand) for hand in state.hands] == [8] * seats
    assert len({card for hand in state.hands for card in hand}) == 8 * seats
    aside = GAME.view(state, 0, 0).set_aside
    assert sum(getattr(aside, colour) for colour in COLOURS) == 48 - 8 * seats


def test_s3_cards_are_dealt_one_by_one_from_the_leaders_left() -> None:
    seated, opened, *dealt = GAME.setup(3, Options(), LedBy(1))
    assert (seated, opened) == (PlayersSeated(3, ()), RoundOpened(1, 1))
    assert [event.seat for event in dealt if isinstance(event, HandDealt)] == [2, 0, 1]
    first = dealt[0]
    assert isinstance(first, HandDealt)
    assert first.cards == cards("V1 V4 V7 V10 B1 B4 B7 B10")


def test_s3_a_match_has_three_rounds_of_eight_tricks() -> None:
    for seed in range(20):
        table = Table.opened(GAME, 5, Options(), FastChance(seed))
        while table.outcome is None:
            seat = GAME.active(table.state)[0]
            table.submit(seat, table.legal_moves(seat)[0])
        if table.outcome.reason == "most_points":
            break
    assert [event.round for event in table.log if isinstance(event, RoundOpened)] == [1, 2, 3]
    assert sum(isinstance(event, CardPlayed) for event in table.log) == 3 * 8 * 5


@pytest.mark.parametrize("first", range(4))
def test_s4_the_first_leader_is_drawn(first: Seat) -> None:
    chance = ScriptedChance([first] + [0] * 48)
    state = fold(GAME, GAME.setup(4, Options(), chance))
    assert chance.labels == ["first_seat"] + ["deal"] * 48
    assert (state.leader, GAME.active(state)) == (first, (first,))


def test_s4_everyone_plays_any_card_clockwise_from_the_leader() -> None:
    state = given("""
        V1 B2
        G3 Y4
        > V5 B6
    """)
    asked: list[Seat] = []
    for one in cards("V5 B2 Y4"):
        asked += GAME.active(state)
        assert GAME.choices(state, asked[-1]) == (choice("play", card=state.hands[asked[-1]]),)
        state, _ = when(state, (asked[-1], Play(one)))
    assert asked == [2, 0, 1]
    assert state.trick == cards("V5 B2 Y4")
    assert state.hands == (cards("V1"), cards("G3"), cards("B6"))


def test_s4_the_last_card_of_a_hand_is_played_by_the_server() -> None:
    state = given("""
        > V5 B6
        V2 G3
        V3 Y4
    """)
    table = table_at(played(state, "V5 V2 V3")[0])
    table.submit(0, Take(card("V5")))
    assert [step.by for step in table.steps] == ["player"] + ["forced"] * 4
    assert table.state.phase == "take"


@pytest.mark.parametrize("seats", [3, 5])
def test_s15_three_and_five_cannot_play_in_teams(seats: int) -> None:
    with pytest.raises(UnfitTable) as refusal:
        table_options(GAME, seats, Options(teams=True))
    assert (refusal.value.code, refusal.value.pointer) == (
        "teams_need_four_or_six",
        "/options/teams",
    )
    assert refusal.value.code in GAME.words.errors
    for teams in (None, False):
        assert table_options(GAME, seats, Options(teams)) == Options(teams=False)


def test_s15_four_may_choose() -> None:
    for teams in (None, False, True):
        assert table_options(GAME, 4, Options(teams)) == Options(teams=bool(teams))


def test_s15_six_always_play_in_teams() -> None:
    for teams in (None, True):
        assert table_options(GAME, 6, Options(teams)) == Options(teams=True)
    with pytest.raises(UnfitTable) as refusal:
        table_options(GAME, 6, Options(teams=False))
    assert (refusal.value.code, refusal.value.pointer) == ("six_play_in_teams", "/options/teams")
    assert refusal.value.code in GAME.words.errors


def test_s15_teams_are_wanted_or_not_or_left_out() -> None:
    for teams in (None, False, True):
        assert decode_options(GAME, {"teams": teams}) == Options(teams)
    assert decode_options(GAME, {}) == Options(None)
    with pytest.raises(Malformed):
        decode_options(GAME, {"teams": "yes"})


@pytest.mark.parametrize(("seats", "teams"), [(4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5)))])
def test_s15_partners_sit_opposite_each_other(
    seats: int, teams: tuple[tuple[Seat, Seat], ...]
) -> None:
    log = GAME.setup(seats, Options(teams=True), FastChance(0))
    assert log[0] == PlayersSeated(seats, teams)
    assert fold(GAME, log).teams == teams
