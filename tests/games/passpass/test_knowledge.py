"""What each player may know: S2, S20."""

from itertools import count

import msgspec
import pytest

from games.chance import FastChance
from games.contract import HIDDEN, OPEN, SPECTATOR
from games.passpass import GAME
from games.passpass.cards import CARDS, COLOUR, Colours, colours
from games.passpass.events import AnyEvent, HandDealt
from games.passpass.moves import Options
from games.passpass.state import State
from games.table import Table, fold
from tests.games.passpass.scene import cards, given
from tests.games.support.worlds import random_match, tables, viewers

DEALT = HandDealt(1, Colours(2, 0, 1, 0), cards("V3 G12 V1"))


def test_s20_a_hand_is_known_to_its_owner_and_its_backs_to_all() -> None:
    for viewer in (0, 1, 2, SPECTATOR, OPEN):
        shown = GAME.redact(DEALT, viewer)
        assert isinstance(shown, HandDealt)
        assert shown.colours == DEALT.colours
        assert (shown.cards is not HIDDEN) == (viewer in (1, OPEN))


def test_s20_the_view_shows_the_own_hand_and_the_others_as_counts() -> None:
    state = given("> V9 V1\nV8 B2\nG7 Y3")
    for seat in range(3):
        assert GAME.view(state, seat, 0).hand == state.hands[seat]
        assert GAME.view(state, seat, 0).hands is HIDDEN
    assert GAME.view(state, SPECTATOR, 0).hand is HIDDEN
    backs = [player.hand for player in GAME.view(state, 0, 0).players]
    assert backs == [Colours(2, 0, 0, 0), Colours(1, 1, 0, 0), Colours(0, 0, 1, 1)]


def test_s20_how_many_of_each_colour_are_set_aside_follows_from_the_rest() -> None:
    state = given("> V9 V1 | B1\nV8 B2 | B3 G12\nG7 Y3")
    assert GAME.view(state, 0, 0).set_aside == Colours(9, 9, 10, 11)


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_s20_no_value_of_another_hand_is_in_what_a_viewer_gets(viewer: int) -> None:
    state = given("> V9 V1\nV8 B2\nG7 Y3")
    sent = msgspec.json.encode(GAME.view(state, viewer, 0)).decode()
    assert not [one for hand in state.hands[1:] for one in hand if f'"{one}"' in sent]


def test_s2_s20_after_the_match_every_hand_is_open() -> None:
    table = cut_short()
    hands = [event.cards for event in table.log if isinstance(event, HandDealt)]
    assert HIDDEN not in hands
    for viewer in viewers(table):
        assert table.feed(viewer) == table.log
        assert table.view(viewer).hands == table.state.hands
        during = GAME.view(table.state, viewer, 0)
        assert during.hands is HIDDEN


def cut_short() -> Table:
    """A match that a third Pass Pass ended while everybody still had cards."""
    for seed in count():
        table = random_match(GAME, 3, Options(), FastChance(seed))
        if all(table.state.hands):
            break
    assert table.outcome is not None
    assert table.outcome.reason == "three_pass_pass"
    return table


def test_s20_a_resample_changes_every_hand_that_could_be_another() -> None:
    """Not merely the order in which it was dealt, which is hidden too."""
    chance = FastChance("hands")

    def visit(table: Table) -> None:
        if table.outcome is None:
            for viewer in viewers(table):
                check(table.state, viewer, GAME.resample(table.log, viewer, 0, chance))

    def check(state: State, viewer: int, log: list[AnyEvent]) -> None:
        shown = {*state.left, *state.discarded}.union(*state.taken)
        if viewer != SPECTATOR:
            shown.update(state.hands[viewer])
        unseen = [card for card in CARDS if card not in shown]
        for seat, hand in enumerate(fold(GAME, log).hands):
            true = state.hands[seat]
            elsewhere = {COLOUR[card] for card in unseen if card not in true}
            changeable = seat != viewer and any(COLOUR[card] in elsewhere for card in true)
            assert colours(hand) == colours(true)
            assert (set(hand) != set(true)) == changeable

    for seats, options in tables(GAME):
        random_match(GAME, seats, options, FastChance(seats), visit)
