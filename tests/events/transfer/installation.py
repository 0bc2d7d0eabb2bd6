"""An installation with rows in most tables, moved by `manage.py move_database`."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core.management import call_command

from events.log.position import position_cache
from events.models import Match
from events.proof.archive import match_archive
from tests.support.people import Person, first_choice, full_table, open_match, play_to_the_end
from tests.support.sweeps import sweep_all


def move(url: str) -> None:
    call_command("move_database", to=url)
    position_cache.clear()


def refusal(**options: Any) -> str:
    """The line with which the command ends."""
    with pytest.raises(SystemExit) as ended:
        call_command("move_database", **options)
    return str(ended.value)


def installation() -> dict[str, list[Person]]:
    """Matches in every state, with rows in most tables; the people of those that run."""
    running, people = full_table(3, clock={"kind": "per_move", "seconds": 86400})
    people[0].post(f"matches/{running}/messages", {"text": "Bonjour, ça va ? 🎲"})
    for _ in range(6):
        step(running, people)
    ended, players = full_table(2, options={"planks": 5})
    play_to_the_end(ended, players)
    assert players[0].post(f"matches/{ended}/rematch").status_code in (200, 201)
    again = Match.objects.get(rematch_of=ended).id
    assert players[1].post(f"matches/{again}/join").status_code == 200
    old, _ = table = full_table(2, options={"planks": 5})
    play_to_the_end(*table)
    sweep_all()
    assert match_archive(old)
    waiting, owner = full_table(2, game="bonbons")
    open_match(owner[0], 4)
    group = Group.objects.create(name="helpers")
    group.permissions.add(Permission.objects.get(codename="view_match"))
    User.objects.create_superuser("olga").groups.add(group)
    return {running: people, again: players, waiting: owner}


def step(match: str, people: list[Person]) -> None:
    """Whoever is asked answers, until the match has gone on."""
    before = people[0].match(match)["version"]
    for person in people:
        shown = person.match(match)
        if shown["choices"] and shown["sealed"] is None and shown["version"] == before:
            answer = person.play(match, first_choice(shown))
            assert answer.status_code in (201, 202), answer.content
    assert people[0].match(match)["version"] > before


def views(running: dict[str, list[Person]]) -> dict[str, list[Any]]:
    """What each person is shown of each match, but for what is left of its time."""
    position_cache.clear()
    return {
        match: [person.match(match) | {"server_time": None, "deadline": None} for person in people]
        for match, people in running.items()
    }
