"""Records real moves, events and views for the schema's examples, from matches played for them.

Chance is seeded, so the same games give the same examples; a new game gets its own.
"""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from events.clocks.kinds import FAST, clock_data
from events.log.envelope import timestamp
from games.chance import FastChance
from games.codec import any_move, event_data, name_of
from games.contract import AnyGame, Seat
from games.registry import all_games
from games.table import Table
from games.variants import tables

Json = dict[str, Any]

_NOW = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)
WHEN = timestamp(_NOW)
LEFT = timedelta(hours=12)
LATER = timestamp(_NOW + LEFT)
TIMES = 50
"""How often every table is played at most, until every kind of move has occurred."""
MORE_MATCHES = 30
"""How many more matches are played at the smallest table, for the rare kinds of event."""


class MoveSeen(Struct, frozen=True):
    """A legal move, its label for people, and the version that it is played on."""

    move: Json
    said: str
    version: int


class FirstPosition(Struct, frozen=True):
    """Fields of a match as an awaited seat sees them, and the match's number of seats."""

    seats: int
    shown: Json


class Recording:
    """The first position, moves and events recorded from matches of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.moves: dict[str, MoveSeen] = {}
        self.events: dict[str, Json] = {}
        every = list(tables(game))
        self.first = _position_of(Table.opened(game, *every[0], FastChance(game.key)))
        for number, table in enumerate(TIMES * every):
            if len(self.moves) < len(game.moves):
                self._play(*table, FastChance(f"{game.key} {number}"))
        for number in range(MORE_MATCHES):
            if len(self.events) < len(game.events):
                self._play(*every[0], FastChance(f"{game.key} again {number}"))

    def _play(self, seats: int, options: Any, chance: FastChance) -> None:
        table = Table.opened(self.game, seats, options, chance)
        while table.outcome is None:
            awaited = table.awaited()
            for seat in awaited:
                self._record_moves(table, seat, chance)
            seat = awaited[chance.below(len(awaited))]
            table.submit(seat, any_move(self.game, table.choices(seat), chance))
        for place, event in enumerate(table.log):
            # Every log begins with match_started, which is seq 1.
            self.events.setdefault(name_of(type(event)), _envelope(event, seq=place + 2))

    def _record_moves(self, table: Table, seat: Seat, chance: FastChance) -> None:
        for entry in table.choices(seat):
            if entry.type not in self.moves:
                move = any_move(self.game, (entry,), chance)
                label = self.game.words.move(move).en
                sent = {name: value for name, value in _plain(move).items() if value is not None}
                self.moves[entry.type] = MoveSeen(sent, label, len(table.log) + 1)


@cache
def recordings() -> dict[str, Recording]:
    """Return the recordings by the game's key."""
    return {key: Recording(game) for key, game in all_games().items()}


def _position_of(table: Table) -> FirstPosition:
    seat = table.awaited()[0]
    shown = {
        "game": table.game.key,
        "ruleset": table.game.ruleset,
        "status": "running",
        "version": len(table.log) + 1,
        "you": seat,
        "awaiting": list(table.awaited()),
        "asked": table.questions[seat] + 1,
        "sealed": None,
        "choices": [entry.as_json() for entry in table.choices(seat)],
        "clock": clock_data(FAST),
        "deadline": {
            "at": LATER,
            "remaining_seconds": LEFT // timedelta(seconds=1),
            "seats": {str(awaited): LEFT // timedelta(seconds=1) for awaited in table.awaited()},
            "until": {str(awaited): LATER for awaited in table.awaited()},
        },
        "view": table.view(seat),
        "fades": table.game.fading(table.state),
        "outcome": None,
        "finished_at": None,
    }
    return FirstPosition(table.seats, _plain(shown))


def _envelope(event: Any, seq: int) -> Json:
    return {
        "seq": seq,
        "type": name_of(type(event)),
        "schema": event.schema,
        "at": WHEN,
        "actor": getattr(event, "seat", None),
        "automatic": False,
        "data": _plain(event_data(event)),
    }


def _plain(value: object) -> Json:
    """Convert a value to JSON types."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(value))
    return plain
