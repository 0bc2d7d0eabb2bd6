"""What an append to the log guarantees beside its hashes."""

from datetime import datetime, timedelta

import pytest
import redis
from django.utils import timezone

from events.log.append import Draft, append_write
from events.log.envelope import SeatTakenOver
from events.log.position import position_at_head
from events.models import LoggedEvent, Match
from events.streams.news import channel_of
from events.work.publish import CHANNEL, TURNS
from tests.support.people import full_table, new_key
from tests.support.server import PATIENCE

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def test_a_clock_that_was_put_back_does_not_let_the_log_go_back() -> None:
    match = Match.objects.get(id=full_table(2)[0])
    earlier = timezone.now() - timedelta(hours=1)
    append_write(match, position_at_head(match), [Draft(SeatTakenOver(0))], at=earlier).execute()
    *_, before, last = LoggedEvent.objects.filter(match=match).order_by("seq")
    assert datetime.fromisoformat(last.at) > datetime.fromisoformat(before.at)


def test_a_sealed_answer_has_no_part_in_the_key_of_the_move_that_it_follows() -> None:
    match, people = full_table(3)
    mover = people[0].match(match)["awaiting"][0]
    people[mover].play(match, {"type": "announce", "number": 2})
    first, last = people[0].match(match)["view"]["answerers"]
    people[last].play(match, {"type": "believe"})
    assert people[first].play(match, {"type": "believe"}, new_key()).status_code == 201
    followed = LoggedEvent.objects.filter(match=match, actor=last)
    assert followed.exists()
    assert not followed.exclude(move_key=None).exists()


def test_who_is_asked_is_told_as_a_person_and_as_a_viewer(redis_url: str) -> None:
    match, people = full_table(2)
    mover = people[0].match(match)["awaiting"][0]
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as heard:
        wanted = {f"{CHANNEL}{one}".encode() for one in (TURNS, people[1 - mover].player)}
        stream = {f"{CHANNEL}{one}".encode() for one in (match, channel_of(match, 1 - mover))}
        heard.subscribe(*wanted, *stream)
        for _ in wanted | stream:
            heard.get_message(timeout=PATIENCE)
        people[mover].play(match, {"type": "announce", "number": 2})
        told = set[bytes]()
        while told != wanted and (message := heard.get_message(timeout=PATIENCE)):
            told.add(message["channel"])
    assert told == wanted
