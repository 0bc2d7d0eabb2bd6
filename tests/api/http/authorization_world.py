"""Askers of every kind, and their matches of every visibility in every status."""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.models import Circle, Delivery, Passkey
from events.players.devices import device_sign_in
from events.players.identity import player_create
from events.seats.access import invitation_digest
from tests.api.http.authorization_tables import ASKERS, CIRCLE_INVITE, SENT_PUSH
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.apps import authorise, register
from tests.support.people import Person, first_choice, new_address, open_match, play_to_the_end

VISIBILITIES = ("public", "unlisted", "private")


class World(NamedTuple):
    """Everybody, a device of `seat` and where they are told of things, a passkey and an app of
    creator, which `seat` has authorised, how to get a match of theirs of a visibility and status
    (each is made when it is first asked for), their circle and its
    cup."""

    people: dict[str, Person]
    device: str
    endpoints: dict[str, str]
    passkey: str
    app: str
    grant: str
    match: Callable[[str, str], str]
    circle: str
    cup: str


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
    passkey = passkey_create(people["creator"].player)
    app = register(people["creator"])
    authorise(people["seat"], app, "read")
    (grant,) = people["seat"].get("me/grants").json()["results"]
    circle = circle_of(people)
    cup = cup_of(people["creator"], circle)
    return World(people, device["id"], endpoints, passkey, app, grant["id"], match, circle, cup)


def passkey_create(player: str) -> str:
    """The id of a passkey of a player, which nobody can sign in with."""
    made = Passkey.objects.create(
        player_id=player,
        credential=player,
        public_key=b"",
        sign_count=0,
        synced=False,
        created_at=timezone.now(),
    )
    return made.id


def circle_of(people: dict[str, Person]) -> str:
    """A circle of creator, `seat` and `other`, with a link."""
    circle: str = people["creator"].post("circles", {"name": "Family"}).json()["id"]
    Circle.objects.filter(id=circle).update(invite=invitation_digest(CIRCLE_INVITE))
    for name in ("seat", "other"):
        joined = people[name].post(f"circles/{circle}/join", {"invite": CIRCLE_INVITE})
        assert joined.status_code == 200, joined.content
    return circle


def cup_of(creator: Person, circle: str) -> str:
    """A cup of a circle that its creator has entered."""
    body = {"circle": circle, "name": "Cup", "game": "ciaociao", "seats": 3}
    cup: str = creator.post("cups", body).json()["id"]
    assert creator.post(f"cups/{cup}/join").status_code == 200
    return cup


def administrator() -> Person:
    """Somebody who has signed in to /admin/, whose browser sends the session everywhere."""
    person = Person()
    user = User.objects.create_superuser("root")
    person._client.force_login(user)
    return person


def match_of(people: dict[str, Person], invited: str, visibility: str, status: str) -> str:
    """A match of creator, `seat` and `other`; if it runs it is the turn of `seat`."""
    at_table = [people[name] for name in ("creator", "seat", "other")]
    seats, options = 4 if status == "open" else 3, {"planks": 5}  # a short match
    match: str = open_match(at_table[0], seats, visibility=visibility, options=options)["id"]
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
