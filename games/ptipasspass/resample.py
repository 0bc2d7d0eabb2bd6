"""What a viewer of PtiPassPass cannot tell apart, from the rules alone: P40 and P41.

What has faded may have happened at other cups, as long as those seen since hold what they held, and
tokens may have been others, as long as every place that they went through comes out right. Of a
round that has faded altogether only its public course is left: it may as well have been seen from
the other side of the table, which is quicker to tell.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from games.chance import Chance
from games.contract import OPEN, Horizon, Viewer
from games.ptipasspass.cups import ROWS
from games.ptipasspass.events import (
    AnimalsDealt,
    AnyEvent,
    CupsEmptied,
    CupsSetOut,
    CupsSwapped,
    LineLifted,
    MagicEnded,
    RewardPlaced,
    TokenPicked,
)
from games.ptipasspass.mixing import mix_tokens
from games.ptipasspass.moving import move_cups
from games.ptipasspass.trail import NOWHERE, Follower

MOST_TOKENS: Final = 24
"""How many tokens of a round are taken for others, at most."""
WHOLE_ROUNDS: Final = 3
"""One in so many of the rounds that have faded altogether is not merely turned round."""


def resample(
    log: Sequence[AnyEvent], viewer: Viewer, horizon: Horizon, chance: Chance
) -> list[AnyEvent]:
    """The same match with other cups and animals wherever the viewer cannot know them."""
    other = list(log)
    if viewer == OPEN or type(log[-1]) is MagicEnded:
        return other
    assert isinstance(log[0], CupsSetOut)
    seats = log[0].seats
    rounds = [place for place, event in enumerate(log) if type(event) is AnimalsDealt]
    for start, end in pairwise([*rounds, len(log)]):
        over = end < len(log)
        if over and end <= horizon and chance.below(WHOLE_ROUNDS, "resample"):
            _turn_round(other, start, end, seats, chance)
            continue
        trail = Follower(seats, viewer, horizon).follow(log, start, end)
        mix_tokens(trail, chance, MOST_TOKENS)
        if move_cups(trail, seats, horizon, chance):
            trail.write(other)
    return other


def _turn_round(log: list[AnyEvent], start: int, end: int, seats: int, chance: Chance) -> None:
    """Look at a whole round from the other side of the table, or in a mirror."""
    cups = range(ROWS * seats)
    half_turn = cups[::-1]
    upside_down = [cup % seats + (ROWS - 1 - cup // seats) * seats for cup in cups]
    sideways = [half_turn[cup] for cup in upside_down]
    seen = (half_turn, half_turn, upside_down, sideways)[chance.below(4, "resample")]
    for place in range(start, end):
        event = log[place]
        if isinstance(event, NOWHERE):
            continue
        match event:
            case TokenPicked(cup=int(cup)) | RewardPlaced(cup=int(cup)):
                log[place] = replace(event, cup=seen[cup])
            case CupsSwapped(cups=tuple(pair)):
                log[place] = replace(event, cups=tuple(sorted(seen[cup] for cup in pair)))
            case LineLifted(cups=tuple(line), contents=tuple(held)):
                there, contents = zip(
                    *sorted(zip([seen[cup] for cup in line], held, strict=True)), strict=True
                )
                log[place] = replace(event, cups=there, contents=contents)
            case CupsEmptied(contents=tuple(held)):
                log[place] = replace(event, contents=tuple(held[seen[cup]] for cup in cups))
