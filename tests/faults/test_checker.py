"""The checker finds each kind of fault that is planted in a history or a log, and no other."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.faults.checker import LoggedEvent, MatchLog, Notice, TimeOut, faults
from tests.faults.history import Attempt, Disturbance, History, Move, Notified, Read

Plant = Callable[[History, MatchLog], object]


def event(seq: int, key: str | None = None, seat: int | None = None) -> LoggedEvent:
    """An event whose hash is its seq; with a key, the only one of a move."""
    cause = {"seat": seat, "by": "player", "move": {"type": f"move {key}"}} if key else None
    return LoggedEvent(seq, seat, key, 0, cause, f"h{seq - 1}", f"h{seq}", f"{seq}")


def move(key: str, seat: int, seq: int, at: float) -> Move:
    """A move that was cut once, and acknowledged at the second attempt."""
    attempts = [Attempt(at), Attempt(at + 1, at + 2, 201, "d")]
    receipt = {"seq": seq, "head": f"h{seq}"}
    return Move("m", seat, key, {"type": f"move {key}", "left_out": None}, attempts, receipt, [seq])


def sealed() -> Move:
    """An early answer that was acknowledged."""
    attempts = [Attempt(1, 2, 202, "d")]
    return Move("m", 1, "s", {"type": "early"}, attempts, {"asked": 3, "digest": "d"})


def good() -> tuple[History, MatchLog]:
    """A match of two seats without a fault."""
    history = History(
        moves=[move("a", 0, 4, 10), move("b", 1, 5, 20), sealed()],
        reads=[Read("m", 0, 5, 6, 3, "h3"), Read("m", 1, 13, 14, 4, "h4")],
        notices=[Notified("n1", "q", "m", 4, "your_turn", 13)],
        disturbances=[Disturbance("kill web", 30, 31)],
        players={"m/0": "p", "m/1": "q"},
        matches=["m"],
    )
    log = MatchLog(
        match="m",
        status="finished",
        version=6,
        head="h6",
        events=[event(1), event(2), event(3), event(4, "a", 0), event(5, "b", 1), event(6)],
        seals=[(1, 1, {"type": "early"})],
        notices=[
            Notice("q", 4, "your_turn", {"n1": ("sent", "5")}),
            Notice("p", 3, "your_turn", {"n2": ("stale", "4")}),
        ],
        time_outs=[TimeOut(0, 3, "2026-01-01T00:00:00", "2026-01-01T00:00:01")],
    )
    return history, log


def lose_the_last_events(history: History, log: MatchLog) -> None:
    log.events = log.events[:4]
    log.version, log.head = 4, "h4"


def play_twice(history: History, log: MatchLog) -> None:
    log.events[5] = LoggedEvent(6, 1, "b", 0, log.events[4].cause, "h5", "h6", "6")


def play_elsewhere(history: History, log: MatchLog) -> None:
    log.events[4], log.events[5] = event(5), event(6, "b", 1)


def play_unsent(history: History, log: MatchLog) -> None:
    log.events[5] = event(6, "c", 0)


def play_refused(history: History, log: MatchLog) -> None:
    history.moves[1].attempts = [Attempt(20), Attempt(21, 22, 409, "d")]


def play_another(history: History, log: MatchLog) -> None:
    history.moves[1].move = {"type": "other"}


def refuse_later(history: History, log: MatchLog) -> None:
    history.moves[0].attempts.append(Attempt(13, 14, 422, "e"))


def read_again(version: int, head: str) -> Plant:
    return lambda history, log: history.reads.append(Read("m", 0, 40, 41, version, head))


def arrive(delivery: str, at: float) -> Plant:
    notice = Notified(delivery, "q", "m", 4, "your_turn", at)
    return lambda history, log: history.notices.append(notice)


def set_on_log(**values: object) -> Plant:
    def plant(history: History, log: MatchLog) -> None:
        for name, value in values.items():
            setattr(log, name, value)

    return plant


def deliver(player: str, kind: str, **states: str) -> Plant:
    """Let a notice of event 2 have these deliveries, which ended when event 4 was logged."""
    deliveries = {name: (state, "4") for name, state in states.items()}
    return lambda history, log: log.notices.append(Notice(player, 2, kind, deliveries))


LATE = "2026-01-01T00:00:01"
PLANTED: dict[str, tuple[Plant, str]] = {
    "a defect": (set_on_log(defects=["the rules disagree"]), "the rules disagree"),
    "a gap": (lambda history, log: log.events.pop(2), "are not 1 to 6"),
    "a broken chain": (lambda history, log: setattr(log.events[2], "previous", "x"), "not follow"),
    "another head": (set_on_log(head="x"), "head is not that of its last event"),
    "an endless match": (set_on_log(status="running"), "still running"),
    "a lost match": (lambda history, log: history.matches.append("o"), "does not exist"),
    "a lost move": (lose_the_last_events, "acknowledged at 5 and is lost"),
    "a move elsewhere": (play_elsewhere, "is at [6], acknowledged at [5]"),
    "a false receipt": (
        lambda history, log: history.moves[0].receipt.update(head="x"),
        "names another head",
    ),
    "a doubled move": (play_twice, "played more than once"),
    "a phantom": (play_unsent, "was not sent"),
    "a refused move": (play_refused, "was refused"),
    "another move": (play_another, "another move than was sent"),
    "a changed answer": (
        lambda history, log: history.moves[0].attempts.append(Attempt(13, 14, 201, "e")),
        "answered in 2 ways",
    ),
    "another receipt of a seal": (
        lambda history, log: history.moves[2].attempts.append(Attempt(3, 4, 202, "e", "other")),
        "answered in 2 ways",
    ),
    "a late refusal": (refuse_later, "both accepted and refused"),
    "a lost seal": (set_on_log(seals=[]), "a sealed answer is lost"),
    "a doubled seal": (
        lambda history, log: log.seals.append(log.seals[0]),
        "sealed more often than sent",
    ),
    "a fork": (read_again(5, "x"), "shown with another head"),
    "an unknown version": (read_again(7, "h7"), "is not in the log"),
    "a read back in time": (read_again(4, "h4"), "version 4 was shown after 5"),
    "a missing notice": (lambda history, log: history.notices.clear(), "has not arrived"),
    "a waiting notice": (deliver("q", "your_turn", n3="waiting"), "is waiting"),
    "a dead notice": (deliver("q", "your_turn", n3="dead"), "is dead"),
    "a dropped notice": (
        lambda history, log: log.notices.append(
            Notice("q", 2, "your_turn", {"n3": ("stale", "3")})
        ),
        "was not",
    ),
    "a dropped end": (deliver("q", "match_finished", n3="stale"), "was not"),
    "an unplanned notice": (deliver("q", "your_turn"), "has 0 deliveries"),
    "a notice never written": (
        lambda history, log: (
            log.events.__setitem__(
                3, replace(log.events[3], awaited=[0, 1], asks=True, played_by_bots=[2])
            )
            or log.notices.pop(0)
        ),
        "event 4 asks seat 1, without a notice",
    ),
    "a doubled notice": (arrive("n1", 14), "twice without a fault"),
    "an unknown notice": (arrive("n9", 14), "never to be sent"),
    "a notice planned twice": (
        lambda history, log: log.notices.append(
            Notice("p", 3, "your_turn", {"n3": ("stale", "4")})
        ),
        "planned 2 times",
    ),
    "a doubled time-out": (
        lambda history, log: log.time_outs.append(TimeOut(0, 3, LATE, LATE)),
        "timed out 2 times",
    ),
    "an early time-out": (
        lambda history, log: log.time_outs.append(TimeOut(1, 4, LATE, "2026-01-01T00:00:00")),
        "was late at",
    ),
}


def test_a_good_history_has_no_fault() -> None:
    history, log = good()
    assert faults(history, [log]) == []


def test_a_notice_may_arrive_again_after_a_fault() -> None:
    history, log = good()
    arrive("n1", 35)(history, log)
    assert faults(history, [log]) == []


def test_a_question_that_another_player_has_ended_is_void() -> None:
    history, log = good()
    history.players["m/2"] = "r"
    log.notices += [
        Notice("r", 2, "your_turn", {"n3": ("stale", "4")}),
        Notice("r", 4, "your_turn", {"n4": ("stale", "6")}),
    ]
    assert faults(history, [log]) == []
    log.notices.append(Notice("r", 5, "your_turn", {"n5": ("stale", "5")}))
    assert len(faults(history, [log])) == 1
    log.notices[-1] = Notice("r", 3, "your_turn", {"n5": ("stale", "4")})
    log.notices[-2] = Notice("r", 4, "your_turn", {"n4": ("stale", "5")})
    for one in log.events:
        one.awaited = [2] if one.seq < 5 else []
    assert faults(history, [log]) == []


def test_an_answer_sealed_to_an_earlier_event_of_the_same_turn_ends_the_question() -> None:
    history, log = good()
    history.players["m/2"] = "r"
    log.notices.append(Notice("r", 2, "your_turn", {"n3": ("stale", "2")}))
    history.moves.append(Move("m", 2, "t", {"type": "early"}))
    log.seals.append((2, 1, {"type": "early"}))
    assert len(faults(history, [log])) == 1
    log.events[0].at = log.events[1].at
    assert faults(history, [log]) == []


def test_a_reminder_of_a_deadline_that_has_passed_is_void() -> None:
    history, log = good()
    history.players["m/2"] = "r"
    log.notices.append(Notice("r", 3, "deadline_near", {"n3": ("stale", "2026-01-01T00:00:01Z")}))
    for one in log.events:
        one.at = "2026-01-02"  # after the reminder was dropped
    assert faults(history, [log]) == []
    log.time_outs.clear()
    assert faults(history, [log]) == [
        "m: deadline_near of event 3 to seat 2 was dropped as outdated and was not"
    ]


def test_forced_moves_follow_under_the_key_of_a_move() -> None:
    history, log = good()
    forced = {"seat": 1, "by": "forced", "move": {"type": "only one"}}
    log.events[5] = LoggedEvent(6, 1, "b", 1, forced, "h5", "h6", "6")
    history.moves[1].seqs, history.moves[1].receipt = [5, 6], {"seq": 6, "head": "h6"}
    assert faults(history, [log]) == []


def test_an_unanswered_move_may_be_played_or_not() -> None:
    history, log = good()
    history.moves[1].attempts = [Attempt(20)]
    assert faults(history, [log]) == []
    history.moves.append(Move("m", 0, "c", {"type": "never played"}, [Attempt(25)]))
    assert faults(history, [log]) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    history, log = good()
    plant, expected = PLANTED[name]
    plant(history, log)
    assert any(expected in fault for fault in faults(history, [log])), faults(history, [log])
