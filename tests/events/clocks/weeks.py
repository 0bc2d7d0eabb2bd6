"""Weeks of many matches at once, under a simulated sky, with the services and a database as they
are: people in several time zones who answer soon, late or not at all, sleep, travel, give each
other time, leave for good and come back; and a server that sweeps, sometimes late.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from django.db import transaction

from events import tasks
from events.clocks.kinds import Clock, clock_from_request
from events.database.queries import PreparedQuery
from events.database.statements import write_all
from events.errors import Conflict, DomainError
from events.log.envelope import SeatTimedOut
from events.log.position import position_at_head, position_cache
from events.matches.leaving import seat_resign
from events.matches.opening import match_create, match_join
from events.models import Due, LoggedEvent, Match, Player, Seat
from events.play.more_time import seat_return, time_give
from events.play.moves import move_submit
from events.play.ready_table import table_lock_for
from events.players.identity import player_create
from events.players.profile import profile_change
from events.projections.clocks import ClockReplay
from events.projections.rebuild import match_rebuild
from events.proof.export import match_export
from events.proof.log_check import chain_fault
from events.proof.referee import replay_verdict
from events.seats.locks import match_lock, table_lock
from events.selectors.match import open_choices
from events.work.due import due_matches
from games.codec import legal_moves
from games.contract import BEST, Refused
from games.registry import all_games
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky

START = datetime(2026, 3, 4, tzinfo=UTC)
"""The clocks are put forward in New York on 8 March, in Paris on the 29th, and back by half an hour
on Lord Howe on 5 April."""
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
CLOCKS: tuple[dict[str, Any], ...] = (
    {"kind": "fast"},
    {"kind": "blitz", "time_out": "forfeit"},
    {"kind": "blitz"},
    {"kind": "per_move", "seconds": 6 * 3600},
    {"kind": "per_move", "seconds": 86400, "time_out": "forfeit"},
    {"kind": "per_move", "seconds": 86400, "time_out": "end"},
    {"kind": "per_move", "seconds": 60},
    {"kind": "none"},
)
ABANDONED = 28
"""The match, without a clock, in which nobody ever does anything."""
MORE_AT_MOST = 150
"""How many matches follow in search of something rare; the rarest kind of event is logged about
once in eight matches."""
HOURS = 3600.0
OWED_FIRST = PreparedQuery(Due, "TRUE ORDER BY at LIMIT 1", only=("id", "at"))
LATE_FIRST = PreparedQuery(
    Seat,
    "in_turn AND deadline IS NOT NULL ORDER BY deadline LIMIT 1",
    only=("id", "deadline"),
)
ASKED = PreparedQuery(
    Seat,
    "this.match_id = %s AND this.asked IS NOT NULL AND this.player_id IS NOT NULL"
    " ORDER BY this.number",
    along={"player": None, "match": None},
)


class Planned(NamedTuple):
    """Something that somebody will do."""

    at: datetime
    order: int
    do: Callable[[], None]


class Weeks:
    """Everything that happens, in order of time."""

    def __init__(self, sky: Sky, *, matches: int, seed: int) -> None:
        self._sky = sky
        self._random = Random(seed)
        self._plans: list[Planned] = []
        self._order = count()
        self._asked: set[tuple[str, int, int]] = set()
        self._vanished: set[tuple[str, int]] = set()
        self.happened: Counter[str] = Counter()
        self.matches: list[str] = []
        self._people = [self._person(number) for number in range(max(8, matches // 4))]
        self._numbers = count()
        for _ in range(matches):
            self._plan(self._random.uniform(0, 5 * 24 * HOURS), self._open_next)

    def run(self, *, until: Callable[[], bool] = lambda: True) -> None:
        """Play every match to its end, and then one more at a time until this holds."""
        self._run()
        for _ in range(MORE_AT_MOST):
            if until():
                return
            self._open_next()
            self._run()

    def _run(self) -> None:
        while (due := self._due_next()) is not None or self._plans:
            if self._plans and (due is None or self._plans[0].at < due):
                plan = heapq.heappop(self._plans)
                self._sky.pass_until(plan.at)
                plan.do()
            elif due is not None:
                self._sky.pass_until(due)
                # Mostly the sweep comes soon; sometimes the server is away for hours.
                lull = 3 * HOURS if self._random.random() < 0.01 else self._random.random() * 3
                self._sky.pass_by(seconds=lull)
                self._sweep()

    def _sweep(self) -> None:
        touched: list[str] = []

        def due(*, most: int) -> list[str]:
            found = due_matches(most=most)
            touched.extend(found)
            return found

        self.happened["sweeps"] += 1
        with patch.object(tasks, "due_matches", due):
            sweep_all()
        for match_id in touched:
            self._look_at(match_id)

    def _due_next(self) -> datetime | None:
        owed = [row.at for row in OWED_FIRST.all()]
        late = [row.deadline for row in LATE_FIRST.all() if row.deadline]
        return min(owed + late, default=None)

    def _plan(self, seconds: float, do: Callable[[], None]) -> None:
        at = self._sky.now + timedelta(seconds=seconds)
        heapq.heappush(self._plans, Planned(at, next(self._order), do))

    def _person(self, number: int) -> Player:
        player = player_create(name=f"P{number}", locale="en")
        changes: dict[str, Any] = {"time_zone": self._random.choice(ZONES)}
        if self._random.random() < 0.6:
            changes["quiet_hours"] = {"from": "22:30", "until": f"0{self._random.randint(5, 9)}:15"}
        changes["automatic_vacation"] = self._random.random() < 0.3
        self._change(player, changes)
        if self._random.random() < 0.4:
            self._plan(self._random.uniform(0, 30 * 24 * HOURS), lambda: self._travel(player))
        return player

    def _change(self, player: Player, changes: dict[str, Any]) -> None:
        with transaction.atomic():
            profile_change(player=player, changes=changes)

    def _travel(self, player: Player) -> None:
        """A few days off, from tomorrow on; some come home early, to another zone perhaps."""
        first = self._sky.now.date() + timedelta(days=1)
        last = first + timedelta(days=self._random.randint(1, 6))
        vacation = {"from": first.isoformat(), "until": last.isoformat()}
        self._attempt(
            "vacation", lambda: profile_change(player=player, changes={"vacation": vacation})
        )
        if self._random.random() < 0.5:
            home = {"vacation": None, "time_zone": self._random.choice(ZONES)}
            self._plan(40 * HOURS, lambda: self._change(player, home))

    def _open_next(self) -> None:
        number = next(self._numbers)
        rules = list(all_games().values())[number % len(all_games())]
        seats = min(rules.seats[-1], max(rules.seats[0], self._random.choice((2, 2, 3, 4))))
        bots = 1 if seats > 2 and self._random.random() < 0.3 else 0
        people = self._random.sample(self._people, seats - bots)
        clock: Clock = clock_from_request(CLOCKS[(number // 4) % len(CLOCKS)])
        with transaction.atomic():
            match = match_create(
                creator=people[0], game=rules.key, seats=seats, options={}, visibility="public",
                bots=[BEST] * bots, clock=clock,
            )[0].match  # fmt: skip
        self.matches.append(match.id)
        if self._random.random() < 0.05 and number != ABANDONED:
            return  # nobody joins, and it expires
        for player in people[1:]:
            with transaction.atomic():
                match_join(
                    seats=table_lock(match.id), player=player, invite=None, seed_commitment=None
                )
        if number == ABANDONED:
            self._vanished.update((match.id, seat) for seat in range(seats))
        self._look_at(match.id)

    def _look_at(self, match_id: str) -> None:
        """Everybody who is newly asked plans what to do about it."""
        for seat in ASKED.all(match_id):
            assert seat.asked is not None
            if (match_id, seat.number, seat.asked) not in self._asked:
                self._asked.add((match_id, seat.number, seat.asked))
                self._decide(seat)

    def _decide(self, seat: Seat) -> None:
        luck, place = self._random.random(), (seat.match_id, seat.number)
        if place in self._vanished:
            return
        if luck > 0.96:
            self._vanished.add(place)
            self._plan(self._random.uniform(20, 200) * HOURS, self._returns(seat))
            return
        live = '"seconds":60' in seat.match.clock
        soon = self._random.uniform(1, 40) if live else self._random.expovariate(1 / HOURS)
        if luck < 0.80:
            self._plan(soon, self._answers(seat))
        elif luck < 0.88:
            self._plan(self._random.uniform(10, 100) * HOURS, self._answers(seat))
        elif luck < 0.91:
            self._plan(soon, self._resigns(seat))
        elif luck < 0.93:
            self._plan(soon, self._is_given_time(seat))
            self._plan(self._random.uniform(1, 30) * HOURS, self._answers(seat))
        # The others forget about it.

    def _attempt(self, what: str, do: Callable[[], object]) -> None:
        try:
            with transaction.atomic():
                do()
        except (DomainError, Refused) as refusal:
            self.happened[f"{what} refused: {refusal.code}"] += 1
        else:
            self.happened[what] += 1

    def _answers(self, seat: Seat) -> Callable[[], None]:
        def answer() -> None:
            assert seat.player is not None
            match, seats = table_lock_for(seat.match_id, seat.player)
            position = position_at_head(match)
            moves = legal_moves(position.game, open_choices(position, seat.number))
            if not moves:
                raise Conflict("question_closed")
            accepted = move_submit(
                match=match,
                player=seat.player,
                move=msgspec.to_builtins(self._random.choice(moves)),
                move_key=f"{next(self._order)}",
                expected_asked=seat.asked,
                seats=seats,
            )
            write_all(accepted.writes)

        def move() -> None:
            self._attempt("moves", answer)
            self._look_at(seat.match_id)

        return move

    def _resigns(self, seat: Seat) -> Callable[[], None]:
        return self._on_match(seat, "resignations", seat_resign)

    def _returns(self, seat: Seat) -> Callable[[], None]:
        back = self._on_match(seat, "returns", seat_return)

        def come_back() -> None:
            self._vanished.discard((seat.match_id, seat.number))
            back()

        return come_back

    def _on_match(self, seat: Seat, what: str, service: Callable[..., Any]) -> Callable[[], None]:
        def act() -> None:
            self._attempt(
                what, lambda: service(match=match_lock(seat.match_id), player=seat.player)
            )
            self._look_at(seat.match_id)

        return act

    def _is_given_time(self, seat: Seat) -> Callable[[], None]:
        def give() -> None:
            others = Seat.objects.filter(match_id=seat.match_id, player__isnull=False, gone=False)
            other = others.exclude(number=seat.number).select_related("player").first()
            if other is not None and other.player is not None:
                giver = other.player
                self._attempt(
                    "gifts",
                    lambda: time_give(
                        match=match_lock(seat.match_id), player=giver, to=seat.number
                    ),
                )

        return give


def faults(match_id: str) -> list[str]:
    """Whatever is not as it should be with a match that has been played."""
    match = Match.objects.get(id=match_id)
    found = []
    if match.status not in (Match.Status.FINISHED, Match.Status.CANCELLED):
        found.append(f"it is still {match.status}")
    if Seat.objects.filter(match=match).exclude(deadline=None, asked=None).exists():
        found.append("a clock still runs")
    if not match.version:
        return found
    warm = position_at_head(match)
    position_cache.clear()
    if position_at_head(match) != warm:
        found.append("the log does not replay to the same")
    if fault := chain_fault(match):
        found.append(str(fault))
    if match_rebuild(match.id):
        found.append("the rows do not say what the log says")
    export = msgspec.json.decode(msgspec.json.encode(match_export(match)))
    if wrong := replay_verdict(export, key=warm.key).fault:
        found.append(f"the rules disagree: {wrong}")
    return found + _time_faults(match)


def time_outs(match: Match) -> Iterator[tuple[int, int, datetime | None, datetime]]:
    """The time-outs of a match: seat, question, recomputed deadline, and logged time."""
    replay = ClockReplay(match)
    for event, at in replay.steps():
        if isinstance(event, SeatTimedOut):
            seat = replay.seats[event.seat]
            assert seat.asked is not None
            yield seat.number, seat.asked, seat.deadline, at


def _time_faults(match: Match) -> list[str]:
    found = []
    settled: Counter[tuple[int, int]] = Counter()
    for seat, question, deadline, at in time_outs(match):
        settled[seat, question] += 1
        if deadline is None or at < deadline:
            found.append(f"seat {seat} was late at {at}, before {deadline}")
    found += [f"{one} was settled {times} times" for one, times in settled.items() if times > 1]
    times = list(
        LoggedEvent.objects.filter(match=match).order_by("seq").values_list("at", flat=True)
    )
    if times != sorted(times):
        found.append("time ran backwards")
    return found
