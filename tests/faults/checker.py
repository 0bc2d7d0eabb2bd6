"""Compares what clients saw with what the log holds; pure, so that its own tests can plant faults.

Every function yields a sentence for each fault that it finds.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby, pairwise

from msgspec import Struct

from tests.clients.tables import Json, plain
from tests.faults.history import History, Move

RECORDED_WITHIN = 1.0
"""Seconds after its arrival within which a delivery is recorded, unless something is in the way."""
TURN_NOTICES = ("your_turn", "deadline_near")
"""Notices of a question, which another player's answer to it may end."""


class LoggedEvent(Struct):
    """One row of the log."""

    seq: int
    actor: int | None
    key: str | None
    place: int
    cause: Json | None
    """The move that caused it: `seat`, `by` and `move`; on the first event of a turn."""
    previous: str
    hash: str
    at: str
    """When it happened, as the log writes it."""
    awaited: list[int] | None = None
    """The seats that were asked after it."""
    asks: bool = False
    """Whether it puts a new question to all who must answer next."""
    played_by_bots: list[int] = []
    """The seats for which a bot decides after it."""


class Notice(Struct):
    """A notice that was to be sent, with the state of each delivery and its time, by its id."""

    player: str
    seq: int
    kind: str
    deliveries: dict[str, tuple[str, str]]


class TimeOut(Struct):
    """A deadline that was settled, at which time; times as in the log."""

    seat: int
    question: int
    deadline: str | None
    at: str


class MatchLog(Struct):
    """What the database holds of a match when everything is over."""

    match: str
    status: str
    version: int
    head: str
    events: list[LoggedEvent]
    seals: list[tuple[int, int, Json]] = []
    """Answers given early: seat, question and move."""
    notices: list[Notice] = []
    time_outs: list[TimeOut] = []
    defects: list[str] = []
    """What is wrong with its chain, its replay or its projections, by the server's own checks."""


def faults(history: History, logs: list[MatchLog]) -> list[str]:
    """Return everything in which a history and the logs disagree."""
    known = {log.match: log for log in logs}
    checks = (
        broken_logs(known),
        endless_matches(history, known),
        lost_moves(history, known),
        doubled_moves(known),
        phantom_moves(history, known),
        changed_answers(history),
        lost_seals(history, known),
        forks(history, known),
        reads_back_in_time(history),
        missing_notices(history, known),
        unwritten_notices(history, known),
        doubled_notices(history, known),
        wrong_deadlines(known),
    )
    return [fault for check in checks for fault in check]


def broken_logs(logs: dict[str, MatchLog]) -> Iterator[str]:
    """A log has every seq once, each event follows the one before, and the head is the last."""
    for log in logs.values():
        yield from (f"{log.match}: {defect}" for defect in log.defects)
        if [event.seq for event in log.events] != [*range(1, log.version + 1)]:
            yield f"{log.match}: the seqs of its events are not 1 to {log.version}"
        if any(one.hash != other.previous for one, other in pairwise(log.events)):
            yield f"{log.match}: an event does not follow the one before it"
        if log.events and log.events[-1].hash != log.head:
            yield f"{log.match}: its head is not that of its last event"


