"""The leak tests find what is told too much: leaks planted in each kind of answer."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from api.views import history as views
from events.log import read
from events.log.position import Position, position_at_head
from events.models import Match, Outbox
from events.notifications.notice import Notice, notice_of
from events.selectors import lists, recap, turns
from events.streams import match as stream
from events.streams import news
from events.streams import person as own_stream
from games.chance import FastChance
from games.contract import OPEN, SPECTATOR
from tests.api.http.leak_outputs import masked, random_positions, told
from tests.events.notifications import payloads
from tests.events.notifications.payloads import told_by_channels
from tests.support.people import Person
from tests.support.sizes import sized
from tests.support.twins import twin_of

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def test_a_leak_planted_in_a_route_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = random_positions(3, 25, 1)
    alike = Alike(
        match, twin_of(Match.objects.get(id=match), SPECTATOR, FastChance(1)).id, Person()
    )
    assert not alike.told_apart_by()
    with monkeypatch.context() as view:
        view.setattr(Position, "reader", lambda position, viewer: OPEN)
        assert alike.told_apart_by()
    with monkeypatch.context() as feed:
        feed.setattr(read, "payload_for", lambda row, reader: row.full.encode())
        assert alike.told_apart_by()


def at_head(match: str) -> Position:
    return position_at_head(Match.objects.get(id=match))


def planted_in(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """From now on this kind of answer also tells the whole state."""

    def telling(function: Any, position_of: Callable[..., Position], field: str) -> Any:
        def told(*given: Any, **more: Any) -> Any:
            answer, secret = function(*given, **more), repr(position_of(*given).state)
            if isinstance(answer, list):
                return [one | {field: secret} for one in answer]
            return answer | {field: secret}

        return told

    places: dict[str, tuple[Any, str, Callable[..., Position], str]] = {
        "list": (lists, "match_summary", lambda match, seats: position_at_head(match), "creator"),
        "turns": (
            turns,
            "_turn_json",
            lambda seat, others: position_at_head(seat.match),
            "deadline",
        ),
        "recap": (recap, "sentence", lambda position, *rest: position, "text"),
        "replay": (views, "replay_json", lambda match, *rest: position_at_head(match), "as"),
        "stream": (stream, "events_json", lambda match, position, *rest: position, "data"),
        "state": (news, "match_json", lambda match, viewer, position, *rest: position, "creator"),
        "own stream": (own_stream, "_told", lambda row: at_head(row[2]), "kind"),
    }
    module, name, position_of, field = places[kind]
    monkeypatch.setattr(module, name, telling(getattr(module, name), position_of, field))


class Alike(NamedTuple):
    """Two matches in different states, and who sits in both, is asked, and cannot tell."""

    match: str
    twin: str
    person: Person

    def told_apart_by(self) -> set[str]:
        """What the person is told differently of the two."""
        ours, theirs = told(self.person, self.match), told(self.person, self.twin)
        return {output for output, answer in ours.items() if answer != theirs[output]}


@pytest.fixture(scope="module")
def alike(any_database: str, redis_url: str) -> Alike:
    """For all tests, which change neither match; nothing tells them apart before a leak."""
    found = matches_alike_to_a_seat_that_is_asked()
    assert not found.told_apart_by()
    return found


def matches_alike_to_a_seat_that_is_asked() -> Alike:
    for moves in range(15, 60):
        match, people = random_positions(3, moves, moves)
        found = Match.objects.get(id=match)
        for viewer, person in enumerate(people):
            shown = person.match(match)
            if shown["choices"] and not shown["sealed"]:
                twin = twin_of(found, viewer, FastChance(moves))
                if position_at_head(twin).state != position_at_head(found).state:
                    return Alike(match, twin.id, person)
    raise AssertionError("everybody knows everything")


LEAKS = {
    "list": {"GET matches 0", "GET me/matches 0", "GET circles/<circle:circle>/matches 0"},
    "turns": {"GET me/turns 0"},
    "recap": {f"GET /recap {number}" for number in range(4)} | {"GET /stream 3", "GET /stream 4"},
    "replay": {f"GET /replay {number}" for number in range(6)},
    "stream": {f"GET /stream {number}" for number in (1, 2, 3)},
    "own stream": {"GET me/stream 0"},
    "state": {f"GET /stream {number}" for number in range(5)},
}
"""The outputs that a leak planted in one kind of answer may be found in."""
AT_ONCE = sized([[*LEAKS][:-1], ["state"]], [[kind] for kind in LEAKS])
"""Leaks that are planted together: each has an output that no other of them is found in."""


@pytest.mark.parametrize("kinds", AT_ONCE, ids=" and ".join)
def test_a_leak_planted_in_one_kind_of_answer_is_found_there(
    kinds: list[str], alike: Alike, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in kinds:
        planted_in(monkeypatch, kind)
    found = alike.told_apart_by()
    for kind in kinds:
        others = set[str]().union(*(LEAKS[other] for other in kinds if other != kind))
        assert found & LEAKS[kind] - others, kind
    assert found <= set[str]().union(*(LEAKS[kind] for kind in kinds))


def test_a_leak_planted_in_notices_is_found_in_every_channel(
    alike: Alike, monkeypatch: pytest.MonkeyPatch
) -> None:
    def different() -> set[str]:
        ours, theirs = (
            told_by_channels(alike.person.player, match) for match in (alike.match, alike.twin)
        )
        return {
            channel
            for channel, said in ours.items()
            if masked(said, alike.match) != masked(theirs[channel], alike.twin)
        }

    assert not different()
    honest = notice_of

    def planted(row: Outbox) -> Notice:
        if row.match is None:
            return honest(row)
        secret = hash(repr(position_at_head(row.match).state))
        return replace(honest(row), seq=secret)

    monkeypatch.setattr(payloads, "notice_of", planted)
    assert different() == {"push", "webhook"}
    monkeypatch.setattr(payloads, "notice_of", honest)
    monkeypatch.setattr(Position, "reader", lambda position, viewer: OPEN)
    assert different() == {"email"}
