"""Cups in simulated time, from their events alone: they end on their day and replay equal."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest

from events.errors import Conflict
from events.leagues import decide
from events.leagues.cup import Cup, Standing, evolve, fold, meetings, standings
from events.leagues.cup_log import (
    AnyCupEvent,
    CupOpened,
    NewTable,
    RoundPaired,
    TableEnded,
    event_decode,
    event_encode,
)
from events.leagues.points import WIN
from tests.support.sizes import sized

START = datetime(2026, 3, 1, tzinfo=UTC)


class Played:
    """A cup with its log; tables end at random, or are ranked as they stand."""

    def __init__(self, random: Random, **more: Any) -> None:
        self.random, self.log, self.now, self.cup = random, list[AnyCupEvent](), START, Cup()
        end = START + timedelta(days=14)
        settings: dict[str, Any] = {
            "game": "g",
            "sizes": (2, 3, 4),
            "seats": 4,
            "rounds": 3,
            "places": 256,
        }
        times = {"starts_at": START.isoformat(), "ends_at": end.isoformat()}
        self.add(CupOpened(**(settings | times | more)))

    def add(self, *events: AnyCupEvent) -> None:
        for event in events:
            self.log.append(event)
            self.cup = evolve(self.cup, event)

    def advance(self) -> None:
        """What the server does whenever it looks at the cup."""
        ends_at = self.cup.round_ends_at
        if ends_at and self.now >= datetime.fromisoformat(ends_at):
            for table in self.cup.unfinished:
                self.end(table.number, as_it_stood=True)
        while True:
            self.add(*decide.advance(self.cup, self.now))
            if not decide.is_round_due(self.cup, self.now):
                return
            paired = decide.pair(self.cup, "seed", self.now)
            self.add(round_paired(self.cup, paired, self.now))

    def end(self, number: int, *, as_it_stood: bool = False) -> None:
        entrants = list(self.cup.tables[number].entrants)
        self.random.shuffle(entrants)
        cut = self.random.randrange(1, len(entrants))
        ranking = (tuple(entrants[:cut]), *((one,) for one in entrants[cut:]))
        self.add(TableEnded(table=number, ranking=ranking, as_it_stood=as_it_stood))

    def play(self, *, drop_outs: float, unfinished: float) -> None:
        """Let days pass until the cup is over; some leave, some tables never end by themselves."""
        stuck: set[int] = set()
        while self.cup.status in ("open", "running"):
            self.advance()
            for entrant in self.cup.playing:
                if self.random.random() < drop_outs / 14:
                    self.add(*decide.leave(self.cup, entrant))
            for table in self.cup.unfinished:
                if table.number not in stuck and self.random.random() < unfinished:
                    stuck.add(table.number)
                if table.number not in stuck and self.random.random() < 0.5:
                    self.end(table.number)
            self.now += timedelta(days=1)


def round_paired(cup: Cup, paired: decide.Pairing, now: datetime) -> RoundPaired:
    """The event of a pairing."""
    first, matches = len(cup.tables), (f"match {number}" for number in count())
    new = tuple(map(NewTable, count(first), matches, paired.tables))
    times = {"ends_at": paired.ends_at.isoformat(), "at": now.isoformat()}
    return RoundPaired(round=paired.round, tables=new, resting=paired.resting, **times)


def check(played: Played) -> None:
    """Everything that must hold of a cup that is over."""
    cup = played.cup
    assert fold(event_decode(event_encode(event)) for event in played.log) == cup
    if cup.status == "cancelled":
        return
    assert played.now <= datetime.fromisoformat(cup.settings.ends_at) + timedelta(days=1)
    assert cup.unfinished == ()
    for table in cup.tables:
        assert len(set(table.entrants)) == len(table.entrants)
    for now in range(1, cup.round + 1):
        there = Counter(e for table in cup.tables if table.round == now for e in table.entrants)
        there.update(entrant for number, entrant in cup.rests if number == now)
        assert set(there.values()) == {1}
    rows = standings(cup)
    seats = sum(len(table.entrants) for table in cup.tables)
    assert 2 * sum(row.points for row in rows) == WIN * (seats + len(cup.rests))
    assert sum(row.played for row in rows) == seats
    assert {row.entrant for row in rows} == cup.admitted


def test_cups_of_every_size_end_on_their_day_and_replay_equal() -> None:
    random = Random("cups")
    for _ in range(sized(20, 200)):
        sizes = random.choice([(2, 3, 4), (3, 4, 5, 6), (2, 3, 4, 5, 6), (4,)])
        places = random.randrange(5, sized(33, 65))
        cup = Played(random, sizes=sizes, seats=random.choice(sizes), places=places)
        for _ in range(random.randrange(5, sized(33, 65))):
            cup.add(decide.join(cup.cup))
        cup.play(drop_outs=0.2, unfinished=0.1)
        check(cup)


def test_nobody_meets_twice_where_that_is_possible() -> None:
    cup = Played(Random(3), seats=4, rounds=4)
    for _ in range(16):
        cup.add(decide.join(cup.cup))
    cup.play(drop_outs=0, unfinished=0)
    assert cup.cup.round == 4
    assert sum(times - 1 for times in meetings(cup.cup).values()) <= 4
    three = Played(Random(4), seats=3, sizes=(3,), rounds=4)
    for _ in range(27):
        three.add(decide.join(three.cup))
    three.play(drop_outs=0, unfinished=0)
    assert set(meetings(three.cup).values()) == {1}


def test_the_next_who_waits_takes_the_place_of_a_drop_out() -> None:
    cup = Played(Random(5), places=4, seats=4)
    for _ in range(6):
        cup.add(decide.join(cup.cup))
    assert (cup.cup.playing, cup.cup.waiting) == ((0, 1, 2, 3), (4, 5))
    cup.add(*decide.leave(cup.cup, 1))
    assert (cup.cup.playing, cup.cup.waiting) == ((0, 2, 3, 4), (5,))
    cup.advance()
    cup.advance()
    cup.add(*decide.leave(cup.cup, 2), *decide.leave(cup.cup, 2))
    cup.end(0)
    cup.advance()
    assert set(cup.cup.tables[1].entrants) == {0, 3, 4, 5}


def test_too_few_entrants_call_a_cup_off_and_end_it() -> None:
    cup = Played(Random(6), sizes=(4,))
    for _ in range(3):
        cup.add(decide.join(cup.cup))
    with pytest.raises(Conflict, match="too_few_entrants"):
        decide.start(cup.cup, START)
    cup.advance()
    assert cup.cup.status == "cancelled"
    with pytest.raises(Conflict, match="cup_over"):
        decide.join(cup.cup)


def test_a_rest_gives_half_a_win_and_goes_round() -> None:
    cup = Played(Random(7), sizes=(2,), seats=2, rounds=3)
    for _ in range(3):
        cup.add(decide.join(cup.cup))
    cup.play(drop_outs=0, unfinished=0)
    assert sorted(entrant for _, entrant in cup.cup.rests) == [0, 1, 2]


def test_ties_are_broken_by_wins_then_opposition_then_joining() -> None:
    cup = Played(Random(8), sizes=(2, 3), seats=3, rounds=1)
    for _ in range(6):
        cup.add(decide.join(cup.cup))
    tables = (NewTable(0, "a", (0, 1, 2)), NewTable(1, "b", (3, 4, 5)))
    cup.add(RoundPaired(round=1, tables=tables, resting=(), ends_at=START.isoformat()))
    cup.add(TableEnded(table=0, ranking=((0, 1, 2),), as_it_stood=True))
    cup.add(TableEnded(table=1, ranking=((4,), (3,), (5,)), as_it_stood=False))
    assert standings(cup.cup) == [
        Standing(4, 120, 1, 60, 1),
        Standing(0, 60, 1, 120, 1),
        Standing(1, 60, 1, 120, 1),
        Standing(2, 60, 1, 120, 1),
        Standing(3, 60, 0, 120, 1),
        Standing(5, 0, 0, 180, 1),
    ]