def endless_matches(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """Every match that was opened exists and is over."""
    for match in history.matches:
        if match not in logs:
            yield f"{match}: it was opened, and does not exist"
        elif logs[match].status not in ("finished", "cancelled"):
            yield f"{match}: it is still {logs[match].status}"


def lost_moves(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """An acknowledged move is in the log, at its acknowledged seqs, below its acknowledged head."""
    for move in history.moves:
        if not move.is_accepted or "seq" not in move.receipt:
            continue
        events = logs[move.match].events if move.match in logs else []
        own = [event.seq for event in events if event.key == move.key]
        seq = move.receipt["seq"]
        if not own:
            yield f"{move.match}: move {move.key} was acknowledged at {seq} and is lost"
        elif not set(own) <= set(move.seqs) or max(own) > seq:
            yield f"{move.match}: move {move.key} is at {own}, acknowledged at {move.seqs}"
        elif events[seq - 1].hash != move.receipt["head"]:
            yield f"{move.match}: the receipt of move {move.key} names another head"


def doubled_moves(logs: dict[str, MatchLog]) -> Iterator[str]:
    """The events of one key are one turn: without a gap, with one cause."""
    for log in logs.values():
        turns: defaultdict[str, list[LoggedEvent]] = defaultdict(list)
        for event in log.events:
            if event.key is not None:
                turns[event.key].append(event)
        for key, turn in turns.items():
            places = Counter((event.actor, event.place) for event in turn)
            causes = [event for event in turn if _is_player_move(event)]
            if max(places.values()) > 1 or len(causes) != 1:
                yield f"{log.match}: move {key} was played more than once"


def phantom_moves(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """Every move of a player in the log was sent, as it stands there, and was not refused."""
    sent = {move.key: move for move in history.moves}
    for log in logs.values():
        for event in log.events:
            if not _is_player_move(event):
                continue
            move = sent.get(event.key or "")
            if move is None:
                yield f"{log.match}: event {event.seq} is of a move that was not sent"
            elif move.is_refused:
                yield f"{log.match}: event {event.seq} is of a move that was refused"
            elif _played(move) != (log.match, *_cause(event)):
                yield f"{log.match}: event {event.seq} is of another move than was sent"


def changed_answers(history: History) -> Iterator[str]:
    """A repeated move gets the first answer again, byte for byte, and is never refused later.

    A sealed answer may have been played meanwhile: then only its receipt is the same.
    """
    for move in history.moves:
        accepted = [one for one in move.attempts if one.is_accepted]
        answers = {one.digest if "seq" in move.receipt else one.signature for one in accepted}
        if len(answers) > 1:
            yield f"{move.match}: move {move.key} was answered in {len(answers)} ways"
        if accepted and move.is_refused:
            yield f"{move.match}: move {move.key} was both accepted and refused"


def lost_seals(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """An answer acknowledged as sealed is stored, and no more often than it was sent."""
    sent: Counter[str] = Counter()
    acknowledged: Counter[str] = Counter()
    for move in history.moves:
        sent[_seal(*_played(move))] += 1
        if move.is_accepted and "digest" in move.receipt:
            acknowledged[_seal(*_played(move))] += 1
    stored = Counter(
        _seal(log.match, seat, plain(move)) for log in logs.values() for seat, _, move in log.seals
    )
    yield from (f"{one}: a sealed answer is lost" for one in acknowledged - stored)
    yield from (f"{one}: an answer was sealed more often than sent" for one in stored - sent)


def forks(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """Every version that a client was shown has the head that the log has there."""
    for read in history.reads:
        events = logs[read.match].events if read.match in logs else []
        if read.version > len(events):
            yield f"{read.match}: version {read.version} was shown, and is not in the log"
        elif read.version and events[read.version - 1].hash != read.head:
            yield f"{read.match}: version {read.version} was shown with another head"


def reads_back_in_time(history: History) -> Iterator[str]:
    """What was shown or acknowledged before a read was sent is in what it shows."""
    known: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    for read in history.reads:
        known[read.match].append((read.answered, read.version))
    for move in history.moves:
        for one in move.attempts:
            if one.is_accepted and "seq" in move.receipt:
                known[move.match].append((one.answered, move.receipt["seq"]))
    reads: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    for read in history.reads:
        reads[read.match].append((read.sent, read.version))
    for match, asked in reads.items():
        before, newest = sorted(known[match], reverse=True), 0
        for sent, version in sorted(asked):
            while before and before[-1][0] < sent:
                newest = max(newest, before.pop()[1])
            if version < newest:
                yield f"{match}: version {version} was shown after {newest}"


def missing_notices(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """Every notice has arrived, unless the player had moved, or it had become void, before."""
    arrived = {one.id for one in history.notices}
    players = {(place.rpartition("/")[0], who): place for place, who in history.players.items()}
    for log in logs.values():
        for notice in log.notices:
            if (log.match, notice.player) not in players:
                continue
            seat = int(players[log.match, notice.player].rpartition("/")[2])
            what = f"{log.match}: {notice.kind} of event {notice.seq} to seat {seat}"
            if len(notice.deliveries) != 1:
                yield f"{what} has {len(notice.deliveries)} deliveries"
            for delivery, (state, ended) in notice.deliveries.items():
                if state == "sent" and delivery not in arrived:
                    yield f"{what} was sent and has not arrived"
                elif state == "stale" and not _is_void(log, notice, seat, ended):
                    yield f"{what} was dropped as outdated and was not"
                elif state not in ("sent", "stale"):
                    yield f"{what} is {state}"


def unwritten_notices(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """Every person to whom a turn puts a new question has a notice of it, but for its mover."""
    for log in logs.values():
        written = {(one.player, one.seq) for one in log.notices if one.kind == "your_turn"}
        for _, turn in groupby(log.events, key=lambda event: event.at):
            *_, last = events = list(turn)
            if not any(event.asks for event in events):
                continue
            movers = {event.cause["seat"] for event in events if event.cause}
            for seat in {*(last.awaited or ())} - {*last.played_by_bots} - movers:
                player = history.players.get(f"{log.match}/{seat}")
                if player and (player, last.seq) not in written:
                    yield f"{log.match}: event {last.seq} asks seat {seat}, without a notice"


def doubled_notices(history: History, logs: dict[str, MatchLog]) -> Iterator[str]:
    """A notice arrives again only if a fault was in the way of recording its arrival."""
    planned: Counter[tuple[str, str, int, str]] = Counter()
    for log in logs.values():
        planned.update((log.match, one.player, one.seq, one.kind) for one in log.notices)
    yield from (f"{one} is planned {times} times" for one, times in planned.items() if times > 1)
    known = {one for log in logs.values() for notice in log.notices for one in notice.deliveries}
    arrivals: defaultdict[str, list[float]] = defaultdict(list)
    for notice in history.notices:
        if notice.id not in known and notice.match in logs:
            yield f"{notice.match}: {notice.kind} has arrived that was never to be sent"
        arrivals[notice.id].append(notice.at)
    for notice_id, times in arrivals.items():
        for first, again in pairwise(sorted(times)):
            if not any(
                one.began <= again and one.ended >= first - RECORDED_WITHIN
                for one in history.disturbances
            ):
                yield f"notice {notice_id} has arrived twice without a fault in between"


def wrong_deadlines(logs: dict[str, MatchLog]) -> Iterator[str]:
    """A deadline is settled once, and not before it has passed."""
    for log in logs.values():
        settled = Counter((one.seat, one.question) for one in log.time_outs)
        for (seat, question), times in settled.items():
            if times > 1:
                yield f"{log.match}: question {question} to seat {seat} timed out {times} times"
        for one in log.time_outs:
            if one.deadline is None or one.at < one.deadline:
                yield f"{log.match}: seat {one.seat} was late at {one.at}, before {one.deadline}"


def _is_void(log: MatchLog, notice: Notice, seat: int, dropped: str) -> bool:
    """Whether the log shows why a notice was dropped: an act of or for its seat, or the end; for a
    turn also the end of its question, for a reminder also a deadline that had passed.
    """
    if notice.kind == "match_finished":
        return False
    later = {
        event.seq: event for event in log.events if event.seq > notice.seq and event.at <= dropped
    }
    # The turn that put the question may have gone on: the notice names its last event.
    asked = min(event.seq for event in log.events if event.at == log.events[notice.seq - 1].at)
    sealed = any(own == seat and question >= asked for own, question, _ in log.seals)
    answered_by_others = notice.kind in TURN_NOTICES and (
        any(event.awaited is not None and seat not in event.awaited for event in later.values())
        or any(
            one.player == notice.player and one.kind == "your_turn" and one.seq in later
            for one in log.notices
        )
    )
    late = notice.kind == "deadline_near" and any(
        one.question == notice.seq and one.deadline is not None and one.deadline <= dropped
        for one in log.time_outs
    )
    return (
        sealed
        or answered_by_others
        or late
        or any(
            seat in (event.actor, (event.cause or {}).get("seat")) or event.seq == log.version
            for event in later.values()
        )
    )


def _is_player_move(event: LoggedEvent) -> bool:
    """Whether a move that a player sent begins here; forced moves follow under the same key."""
    return event.cause is not None and event.cause["by"] == "player"


def _cause(event: LoggedEvent) -> tuple[int, Json]:
    assert event.cause is not None
    return event.cause["seat"], plain(event.cause["move"])


def _played(move: Move) -> tuple[str, int, Json]:
    return move.match, move.seat, plain(move.move)


def _seal(match: str, seat: int, move: Json) -> str:
    return f"{match}: seat {seat} {move}"
