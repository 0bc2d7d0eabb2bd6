"""Lists of matches: who finds which, in pages, at the cost of a few queries."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.models import Match, Rating, Seat
from tests.api.schema.test_responses import conforms
from tests.support.people import Person, first_choice, full_table, open_match

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


@pytest.fixture(autouse=True)
def _an_empty_lobby() -> None:
    Match.objects.filter(status="open").update(visibility="unlisted")


def listed(person: Person, query: str = "") -> list[str]:
    response = person.get(f"matches?{query}")
    assert response.status_code == 200, response.content
    return [match["id"] for match in response.json()["results"]]


def own(person: Person, query: str = "") -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = person.get(f"me/matches?{query}").json()["results"]
    return results


def test_the_lobby_lists_public_open_matches_the_newest_first() -> None:
    anna = Person.guest()
    first, second = (open_match(anna, 2)["id"] for _ in range(2))
    open_match(anna, 2, visibility="unlisted")
    open_match(anna, 2, visibility="private")
    for reader in (Person(), Person.guest()):
        assert listed(reader) == listed(reader, "status=open") == [second, first]


def test_a_match_in_the_lobby_shows_its_table() -> None:
    anna = Person.guest("Anna")
    match = open_match(anna, 3, bots=1, options={"planks": 7})
    (item,) = Person().get("matches").json()["results"]
    assert [seat.pop("reliability") for seat in item["seats"]] == [None] * 3
    for name in ("id", "game", "ruleset", "status", "visibility", "options", "seats", "version"):
        assert item[name] == match[name], name
    assert item["creator"] == anna.player


def test_one_s_own_matches_are_not_among_those_one_can_join() -> None:
    anna = Person.guest()
    match = open_match(anna, 3)["id"]
    bruno = Person.guest()
    assert listed(bruno) == [match]
    bruno.post(f"matches/{match}/join")
    assert listed(anna) == listed(bruno) == []
    assert listed(Person()) == [match]


def test_a_seat_kept_for_somebody_is_free_to_nobody_else() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    Seat.objects.filter(match_id=match, number=1).update(kept_for_id=bruno.player)
    assert listed(bruno) == [match]
    assert listed(Person.guest()) == listed(Person()) == []


def test_the_lobby_is_filtered_by_game_and_size_of_the_table() -> None:
    anna = Person.guest()
    small = open_match(anna, 2)["id"]
    large = open_match(anna, 4)["id"]
    other = open_match(anna, 4, game="bonbons")["id"]
    reader = Person()
    assert listed(reader, "seats=4") == [other, large]
    assert listed(reader, "game=ciaociao") == [large, small]
    assert listed(reader, "game=bonbons&seats=2") == []


@pytest.mark.parametrize(
    "query",
    [
        "status=cancelled", "status=", "game=chess", "game=%00", "seats=0", "seats=x", "seats=13",
        "rating_from=-1", "rating_to=10001", "rating_to=x",
        "seats=99999999999999999999", "limit=0", "limit=101", "cursor=x", "cursor=%00",
        "cursor=WzFd", "cursor=WzEsIlx1MDAwMCJd", "cursor=Wy0xLCIiXQ",
    ],
)  # fmt: skip
def test_a_filter_that_is_none_is_pointed_at(query: str) -> None:
    response = Person().get(f"matches?{query}")
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "/" + query.split("=")[0]


def test_running_and_finished_public_matches_can_be_found_to_watch() -> None:
    match, people = full_table(2)
    hidden, _ = full_table(2, visibility="unlisted")
    assert listed(Person(), "status=running")[0] == match
    assert match in listed(people[0], "status=running")
    people[0].post(f"matches/{match}/resign")
    assert match not in listed(Person(), "status=running")
    assert listed(Person(), "status=finished")[0] == match
    assert hidden not in listed(Person(), "status=running")


@pytest.mark.parametrize("blocker", [0, 1])
def test_who_has_blocked_whom_they_do_not_find_each_other_s_matches(blocker: int) -> None:
    pair = [Person.guest(), Person.guest()]
    host, reader = pair
    match = open_match(Person.guest(), 3)["id"]
    host.post(f"matches/{match}/join")
    assert listed(reader) == [match]
    pair[blocker].post(f"players/{pair[1 - blocker].player}/block")
    assert listed(reader) == []
    assert listed(Person()) == [match]
    pair[blocker].delete(f"players/{pair[1 - blocker].player}/block")
    assert listed(reader) == [match]


def test_pages_of_the_lobby_hold_every_match_once() -> None:
    anna = Person.guest()
    made = [open_match(anna, 2)["id"] for _ in range(7)]
    Match.objects.filter(id__in=made[2:5]).update(
        created_at=Match.objects.get(id=made[2]).created_at
    )
    found, cursor = [], ""
    while True:
        page = Person().get(f"matches?limit=2{cursor}").json()
        found += [match["id"] for match in page["results"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert found[:2] + found[5:] == [made[6], made[5], made[1], made[0]]
    assert sorted(found) == sorted(made)


def test_my_matches_say_what_is_unread_and_whom_they_wait_for() -> None:
    match, people = full_table(3)
    shown = people[0].match(match)
    mover = shown["awaiting"][0]
    for seat, person in enumerate(people):
        (mine,) = own(person)
        assert (mine["id"], mine["you"], mine["awaiting_you"]) == (match, seat, seat == mover)
        assert mine["unread_events"] == mine["version"] == shown["version"]
        assert (mine["unread_messages"], mine["rank"]) == (0, None)
        assert mine["awaiting"] == shown["awaiting"]
        assert mine["deadline"]["at"] == shown["deadline"]["at"]
        (last,) = person.get(f"matches/{match}/events?after={mine['version'] - 1}").json()["events"]
        assert mine["last_event_at"] == last["at"]
    people[mover].play(match, {"type": "announce", "number": 2})
    people[mover].post(f"matches/{match}/messages", {"text": "Really."})
    assert own(people[mover])[0]["unread_events"] == 0
    assert own(people[mover])[0]["unread_messages"] == 0
    assert own(people[mover - 1])[0]["unread_messages"] == 1
    assert own(people[mover - 1])[0]["awaiting_you"]


def test_my_matches_are_filtered_by_status_and_come_in_pages() -> None:
    anna = Person.guest()
    made = [open_match(anna, 2, bots=number % 2)["id"] for number in range(4)]
    assert [match["id"] for match in own(anna)] == made[::-1]
    assert [match["id"] for match in own(anna, "status=open")] == [made[2], made[0]]
    assert [match["id"] for match in own(anna, "status=running")] == [made[3], made[1]]
    assert anna.get("me/matches?status=lost").status_code == 400
    page = anna.get("me/matches?limit=3").json()
    rest = anna.get(f"me/matches?limit=3&cursor={page['next']}").json()
    assert [match["id"] for match in page["results"] + rest["results"]] == made[::-1]
    assert rest["next"] is None


def test_my_finished_matches_say_how_i_did() -> None:
    match, people = full_table(2)
    people[0].post(f"matches/{match}/resign")
    listed = [own(person, "status=finished")[0] for person in people]
    assert [item["rank"] for item in listed] == [2, 1]
    assert [seat["gone"] for seat in listed[1]["seats"]] == [True, False]


@pytest.mark.parametrize(
    "path", ["matches", "matches?status=running", "me/matches", "me/turns", "me/invitations"]
)
def test_a_longer_page_costs_no_more_queries(path: str) -> None:
    reader, hosts = Person.guest(), [Person.guest() for _ in range(2)]

    def fill(tables: int) -> None:
        for _ in range(tables):
            for host in hosts:
                open_match(host, 2)
                running = open_match(host, 2)["id"]
                reader.post(f"matches/{running}/join")
        Seat.objects.filter(player_id=reader.player).update(asked=1, asked_at=timezone.now())

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert reader.get(path).status_code == 200
        return len(captured)

    fill(1)
    few = queries()
    fill(4)
    assert queries() == few <= 6


def test_lists_are_conditional_and_conform() -> None:
    match, people = full_table(2)
    open_match(Person.guest(), 2)
    for path in ("matches", "me/matches", "me/turns"):
        first = people[people[0].match(match)["awaiting"][0]].get(path)
        reader = people[people[0].match(match)["awaiting"][0]]
        conforms(path, "get", first)
        again = reader.get(path, **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    shown = reader.match(match)
    reader.play(match, first_choice(shown))
    assert reader.get("me/turns", **{"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("path", ["me/matches", "me/turns", "me/invitations", "me/blocks"])
def test_nobody_has_no_lists_of_their_own(path: str) -> None:
    assert Person().get(path).status_code == 401


def test_a_lobby_can_be_narrowed_to_tables_of_players_of_some_rating() -> None:
    strong, new, reader = Person.account("Strong"), Person.guest("New"), Person.guest()
    for pool, mu in (("two", 30.0), ("more", 20.0)):
        skill = {"mu": mu, "sigma": 2.0, "floor": mu - 6, "matches": 9}
        Rating.objects.create(player_id=strong.player, game="ciaociao", pool=pool, **skill)
    two, three = (open_match(strong, seats)["id"] for seats in (2, 3))
    unrated = open_match(new, 2)["id"]
    assert listed(reader, "rating_from=1500") == [unrated, two]
    assert listed(reader, "rating_from=1800") == [two]
    assert listed(reader, "rating_from=1801") == []
    assert listed(reader, "rating_to=1300") == [three]
    assert listed(reader, "rating_from=1200&rating_to=1500") == [unrated, three]
    assert len(listed(reader, "rating_from=0&rating_to=10000")) == 3
    reader.post(f"matches/{three}/join")
    assert listed(Person(), "rating_to=1300") == [], "one of the two counts as 1500"
