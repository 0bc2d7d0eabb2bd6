"""Replay: the cost of a past position of a long match, beside one of a short match.

The matches are PtiPassPass with six seats, played at random. First they are running, so that the
server also has to find out which values have faded. Then all players but one resign, and the same
requests are made with all secrets open. Every request goes through the whole Django stack in this
process, on PostgreSQL, without a network. `first` is the first replay in a process without a cached
position: the log is folded once. The lengths take turns, and the medians count.

The memory that a match's checkpoints take in a process is printed too.
"""

import logging
import random
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median

from bench.servers import running

# isort: split
from django.conf import settings
from django.db import transaction
from django.test import Client

from events.log import checkpoints, position
from events.log.append import append_write
from events.matches.leaving import seat_resign
from events.matches.opening import match_create, match_join
from events.models import Match
from events.play.decide import Turn
from events.players.identity import Player, guest_create
from events.seats.locks import table_lock
from games.chance import FastChance
from games.codec import any_move

SHORT, LONG = LENGTHS = (200, 2000)
SEATS = 6
ROUNDS = 300
FIRST_ROUNDS = 15
LIMIT = 3.0


class Looker:
    """A player of a match who requests replays of it."""

    def __init__(self, events: int) -> None:
        self._people = [guest_create(name=f"Guest {seat}", locale="en") for seat in range(SEATS)]
        self.match = _played(events, [player for player, *_ in self._people])
        self._client = Client(SERVER_NAME="localhost")
        self._headers = {"Authorization": f"Token {self._people[0][1]}"}
        self._at = 2

    def end(self) -> None:
        """Let all players but one resign."""
        with transaction.atomic():
            for player, *_ in self._people[1:]:
                seat_resign(match=self.match, player=player)

    def anywhere(self) -> None:
        self._look(f"at={random.randint(2, self.match.version)}")

    def step(self) -> None:
        self._at = self._at % self.match.version + 1
        self._look(f"at={self._at}")

    def page(self) -> None:
        self._look(f"at={random.randint(2, self.match.version - 100)}&ahead=100")

    def first(self) -> None:
        position.position_cache.clear()
        checkpoints.checkpoint_cache.clear()
        self._look(f"at={self.match.version}")

    def _look(self, query: str) -> None:
        eyes = "me" if self.match.status == Match.Status.RUNNING else "all"
        path = f"/api/v1/matches/{self.match.id}/replay?{query}&as={eyes}"
        assert self._client.get(path, headers=self._headers).status_code == 200


def _played(events: int, people: list[Player]) -> Match:
    """Start a match and play it until it has that many events."""
    seats = match_create(
        creator=people[0], game="ptipasspass", seats=SEATS, options={}, visibility="public"
    )
    for player in people[1:]:
        seats = match_join(
            seats=table_lock(seats[0].match_id), player=player, invite=None, seed_commitment=None
        )
    match = seats[0].match
    now, chance = position.position_at_head(match), FastChance(0)
    while now.version < events:
        play = Turn(now, {})
        seat = now.game.active(now.state)[0]
        play.step(seat, any_move(now.game, now.game.choices(now.state, seat), chance), "player")
        play.follow()
        key = str(now.version)
        now = append_write(match, now, play.drafts, at=datetime.now(UTC), move_key=key).execute()
    assert now.running, "the match is over already: take another seed"
    return match


def medians(asks: list[Callable[[], None]], rounds: int) -> list[float]:
    """Run the requests in turn; return the median time of each in milliseconds."""
    taken: list[list[float]] = [[] for _ in asks]
    for _ in range(rounds):
        for ask, times in zip(asks, taken, strict=True):
            started = time.perf_counter()
            ask()
            times.append((time.perf_counter() - started) * 1e3)
    return [median(times) for times in taken]


def kept_bytes(looker: Looker) -> int:
    """Return the memory that the checkpoints of a match take."""
    checkpoints.checkpoint_cache.clear()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    checkpoints.positions_between(
        looker.match, first=looker.match.version, last=looker.match.version
    )
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken


def compare(lookers: list[Looker], what: str) -> list[str]:
    """Print times and ratios; return what is above the limit."""
    behind = []
    for name, rounds in (
        ("random", ROUNDS),
        ("step", ROUNDS),
        ("page", ROUNDS // 10),
        ("first", FIRST_ROUNDS),
    ):
        asked = {"random": "anywhere"}.get(name, name)
        short, long = medians([getattr(looker, asked) for looker in lookers], rounds)
        print(
            f"{what:8} {name:7} {SHORT:5,} events {short:7.2f} ms   "
            f"{LONG:5,} events {long:7.2f} ms   {long / short:.2f}×"
        )
        if name in ("random", "step") and long / short > LIMIT:
            behind.append(f"{what} {name} is {long / short:.1f}×, not {LIMIT}×")
    return behind


def main() -> None:
    """Print the times of replays; fail if a long match takes much longer than a short one."""
    random.seed(0)
    logging.disable(logging.WARNING)  # warnings that there is no Redis
    settings.RATES = {}
    with running():
        lookers = [Looker(events) for events in LENGTHS]
        behind = compare(lookers, "running")
        for looker in lookers:
            looker.end()
        behind += compare(lookers, "over")
        print(f"kept for {LONG:,} events: {kept_bytes(lookers[1]) / 1e6:.2f} MB")
    assert not behind, "; ".join(behind)


if __name__ == "__main__":
    main()
