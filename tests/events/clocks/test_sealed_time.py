"""Nothing about a clock betrays an answer that was given early."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from events import tasks
from events.models import Match, Seat
from tests.events.clocks.test_time_outs import DAILY, DAY, asked_of, events_of
from tests.support.people import Person, full_table
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

BANK = {"kind": "bank", "bank": DAY, "increment": 3600, "cap": 2 * DAY, "vacation": False}


def announced(clock: dict[str, Any]) -> tuple[str, list[Person], int, int]:
    """A match in which two seats are asked at the same time: the first to answer and the last."""
    match, people = full_table(3, clock=clock)
    _, announcer = asked_of(match, people)
    announcer.play(match, {"type": "announce", "number": 1})
    first, last = people[0].match(match)["view"]["answerers"]
    return match, people, first, last


def told(person: Person, match: str) -> dict[str, Any]:
    """What somebody is shown, but for what differs from match to match."""
    shown = person.match(match)
    return {
        name: shown[name]
        for name in ("seats", "awaiting", "deadline", "choices", "asked", "sealed", "version")
    } | {"turns": person.get("me/turns").json()["count"]}


@pytest.mark.parametrize("clock", [DAILY, BANK], ids=["per_move", "bank"])
def test_a_sealed_seat_s_clock_runs_like_any_other(clock: dict[str, Any], sky: Sky) -> None:
    match, people, first, last = announced(clock)
    before = people[first].match(match)["deadline"]
    assert set(before["until"]) == {str(first), str(last)}
    assert len(set(before["until"].values())) == 1, "all who are asked at once run at once"
    row = Seat.objects.filter(match_id=match, number=last)
    clock_before = row.values("bank", "deadline", "asked_at", "late", "turns", "times").get()
    sky.pass_by(hours=3)
    assert people[last].play(match, {"type": "doubt"}).status_code == 202
    after = people[first].match(match)["deadline"]
    assert after["until"] == before["until"]
    assert row.values("bank", "deadline", "asked_at", "late", "turns", "times").get() == (
        clock_before
    )


@pytest.mark.parametrize("clock", [DAILY, BANK], ids=["per_move", "bank"])
def test_to_the_others_a_seat_that_sealed_and_one_that_did_not_look_the_same_throughout(
    clock: dict[str, Any], sky: Sky
) -> None:
    shown = []
    start = sky.now
    for seals in (True, False):
        sky.now = start
        match, people, first, last = announced(clock)
        deadline = people[first].match(match)["deadline"]["until"][str(last)]
        if seals:
            people[last].play(match, {"type": "believe"})
        # The first to answer gets more time, so the last one's is up before its turn.
        people[last].post(f"matches/{match}/more-time", {"seat": first})
        asked = [told(people[first], match)]
        sky.pass_until(deadline)
        sky.pass_by(seconds=5)
        sweep_all()
        tasks.match_settle_due(match)
        asked.append(told(people[first], match))
        shown.append(
            [
                {name: value for name, value in one.items() if name not in ("deadline", "seats")}
                | {"left": one["deadline"]["seats"][str(last)]}
                | {"late": [seat["timed_out"] for seat in one["seats"]]}
                | {"who": (first < last,)}
                for one in asked
            ]
        )
        assert not events_of(match, "seat_timed_out")
        people[first].play(match, {"type": "believe"})
        sweep_all()
        late = events_of(match, "seat_timed_out")
        assert [event["data"]["seat"] for event in late] == ([] if seals else [last])
    hidden = ("asked", "version", "who", "choices", "awaiting", "left")
    for one, other in zip(*shown, strict=True):
        assert {n: v for n, v in one.items() if n not in hidden} == {
            n: v for n, v in other.items() if n not in hidden
        }
        assert abs(one["left"] - other["left"]) <= 1


def test_a_time_out_before_its_turn_is_dropped_with_the_question(sky: Sky) -> None:
    match, people, first, last = announced(DAILY)
    people[last].post(f"matches/{match}/more-time", {"seat": first})
    sky.pass_by(days=1, hours=1)
    sweep_all()
    people[first].play(match, {"type": "doubt"})
    sweep_all()
    assert not events_of(match, "seat_timed_out")
    assert people[first].match(match)["seats"][last]["timed_out"] == 0


def test_a_time_out_before_its_turn_counts_when_the_turn_comes(sky: Sky) -> None:
    match, people, first, last = announced(BANK)
    people[last].post(f"matches/{match}/more-time", {"seat": first})
    sky.pass_by(days=1, minutes=30)
    sweep_all()
    assert people[first].play(match, {"type": "believe"}).status_code == 201
    turn = datetime.fromisoformat(events_of(match)[-1]["at"])
    sweep_all()
    (late,) = events_of(match, "seat_timed_out")
    assert late["data"] == {"seat": last}
    assert datetime.fromisoformat(late["at"]) == turn
    assert people[0].match(match)["seats"][last]["timed_out"] == 1
    times = [event["at"] for event in events_of(match)]
    assert times == sorted(times)


def test_an_early_answer_costs_no_time(sky: Sky) -> None:
    match, people, first, last = announced(BANK)
    sky.pass_by(hours=1)
    people[last].play(match, {"type": "believe"})
    sky.pass_by(hours=9)
    people[first].play(match, {"type": "believe"})
    assert Match.objects.get(id=match).status == "running"
    banks = dict(Seat.objects.filter(match_id=match).values_list("number", "bank"))
    saved = {seat: timedelta(microseconds=bank or 0) for seat, bank in banks.items()}
    assert saved[last] == timedelta(hours=25)
    assert timedelta(hours=14, minutes=59) < saved[first] <= timedelta(hours=15)
