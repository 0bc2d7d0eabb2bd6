"""Speed of the log: rebuilding a match beside `eventsourcing`, appending beside pgbench.

The log is one of Ciao, ciao… with four seats, played at random and packed by `append_write`. A
match has about 190 events, so the longest log is several matches in sequence under one
`match_started`, as if the table had been set up again each time; every event is valid.

Rebuilding goes from the stored text to the state, both sides from memory, without a cache. The
peer's events carry the same data without actor and draws, and change one object in place, as its
users do. Both states are checked to be equal.

Appending is one event and one notice per call, with one client and fsync on. pgbench inserts one
row of the same columns and size, as a literal, into a table with only a primary key. The same
without waiting for the disk shows the cost on a fast disk; it has no limit.

The sides take turns in short rounds. For rebuilding the best round of each counts, as on an idle
machine; for appending the median round, because the time of the disk is part of the cost.
"""

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import cycle
from math import inf
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

from django.db import connection
from eventsourcing.application import Repository
from eventsourcing.persistence import (
    DatetimeAsISO,
    EventStore,
    JSONTranscoder,
    Mapper,
    UUIDAsHex,
)
from eventsourcing.popo import POPOAggregateRecorder
from eventsourcing.utils import get_topic

from bench.peer import Crossing
from bench.servers import FOLDER, pgbench, running
from events.log.append import Draft, Recipient, append_write
from events.log.envelope import MatchFinished, unpack
from events.log.position import Position, Row, blank_position, fold_rows, position_at_head
from events.matches.opening import match_create, match_join
from events.models import LoggedEvent, Match, Outbox, Player, Secrets
from events.play.decide import Turn
from events.players.identity import guest_create
from events.seats.locks import table_lock
from games.chance import FastChance
from games.ciaociao.events import BridgeBuilt
from games.codec import decode_options, event_data, legal_moves

SIZES = (50, 200, 2000)
SEATS = 4
REBUILD_SECONDS = 6.0
APPEND_ROUNDS = 30
APPENDS = 50
REBUILD_LIMIT = 5.0
APPEND_LIMIT = 0.35


class Log(NamedTuple):
    """A match with its stored rows, and the drafts from a set-up to the end of a match."""

    match: Match
    start: Position
    rows: list[Row]
    tables: list[Draft]


def seated_match(seats: int) -> tuple[Match, Player, Position]:
    """Start a match among guests; return it with its creator and its position."""
    people = [guest_create(name=f"Guest {seat}", locale="en")[0] for seat in range(seats)]
    table = match_create(
        creator=people[0], game="ciaociao", seats=seats, options={}, visibility="public"
    )
    for player in people[1:]:
        table = match_join(
            seats=table_lock(table[0].match_id), player=player, invite=None, seed_commitment=None
        )
    match = table[0].match
    return match, people[0], position_at_head(match)


def long_log(events: int) -> Log:
    """Append at least that many events of random play, with a new set-up after each end."""
    match, _, position = seated_match(SEATS)
    seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
    start = blank_position(match, bytes.fromhex(seed))
    game, chance = position.game, FastChance(0)
    drafts: list[Draft] = []
    while position.version < events:
        play = Turn(position, {})
        if asked := game.active(position.state):
            moves = legal_moves(game, game.choices(position.state, asked[0]))
            play.step(asked[0], moves[chance.below(len(moves))], "player")
        else:
            play.set_up(SEATS, decode_options(game, {}))
        new = [draft for draft in play.drafts if not isinstance(draft.event, MatchFinished)]
        key = str(position.version)
        position = append_write(match, position, new, at=datetime.now(UTC), move_key=key).execute()
        drafts += new
    stored = LoggedEvent.objects.filter(match=match).order_by("seq").values_list(*Row._fields)
    set_anew = [place for place, draft in enumerate(drafts) if isinstance(draft.event, BridgeBuilt)]
    return Log(match, start, [Row(*row) for row in stored], drafts[set_anew[0] : set_anew[-1]])


def peer_of(log: Log, rows: Sequence[Row]) -> Callable[[], Crossing]:
    """Return a function that rebuilds the same match from the peer's own stored events."""
    transcoder = JSONTranscoder()
    transcoder.register(UUIDAsHex())
    transcoder.register(DatetimeAsISO())
    store: EventStore[uuid.UUID] = EventStore(Mapper(transcoder), POPOAggregateRecorder())
    match_id = uuid.UUID(log.match.id)
    for row in rows:
        envelope, event = unpack(log.start.game, row.full)
        named = {
            "originator_id": match_id,
            "originator_version": envelope.seq,
            "timestamp": datetime.fromisoformat(envelope.at),
            **event_data(event),
        }
        if envelope.seq == 1:
            store.put([Crossing.Created(originator_topic=get_topic(Crossing), **named)])
        else:
            store.put([getattr(Crossing, type(event).__name__)(**named)])
    repository = Repository(store)
    return lambda: repository.get(match_id)


