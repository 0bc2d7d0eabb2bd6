"""A match is played to its end by the rules and forms of event that it began with."""

from typing import Any

import pytest

from events.log.position import position_at_head
from events.models import Match
from games.registry import RegistryError, ruleset_get
from tests.proofs.both import proved
from tests.proofs.rulesets import FIRST, REFORMED, SECOND, played_as
from tests.support.people import Person, full_table, open_match, play_to_the_end
from verify import Unfair, verified

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def announcer(match: str, people: list[Person]) -> Person:
    seat: int = people[0].match(match)["awaiting"][0]
    return people[seat]


def announcing(match: str, people: list[Person], number: int) -> Any:
    return announcer(match, people).play(match, {"type": "announce", "number": number})


def offered(match: str, people: list[Person]) -> list[int]:
    numbers: list[int] = announcer(match, people).match(match)["choices"][0]["number"]
    return numbers


def exported(match: str, people: list[Person]) -> dict[str, Any]:
    """The export of a match that is then played out, found fair by both verifiers."""
    play_to_the_end(match, people)
    export: dict[str, Any] = people[0].get(f"matches/{match}/export").json()
    proved(export)
    return export


def test_old_matches_go_on_under_the_old_rules_and_new_ones_under_the_new() -> None:
    old, people = full_table(2)
    waiting = open_match(people[0], 2)["id"]
    with played_as(SECOND, FIRST):
        new, new_people = full_table(2)
        people[1].post(f"matches/{waiting}/join")
        rulesets = [people[0].match(match)["ruleset"] for match in (old, waiting, new)]
        assert rulesets == ["ciaociao/1", "ciaociao/1", "ciaociao/2"]

        assert offered(old, people) == offered(waiting, people) == [1, 2, 3, 4]
        assert announcing(old, people, 4).status_code == 201
        assert offered(new, new_people) == [1, 2, 3]
        refused = announcing(new, new_people, 4)
        assert (refused.status_code, refused.json()["code"]) == (422, "announce_expected")

        export = exported(old, people)
        exported(waiting, people)
        exported(new, new_people)
        again = people[0].post(f"matches/{old}/rematch").json()
        assert again["ruleset"] == "ciaociao/2"

        export["match"]["ruleset"] = "ciaociao/2"
        with pytest.raises(Unfair, match="the seed does not fit the commitment"):
            verified(export)
    with pytest.raises(RegistryError, match="no rules called 'ciaociao/2' any more"):
        ruleset_get("ciaociao/2")


def schemas(match: str, reader: Person) -> list[int]:
    """Of each announcement, the form that it was logged in."""
    events = reader.get(f"matches/{match}/events").json()["events"]
    return [event["schema"] for event in events if event["type"] == "number_announced"]


def test_an_event_that_has_got_a_new_form_is_still_read_in_its_old_one() -> None:
    match, people = full_table(2)
    assert announcing(match, people, 1).status_code == 201
    before = people[0].match(match)["view"]
    with played_as(REFORMED):
        assert people[0].match(match)["view"] == before
        answerer = people[people[0].match(match)["awaiting"][0]]
        answerer.play(match, {"type": "believe"})
        assert announcing(match, people, 1).status_code == 201
        assert schemas(match, people[0]) == [1, 2]
        told = people[0].get(f"matches/{match}/recap?after=0").json()["sentences"]
        assert len(told) == people[0].match(match)["version"]
        exported(match, people)


def test_a_form_that_nobody_knows_fails_loudly() -> None:
    with played_as(REFORMED):
        match, people = full_table(2)
        announcing(match, people, 1)
    with (
        played_as(FIRST),
        pytest.raises(LookupError, match="knows no 'number_announced' of schema"),
    ):
        position_at_head(Match.objects.get(id=match))
