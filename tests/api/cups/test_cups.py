"""Cups of a circle, over HTTP: opened, entered, played, left, and ended on their day."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import verify
from events import tasks
from events.leagues.cup import fold
from events.leagues.cup_log import event_decode
from events.models import Cup, CupEvent, CupTable, Match, Seat
from events.proof.log_check import log_faults
from tests.api.circles.test_circles import circle_of, code
from tests.api.schema.test_responses import conforms
from tests.support.people import Person, first_choice
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky, travelling

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

Json = dict[str, Any]


@pytest.fixture
def sky() -> Iterator[Sky]:
    with travelling() as sky:
        yield sky


def accounts(number: int) -> list[Person]:
    return [Person.account(f"P{n}") for n in range(number)]


def open_cup(organiser: Person, circle: str, **more: Any) -> str:
    body = {"circle": circle, "name": "Spring", "game": "ciaociao", "seats": 3, "sizes": [3, 4]}
    short = {"rounds": 2, "days": 4, "starts_in": 24, "options": {"planks": 5}}
    made = organiser.post("cups", body | short | more)
    conforms("cups", "post", made)
    assert made.status_code == 201, made.content
    cup: str = made.json()["id"]
    return cup


def shown(cup: str, reader: Person) -> Json:
    answer = reader.get(f"cups/{cup}")
    conforms("cups/{cup}", "get", answer)
    assert answer.status_code == 200, answer.content
    found: Json = answer.json()
    return found


def entered(number: int, **more: Any) -> tuple[str, list[Person]]:
    """A cup that so many players have entered."""
    people = accounts(number)
    cup = open_cup(people[0], circle_of(*people), **more)
    for person in people:
        joined = person.post(f"cups/{cup}/join")
        conforms("cups/{cup}/join", "post", joined)
        assert joined.status_code == 200, joined.content
    return cup, people


def at(table: Json, people: list[Person]) -> list[Person]:
    return [people[number] for number in table["entrants"]]


def resign(table: Json, people: list[Person]) -> None:
    """End a table the quick way: all but the last seat resign."""
    for person in at(table, people)[:-1]:
        person.post(f"matches/{table['match']}/resign")


def sweep() -> None:
    for _ in range(4):
        sweep_all()
        tasks.sweep_cups()


def replayed(cup: str) -> None:
    """The rows of a cup are what its log leads to."""
    row = Cup.objects.get(id=cup)
    events = CupEvent.objects.filter(cup=cup).order_by("seq").values_list("data", flat=True)
    state = fold(map(event_decode, events))
    assert (state.status, len(events)) == (row.status, row.version)
    tables = CupTable.objects.filter(cup=cup).order_by("number")
    assert [table.match for table in state.tables] == [table.match_id for table in tables]
    left = Cup.objects.get(id=cup).entrants.filter(left=True)
    assert set(left.values_list("number", flat=True)) == state.left


def test_a_cup_is_played_to_its_end(sky: Sky) -> None:
    cup, people = entered(7)
    assert shown(cup, people[1])["status"] == "open"
    started = people[0].post(f"cups/{cup}/start")
    conforms("cups/{cup}/start", "post", started)
    sweep()
    for number in (1, 2):
        now = shown(cup, people[0])
        tables = [table for table in now["tables"] if table["round"] == number]
        assert sorted(len(table["entrants"]) for table in tables) == [3, 4]
        for table in tables:
            match = people[table["entrants"][0]].match(table["match"])
            assert match["ends_at"] == now["round_ends_at"]
            resign(table, people)
        sweep()
    over = shown(cup, people[3])
    assert over["status"] == "ended"
    assert not any(table["as_it_stood"] for table in over["tables"])
    assert sum(row["points"] for row in over["standings"]) == 2 * 7 * 60
    assert [row["played"] for row in over["standings"]] == [2] * 7
    replayed(cup)


def test_it_ends_on_its_day_with_unfinished_tables_ranked_as_they_stand(
    sky: Sky, tmp_path: Path
) -> None:
    cup, people = entered(6, clock="slow")
    sky.pass_by(hours=25)
    sweep()
    now = shown(cup, people[0])
    assert (now["status"], now["round"], len(now["tables"])) == ("running", 1, 2)
    sky.pass_until(now["round_ends_at"])
    sweep()
    now = shown(cup, people[0])
    assert now["round"] == 2
    assert [table["as_it_stood"] for table in now["tables"]] == [True, True, False, False]
    ended = people[0].match(now["tables"][0]["match"])
    assert ended["outcome"]["reason"] == "last_day"
    assert log_faults(Match.objects.get(id=ended["id"])) == []
    file = tmp_path / "export.json"
    file.write_bytes(people[0].get(f"matches/{ended['id']}/export").content)
    assert verify.main([str(file)]) == 0
    sky.pass_until(now["ends_at"])
    sweep()
    over = shown(cup, people[0])
    assert over["status"] == "ended"
    assert all(table["ranking"] for table in over["tables"])
    replayed(cup)


def test_the_last_day_is_settled_by_the_next_request_too(sky: Sky) -> None:
    cup, people = entered(3, rounds=1)
    sky.pass_by(hours=25)
    sweep()
    table = shown(cup, people[0])["tables"][0]
    sky.pass_until(shown(cup, people[0])["ends_at"])
    seat = people[0].match(table["match"])["awaiting"][0]
    late = at(table, people)[seat]
    refused = late.play(table["match"], first_choice(late.match(table["match"])))
    assert code(refused) == (422, "match_over")


def test_who_leaves_is_replaced_by_a_bot_and_then_by_the_next_who_waits(sky: Sky) -> None:
    cup, people = entered(7, places=6)
    waiting = [row["number"] for row in shown(cup, people[0])["entrants"] if row["waiting"]]
    assert waiting == [6]
    people[0].post(f"cups/{cup}/start")
    sweep()
    left = people[2].post(f"cups/{cup}/leave")
    conforms("cups/{cup}/leave", "post", left)
    assert left.json()["you"] is None
    sweep()
    tables = shown(cup, people[0])["tables"]
    own = next(table for table in tables if 2 in table["entrants"])
    assert Seat.objects.get(match=own["match"], number=own["entrants"].index(2)).gone
    for table in tables:
        resign(table, people)
    sweep()
    second = [table for table in shown(cup, people[0])["tables"] if table["round"] == 2]
    seated = {number for table in second for number in table["entrants"]}
    assert seated == {0, 1, 3, 4, 5, 6}
    assert tables[own["number"]]["ranking"] is None
    ended = shown(cup, people[0])["tables"][own["number"]]
    assert (ended["ranking"][-1], ended["left"][-1:]) == ([2], [2])
    assert code(people[2].post(f"cups/{cup}/leave")) == (409, "not_entered")
    assert code(people[2].post(f"cups/{cup}/join")) == (409, "already_entered")
    replayed(cup)


def test_only_members_with_an_account_enter_and_only_the_organiser_decides() -> None:
    people, guest, stranger = accounts(2), Person.guest(), Person.account()
    circle = circle_of(*people, guest)
    cup = open_cup(people[1], circle)
    listed = guest.get(f"circles/{circle}/cups")
    conforms("circles/{circle}/cups", "get", listed)
    assert [one["id"] for one in listed.json()["results"]] == [cup]
    assert code(guest.post(f"cups/{cup}/join")) == (403, "account_required")
    body = {"circle": circle, "name": "x", "game": "ciaociao", "seats": 3}
    assert code(guest.post("cups", body)) == (403, "account_required")
    for asked in (stranger.get(f"cups/{cup}"), stranger.post(f"cups/{cup}/join")):
        assert code(asked) == (404, "cup_not_found")
    assert code(people[0].post(f"cups/{cup}/start")) == (403, "not_organiser")
    assert code(people[1].post(f"cups/{cup}/start")) == (409, "too_few_entrants")
    assert code(people[0].delete(f"cups/{cup}")) == (403, "not_organiser")
    assert people[1].delete(f"cups/{cup}").status_code == 204
    assert code(people[0].post(f"cups/{cup}/join")) == (409, "cup_over")
    log = people[0].get(f"cups/{cup}/log")
    conforms("cups/{cup}/log", "get", log)
    kinds = [entry["event"]["type"] for entry in log.json()["results"]]
    assert kinds == ["cup_opened", "cup_cancelled"]


def test_cups_are_bounded(settings: Any) -> None:
    (anna,) = accounts(1)
    circle = circle_of(anna)
    body = {"circle": circle, "name": "Cup", "game": "ciaociao", "seats": 3}
    assert code(anna.post("cups", body | {"days": 60, "rounds": 2})) == (422, "round_too_long")
    assert code(anna.post("cups", body | {"sizes": [4]})) == (422, "no_such_size")
    assert code(anna.post("cups", body | {"game": "chess"})) == (404, "game_not_found")
    assert code(anna.post("cups", body | {"name": "a.example.org"})) == (422, "link_in_name")
    settings.CUPS_PER_DAY = 6
    for _ in range(5):
        assert anna.post("cups", body).status_code == 201
    assert code(anna.post("cups", body)) == (409, "too_many_cups")
    settings.CUPS_PER_DAY = 5
    assert code(anna.post("cups", body)) == (429, "daily_limit_reached")


def test_a_table_of_a_cup_is_not_cancelled_and_is_seen_by_the_circle_only(sky: Sky) -> None:
    people, member = accounts(3), Person.account()
    cup = open_cup(people[0], circle_of(*people, member))
    for person in people:
        person.post(f"cups/{cup}/join")
    people[0].post(f"cups/{cup}/start")
    sweep()
    match = shown(cup, people[0])["tables"][0]["match"]
    vote = people[0].post(f"matches/{match}/cancel-vote", {"agree": True})
    assert code(vote) == (409, "cup_table")
    assert member.get(f"matches/{match}").status_code == 200
    assert Person.account().get(f"matches/{match}").status_code == 404
    mine = people[1].get("cups")
    conforms("cups", "get", mine)
    assert [one["id"] for one in mine.json()["results"]] == [cup]


def test_who_deletes_the_account_leaves_their_cups(sky: Sky) -> None:
    cup, people = entered(6)
    people[0].post(f"cups/{cup}/start")
    sweep()
    own = people[4].get("me/export").json()
    assert own["cups"] == [{"cup": cup, "number": 4, "left": False}]
    assert [one["cup"] for one in people[0].get("me/export").json()["organised"]] == [cup]
    assert people[4].delete("me").status_code == 204
    sweep()
    assert next(row for row in shown(cup, people[0])["entrants"] if row["number"] == 4)["left"]
    sky.pass_until(shown(cup, people[0])["ends_at"])
    sweep()
    sky.pass_by(minutes=2)
    sweep()
    assert shown(cup, people[0])["status"] == "ended"
    assert not Match.objects.filter(status="running", cup_table__cup=cup).exists()
    replayed(cup)


def test_players_who_block_each_other_do_not_meet_where_that_can_be_avoided(sky: Sky) -> None:
    cup, people = entered(6, sizes=[3])
    people[0].post(f"players/{people[1].player}/block")
    people[0].post(f"cups/{cup}/start")
    sweep()
    for table in shown(cup, people[0])["tables"]:
        assert not {0, 1} <= set(table["entrants"])
