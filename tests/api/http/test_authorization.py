"""Who may do what: every route, asked by everybody, of matches in every state.

The tables are the expectation. A route that is in none of them fails.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.utils import timezone

from config.urls import urlpatterns
from events.models import Device, Match
from events.players.devices import device_sign_in
from events.players.identity import player_create
from tests.api.http.authorization_tables import (
    BODIES,
    ELSEWHERE,
    OF_A_MATCH,
    OF_PEOPLE,
    STATUSES,
    UNKNOWN_TO,
    Line,
    lines,
    named,
)
from tests.api.http.authorization_world import VISIBILITIES, World, in_order, world
from tests.support.people import Person, first_choice, new_key, routes

__all__ = ["world"]

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


class RolledBack(Exception):
    """What was asked for is not to stay."""


def status_of(person: Person, method: str, path: str, body: object) -> int:
    """The status of the answer that a person gets; nothing of the request stays."""
    answered: list[Any] = []
    try:
        with transaction.atomic():
            key = {"Idempotency-Key": new_key()}
            answered.append(person.send(method, path, b"" if body is None else body, **key))
            raise RolledBack
    except RolledBack:
        (response,) = answered
    status: int = response.status_code
    if status >= 400:
        assert response.headers["Content-Type"] == "application/problem+json", response.content
    return status


def body_for(line: Line, world: World, match: str = "") -> object:
    if line.method in ("GET", "DELETE"):
        return None
    if line.path == "/moves":
        shown = world.people["seat"].match(match)
        return {"move": first_choice(shown) if shown["choices"] else {"type": "believe"}}
    body = BODIES.get(line.path, {})
    return body | {"circle": world.circle} if "circle" in body else body


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("status", STATUSES["any"])
def test_who_may_do_what_with_a_match(status: str, visibility: str, world: World) -> None:
    """All lines in one test, so that each of these matches is made once in a run."""
    match, expected, got = world.match(visibility, status), {}, {}
    for line in lines(OF_A_MATCH):
        if status not in STATUSES.get(line.when, (line.when,)):
            continue
        body, path = body_for(line, world, match), f"matches/{match}{line.path.strip('.')}"
        for name, person in in_order(world):
            code, asked = line.expected[name], (named(line), name)
            unknown = visibility == "private" and name in UNKNOWN_TO and code != 401
            expected[asked] = 404 if unknown else code
            got[asked] = status_of(person, line.method, path, body)
    assert got == expected


@pytest.mark.parametrize("line", lines(OF_PEOPLE), ids=named)
def test_who_may_do_what_with_accounts_and_games(line: Line, world: World) -> None:
    path, body = address_for(line.path, world), body_for(line, world)
    got = {name: status_of(person, line.method, path, body) for name, person in in_order(world)}
    assert got == line.expected


@pytest.mark.parametrize("line", lines(ELSEWHERE), ids=named)
def test_who_may_read_what_is_not_for_players(line: Line, world: World) -> None:
    address: dict[str, Any] = {} if line.when == "anywhere" else {"REMOTE_ADDR": line.when}
    got = {
        name: person._client.get(line.path, headers=person._headers, **address).status_code
        for name, person in in_order(world)
    }
    assert got == line.expected


def address_for(route: str, world: World, match: str = "") -> str:
    """An address of this route: a device and the profile of `seat`, a match, a game."""
    ours = {
        "<device:device>": world.device,
        "<passkey:passkey>": world.passkey,
        "<app:app>": world.app,
        "<grant:grant>": world.grant,
        "<circle:circle>": world.circle,
        "<cup:cup>": world.cup,
        "<slug:league>": "open",
        "push/<endpoint:endpoint>": f"push/{world.endpoints['push']}",
        "webhooks/<endpoint:endpoint>": f"webhooks/{world.endpoints['webhooks']}",
        "<player:player>": world.people["seat"].player,
        "<slug:game>": "ciaociao",
        "<match:match>": match,
    }
    for part, value in ours.items():
        route = route.replace(part, value)
    return route


def test_every_route_is_in_a_table() -> None:
    of_a_match = {
        (line.method, f"matches/<match:match>{line.path.strip('.').partition('?')[0]}")
        for line in lines(OF_A_MATCH)
    }
    assert routes() == of_a_match | {(line.method, line.path) for line in lines(OF_PEOPLE)}
    elsewhere = {line.path for line in lines(ELSEWHERE)}
    assert {f"/{entry.pattern}" for entry in urlpatterns} == elsewhere | {"/api/v1/"}


def test_every_state_of_a_match_is_in_the_table() -> None:
    for route in {(line.method, line.path) for line in lines(OF_A_MATCH)}:
        when = [line.when for line in lines(OF_A_MATCH) if (line.method, line.path) == route]
        statuses = [status for one in when for status in STATUSES.get(one, (one,))]
        assert sorted(statuses) == sorted(STATUSES["any"]), route


def test_only_administrators_get_into_their_pages(world: World) -> None:
    pages = [
        f"/admin/{kind._meta.app_label}/{kind._meta.model_name}/" for kind in admin.site._registry
    ]
    assert pages
    for name, person in in_order(world):
        for page in pages:
            answer = person._client.get(page, headers=person._headers)
            assert answer.status_code == (200 if name == "admin" else 302), (name, page)


def wrong_token() -> str:
    return "wrong"


def expired_token() -> str:
    player = player_create(locale="en")
    token, _ = device_sign_in(player=player, name="")
    Device.objects.filter(player=player).update(expires_at=timezone.now() - timedelta(seconds=1))
    return token


def revoked_token() -> str:
    token, _ = device_sign_in(player=player_create(locale="en"), name="")
    person = Person(token)
    (device,) = person.get("me/devices").json()["results"]
    assert person.delete(f"me/devices/{device['id']}").status_code == 204
    return token


def token_of_a_deleted_player() -> str:
    token, _ = device_sign_in(player=player_create(locale="en"), name="")
    assert Person(token).delete("me").status_code == 204
    return token


@pytest.mark.parametrize(
    "token", [wrong_token, expired_token, revoked_token, token_of_a_deleted_player]
)
def test_a_token_that_is_no_good_is_refused_everywhere(token: Any, world: World) -> None:
    stranger = Person(token())
    match = world.match("public", "running")
    for method, route in sorted(routes() - {("POST", "auth/guest")}):
        path = address_for(route, world, match)
        assert status_of(stranger, method, path, {}) == 401, (method, route)
    assert status_of(stranger, "POST", "auth/guest", {}) == 201, "nobody is asked who they were"


def test_what_is_tried_here_does_not_stay(world: World) -> None:
    match = world.match("public", "open")
    before = Match.objects.count()
    assert status_of(world.people["outsider"], "POST", f"matches/{match}/join", {}) == 200
    assert status_of(world.people["outsider"], "POST", "matches", BODIES["matches"]) == 201
    assert Match.objects.count() == before
    assert world.people["outsider"].match(match)["you"] is None
