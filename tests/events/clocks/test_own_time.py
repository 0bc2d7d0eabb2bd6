"""People's own time: quiet hours, vacation, time given, and how they keep it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from events.accounts.merge import guest_merge
from events.clocks.calendar import calendar_of
from events.models import Player, Reliability, Seat
from events.players.devices import device_sign_in
from events.players.identity import player_create
from tests.events.clocks.test_time_outs import DAILY, DAY, asked_of, events_of
from tests.support.people import Person, first_choice, full_table, new_address, open_match
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

ON_VACATION = DAILY | {"vacation": True}


def deadline_of(match: str, person: Person) -> datetime:
    return datetime.fromisoformat(person.match(match)["deadline"]["at"])


def both_declare(people: list[Person], **changes: Any) -> None:
    for person in people:
        answer = person.patch("me", changes)
        assert answer.status_code == 200, answer.content


def test_a_deadline_moves_to_the_end_of_the_quiet_hours_declared_before_the_turn(
    sky: Sky,
) -> None:
    people = [Person.guest(), Person.guest()]
    night = {"from": "11:00", "until": "18:30"}  # by then it is noon in London
    both_declare(people, time_zone="Europe/London", quiet_hours=night)
    match = open_match(people[0], 2, clock=DAILY)["id"]
    people[1].post(f"matches/{match}/join")
    _, mover = asked_of(match, people)
    assert deadline_of(match, mover) == datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
    both_declare(people, quiet_hours=None)
    assert deadline_of(match, mover) == datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
    mover.play(match, first_choice(mover.match(match)))
    assert deadline_of(match, mover) < datetime(2026, 3, 3, 13, tzinfo=UTC)


def test_quiet_hours_declared_during_a_turn_count_from_the_next_one_on(sky: Sky) -> None:
    match, people = full_table(2, clock=DAILY)
    _, mover = asked_of(match, people)
    before = deadline_of(match, mover)
    both_declare(people, quiet_hours={"from": "11:30", "until": "23:00"})
    assert deadline_of(match, mover) == before
    mover.play(match, first_choice(mover.match(match)))
    assert deadline_of(match, mover).hour == 23


def test_days_off_stop_every_clock_of_a_player_and_cost_their_hours(sky: Sky) -> None:
    match, people = full_table(2, clock=ON_VACATION)
    _, mover = asked_of(match, people)
    before = deadline_of(match, mover)
    left = mover.get("me").json()["vacation_left_seconds"]
    assert left == 21 * DAY
    answer = mover.patch("me", {"vacation": {"from": "2026-03-03", "until": "2026-03-05"}})
    assert answer.json()["vacation_left_seconds"] == left - 3 * DAY
    assert deadline_of(match, mover) == before + timedelta(days=3)
    answer = mover.patch("me", {"vacation": None})
    assert answer.json()["vacation_left_seconds"] == left
    assert deadline_of(match, mover) == before


def test_a_match_can_do_without_vacations(sky: Sky) -> None:
    match, people = full_table(2, clock=DAILY)
    _, mover = asked_of(match, people)
    before = deadline_of(match, mover)
    mover.patch("me", {"vacation": {"from": "2026-03-03", "until": "2026-03-05"}})
    assert deadline_of(match, mover) == before


def test_a_vacation_that_has_begun_is_used_up_to_the_hour(sky: Sky) -> None:
    anna = Person.guest()
    anna.patch("me", {"vacation": {"from": "2026-03-01", "until": "2026-03-10"}})
    sky.pass_by(hours=5, minutes=10)
    answer = anna.patch("me", {"vacation": None})
    assert answer.json()["vacation_left_seconds"] == 21 * DAY - 6 * 3600


@pytest.mark.parametrize("until", ["2026-04-01", "2027-01-30", "9999-12-31"])
def test_more_vacation_than_is_left_is_refused(until: str, sky: Sky) -> None:
    anna = Person.guest()
    answer = anna.patch("me", {"vacation": {"from": "2026-03-03", "until": until}})
    assert (answer.status_code, answer.json()["code"]) == (422, "vacation_too_long")
    assert anna.get("me").json()["vacation"] is None


def test_a_vacation_may_begin_long_ago(sky: Sky) -> None:
    anna = Person.guest()
    anna.patch("me", {"time_zone": "Pacific/Auckland"})
    answer = anna.patch("me", {"vacation": {"from": "0001-01-01", "until": "2026-03-03"}})
    assert answer.status_code == 200


def test_when_the_time_is_up_hours_of_vacation_are_used_one_after_the_other(sky: Sky) -> None:
    match, people = full_table(2, clock=ON_VACATION)
    seat, mover = asked_of(match, people)
    deadline = deadline_of(match, mover)
    sky.pass_until(deadline)
    sweep_all()
    (given,) = events_of(match, "time_given")
    assert given["data"] == {"seat": seat, "to": seat, "seconds": 3600}
    assert given["automatic"]
    assert datetime.fromisoformat(given["at"]) == deadline
    assert deadline_of(match, mover) == deadline + timedelta(hours=1)
    assert mover.get("me").json()["vacation_left_seconds"] == 21 * DAY - 3600
    sky.pass_by(hours=2, minutes=30)
    sweep_all()
    assert deadline_of(match, mover) == deadline + timedelta(hours=3)
    assert mover.play(match, first_choice(mover.match(match))).status_code == 201
    sky.pass_by(days=3)
    sweep_all()
    assert len(events_of(match, "time_given")) == 3 + 24, "not more than a day for one move"
    assert len(events_of(match, "seat_timed_out")) == 1


def test_who_does_not_want_it_loses_no_vacation(sky: Sky) -> None:
    match, people = full_table(2, clock=ON_VACATION)
    both_declare(people, automatic_vacation=False)
    sky.pass_by(days=1, minutes=1)
    sweep_all()
    assert not events_of(match, "time_given")
    assert len(events_of(match, "seat_timed_out")) == 1


def test_a_seat_gives_another_the_time_of_a_move_once_for_each_question(sky: Sky) -> None:
    match, people = full_table(3, clock=DAILY)
    seat, mover = asked_of(match, people)
    others = [number for number in range(3) if number != seat]
    before = deadline_of(match, mover)

    def give(giver: int, to: int) -> Any:
        return people[giver].post(f"matches/{match}/more-time", {"seat": to})

    given = give(others[0], seat)
    assert given.status_code == 200, given.content
    assert datetime.fromisoformat(given.json()["deadline"]["at"]) == before + timedelta(days=1)
    assert events_of(match)[-1]["data"] == {"seat": others[0], "to": seat, "seconds": DAY}
    assert give(others[1], seat).status_code == 200
    assert deadline_of(match, mover) == before + timedelta(days=2)
    for refused, code in (
        (give(others[0], seat), "time_already_given"),
        (give(seat, seat), "time_to_oneself"),
        (give(seat, others[0]), "seat_not_waited_for"),
        (give(others[0], 9), "no_such_seat"),
    ):
        assert refused.json()["code"] == code
    stranger = Person.guest().post(f"matches/{match}/more-time", {"seat": seat})
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_seated")


def test_how_players_keep_time_is_counted_and_shown(sky: Sky) -> None:
    match, people = full_table(2, clock=DAILY)
    late, kept = 0, 1
    for _ in range(8):
        sweep_all()
        seat, person = asked_of(match, people)
        if seat == late:
            sky.pass_until(deadline_of(match, person))
        else:
            sky.pass_by(hours=2)
            person.play(match, first_choice(person.match(match)))
        sweep_all()
    profile = people[kept].get(f"players/{people[kept].player}").json()["reliability"]
    assert profile["in_time_percent"] == 100
    assert profile["median_answer_seconds"] == 7200
    profile = people[kept].get(f"players/{people[late].player}").json()["reliability"]
    assert profile["in_time_percent"] == 0
    open_match(people[kept], 3, minimum_reliability=90)
    listed = Person().get("matches?limit=1").json()["results"][0]
    assert listed["minimum_reliability"] == 90
    assert listed["seats"][0]["reliability"]["in_time_percent"] == 100
    refused = people[late].post(f"matches/{listed['id']}/join")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_reliable_enough")
    stranger = Person.guest()
    assert stranger.post(f"matches/{listed['id']}/join").status_code == 403
    invite = people[kept].post(f"matches/{listed['id']}/invitations").json()["invite"]
    assert stranger.post(f"matches/{listed['id']}/join", {"invite": invite}).status_code == 200
    Reliability.objects.filter(player_id=people[late].player).update(in_time=9999, turns=10000)
    assert people[late].post(f"matches/{listed['id']}/join").status_code == 200


def test_an_account_that_takes_a_guest_in_answers_for_both() -> None:
    match, people = full_table(2)
    seats = Seat.objects.filter(match=match)
    seats.filter(number=0).update(turns=3, late=1)
    account = player_create(locale="en", email=new_address())
    Reliability.objects.create(player_id=people[0].player, turns=3, in_time=2)
    with transaction.atomic():
        guest_merge(guest=Player.objects.get(id=people[0].player), into=account)
    counted = Reliability.objects.get(player=account)
    assert (counted.turns, counted.in_time) == (3, 2)
    assert not Reliability.objects.filter(player_id=people[0].player).exists()


def test_an_account_that_takes_a_guest_in_has_the_days_off_of_both(sky: Sky) -> None:
    match, people = full_table(2, clock=ON_VACATION)
    _, guest = asked_of(match, people)
    guest.patch("me", {"vacation": {"from": "2026-03-03", "until": "2026-03-05"}})
    before = deadline_of(match, guest)
    account = player_create(locale="en", email=new_address())
    token, _ = device_sign_in(player=account, name="")
    with transaction.atomic():
        guest_merge(guest=Player.objects.get(id=guest.player), into=account)
    owner = Person(token, account.id)
    profile = owner.get("me").json()
    assert profile["vacation"] == {"from": "2026-03-03", "until": "2026-03-05"}
    assert profile["vacation_left_seconds"] == 18 * DAY
    assert deadline_of(match, owner) == before
    (other,) = [person for person in people if person is not guest]
    seat = owner.match(match)["you"]
    assert other.post(f"matches/{match}/more-time", {"seat": seat}).status_code == 200
    assert deadline_of(match, owner) > before


def test_quiet_hours_are_sixteen_at_most_and_not_changed_all_the_time(sky: Sky) -> None:
    anna = Person.guest()
    long = anna.patch("me", {"quiet_hours": {"from": "16:00", "until": "08:01"}})
    assert (long.status_code, long.json()["code"]) == (422, "quiet_hours_too_long")
    for minute in range(100):
        hours = {"from": "22:00", "until": f"{7 + minute // 60:02}:{minute % 60:02}"}
        assert anna.patch("me", {"quiet_hours": hours}).status_code == 200
    often = anna.patch("me", {"quiet_hours": {"from": "22:00", "until": "06:00"}})
    assert (often.status_code, often.json()["code"]) == (422, "quiet_hours_changed_too_often")
    for _ in range(2):  # a device that is not used for so long would be signed out
        sky.pass_by(days=46)
        assert anna.get("me").status_code == 200
    assert anna.patch("me", {"quiet_hours": hours | {"until": "06:00"}}).status_code == 200
    calendar = calendar_of(Player.objects.get(id=anna.player).calendar)
    assert [hours.quiet_until for hours in calendar.declared] == ["08:39", "06:00"]