def same_table(ours: Any, peer: Crossing) -> bool:
    """Whether both states are equal."""
    lists = ("bridge", "reserve", "podium", "answerers", "pushable")
    plain = ("planks", "turn", "die", "number", "step", "doubter", "ended")
    return all(list(getattr(ours, name)) == getattr(peer, name) for name in lists) and all(
        getattr(ours, name) == getattr(peer, name) for name in plain
    )


def seconds(call: Callable[[], object]) -> float:
    """Return the duration of a call in seconds."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def compare_rebuilding(log: Log) -> Iterator[str]:
    """Print the time of an uncached rebuild for every size; yield what is below the limit."""
    for size in SIZES:
        rows = log.rows[:size]
        peer = peer_of(log, rows)

        def ours(rows: Sequence[Row] = rows) -> Position:
            return fold_rows(log.match, log.start, rows)

        assert same_table(ours().state, peer()), f"the peer's {size} events lead elsewhere"
        own = others = inf
        end = time.perf_counter() + REBUILD_SECONDS
        while time.perf_counter() < end:
            own, others = min(own, seconds(ours)), min(others, seconds(peer))
        print(
            f"rebuild of {size:5,} events {own * 1e6:9,.0f} µs   "
            f"eventsourcing {others * 1e6:9,.0f} µs   {others / own:.1f}×"
        )
        if others / own < REBUILD_LIMIT:
            yield f"rebuild of {size} events is {others / own:.1f}×, not {REBUILD_LIMIT}×"


def appender(log: Log) -> Callable[[], None]:
    """Return a function that appends one event with one notice, always to the same match."""
    match, _, position = seated_match(SEATS)
    notices = [Recipient(0, Outbox.Kind.YOUR_TURN)]
    drafts = cycle(log.tables)

    def one() -> None:
        nonlocal position
        now, key = datetime.now(UTC), str(position.version)
        appended = append_write(
            match, position, [next(drafts)], at=now, move_key=key, notices=notices
        )
        position = appended.execute()

    return one


def plain_insert(log: Log) -> Path:
    """Write a pgbench script that inserts one row of the log's median size; return its path."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE plain (LIKE events_loggedevent INCLUDING IDENTITY, PRIMARY KEY (id))"
        )
        cursor.execute(
            "SELECT row_to_json(e)::text FROM events_loggedevent e WHERE match_id = %s "
            "ORDER BY length(e::text)",
            [log.match.id],
        )
        rows = [text for (text,) in cursor.fetchall()]
        cursor.execute(
            "SELECT string_agg(quote_ident(key), ', '), string_agg(quote_nullable(value), ', ') "
            "FROM json_each_text(%s::json) WHERE key <> 'id'",
            [rows[len(rows) // 2]],
        )
        names, values = cursor.fetchone()
    script = FOLDER / "insert.sql"
    script.write_text(f"INSERT INTO plain ({names}) VALUES ({values});\n")
    return script


def compare_appending(log: Log) -> Iterator[str]:
    """Print appends and inserts per second, with and without sync; yield what is too slow."""
    script, append_one = plain_insert(log), appender(log)
    for waiting in ("on", "off"):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER SYSTEM SET synchronous_commit = {waiting}")
            cursor.execute("SELECT pg_reload_conf()")
        ours: list[float] = []
        peers: list[float] = []
        for _ in range(APPEND_ROUNDS):
            ours.append(fmean(seconds(append_one) for _ in range(APPENDS)))
            peers.append(pgbench(script, APPENDS))
        own, bare = median(ours), median(peers)
        print(
            f"append, synchronous_commit {waiting:3} {1 / own:6,.0f}/s   "
            f"pgbench {1 / bare:6,.0f}/s   {bare / own:.0%}"
        )
        if waiting == "on" and bare / own < APPEND_LIMIT:
            yield f"append at {bare / own:.0%} of a plain insert, not {APPEND_LIMIT:.0%}"


def main() -> None:
    """Print times and ratios; fail if a ratio is below its limit."""
    with running():
        log = long_log(max(SIZES))
        behind = [*compare_rebuilding(log), *compare_appending(log)]
    assert not behind, "; ".join(behind)


if __name__ == "__main__":
    main()
