"""Tokens of a round taken for others wherever the viewer cannot tell.

If a token was another animal than it was, the place that it came to has one too many of the one and
one too few of the other. That is put right by changing the next way likewise, onwards, or another
that led there, backwards; and so on until the place is reached that the token came from.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Final

from games.chance import Chance
from games.ptipasspass.cups import hopeless
from games.ptipasspass.trail import Trail, Way

FAR: Final = 40
FURTHER: Final = 1000
"""After how many places a search is given up; further for the newest token."""


def mix_tokens(trail: Trail, chance: Chance, most: int) -> None:
    """Take so many tokens for others, the newest first, if nobody could notice."""
    mixing = _Mixing(trail)
    for number, way in enumerate(islice(_unknown(trail), most)):
        if tuple(way.tokens) == way.were:
            mixing.change(way, FAR if number else FURTHER, chance)


def _unknown(trail: Trail) -> Iterator[Way]:
    """The ways along which tokens went that the viewer cannot tell, the newest first."""
    for act in reversed(trail.acts):
        for way in (act.found, act.way):
            if way is not None and not way.known:
                yield way


class _Mixing:
    """The ways of a trail by the places that they join."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail
        self._onwards: defaultdict[int, list[Way]] = defaultdict(list)
        self._back: defaultdict[int, list[Way]] = defaultdict(list)
        for way in trail.ways:
            if not way.known:
                self._onwards[way.start].append(way)
                self._back[way.end].append(way)

    def change(self, way: Way, far: int, chance: Chance) -> bool:
        """Let one token along this way be of another animal."""
        held = [animal for animal, many in enumerate(way.tokens) if many]
        old = held[chance.below(len(held), "resample")]
        first = chance.below(2, "resample")
        for new in ((old + 1 + first) % 3, (old + 2 - first) % 3):
            if new == way.never:
                continue
            changes = self._circle(way, old, new, far)
            if changes:
                _apply(changes)
                if self._may_be():
                    return True
                _apply([(way, new, old) for way, old, new in changes])
        return False

    def _may_be(self) -> bool:
        """Whether the round would have gone on, or ended, as it did (P31)."""
        trail = self._trail
        if trail.dead is None:
            return True
        return hopeless([way.animals for way in trail.left]) == trail.dead

    def _circle(self, way: Way, old: int, new: int, far: int) -> list[tuple[Way, int, int]]:
        """What has to change along with a way so that every place comes out right, or nothing."""
        goal = way.start
        came: dict[int, tuple[Way, int, int, int]] = {}
        places = [way.end]
        for place in places:
            steps = [(step, old, new, step.end) for step in self._onwards[place]]
            steps += [(step, new, old, step.start) for step in self._back[place]]
            for step, less, more, to in steps:
                if to in came or to == way.end or step is way or not _can_change(step, less, more):
                    continue
                came[to] = (step, less, more, place)
                if to == goal:
                    return [(way, old, new), *_path(came, goal, way.end)]
                places.append(to)
            if len(places) > far:
                break
        return []


def _path(
    came: dict[int, tuple[Way, int, int, int]], goal: int, start: int
) -> Iterator[tuple[Way, int, int]]:
    place = goal
    while place != start:
        way, less, more, place = came[place]
        yield way, less, more


def _can_change(way: Way, less: int, more: int) -> bool:
    """Whether one token along a way may be of the other animal, and is not what it was at first."""
    if not way.tokens[less] or way.never == more:
        return False
    after = list(way.tokens)
    after[less] -= 1
    after[more] += 1
    return tuple(after) != way.were


def _apply(changes: list[tuple[Way, int, int]]) -> None:
    for way, less, more in changes:
        way.tokens[less] -= 1
        way.tokens[more] += 1
