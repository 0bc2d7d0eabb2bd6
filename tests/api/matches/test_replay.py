"""Any moment of a match, through every pair of eyes that one may look through."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from events.log import checkpoints
from events.log.envelope import PLATFORM, unpack
from events.log.position import Position, position_at_head
from events.models import LoggedEvent, Match
from events.selectors.replay import MOST_AHEAD
from games.chance import FastChance
from games.codec import canonical
from games.contract import OPEN, SPECTATOR, Viewer
from games.memory import horizon_at
from games.registry import all_games
from games.table import fold
from tests.api.schema.test_responses import conforms
from tests.support.lasting_games import lasting_games
from tests.support.people import Person, full_table, open_match, play_at_random
from tests.support.sizes import sized
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

MOMENTS = sized(20, 40)
FADING = [key for key, game in all_games().items() if any(kind.fades for kind in game.events)]


def replayed(person: Person, match: str, query: str = "") -> dict[str, Any]:
    response = person.get(f"matches/{match}/replay?{query}")
    assert response.status_code == 200, response.content
    shown: dict[str, Any] = response.json()
    return shown


def views(person: Person, match: str, eyes: str) -> dict[int, Any]:
    """Every moment of a match, by seq, page by page."""
    found: dict[int, Any] = {}
    seq, version = 0, 1
    while seq <= version:
        page = replayed(person, match, f"at={seq}&ahead={MOST_AHEAD}&as={eyes}")
        for frame in (page, *page["frames"]):
            found[frame["seq"]] = frame["view"]
        seq, version = max(found) + 1, page["version"]
    assert list(found) == list(range(version + 1))
    return found


def events_told(person: Person, match: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = person.get(f"matches/{match}/events").json()["events"]
    return events


def own_events(match: str) -> tuple[Position, list[Any]]:
    """Where a match stands, and its game's own events."""
    position = position_at_head(Match.objects.get(id=match))
    rows = LoggedEvent.objects.filter(match_id=match).order_by("seq")
    events = [unpack(position.game, row.full)[1] for row in rows]
    return position, [event for event in events if not isinstance(event, PLATFORM)]


@pytest.mark.parametrize("game", lasting_games(seats=3, moves=30))
def test_after_the_end_everybody_is_seen_to_have_seen_what_they_saw(game: str) -> None:
    chance = FastChance(game)
    match, people = full_table(3, game=game)
    everybody = dict(zip(["0", "1", "2", "spectator"], [*people, Person()], strict=True))
    seen: dict[tuple[str, int], Any] = {}
    for turn in range(MOMENTS):
        play_at_random(match, people, 1, chance)
        if turn == MOMENTS // 2:
            people[1].post(f"matches/{match}/resign")
        sweep_all()
        for eyes, person in everybody.items():
            shown = person.match(match)
            seen[eyes, shown["version"]] = shown["view"]
    people[2].post(f"matches/{match}/resign")
    assert Person().match(match)["status"] == "finished"
    for eyes in everybody:
        told = views(Person(), match, eyes)
        assert told[0] is told[1] is None
        for (looker, version), view in seen.items():
            if looker == eyes:
                assert told[version] == view, f"{eyes} at {version}"
    assert views(people[0], match, "me") == views(Person(), match, "0")


@pytest.mark.parametrize("game", lasting_games(seats=3, moves=30))
def test_after_the_end_all_secrets_can_be_open(game: str) -> None:
    match, people = full_table(all_games()[game].seats[0], game=game)
    play_at_random(match, people, 20, FastChance(game))
    refused = people[0].get(f"matches/{match}/replay?as=all")
    assert (refused.status_code, refused.json()["code"]) == (403, "eyes_of_others")
    for person in people:
        person.post(f"matches/{match}/resign")
    position, events = own_events(match)
    told = views(Person(), match, "all")
    for seq in range(position.version + 1):
        if place := position.place_after(seq):
            view = position.game.view(fold(position.game, events[:place]), OPEN, 0)
            assert canonical(told[seq]) == canonical(view)
    assert replayed(Person(), match, "as=all&at=2")["as"] == "all"


def test_each_moment_is_told_through_the_same_eyes() -> None:
    match, people = full_table(2)
    play_at_random(match, people, 10, FastChance(1))
    live = people[0].get(f"matches/{match}/events").json()["events"]
    shown = replayed(people[0], match, "ahead=100&at=0")["frames"][: len(live)]
    assert [frame["event"] for frame in shown] == live
    told = people[0].get(f"matches/{match}/recap?after=0").json()["sentences"]
    assert [frame["text"] for frame in shown] == [line["text"] for line in told]
    people[1].post(f"matches/{match}/resign")
    frames = {
        eyes: replayed(Person(), match, f"at=0&ahead=100&as={eyes}")["frames"]
        for eyes in ("0", "1", "spectator", "all")
    }
    (first,) = [f["seq"] for f in frames["all"] if f["event"]["type"] == "die_rolled"][:1]
    (roller,) = [f["event"]["data"]["seat"] for f in frames["all"] if f["seq"] == first]
    knows = {eyes: "die" in told[first - 1]["event"]["data"] for eyes, told in frames.items()}
    assert knows == {str(roller): True, str(1 - roller): False, "spectator": False, "all": True}
    assert frames["spectator"][first - 1]["text"] != frames["all"][first - 1]["text"]


