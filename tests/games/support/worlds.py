"""Matches to check things on: every table size, the default options and each option's extremes."""

from collections.abc import Callable, Sequence
from typing import Any

from games.chance import Chance, FastChance
from games.codec import any_move, decode_options
from games.contract import SPECTATOR, AnyGame, Viewer, table_options
from games.table import Table
from games.variants import option_variants, tables
from tests.support.sizes import sized

__all__ = ["option_variants", "tables"]

DENSE = sized(15, 40)
"""How many moves of a match are looked at from all sides."""
AT_RANDOM = sized(150, None)
"""Moves of a match before bots bring it to its end: at random some go on for thousands."""


def is_default(game: AnyGame, seats: int, options: Any) -> bool:
    """Whether these are the options that a table has if nothing is said."""
    return bool(options == table_options(game, seats, decode_options(game, {})))


def viewers(table: Table) -> tuple[Viewer, ...]:
    return viewers_at(table.seats)


def viewers_at(seats: int) -> tuple[Viewer, ...]:
    return (*range(seats), SPECTATOR)


def now_and_then(table: Table, chance: Chance, every: int) -> bool:
    """True at one in so many positions, and ever more rarely the longer the log is, as most checks
    take the longer for it."""
    return chance.below(every + len(table.log) // 10, "test") == 0


def sampled_viewers(table: Table, chance: Chance) -> tuple[Viewer, ...]:
    """Whose eyes to look through here: everybody's early in a match, later now and then somebody's,
    so that a long match costs little more than a short one; somebody's too where an answer is
    sealed, which changes no more than that."""
    everybody, moves = viewers(table), len(table.steps)
    if table.outcome is not None or (moves < DENSE and not table.sealed):
        return everybody
    if chance.below(1 + (moves // DENSE) ** 2, "test"):
        return ()
    return (everybody[chance.below(len(everybody), "test")],)


class Recorder:
    """Chance that remembers what it gave."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.results: list[Any] = []

    def below(self, n: int, label: str) -> int:
        self.results.append(self._chance.below(n, label))
        return int(self.results[-1])

    def shuffle(self, items: Sequence[Any], label: str) -> list[Any]:
        order = self._chance.shuffle(range(len(items)), label)
        self.results.append(order)
        return [items[place] for place in order]


class Replayer:
    """Chance that gives what a recorder remembers."""

    def __init__(self, results: Sequence[Any]) -> None:
        self._results = list(results)

    def below(self, n: int, label: str) -> int:
        return int(self._results.pop(0))

    def shuffle(self, items: Sequence[Any], label: str) -> list[Any]:
        return [items[place] for place in self._results.pop(0)]


class NoChance:
    """Chance that must not be drawn from."""

    def below(self, n: int, label: str) -> int:
        raise AssertionError(f"{label} was drawn where nothing happens")

    def shuffle(self, items: Sequence[Any], label: str) -> list[Any]:
        raise AssertionError(f"{label} was drawn where nothing happens")


class RecordedTable(Table):
    """A table that knows what was drawn for each of its steps and redacts an event only once."""

    def __init__(self, game: AnyGame, seats: int, chance: Chance, log: Sequence[Any] = ()) -> None:
        self.drawn: list[list[Any]] = []
        self._shown: dict[Viewer, list[Any]] = {}
        super().__init__(game, seats, Recorder(chance), log)

    def _play(self, seat: int, move: Any, by: Any) -> bool:
        assert isinstance(self.chance, Recorder)
        before = len(self.chance.results)
        played = super()._play(seat, move, by)
        if played:
            self.drawn.append(self.chance.results[before:])
        return played

    def seen(self, viewer: Viewer) -> list[Any]:
        shown = self._shown.setdefault(viewer, [])
        shown += [self.game.redact(event, viewer) for event in self.log[len(shown) :]]
        return list(shown)


def random_match(
    game: AnyGame,
    seats: int,
    options: Any,
    chance: Chance,
    visit: Callable[[Table], object] = lambda table: None,
    at_random: int | None = None,
) -> Table:
    """A match of random moves, early answers and second thoughts among them; `visit` sees every
    position. After so many moves at random bots bring it to its end, where they are given."""
    table = RecordedTable.opened(game, seats, options, chance)
    while table.outcome is None:
        visit(table)
        if at_random is not None and len(table.steps) >= at_random:
            table.play_bot(game.active(table.state)[0], chance)
            continue
        seats_asked = (*table.awaited(), *game.second_thoughts(table.state))
        seat = seats_asked[chance.below(len(seats_asked), "test")]
        table.submit(seat, any_move(game, table.choices(seat), chance))
    visit(table)
    return table


def fork(table: Table) -> Table:
    """The same position once more, to try something out on."""
    other = RecordedTable(table.game, table.seats, FastChance(0))
    other.state, other.log, other.questions = table.state, list(table.log), table.questions
    other.memory = table.memory
    other.sealed.update(table.sealed)
    if isinstance(table, RecordedTable):
        other.steps, other.drawn = list(table.steps), list(table.drawn)
    return other


def refolded(table: Table, log: Sequence[Any]) -> RecordedTable:
    """Another log with the same steps, folded event by event."""
    other = RecordedTable(table.game, table.seats, FastChance(0), log)
    other.memory = table.memory
    if isinstance(table, RecordedTable):
        other.steps, other.drawn = table.steps, table.drawn
    return other
