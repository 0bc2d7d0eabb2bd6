"""The search of Pass Pass: its tricks are those of the rules, its deals those it cannot exclude."""

import pytest

from games.bots import bot_of, version_of
from games.chance import FastChance
from games.contract import LEVELS
from games.passpass import GAME
from games.passpass.cards import CARDS, colours
from games.passpass.moves import Options
from games.passpass.trick import verdict
from games.passpass.worlds import Manner, Noise, Round, winners
from games.table import Table
from tests.support.sizes import sized


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_winners_of_a_trick_are_those_of_the_rules(seats: int) -> None:
    chance = FastChance(seats)
    for _ in range(sized(300, 20_000)):
        trick = chance.shuffle(range(len(CARDS)))[:seats]
        _, first, second = verdict([CARDS[card] for card in trick])
        assert winners(trick) == (first, second)


@pytest.mark.parametrize(("seats", "teams"), [(3, False), (4, True), (6, True)])
def test_every_deal_looks_to_the_seat_as_the_true_one(seats: int, teams: bool) -> None:
    chance = FastChance(seats)
    match = Table.opened(GAME, seats, Options(teams), chance)
    differing = 0
    while match.outcome is None and len(match.steps) < 90:
        seat = GAME.active(match.state)[0]
        sight = match.sight(seat)
        if sight.view.phase == "play":
            world = Round(sight.view, seat, Manner(1)).world(Noise(chance))
            hands = [[CARDS[card] for card in hand] for hand in world.hands]
            assert sorted(hands[seat]) == sorted(match.state.hands[seat])
            for hand, player in zip(hands, sight.view.players, strict=True):
                assert colours(hand) == player.hand
            cards = [card for hand in hands for card in hand]
            out = [card for player in sight.view.players for card in player.taken]
            out += [*sight.view.discarded, *(played.card for played in sight.view.trick)]
            assert len({*cards, *out}) == len(cards) + len(out)
            differing += any(
                sorted(hand) != sorted(true)
                for hand, true in zip(hands, match.state.hands, strict=True)
            )
        level = LEVELS[len(match.steps) % len(LEVELS)]
        match.submit(seat, bot_of(GAME, version_of(GAME), level)(sight, chance))
    assert differing
