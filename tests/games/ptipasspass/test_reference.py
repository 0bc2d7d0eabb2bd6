"""Random matches played side by side with a second implementation that shares no line."""

from typing import Any

import pytest

from games.chance import FastChance
from games.codec import legal_moves
from games.ptipasspass import GAME
from games.ptipasspass.events import RoundVoided
from games.ptipasspass.moves import AnyMove, ChallengeTokens, Options, SayOk
from games.table import fold
from tests.games.ptipasspass.reference import Reference
from tests.games.ptipasspass.side_by_side import as_sent, snapshot
from tests.support.sizes import sized

MATCHES = sized([(2, 12), (3, 1), (4, 1), (6, 1)], [(2, 40), (3, 4), (4, 2), (5, 2), (6, 1)])
"""Seats, and how many matches are played."""


@pytest.mark.parametrize("challenge_tokens", ["reset", "carry"])
@pytest.mark.parametrize(("seats", "matches"), MATCHES)
def test_both_implementations_play_the_same_game(
    seats: int, matches: int, challenge_tokens: ChallengeTokens
) -> None:
    chance = FastChance(f"{seats} {challenge_tokens}")
    void = 0
    for _ in range(matches):
        state = fold(GAME, GAME.setup(seats, Options(challenge_tokens), chance))
        reference = Reference(seats, state.turn, challenge_tokens=challenge_tokens)
        while GAME.outcome(state) is None:
            assert snapshot(state) == reference.snapshot()
            (seat,) = GAME.active(state)
            assert reference.asked() == [seat]
            moves = legal_moves(GAME, GAME.choices(state, seat))
            assert _in_order(map(as_sent, moves)) == _in_order(reference.moves(seat))
            move = _any(moves, chance)
            for event in GAME.decide(state, seat, move, chance):
                state = GAME.evolve(state, event)
                void += isinstance(event, RoundVoided)
            reference.play(seat, as_sent(move))
        assert reference.over
        assert snapshot(state)["ranking"] == reference.ranking
    assert void or seats > 2, "the rarest ending was not put to the test"


def _any(moves: tuple[AnyMove, ...], chance: FastChance) -> AnyMove:
    """Any move, but OK more often than not, so that rounds get on."""
    if SayOk() in moves and chance.below(2):
        return SayOk()
    return moves[chance.below(len(moves))]


def _in_order(moves: Any) -> list[str]:
    return sorted(str(sorted(move.items())) for move in moves)
