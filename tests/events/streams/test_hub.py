"""What streams look at and when: in this process, look by look."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.utils import timezone

from events.errors import TooMany, Unavailable
from events.models import Device, Match, Outbox, Player
from events.streams import match as match_streams
from events.streams import person as person_streams
from events.streams.event_ids import Received, event_id_decode, event_id_encode
from events.streams.hub import Hub
from events.streams.match import MatchWatch
from events.streams.person import PersonWatch
from events.streams.watch import Look, Watch
from tests.support.people import Person, full_table, open_match, play_to_the_end
from tests.support.server import PATIENCE
from tests.support.sse import Heard, parsed

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


def account(who: Person | None) -> str:
    return who.player if who else "127.0.0.1"


def watching(match: str, who: Person | None, after: int | None = None) -> MatchWatch:
    player = Player.objects.get(id=who.player) if who else None
    token = Device.objects.get(player=player).digest if player else None
    return MatchWatch(
        match=Match.objects.get(id=match),
        player=player,
        account=account(who),
        address="127.0.0.1",
        token=token,
        after=after,
    )


def hearing(who: Person, after: Received | None = None) -> PersonWatch:
    player = Player.objects.get(id=who.player)
    token = Device.objects.get(player=player).digest
    return PersonWatch(player=player, address="127.0.0.1", token=token, after=after)


def look(*watches: Watch) -> list[Look]:
    return list(type(watches[0]).look(watches[0].subject, watches))


def heard(watch: Watch) -> list[Heard]:
    (found,) = look(watch)
    return parsed(found.text.decode())


def names(watch: Watch) -> list[str]:
    return [message.data.get("type", message.name) for message in heard(watch)]


def test_a_stream_begins_with_what_there_is_and_then_tells_each_event_once() -> None:
    match, people = full_table(2)
    version = people[0].match(match)["version"]
    anna, late = watching(match, people[0], after=0), watching(match, people[0])
    first = look(anna)[0].text
    assert first.startswith(b"retry: 2000\nid: 0\n\nevent: changed\n")
    events = [message for message in parsed(first.decode()) if message.name == "message"]
    assert [event.data["seq"] for event in events] == list(range(1, version + 1))
    assert names(late) == ["changed", "state"]
    assert look(anna, late) == [Look(), Look()]
    mover = people[0].match(match)["awaiting"][0]
    people[mover].play(match, {"type": "announce", "number": 2})
    assert names(anna)[0] == "number_announced"
    assert names(late)[0] == "number_announced"
    assert look(anna, late) == [Look(), Look()]


def test_a_seal_is_told_to_nobody_but_its_owner_and_a_poll_finds_it_too() -> None:
    match, people = full_table(3)
    mover = people[0].match(match)["awaiting"][0]
    people[mover].play(match, {"type": "announce", "number": 2})
    last = people[0].match(match)["view"]["answerers"][-1]
    watches = [watching(match, person) for person in [*people, None]]
    look(*watches)
    assert MatchWatch.behind(watches) == set()
    for answer in ("doubt", "believe"):
        assert people[last].play(match, {"type": answer}).status_code == 202
        assert MatchWatch.behind(watches) == {match}
        texts = [found.text for found in look(*watches)]
        assert [seat for seat, text in enumerate(texts) if text] == [last]
        assert MatchWatch.behind(watches) == set()


def test_who_has_muted_somebody_does_not_hear_that_they_speak() -> None:
    match, (anna, bruno) = full_table(2)
    watches = [watching(match, anna), watching(match, bruno), watching(match, None)]
    look(*watches)
    anna.post(f"players/{bruno.player}/mute")
    assert bruno.post(f"matches/{match}/messages", {"text": "Ciao!"}).status_code == 201
    assert [bool(found.text) for found in look(*watches)] == [False, True, True]
    assert anna.post(f"matches/{match}/messages", {"text": "…"}).status_code == 201
    assert [bool(found.text) for found in look(*watches)] == [True, True, True]


def test_a_spectator_who_sits_down_goes_on_from_their_seat() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    watch = watching(match, bruno)
    look(watch)
    bruno.post(f"matches/{match}/join")
    assert names(watch)[0] == "match_started"
    assert watch._viewer == 1


def test_who_has_lost_seat_or_token_is_told_nothing_more() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 3)["id"]
    bruno.post(f"matches/{match}/join")
    watches = [watching(match, anna), watching(match, bruno)]
    look(*watches)
    bruno.post(f"matches/{match}/leave")
    Device.objects.filter(player_id=anna.player).delete()
    assert look(*watches) == [Look(over=True)] * 2


def test_a_token_that_has_become_another_accounts_ends_the_stream() -> None:
    anna, bruno = Person.guest(), Person.guest()
    watch = hearing(anna)
    look(watch)
    Device.objects.filter(player_id=anna.player).update(player_id=bruno.player)
    assert look(watch) == [Look(over=True)]


def test_a_long_history_comes_in_pages_and_a_match_that_is_over_ends_the_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_streams, "MOST_PER_PAGE", 7)
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(match, [anna])
    version = anna.match(match)["version"]
    watch = watching(match, None, after=0)
    seqs: list[int] = []
    more = True
    while more:
        (found,) = look(watch)
        seqs += [one.data["seq"] for one in parsed(found.text.decode()) if one.name == "message"]
        more = found.more
        assert found.over is not more
    assert seqs == list(range(1, version + 1))
    assert watching(match, None).has_all


def test_a_notice_that_is_committed_late_is_still_told_and_none_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(person_streams, "MOST_AT_ONCE", 2)
    anna = Person.guest()
    match = open_match(anna, 2)["id"]

    def notice(number: int) -> None:
        at = Player.objects.get(id=anna.player).created_at
        Outbox.objects.create(
            id=number, recipient_id=anna.player, match_id=match, seq=number, kind="your_turn", at=at
        )

    def ids(watch: PersonWatch) -> list[int | None]:
        """The rows that were told, by their seqs; None for what is no row."""
        return [one.data.get("seq") for one in heard(watch)]

    start = 100_000
    notice(start)
    watch = hearing(anna)
    assert names(watch) == ["changed"]
    notice(start + 5)
    assert PersonWatch.behind([watch]) == {anna.player}
    (five,) = heard(watch)
    notice(start + 4)
    notice(start + 6)
    assert PersonWatch.behind([watch]) == {anna.player}
    assert ids(watch) == [start + 4, start + 6]
    assert PersonWatch.behind([watch]) == set()
    assert heard(watch) == []
    resumed = hearing(anna, after=event_id_decode(str(five.id), reader=anna.player))
    assert ids(resumed) == [None, start + 4, start + 6]


@pytest.mark.parametrize("late", [(4,), (3, 4)])
def test_a_notice_that_is_committed_late_is_told_to_who_resumes(late: tuple[int, ...]) -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]

    def notice(seq: int, at: datetime) -> None:
        Outbox.objects.create(
            id=200_000 * len(late) + seq,
            recipient_id=anna.player,
            match_id=match,
            seq=seq,
            kind="your_turn",
            at=at,
        )

    def resumed(place: str) -> list[Heard]:
        return heard(hearing(anna, after=event_id_decode(place, reader=anna.player)))

    now = timezone.now()
    notice(1, now - timedelta(hours=1))
    watch = hearing(anna)
    assert names(watch) == ["changed"]
    notice(2, now)
    notice(5, now)
    place = str(heard(watch)[-1].id)
    assert [one.name for one in resumed(place)] == ["changed"]
    for seq in late:
        notice(seq, now)
    told = resumed(place)
    expected = [4] if len(late) == 1 else [2, 3, 4, 5]
    assert [one.data["seq"] for one in told[1:]] == expected
    assert [one.name for one in resumed(str(told[-1].id))] == ["changed"]


def test_what_others_are_told_does_not_show_in_ones_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person_streams, "LOOK_BACK", 0)
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]

    def opening(after: Received | None = None) -> bytes:
        text: bytes = look(hearing(anna, after))[0].text
        return text

    def notice(who: Person, seq: int) -> int:
        at = Player.objects.get(id=who.player).created_at
        row = Outbox(recipient_id=who.player, match_id=match, seq=seq, kind="your_turn", at=at)
        row.save()
        return row.id

    nothing = opening()
    assert nothing.startswith(b"retry: 2000\nid: 0\n")
    notice(bruno, 1)
    assert opening() == nothing
    first = notice(anna, 1)
    one = opening()
    notice(bruno, 2)
    assert opening() == one
    received = Received.of([first])
    assert f"id: {event_id_encode(received, reader=anna.player)}\n".encode() in one
    both = Received.of([first, notice(anna, 2)])
    told = [event_id_encode(had, reader=anna.player) for had in (received, both)]
    assert [heard.id for heard in parsed(opening(Received()).decode())] == [None, *told]
    assert told[0][:8] != told[1][:8], "what follows does not look like what follows"
    assert event_id_encode(received, reader=bruno.player) != told[0]
    assert event_id_decode(told[0], reader=bruno.player) is None


def close_connections_of(threads: ThreadPoolExecutor, number: int) -> None:
    all_at_once = Barrier(number)

    def close() -> None:
        all_at_once.wait(PATIENCE)
        connections.close_all()

    for done in [threads.submit(close) for _ in range(number)]:
        done.result()


def in_a_hub(test: Callable[[Hub], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        hub = Hub()
        try:
            return await test(hub)
        finally:
            await hub.close()
            close_connections_of(hub.threads, settings.STREAM_THREADS)
            hub.threads.shutdown()

    return asyncio.run(run())


def test_a_client_that_does_not_read_delays_nobody_and_gets_all_in_the_end() -> None:
    match, people = full_table(2)
    mover = people[people[0].match(match)["awaiting"][0]]
    slow, quick = watching(match, people[0]), watching(match, people[1])

    async def run(hub: Hub) -> tuple[bytes, bytes]:
        gone = asyncio.get_running_loop().create_future()
        of_slow, of_quick = hub.follow(slow, gone), hub.follow(quick, gone)
        await anext(of_slow)
        await anext(of_quick)
        move = {"type": "announce", "number": 2}
        await asyncio.get_running_loop().run_in_executor(hub.threads, mover.play, match, move)
        told = await asyncio.wait_for(anext(of_quick), PATIENCE), await anext(of_slow)
        await of_slow.aclose()
        await of_quick.aclose()
        return told

    for text in in_a_hub(run):
        assert b"number_announced" in text


def test_signs_of_life_never_take_the_place_of_news(settings: Any) -> None:
    settings.STREAM_KEEP_ALIVE_SECONDS, settings.STREAM_POLL_SECONDS = 0.001, 0.01
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    watches = [watching(match, anna, after=0), watching(match, None, after=0)]

    async def everything(hub: Hub, watch: Watch) -> bytes:
        gone = asyncio.get_running_loop().create_future()
        return b"".join([text async for text in hub.follow(watch, gone)])

    async def run(hub: Hub) -> list[bytes]:
        loop = asyncio.get_running_loop()
        played = loop.run_in_executor(hub.threads, play_to_the_end, match, [anna])
        texts = await asyncio.gather(*(everything(hub, watch) for watch in watches))
        await played
        return texts

    for text in in_a_hub(run):
        events = [one for one in parsed(text.decode()) if one.name == "message"]
        version = anna.match(match)["version"]
        assert [event.data["seq"] for event in events] == list(range(1, version + 1))
        assert b"\n:\n\n" in text


def test_there_are_so_many_streams_for_one_account_and_so_many_in_all(
    settings: Any,
) -> None:
    settings.STREAMS_PER_ACCOUNT, settings.STREAMS_PER_PROCESS = 2, 3
    anna, bruno = Person.guest(), Person.guest()
    of_anna = [hearing(anna) for _ in range(3)]
    of_bruno = [hearing(bruno) for _ in range(2)]

    async def run(hub: Hub) -> None:
        hub.admit(of_anna[0])
        hub.admit(of_anna[1])
        with pytest.raises(TooMany) as refused:
            hub.admit(of_anna[2])
        assert (refused.value.code, type(refused.value)) == ("too_many_streams", TooMany)
        hub.admit(of_bruno[0])
        with pytest.raises(Unavailable):
            hub.admit(of_bruno[1])
        hub.leave(of_anna[0])
        hub.admit(of_bruno[1])

    in_a_hub(run)
