"""`python -m bench.best_response`: what an opponent gains who knows level 5 of PtiPassPass.

An approximate best response at two seats, by search. It knows of level 5 how often it lies, what it
believes at every announcement (from what both were shown) and how probable a lie must be for a
challenge: so it lies whenever that goes unchallenged, and tells the truth where the truth is
challenged. Every move and announcement is played on against such an opponent. It is tried with
several degrees of suspicion, and the best of them measured again by other matches.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from games.arena import wilson
from games.chance import Chance
from games.contract import HIDDEN, Seat, Sight
from games.ptipasspass import GAME
from games.ptipasspass.beliefs import beliefs
from games.ptipasspass.bot import lie_rate
from games.ptipasspass.bots import BEST, Manner, Search, Way, searching
from games.ptipasspass.events import AnyEvent, TokenPicked
from games.ptipasspass.honesty import lies_of
from games.ptipasspass.imagined import HELD, Round
from games.ptipasspass.moves import ANIMALS, Animal, AnyMove, Place
from games.ptipasspass.view import View
from games.simulate import play_matches
from games.table import Table

SUSPICIONS: Final = (0.02, 0.4, 1.1)
ROUNDS: Final = 600


class BestResponse(Search):
    """A decision against level 5, which is known to play like that."""

    def __init__(self, sight: Sight[View, AnyEvent], manner: Manner, chance: Chance) -> None:
        super().__init__(sight, manner, chance, rates=[BEST.lies, BEST.lies])
        self._seen = sight.seen

    def _place(self) -> AnyMove:
        masked = self._view.marker == "masked"
        ways: dict[tuple[int, int, int], Way] = {}
        for animal in HELD[self._hand()]:
            for said in range(len(ANIMALS)) if masked else [animal]:
                called = masked and self._is_called(ANIMALS[said])
                for cup in self._open_cups():
                    ways[animal, cup, said] = _claiming(animal, cup, said, called)
        animal, cup, said = self._best(ways)
        return Place(ANIMALS[animal], cup, ANIMALS[said] if masked else None)

    def _is_called(self, said: Animal) -> bool:
        """Whether level 5 takes this announcement for a lie, going by what it has seen."""
        shown = [_as_shown(event, self._seat) for event in self._seen]
        pick = TokenPicked(self._seat, said, (1 - self._seat,), 0)
        if not self._challenges[1 - self._seat]:
            return False
        rate = lie_rate(lies_of(self._seat, shown))
        worlds = beliefs([*shown, pick], 2, [rate, rate], BEST.worlds).worlds
        lie = 0.0
        for world, weight in worlds.items():
            assert world.pick is not None
            lie += weight * (ANIMALS[world.pick[0].animal] != said)
        return lie >= BEST.suspicion


def _claiming(animal: int, cup: int, said: int, called: bool) -> Way:
    def follow(ahead: Round, random: Callable[[], float]) -> Seat | None:
        if called:
            ahead.liar(1 - ahead.turn, animal, said, random)
        else:
            ahead.put(ahead.turn, animal, said, cup)
        return ahead.play(random)

    return follow


def _as_shown(event: AnyEvent, seat: Seat) -> AnyEvent:
    """An event without what only its own seat knows."""
    if isinstance(event, TokenPicked) and event.announce is not None and event.seat == seat:
        return replace(event, animal=HIDDEN)
    return event


def gained(suspicion: float, matches: int, seed: int) -> float:
    """Return the share of the matches that the best response wins against level 5."""
    manner, best = Manner(ROUNDS, suspicion=suspicion), searching(BEST)

    def respond(table: Table, seat: Seat, chance: Chance) -> None:
        table.submit(seat, BestResponse(table.sight(seat), manner, chance).move(), by="bot")

    def play(table: Table, seat: Seat, chance: Chance) -> None:
        table.submit(seat, best(table.sight(seat), chance), by="bot")

    won = 0.0
    for shift, table in play_matches(GAME, [respond, play], GAME.options(), matches, seed):
        assert table.outcome is not None
        won += shift in table.outcome.winners
    return won / matches


def main(arguments: Sequence[str]) -> None:
    """Try all suspicions, then measure the best one."""
    matches = int(arguments[0]) if arguments else 400
    tried: dict[float, float] = {}
    for suspicion in SUSPICIONS:
        tried[suspicion] = gained(suspicion, matches // 4, seed=1)
        print(f"suspicion {suspicion:4}: {tried[suspicion]:.1%} of {matches // 4}", flush=True)
    best = max(tried, key=tried.__getitem__)
    share = gained(best, matches, seed=2)
    low, high = wilson(share, matches, 1.96)
    print(f"suspicion {best:4}: {share:.1%} of {matches}, 95 % interval {low:.1%}–{high:.1%}")


if __name__ == "__main__":
    main(sys.argv[1:])
