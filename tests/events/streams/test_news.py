"""A turn's news, made from memory, are what a look at the database says, for every viewer."""

from collections.abc import Iterator
from typing import Any

import pytest

from events.models import Match, Player
from events.play.turn_log import turn_logged
from events.streams.match import MatchWatch
from events.streams.news import TurnNews, channel_of
from events.streams.watch import Look
from events.work.publish import decrypt, encrypt
from games.contract import SPECTATOR
from games.registry import all_games
from tests.support.people import Person, first_choice, full_table, new_key
from tests.support.sse import parsed

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

TURNS = 12
PASSING = {"server_time", "deadline"}
"""What changes by the mere passing of time."""


@pytest.fixture
def turns() -> Iterator[list[TurnNews]]:
    """The turns that are logged meanwhile."""
    logged: list[TurnNews] = []

    def note(*, signal: Any, sender: Any, **turn: Any) -> None:
        logged.append(TurnNews(**turn))

    turn_logged.connect(note)
    yield logged
    turn_logged.disconnect(note)


def watching(match: str, who: Person | None, recap: str | None = None) -> MatchWatch:
    player = Player.objects.get(id=who.player) if who else None
    watch = MatchWatch(
        match=Match.objects.get(id=match),
        player=player,
        account="a",
        address="b",
        token=None,
        after=None,
        recap_language=recap,
    )
    MatchWatch.look(match, [watch])
    return watch


def sentences(journal: list[Any], recap: dict[str, Any]) -> list[Any]:
    """A reader's journal after one more recap."""
    return [*(line for line in journal if line["seq"] <= recap["after"]), *recap["sentences"]]


def told(look: Look | None) -> list[Any]:
    """The messages of a look, without what changes by the passing of time."""
    assert look is not None
    messages = parsed(look.text.decode())
    return [
        (one.name, {name: value for name, value in one.data.items() if name not in PASSING})
        for one in messages
    ]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_news_are_what_a_look_says(game: str, turns: list[TurnNews]) -> None:
    match, people = full_table(3, game=game)
    viewers = [*enumerate(people), (SPECTATOR, None)]
    taking = {viewer: watching(match, who) for viewer, who in viewers}
    looking = {viewer: watching(match, who) for viewer, who in viewers}
    compared = 0
    for _ in range(TURNS):
        shown = people[0].match(match)
        if not shown["awaiting"]:
            break
        mover = people[shown["awaiting"][0]]
        turns.clear()
        answer = mover.play(match, first_choice(mover.match(match)))
        for viewer, who in viewers:
            (looked,) = MatchWatch.look(match, [looking[viewer]])
            content = turns[-1].content(channel_of(match, viewer)) if len(turns) == 1 else b""
            if answer.status_code != 201 or not content:
                taking[viewer] = watching(match, who)
                continue
            taken = taking[viewer].take(content)
            assert told(taken) == told(looked)
            assert told(taken)[-1][0] == "state"
            compared += 1
    assert compared > TURNS


@pytest.mark.parametrize("game", sorted(all_games()))
def test_recaps_add_up_to_what_is_told_now(game: str, turns: list[TurnNews]) -> None:
    match, people = full_table(3, game=game)
    viewers = [*enumerate(people), (SPECTATOR, None)]
    watches = {viewer: watching(match, who, "fr") for viewer, who in viewers}
    readers = {viewer: who or Person() for viewer, who in viewers}
    in_french, taken = {"Accept-Language": "fr"}, 0

    def recap(viewer: int) -> list[Any]:
        answer = readers[viewer].get(f"matches/{match}/recap?after=0", **in_french)
        return [*answer.json()["sentences"]]

    journals = {viewer: recap(viewer) for viewer in readers}
    for _ in range(TURNS):
        seat, *_ = people[0].match(match)["awaiting"]
        mover = people[seat]
        turns.clear()
        body = {"move": first_choice(mover.match(match)), "recap": True}
        answer = mover.post(f"matches/{match}/moves", body, new_key(), **in_french)
        assert answer.status_code in (201, 202)
        own = sentences(journals[seat], answer.json()["recap"])
        for viewer in readers:
            look = None
            if len(turns) == 1:
                content = turns[0].content(channel_of(match, viewer, "fr"))
                look = watches[viewer].take(content) if content else None
            taken += look is not None
            if look is None:
                (look,) = MatchWatch.look(match, [watches[viewer]])
            for one in parsed(look.text.decode()):
                if one.name == "recap":
                    journals[viewer] = sentences(journals[viewer], one.data)
            assert journals[viewer] == recap(viewer)
        assert own == journals[seat]
    assert taken > TURNS


def test_news_that_do_not_follow_or_are_known_are_not_sent(turns: list[TurnNews]) -> None:
    match, people = full_table(2)
    early, late = watching(match, people[0]), watching(match, people[0])
    turns.clear()
    for _ in range(2):
        mover = people[people[0].match(match)["awaiting"][0]]
        mover.play(match, first_choice(mover.match(match)))
    first, second = (turn.content(channel_of(match, 0)) for turn in turns)
    assert late.take(second) is None
    assert early.take(first)
    assert early.take(first) == Look()
    assert early.take(second)


def test_news_of_another_viewer_are_not_sent(turns: list[TurnNews]) -> None:
    match, people = full_table(2)
    watch = watching(match, people[0])
    turns.clear()
    mover = people[people[0].match(match)["awaiting"][0]]
    mover.play(match, first_choice(mover.match(match)))
    assert watch.take(turns[0].content(channel_of(match, 1))) is None


def test_redis_learns_nothing_and_a_message_counts_on_its_channel_only() -> None:
    sent = encrypt("a", b"a die shows 3")
    assert b"die" not in sent
    assert decrypt("a", sent) == b"a die shows 3"
    assert decrypt("b", sent) == decrypt("a", sent[:-1]) == decrypt("a", b"") == b""
