"""What happens when the time is up, whoever finds it out."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from events import tasks
from events.log.position import position_at_head, position_cache
from events.models import Due, LoggedEvent, Match, Seat
from events.proof.log_check import chain_fault
from tests.support.people import Person, first_choice, full_table, open_match
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

DAY = 24 * 3600
DAILY = {"kind": "per_move", "seconds": DAY, "vacation": False}


def asked_of(match: str, people: list[Person]) -> tuple[int, Person]:
    """The seat that the match cannot go on without, and who sits there."""
    position = position_at_head(Match.objects.get(id=match))
    seat = position.game.active(position.state)[0]
    return seat, people[seat]


def events_of(match: str, kind: str | None = None) -> list[dict[str, Any]]:
    found = Person().get(f"matches/{match}/events").json()["events"]
    return [event for event in found if kind in (None, event["type"])]


def test_a_new_match_is_fast_and_says_until_when_it_waits_for_whom(sky: Sky) -> None:
    match, people = full_table(3)
    shown = people[0].match(match)
    hours = {"bank": 72, "increment": 12, "cap": 120}
    clock = {name: number * 3600 for name, number in hours.items()}
    assert shown["clock"] == {"kind": "bank", "time_out": "autoplay", "vacation": True} | clock
    started = events_of(match, "match_started")[0]["data"]["clock"]
    assert started == shown["clock"]
    seat, _ = asked_of(match, people)
    asked_at = datetime.fromisoformat(events_of(match)[-1]["at"])
    until = datetime.fromisoformat(shown["deadline"]["at"])
    assert until == asked_at + timedelta(hours=72)
    assert shown["deadline"]["until"] == {str(seat): shown["deadline"]["at"]}
    assert shown["deadline"]["seats"] == {str(seat): shown["deadline"]["remaining_seconds"]}
    assert 72 * 3600 - 2 <= shown["deadline"]["remaining_seconds"] < 72 * 3600


def test_a_move_in_time_earns_the_increment_up_to_the_cap(sky: Sky) -> None:
    match, people = full_table(2)
    seat, mover = asked_of(match, people)
    sky.pass_by(hours=10)
    mover.play(match, first_choice(mover.match(match)))
    bank = Seat.objects.get(match_id=match, number=seat).bank
    assert bank is not None
    assert abs(bank / 3.6e9 - (72 - 10 + 12)) < 0.01
    for _ in range(20):
        seat, mover = asked_of(match, people)
        mover.play(match, first_choice(mover.match(match)))
    banks = Seat.objects.filter(match_id=match).values_list("bank", flat=True)
    assert max(bank or 0 for bank in banks) <= 120 * 3600 * 10**6


def test_the_bot_moves_for_a_late_seat_at_the_deadline_and_says_so(sky: Sky) -> None:
    match, people = full_table(3, clock=DAILY)
    seat, mover = asked_of(match, people)
    before = mover.match(match)
    sky.pass_until(before["deadline"]["at"])
    sky.pass_by(seconds=20)
    sweep_all()
    late, *moved = events_of(match)[before["version"] :]
    assert (late["type"], late["data"]) == ("seat_timed_out", {"seat": seat})
    assert {event["at"] for event in (late, *moved)} == {before["deadline"]["at"]}
    assert moved[0]["actor"] == seat
    assert moved[0]["automatic"]
    after = mover.match(match)
    assert after["seats"][seat]["timed_out"] == 1
    assert not after["seats"][seat]["gone"]
    assert chain_fault(Match.objects.get(id=match)) is None


@pytest.mark.parametrize("policy", ["autoplay", "forfeit", "end"])
def test_a_late_move_and_the_sweep_come_to_the_same(policy: str, sky: Sky) -> None:
    match, people = full_table(3, clock=DAILY | {"time_out": policy})
    _, mover = asked_of(match, people)
    shown = mover.match(match)
    move = first_choice(shown)
    sky.pass_until(shown["deadline"]["at"])
    refused = mover.play(match, move, expected_version=shown["version"])
    assert refused.status_code in (403, 409), refused.content
    assert Match.objects.get(id=match).version == shown["version"]
    sweep_all()
    if refused.status_code == 409 and refused.json()["code"] == "stale_version":
        told = refused.json()
        assert told["current_version"] == Match.objects.get(id=match).version
        seen = mover.get(f"matches/{match}/events?after={shown['version']}").json()["events"]
        assert told["events"] == seen


def test_a_move_at_the_last_microsecond_counts_and_none_later(sky: Sky) -> None:
    match, people = full_table(2, clock=DAILY)
    _, mover = asked_of(match, people)
    shown = mover.match(match)
    move, deadline = first_choice(shown), datetime.fromisoformat(shown["deadline"]["at"])
    sky.pass_until(deadline - timedelta(milliseconds=1))
    sweep_all()
    assert mover.play(match, move).status_code == 201
    assert not events_of(match, "seat_timed_out")


def taken_over(absent: int, sky: Sky) -> tuple[str, list[Person]]:
    """A match whose seat `absent` has timed out until a bot plays it."""
    match, people = full_table(2, clock=DAILY)
    while not events_of(match, "seat_taken_over"):
        seat, person = asked_of(match, people)
        if seat == absent:
            sky.pass_until(person.match(match)["deadline"]["at"])
            sweep_all()
        else:
            assert person.play(match, first_choice(person.match(match))).status_code == 201
    return match, people


def test_a_move_of_the_owner_is_answered_with_the_return_of_the_seat(sky: Sky) -> None:
    match, people = taken_over(0, sky)
    while asked_of(match, people)[0] == 1:
        people[1].play(match, first_choice(people[1].match(match)))
    shown = people[0].match(match)
    moved = people[0].play(match, first_choice(shown))
    assert moved.status_code == 201
    seqs = [event["seq"] for event in moved.json()["events"]]
    assert moved.json()["events"][0]["type"] == "seat_returned"
    assert seqs == [*range(shown["version"] + 1, moved.json()["match"]["version"] + 1)]


def test_after_three_time_outs_in_a_row_a_bot_keeps_the_seat_until_its_owner_returns(
    sky: Sky,
) -> None:
    absent, present = 0, 1
    match, people = taken_over(absent, sky)
    assert len(events_of(match, "seat_timed_out")) == 3
    version = Match.objects.get(id=match).version
    for _ in range(6):
        sweep_all()
        seat, person = asked_of(match, people)
        assert seat == present
        person.play(match, first_choice(person.match(match)))
    sweep_all()
    stood_in = [event for event in events_of(match)[version:] if event["actor"] == absent]
    assert stood_in
    assert all(event["automatic"] for event in stood_in)
    shown = people[present].match(match)
    assert shown["seats"][absent]["stand_in"]
    assert len(events_of(match, "seat_timed_out")) == 3
    back = people[absent].post(f"matches/{match}/return")
    assert back.status_code == 200
    assert not back.json()["seats"][absent]["stand_in"]
    assert events_of(match)[-1]["type"] == "seat_returned"
    again = people[absent].post(f"matches/{match}/return")
    assert (again.status_code, again.json()["code"]) == (409, "seat_not_taken_over")
    position_cache.clear()
    assert position_at_head(Match.objects.get(id=match)).away == frozenset()


def test_a_stand_in_s_move_makes_its_owner_forget_nothing(sky: Sky) -> None:
    match, people = full_table(2, game="bonbons", clock=DAILY)
    for _ in range(30):
        seat, person = asked_of(match, people)
        before = position_at_head(Match.objects.get(id=match)).horizon(seat)
        if deadline := person.match(match)["deadline"]:
            sky.pass_until(deadline["at"])
        sweep_all()
        after = position_at_head(Match.objects.get(id=match))
        if after.over:
            return
        assert after.horizon(seat) == before == 0


def test_a_forfeited_seat_is_gone_and_the_last_who_stays_wins(sky: Sky) -> None:
    match, people = full_table(2, clock=DAILY | {"time_out": "forfeit"})
    seat, mover = asked_of(match, people)
    deadline = mover.match(match)["deadline"]["at"]
    sky.pass_until(deadline)
    sweep_all()
    shown = mover.match(match)
    assert shown["status"] == "finished"
    assert shown["finished_at"] == deadline
    assert shown["outcome"] == {
        "winners": [1 - seat],
        "ranking": [[1 - seat], [seat]],
        "reason": "others_left",
    }
    assert shown["seats"][seat]["gone"]
    assert shown["seats"][seat]["timed_out"] == 1


def test_where_a_time_out_ends_the_match_the_late_come_last(sky: Sky) -> None:
    match, people = full_table(3, clock=DAILY | {"time_out": "end"})
    seat, mover = asked_of(match, people)
    sky.pass_until(mover.match(match)["deadline"]["at"])
    sweep_all()
    outcome = mover.match(match)["outcome"]
    others = [other for other in range(3) if other != seat]
    assert outcome == {"winners": others, "ranking": [others, [seat]], "reason": "time_out"}


def test_partners_lose_together_when_a_time_out_ends_the_match(sky: Sky) -> None:
    match, people = full_table(4, game="passpass", clock=DAILY | {"time_out": "end"})
    seat, mover = asked_of(match, people)
    sky.pass_until(mover.match(match)["deadline"]["at"])
    sweep_all()
    outcome = mover.match(match)["outcome"]
    assert sorted(map(len, outcome["ranking"])) in ([2, 2], [1, 3])
    assert seat in outcome["ranking"][-1]


def test_who_was_asked_after_the_server_had_been_away_has_the_whole_time(sky: Sky) -> None:
    match, people = full_table(2, clock={"kind": "per_move", "seconds": 10})
    _, mover = asked_of(match, people)
    deadline = mover.match(match)["deadline"]["at"]
    sky.pass_until(deadline)
    sky.pass_by(hours=5)
    sweep_all()
    (late,) = events_of(match, "seat_timed_out")
    assert late["at"] == deadline
    shown = mover.match(match)
    assert shown["deadline"]["remaining_seconds"] == 9
    assert datetime.fromisoformat(shown["deadline"]["at"]) > sky.now


def test_an_open_match_expires_after_ten_days(sky: Sky) -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    created = datetime.fromisoformat(anna.match(match)["created_at"])
    sky.pass_until(created + timedelta(days=10))
    refused = bruno.post(f"matches/{match}/join")
    assert (refused.status_code, refused.json()["code"]) == (409, "match_not_open")
    sweep_all()
    shown = anna.match(match)
    assert shown["status"] == "cancelled"
    assert datetime.fromisoformat(shown["finished_at"]) == created + timedelta(days=10)
    assert not Due.objects.filter(match_id=match).exists()


def test_a_match_without_a_clock_is_called_off_after_three_weeks_of_nobody_moving(
    sky: Sky,
) -> None:
    match, people = full_table(2, clock={"kind": "none"})
    assert people[0].match(match)["deadline"] is None
    sky.pass_by(days=20)
    _, mover = asked_of(match, people)
    assert mover.play(match, first_choice(mover.match(match))).status_code == 201
    last = datetime.fromisoformat(events_of(match)[-1]["at"])
    sky.pass_by(days=2)
    sweep_all()
    assert mover.match(match)["status"] == "running"
    sky.pass_until(last + timedelta(days=21))
    _, mover = asked_of(match, people)
    refused = mover.play(match, first_choice(mover.match(match)))
    assert (refused.status_code, refused.json()["code"]) == (422, "match_over")
    assert mover.match(match)["status"] == "running"
    sweep_all()
    assert mover.match(match)["status"] == "cancelled"
    assert datetime.fromisoformat(events_of(match)[-1]["at"]) == last + timedelta(days=21)


def test_two_sweeps_settle_a_deadline_once(sky: Sky) -> None:
    match, people = full_table(3, clock=DAILY)
    _, mover = asked_of(match, people)
    sky.pass_until(mover.match(match)["deadline"]["at"])
    sweep_all()
    version = Match.objects.get(id=match).version
    tasks.match_settle_due(match)
    sweep_all()
    assert Match.objects.get(id=match).version == version
    assert LoggedEvent.objects.filter(match_id=match, type="seat_timed_out").count() == 1
