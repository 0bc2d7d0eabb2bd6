"""Askers of every kind, and their matches of every visibility in every status."""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.models import Delivery
from events.players.devices import device_sign_in
from events.players.identity import player_create
from tests.api.http.authorization_tables import ASKERS, SENT_PUSH
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.people import Person, first_choice, new_address, open_match, play_to_the_end

VISIBILITIES = ("public", "unlisted", "private")


class World(NamedTuple):
    """Everybody, a device of `seat` and where they are told of things, and how to get a match of
    theirs of a visibility and status: each is made when it is first asked for."""

    people: dict[str, Person]
    device: str
    endpoints: dict[str, str]
    match: Callable[[str, str], str]


@pytest.fixture(scope="module")
def world(any_database: str, redis_url: str) -> World:
    people = {name: Person.guest(name) for name in ASKERS if name != "spectator"}
    people["anonymous"], people["admin"] = Person(), administrator()
    people["creator"] = Person.account("creator")
    address = new_address()
    invited = player_create(locale="en", email=address)
    people["spectator"] = Person(device_sign_in(player=invited, name="")[0], invited.id)
    match = cache(partial(match_of, people, address))
    (device,) = people["seat"].get("me/devices").json()["results"]
    addresses = {"push": SUBSCRIPTION, "webhooks": {"url": "https://example.org/other"}}
    endpoints = {
        kind: people["seat"].post(f"me/{kind}", body).json()["id"]
        for kind, body in addresses.items()
    }
    Delivery.objects.create(
        id=SENT_PUSH,
        endpoint_id=endpoints["push"],
        channel=Delivery.Channel.PUSH,
        state=Delivery.State.SENT,
        at=timezone.now(),
    )
    return World(people, device["id"], endpoints, match)


def administrator() -> Person:
    """Somebody who has signed in to /admin/, whose browser sends the session everywhere."""
    person = Person()
    user = User.objects.create_superuser("root")
    person._client.force_login(user)
    return person


def match_of(people: dict[str, Person], invited: str, visibility: str, status: str) -> str:
    """A match of creator, `seat` and `other`; if it runs it is the turn of `seat`."""
    at_table = [people[name] for name in ("creator", "seat", "other")]
    match: str = open_match(at_table[0], 4 if status == "open" else 3, visibility=visibility)["id"]
    asked = at_table[0].post(f"matches/{match}/invitations", {"email": invited})
    for person in at_table[1:]:
        joined = person.post(f"matches/{match}/join", {"invite": asked.json()["invite"]})
        assert joined.status_code == 200, joined.content
    while status == "running" and at_table[1].match(match)["awaiting"] != [1]:
        shown = [(person, person.match(match)) for person in at_table]
        person, theirs = next(it for it in shown if it[1]["choices"] and it[1]["sealed"] is None)
        person.play(match, first_choice(theirs))
    if status == "finished":
        play_to_the_end(match, at_table)
    if status == "cancelled":
        for person in at_table:
            person.post(f"matches/{match}/cancel-vote", {"agree": True})
    assert at_table[0].match(match)["status"] == status
    return match


def in_order(world: World) -> list[tuple[str, Person]]:
    return [(name, world.people[name]) for name in ASKERS]