@pytest.mark.parametrize("memory", ["table", "open"])
@pytest.mark.parametrize("game", FADING)
def test_a_running_match_is_seen_as_far_as_one_may_know_now(game: str, memory: str) -> None:
    match, people = full_table(3, game=game, options={"memory": memory})
    play_at_random(match, people, 30, FastChance(game))
    position, events = own_events(match)
    for viewer, person in [*enumerate(people), (SPECTATOR, Person())]:
        eyes: list[tuple[str, Viewer]] = [("me", viewer), ("spectator", SPECTATOR)]
        for named, reader in eyes:
            horizon = position.horizon(reader)
            told = views(person, match, named)
            for seq in range(2, position.version + 1):
                place = position.place_after(seq)
                state = fold(position.game, events[:place])
                view = position.game.view(state, reader, horizon_at(events, place, horizon))
                assert canonical(told[seq]) == canonical(view), (viewer, named, seq)
        assert views(person, match, "me")[position.version] == person.match(match)["view"]


@pytest.mark.parametrize("game", FADING)
def test_nobody_remembers_more_by_looking_on_as_a_stranger(game: str) -> None:
    chance = FastChance(0)
    match, people = full_table(3, game=game)
    for _ in range(6):
        play_at_random(match, people, 3, chance)
        strangers = events_told(Person(), match)
        for person in people:
            for public, own in zip(strangers, events_told(person, match), strict=True):
                assert set(public["data"]) <= set(own["data"]), public


def test_a_page_of_frames_is_the_same_as_frame_by_frame() -> None:
    match, people = full_table(4)
    play_at_random(match, people, 15, FastChance(3))
    everything = views(people[2], match, "me")
    for seq, view in everything.items():
        assert replayed(people[2], match, f"at={seq}")["view"] == view
    page = people[2].get(f"matches/{match}/replay?at=5&ahead=7")
    conforms("matches/{match}/replay", "get", page)
    assert [frame["seq"] for frame in page.json()["frames"]] == list(range(6, 13))
    assert page.json()["as"] == "2"
    beyond = replayed(people[2], match, f"at={max(everything)}&ahead=9")
    assert (beyond["seq"], beyond["frames"]) == (beyond["version"], [])
    again = people[2].get(f"matches/{match}/replay?at=5&ahead=7", **{"If-None-Match": page["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_match_that_has_not_begun_has_nothing_to_see() -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    shown = replayed(anna, match)
    assert (shown["seq"], shown["view"], shown["frames"]) == (0, None, [])
    assert anna.get(f"matches/{match}/replay?at=1").json()["code"] == "no_such_event"
    anna.post(f"matches/{match}/leave")
    assert Person().get(f"matches/{match}/replay?as=7").json()["code"] == "no_such_seat"
    assert replayed(Person(), match, "as=1")["view"] is None


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("at=-1", 400, "malformed"),
        ("at=x", 400, "malformed"),
        ("at=" + "9" * 30, 400, "malformed"),
        ("at=99999", 422, "no_such_event"),
        ("ahead=101", 400, "malformed"),
        ("as=bob", 400, "malformed"),
        ("as=", 400, "malformed"),
        ("as=%00", 400, "malformed"),
        ("as=-1", 400, "malformed"),
        ("as=%F0%9F", 400, "malformed"),
        ("as=1000000", 400, "malformed"),
        ("as=1", 403, "eyes_of_others"),
        ("as=99", 403, "eyes_of_others"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(query: str, status: int, code: str) -> None:
    match, people = full_table(2)
    response = people[0].get(f"matches/{match}/replay?{query}")
    assert response.status_code == status
    assert response.json()["code"] == code


def test_looking_back_reads_no_more_of_a_long_match_than_of_a_short_one() -> None:
    match, people = full_table(4)
    chance = FastChance(5)
    while people[0].match(match)["version"] < 3 * checkpoints.EVERY:
        play_at_random(match, people, checkpoints.EVERY // 4, chance)
        if people[0].match(match)["status"] == "finished":
            match, people = full_table(4)
    replayed(people[0], match)  # now the positions are kept
    for at in (5, 2 * checkpoints.EVERY, 2 * checkpoints.EVERY + 9, 3 * checkpoints.EVERY - 1):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            replayed(people[0], match, f"at={at}")
        told, folded = [q["sql"] for q in queries if "events_loggedevent" in q["sql"]]
        assert told.endswith(" LIMIT 1")
        first = at // checkpoints.EVERY * checkpoints.EVERY
        assert f" seq > {max(first - 1, 0)} " in folded


def test_kept_positions_of_another_history_are_not_believed() -> None:
    match, people = full_table(4)
    play_at_random(match, people, 30, FastChance(6))
    honest = views(people[0], match, "me")
    stills = checkpoints.checkpoint_cache.get(match)
    assert stills is not None
    assert len(stills) > 1
    other = tuple(
        replace(still, head="0" * 64, state=stills[0].state) if still.version else still
        for still in stills
    )
    checkpoints.checkpoint_cache.put(match, other)
    assert views(people[0], match, "me") == honest
