"""What was shown and hidden again fades, for each viewer in their own time.

The same is worked out here in another way, step by step along whole random matches: a heap of what
each viewer holds in mind, from which their own moves, or every move and the turns for a spectator,
take away.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from games.chance import FastChance
from games.contract import HIDDEN, SPECTATOR, AnyGame, Event, Horizon, Viewer
from games.memory import Memory, faded, faded_places, horizon_at
from games.registry import all_games
from games.table import Table
from tests.games.support.worlds import (
    AT_RANDOM,
    random_match,
    sampled_viewers,
    tables,
    viewers,
)

every_table_that_fades = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.key}-{seats}-{number}")
        for game in all_games().values()
        for number, (seats, options) in enumerate(tables(game))
        if any(kind.fades for kind in game.events)
    ],
)


class Mind:
    """What one viewer still remembers of what was shown."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.forgotten: set[int] = set()
        self.on_show: set[int] = set()
        self.hidden: dict[int, int] = {}
        """The turn in which each thing was hidden again."""
        self.turn = 0

    def own_move(self) -> None:
        self.forgotten |= self.hidden.keys()
        self.hidden.clear()

    def happens(self, place: int, event: Event) -> None:
        if event.opens_turn:
            self.turn += 1
            if self.viewer == SPECTATOR:
                old = {place for place, turn in self.hidden.items() if turn < self.turn - 1}
                self.forgotten |= old
                self.hidden = {k: turn for k, turn in self.hidden.items() if k not in old}
        if event.fades:
            self.on_show.add(place)
        if event.hides:
            self.hidden |= dict.fromkeys(self.on_show, self.turn)
        if event.hides or event.settles:
            self.on_show.clear()


class Minds:
    """The mind of every viewer of a match, which is followed as it goes on."""

    def __init__(self, table: Table) -> None:
        self.minds = {viewer: Mind(viewer) for viewer in viewers(table)}
        self._place = self._steps = 0

    def follow(self, table: Table) -> None:
        """Tell everybody what happened since the last call."""
        steps = table.steps[self._steps :]
        self._tell(table.log[self._place : len(table.log) - sum(len(s.events) for s in steps)])
        for step in steps:
            if step.by != "forced":
                self.minds[step.seat].own_move()
                self.minds[SPECTATOR].own_move()
            self._tell(step.events)
        self._steps = len(table.steps)

    def _tell(self, events: Iterable[Any]) -> None:
        for event in events:
            for mind in self.minds.values():
                mind.happens(self._place, event)
            self._place += 1


@every_table_that_fades
def test_everybody_reads_what_they_remember_and_nothing_else(
    game: AnyGame, seats: int, options: Any
) -> None:
    chance = FastChance("memory")
    forgotten = kept = 0
    minds: Minds | None = None

    def visit(table: Table) -> None:
        nonlocal forgotten, kept, minds
        minds = minds or Minds(table)
        minds.follow(table)
        if table.outcome is not None:
            return
        for viewer in sampled_viewers(table, chance):
            mind, seen = minds.minds[viewer], table.seen(viewer)
            gone = mind.forgotten if game.fading(table.state) else set()
            expected = [faded(event) if n in gone else event for n, event in enumerate(seen)]
            assert table.feed(viewer) == expected
            forgotten += expected != seen
            kept += bool(mind.hidden)

    table = random_match(game, seats, options, chance, visit, AT_RANDOM)
    assert kept
    assert bool(forgotten) == game.fading(table.state)
    assert table.feed(SPECTATOR) == table.log


@every_table_that_fades
def test_a_spectator_reads_nothing_that_a_seat_has_forgotten(
    game: AnyGame, seats: int, options: Any
) -> None:
    chance, compared = FastChance("onlooker"), 0

    def visit(table: Table) -> None:
        nonlocal compared
        if table.outcome is None and sampled_viewers(table, chance):
            onlooker = [told(event) for event in table.feed(SPECTATOR)]
            for seat in range(seats):
                assert all(map(set.issubset, onlooker, map(told, table.feed(seat))))
            compared += 1

    random_match(game, seats, options, chance, visit, AT_RANDOM)
    assert compared


def told(event: Event) -> set[str]:
    """The fields of an event that its reader gets."""
    return {name for name in event.__struct_fields__ if getattr(event, name) is not HIDDEN}


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_only_what_may_be_hidden_fades(game: AnyGame) -> None:
    for kind in game.events:
        assert set(kind.fades) <= set(kind.__struct_fields__)
        assert not (kind.hides and kind.settles)


class Shown(Event, frozen=True, tag="shown"):
    fades = ("face",)
    face: int = 1


class Hidden(Event, frozen=True, tag="hidden"):
    hides = True


class Kept(Event, frozen=True, tag="kept"):
    settles = True


class TurnBegan(Event, frozen=True, tag="turn_began"):
    opens_turn = True


def test_what_was_hidden_before_the_horizon_has_faded() -> None:
    kinds = (TurnBegan, Shown, Shown, Hidden, TurnBegan)
    assert [faded_places(kinds, horizon) for horizon in (0, 3, 4, 5)] == [
        set(),
        set(),
        {1, 2},
        {1, 2},
    ]


def test_what_stays_open_does_not_fade() -> None:
    assert faded_places((Shown, Kept, Shown, Hidden), horizon=4) == {2}


def test_what_is_still_on_show_has_not_faded() -> None:
    assert faded_places((Shown, TurnBegan), horizon=2) == set()


def test_a_part_of_the_log_fades_as_it_does_within_the_whole() -> None:
    assert faded_places((Shown, Hidden, Shown), horizon=8, first=5) == {5}
    assert faded_places((Shown, Hidden, Shown), horizon=6, first=5) == set()


def remembered(*steps: tuple[type[Event], int | None]) -> Memory:
    memory = Memory()
    for kind, mover in steps:
        memory = memory.after(kind(), mover)
    return memory


def test_a_seat_remembers_until_its_next_own_move() -> None:
    memory = remembered((Shown, 0), (Hidden, None), (TurnBegan, None), (Shown, 1), (Hidden, None))
    assert memory.horizon(0) == 0
    assert memory.horizon(1) == 3
    assert memory.horizon(2) == 0
    assert memory.after(Shown(), 0).horizon(0) == 5


def test_a_spectator_forgets_with_the_first_seat() -> None:
    memory = remembered((Shown, 0), (Hidden, None), (TurnBegan, None))
    assert memory.horizon(SPECTATOR) == 0
    memory = memory.after(Shown(), 1)
    assert [memory.horizon(viewer) for viewer in (0, 1, SPECTATOR)] == [0, 3, 3]


def test_a_spectator_remembers_until_the_turn_after_is_over() -> None:
    turn: list[tuple[type[Event], None]] = [(TurnBegan, None), (Shown, None), (Hidden, None)]
    horizons = [remembered(*turn * turns).horizon(SPECTATOR) for turns in range(5)]
    assert horizons == [0, 0, 0, 3, 6]


@pytest.mark.parametrize(
    ("horizon", "then"),
    [(0, 0), (1, 1), (2, 1), (3, 3)],
    ids=["all", "not hidden yet", "hidden since", "faded since"],
)
def test_a_look_back_shows_nothing_that_has_faded_since(horizon: Horizon, then: Horizon) -> None:
    assert horizon_at([Shown(), TurnBegan(), Hidden()], 1, horizon) == then
