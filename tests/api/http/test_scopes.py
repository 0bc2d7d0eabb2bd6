"""What a third-party app may call: only operations with a scope that its player allowed it.

The table is the expectation; every other route is closed to apps.
"""

from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from api import urls
from api.http.authentication import SignedIn, scope_of
from api.schema.document import NEWER, document
from events.models import Match
from tests.api.http.authorization_tables import BODIES
from tests.api.http.authorization_world import World, world
from tests.api.http.test_authorization import address_for, status_of
from tests.support.apps import acting_for, register, tokens_of
from tests.support.people import Person, first_choice, full_table, new_key, routes

__all__ = ["world"]

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

OF_SCOPES = """
any      GET    games
any      GET    games/<slug:game>
any      GET    games/<slug:game>/emblem.svg
any      GET    games/<slug:game>/lesson
any      GET    games/<slug:game>/ranking
any      GET    keys
any      GET    server
any      GET    verify.py
profile  GET    me
read     GET    me/matches
read     GET    me/turns
read     GET    me/invitations
read     GET    me/stream
read     GET    matches
read     GET    matches/<match:match>
read     GET    matches/<match:match>/events
read     GET    matches/<match:match>/stream
read     GET    matches/<match:match>/replay
read     GET    matches/<match:match>/export
read     GET    matches/<match:match>/transcript
read     GET    matches/<match:match>/messages
read     GET    matches/<match:match>/recap
read     GET    matches/<match:match>/text
read     GET    matches/<match:match>/standing
read     GET    players/<player:player>
read     GET    players/<player:player>/ratings
play     POST   matches
play     POST   matches/<match:match>/join
play     POST   matches/<match:match>/invitations
play     POST   matches/<match:match>/start
play     POST   matches/<match:match>/seed
play     POST   matches/<match:match>/leave
play     POST   matches/<match:match>/remove
play     POST   matches/<match:match>/resign
play     POST   matches/<match:match>/moves
play     POST   matches/<match:match>/standing
play     DELETE matches/<match:match>/standing
play     POST   matches/<match:match>/more-time
play     POST   matches/<match:match>/return
play     POST   matches/<match:match>/cancel-vote
play     POST   matches/<match:match>/rematch
play     POST   matches/<match:match>/messages
play     POST   matches/<match:match>/seen
"""
SIGNS_IN = {("POST", "auth/guest")}
"""Reads no token at all."""
SCOPES = ("play", "read", "profile")


def declared() -> dict[tuple[str, str], str]:
    """The scope of each route that is open to apps."""
    rows = [line.split() for line in OF_SCOPES.strip().splitlines()]
    return {(method, route): scope for scope, method, route in rows}


@pytest.fixture(scope="module")
def apps(world: World) -> dict[str, Person]:
    """Apps that act for `seat`, each with one scope."""
    seat = world.people["seat"]
    return {scope: acting_for(seat, world.app, scope) for scope in SCOPES}


@pytest.mark.parametrize("scope", SCOPES)
def test_an_app_may_do_what_its_scope_says_and_nothing_else(
    scope: str, world: World, apps: dict[str, Person]
) -> None:
    """What is open answers an app as it answers its player."""
    match, wrong = world.match("private", "running"), {}
    for method, route in sorted(routes() - SIGNS_IN):
        path, body = address_for(route, world, match), BODIES.get(route, {})
        got = status_of(apps[scope], method, path, body)
        is_open = declared().get((method, route)) in (scope, "any")
        expected = status_of(world.people["seat"], method, path, body) if is_open else 403
        if got != expected:
            wrong[method, route] = (got, expected)
    assert not wrong


def test_every_route_declares_its_scope_or_is_closed() -> None:
    found = {}
    for pattern in urls.urlpatterns:
        view: Any = pattern.callback
        for method in ("get", "post", "put", "patch", "delete"):
            scope = scope_of(getattr(view.view_class, method, None))
            if scope is not None:
                found[method.upper(), str(pattern.pattern)] = scope
    assert found == declared()


def test_a_route_that_declares_nothing_is_closed(world: World) -> None:
    class Forgotten(APIView):
        permission_classes = (SignedIn,)

        def get(self, request: Any) -> Response:
            return Response({})

    for scheme, status in (("Bearer", 403), ("Token", 401)):
        token = tokens_of(world.people["seat"], world.app)["access_token"]
        request = APIRequestFactory().get("/", HTTP_AUTHORIZATION=f"{scheme} {token}")
        assert Forgotten.as_view()(request).status_code == status


def test_an_app_is_told_which_scope_it_needs(apps: dict[str, Person], world: World) -> None:
    refused = apps["read"].post("matches", BODIES["matches"], new_key())
    assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")
    said = refused.headers["WWW-Authenticate"]
    assert said == 'Bearer error="insufficient_scope", scope="play"'
    closed = apps["read"].get("me/devices")
    assert closed.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope"'
    assert closed.json()["code"] == "insufficient_scope"


def test_moves_of_apps_are_played_and_only_with_the_scope() -> None:
    """The batches take tokens of devices only; an app's moves go through the ordinary view."""
    match, people = full_table(2)
    mover = people[people[0].match(match)["awaiting"][0]]
    app, move = register(Person.account()), first_choice(mover.match(match))
    version = Match.objects.get(id=match).version
    for scope in ("read", "profile", "read profile"):
        assert acting_for(mover, app, scope).play(match, move).status_code == 403
    token = tokens_of(mover, app)["access_token"]
    assert Person(token).play(match, move).status_code == 401, "it is no token of a device"
    assert Match.objects.get(id=match).version == version
    assert acting_for(mover, app, "play").play(match, move).status_code == 201


def test_the_token_of_a_device_is_none_of_an_app(world: World) -> None:
    made = Person().post("auth/guest", {}).json()
    assert Person(made["token"]).get("me").status_code == 200
    assert Person(made["token"], scheme="Bearer").get("me").status_code == 401
    tokens = tokens_of(world.people["seat"], world.app)
    assert Person(tokens["refresh_token"], scheme="Bearer").get("me").status_code == 401


def test_the_schema_says_which_scope_an_operation_needs() -> None:
    found = {}
    for path, methods in document(NEWER)["paths"].items():
        for method, operation in methods.items():
            for one in operation["security"]:
                if "oauth2" in one:
                    found[method.upper(), path.removeprefix("/api/v1/")] = one["oauth2"]
    plain = {
        (method, route.replace("<slug:", "{").replace(">", "}")): scope
        for (method, route), scope in declared().items()
    }
    for kind in ("match", "player"):
        plain = {(m, r.replace(f"<{kind}:", "{")): scope for (m, r), scope in plain.items()}
    assert found == {route: [] if scope == "any" else [scope] for route, scope in plain.items()}
    scheme = document(NEWER)["components"]["securitySchemes"]["oauth2"]
    assert set(scheme["flows"]["authorizationCode"]["scopes"]) == set(SCOPES)
