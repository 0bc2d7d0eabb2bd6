"""Who may do what: every route, asked by everybody, of matches in every state.

The tables are the expectation. A route that is in none of them fails.
"""

from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from config.urls import urlpatterns
from events.models import Device, Match
from events.players.devices import device_sign_in
from events.players.identity import player_create
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.people import (
    Person,
    first_choice,
    new_address,
    new_key,
    open_match,
    play_to_the_end,
    routes,
)

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

VISIBILITIES = ("public", "unlisted", "private")
ASKERS = ("anonymous", "outsider", "spectator", "seat", "other", "creator", "admin")
"""An outsider has an account and no seat, a spectator was asked to the table and has no seat yet;
`seat` and `other` sit there, it is the turn of `seat`; an administrator has a session and no token.
"""

OF_A_MATCH = """
route                       when      anonymous outsider spectator seat other creator admin
GET  .                      any             200      200       200  200   200     200   200
POST /join                  open            401      200       200  409   409     409   401
POST /join                  running         401      409       409  409   409     409   401
POST /join                  over            401      409       409  409   409     409   401
POST /invitations           open            401      403       403  201   201     201   401
POST /invitations           running         401      403       403  409   409     409   401
POST /invitations           over            401      403       403  409   409     409   401
POST /start                 open            401      403       403  403   403     200   401
POST /start                 running         401      403       403  403   403     409   401
POST /start                 over            401      403       403  403   403     409   401
POST /seed                  open            401      403       403  409   409     409   401
POST /seed                  running         401      403       403  409   409     409   401
POST /seed                  over            401      403       403  409   409     409   401
POST /leave                 open            401      403       200  200   200     200   401
POST /leave                 running         401      403       403  409   409     409   401
POST /leave                 over            401      403       403  409   409     409   401
POST /remove                open            401      403       403  403   403     200   401
POST /remove                running         401      403       403  403   403     409   401
POST /remove                over            401      403       403  403   403     409   401
POST /resign                open            401      403       403  409   409     409   401
POST /resign                running         401      403       403  200   200     200   401
POST /resign                over            401      403       403  409   409     409   401
POST /cancel-vote           open            401      403       403  409   409     409   401
POST /cancel-vote           running         401      403       403  200   200     200   401
POST /cancel-vote           over            401      403       403  409   409     409   401
POST /rematch               open            401      403       403  409   409     409   401
POST /rematch               running         401      403       403  409   409     409   401
POST /rematch               over            401      403       403  201   201     201   401
POST /more-time             open            401      403       403  409   409     409   401
POST /more-time             running         401      403       403  422   200     200   401
POST /more-time             over            401      403       403  409   409     409   401
POST /return                open            401      403       403  409   409     409   401
POST /return                running         401      403       403  409   409     409   401
POST /return                over            401      403       403  409   409     409   401
GET  /standing              open            401      403       403  409   409     409   401
GET  /standing              running         401      403       403  200   200     200   401
GET  /standing              over            401      403       403  200   200     200   401
POST /standing              open            401      403       403  409   409     409   401
POST /standing              running         401      403       403  200   200     200   401
POST /standing              over            401      403       403  409   409     409   401
DELETE /standing            open            401      403       403  409   409     409   401
DELETE /standing            running         401      403       403  200   200     200   401
DELETE /standing            over            401      403       403  200   200     200   401
POST /moves                 open            401      403       403  409   409     409   401
POST /moves                 running         401      403       403  201   422     422   401
POST /moves                 over            401      403       403  422   422     422   401
GET  /events                any             200      200       200  200   200     200   200
GET  /stream                any             200      200       200  200   200     200   200
GET  /replay                any             200      200       200  200   200     200   200
GET  /replay?as=all         open            403      403       403  403   403     403   403
GET  /replay?as=all         running         403      403       403  403   403     403   403
GET  /replay?as=all         over            200      200       200  200   200     200   200
GET  /replay?as=1           open            403      403       403  200   403     403   403
GET  /replay?as=1           running         403      403       403  200   403     403   403
GET  /replay?as=1           over            200      200       200  200   200     200   200
GET  /export                open            409      409       409  409   409     409   409
GET  /export                running         409      409       409  409   409     409   409
GET  /export                over            200      200       200  200   200     200   200
GET  /transcript            open            409      409       409  409   409     409   409
GET  /transcript            running         409      409       409  409   409     409   409
GET  /transcript            over            200      200       200  200   200     200   200
GET  /messages              any             200      200       200  200   200     200   200
POST /messages              any             401      403       403  201   201     201   401
POST /seen                  any             401      403       403  200   200     200   401
GET  /recap                 any             200      200       200  200   200     200   200
GET  /text                  any             200      200       200  200   200     200   200
"""
STATUSES = {
    "any": ("open", "running", "finished", "cancelled"),
    "over": ("finished", "cancelled"),
}
UNKNOWN_TO = {"anonymous", "outsider", "admin"}
"""To whom a private match is unknown: they get 404 for whatever a public one would answer."""

OF_PEOPLE = """
route                                       anonymous outsider spectator seat other creator admin
POST   auth/guest                                 201      201       201  201   201     201   201
POST   auth/email                                 202      202       202  202   202     202   202
POST   auth/email/confirm                         422      422       422  422   422     422   422
GET    me                                         401      200       200  200   200     200   401
PATCH  me                                         401      200       200  200   200     200   401
DELETE me                                         401      204       204  204   204     204   401
GET    me/export                                  401      200       200  200   200     200   401
GET    me/devices                                 401      200       200  200   200     200   401
DELETE me/devices/<device:device>                 401      404       404  204   404     404   401
GET    me/push                                    401      200       200  200   200     200   401
POST   me/push                                    401      201       201  201   201     201   401
DELETE me/push/<endpoint:endpoint>                401      404       404  204   404     404   401
POST   me/push/<endpoint:endpoint>/test           401      404       404  202   404     404   401
GET    me/webhooks                                401      200       200  200   200     200   401
POST   me/webhooks                                401      201       201  201   201     201   401
DELETE me/webhooks/<endpoint:endpoint>            401      404       404  204   404     404   401
POST   me/webhooks/<endpoint:endpoint>/test       401      404       404  202   404     404   401
GET    me/matches                                 401      200       200  200   200     200   401
GET    me/turns                                   401      200       200  200   200     200   401
GET    me/invitations                             401      200       200  200   200     200   401
GET    me/stream                                  401      200       200  200   200     200   401
GET    me/blocks                                  401      200       200  200   200     200   401
GET    games                                      200      200       200  200   200     200   200
GET    games/<slug:game>                          200      200       200  200   200     200   200
GET    games/<slug:game>/emblem.svg               200      200       200  200   200     200   200
GET    matches                                    200      200       200  200   200     200   200
POST   matches                                    401      201       201  201   201     201   401
GET    players/<player:player>                    200      200       200  200   200     200   200
POST   players/<player:player>/block              401      200       200  422   200     200   401
DELETE players/<player:player>/block              401      204       204  204   204     204   401
POST   players/<player:player>/mute               401      200       200  422   200     200   401
DELETE players/<player:player>/mute               401      204       204  204   204     204   401
POST   players/<player:player>/report             401      202       202  422   202     202   401
GET    keys                                       200      200       200  200   200     200   200
GET    verify.py                                  200      200       200  200   200     200   200
"""

ELSEWHERE = """
route              from         anonymous outsider spectator seat other creator admin
GET /              anywhere           200      200       200  200   200     200   200
GET /api/schema/   anywhere           200      200       200  200   200     200   200
GET /api/docs/     anywhere           200      200       200  200   200     200   200
GET /health/live   anywhere           200      200       200  200   200     200   200
GET /health/ready  anywhere           200      200       200  200   200     200   200
GET /metrics       127.0.0.1          200      200       200  200   200     200   200
GET /metrics       203.0.113.7        404      404       404  404   404     404   404
GET /mail/play/<str:token> anywhere   404      404       404  404   404     404   404
GET /mail/stop/<str:token> anywhere   404      404       404  404   404     404   404
GET /admin/        anywhere           302      302       302  302   302     302   200
"""

BODIES: dict[str, Any] = {
    "auth/email": {"email": "nobody@example.org"},
    "auth/email/confirm": {"email": "nobody@example.org", "code": "000000", "nonce": "a" * 32},
    "matches": {"game": "ciaociao", "seats": 2, "visibility": "private"},
    "me/push": SUBSCRIPTION,
    "me/webhooks": {"url": "https://example.org/gobelet"},
    "players/<player:player>/report": {"reason": "Insults."},
    "/start": {"bots": True},
    "/seed": {"seed": ""},
    "/remove": {"seat": 1},
    "/cancel-vote": {"agree": True},
    "/more-time": {"seat": 1},
    "/standing": {"move": {"type": "believe"}, "until": "turn"},
    "/messages": {"text": "Hello."},
    "/seen": {"version": 0},
}


class Line(NamedTuple):
    """What is asked for, in which circumstances, and what everybody is answered."""

    method: str
    path: str
    when: str
    expected: dict[str, int]


def lines(table: str) -> list[Line]:
    """The lines of a table below its head."""
    head, *rows = table.strip().splitlines()
    assert tuple(head.split()[-len(ASKERS) :]) == ASKERS
    return [_line(row.split()) for row in rows]


def _line(words: list[str]) -> Line:
    method, path, *when = words[: -len(ASKERS)]
    statuses = map(int, words[-len(ASKERS) :])
    return Line(method, path, "".join(when), dict(zip(ASKERS, statuses, strict=True)))


def named(line: Line) -> str:
    return " ".join(line[:3]).strip()


class House(NamedTuple):
    """Everybody, a device of `seat` and where they are told of things, and a match of theirs for
    each visibility and status."""

    people: dict[str, Person]
    device: str
    endpoints: dict[str, str]
    matches: dict[tuple[str, str], str]


@pytest.fixture(scope="module")
def house(any_database: str, redis_url: str) -> House:
    people = {name: Person.guest(name) for name in ASKERS if name != "spectator"}
    people["anonymous"], people["admin"] = Person(), administrator()
    people["creator"] = Person.account("creator")
    address = new_address()
    invited = player_create(locale="en", email=address)
    people["spectator"] = Person(device_sign_in(player=invited, name="")[0], invited.id)
    matches = {
        (visibility, status): match_of(people, address, visibility, status)
        for visibility in VISIBILITIES
        for status in STATUSES["any"]
    }
    (device,) = people["seat"].get("me/devices").json()["results"]
    addresses = {"push": SUBSCRIPTION, "webhooks": {"url": "https://example.org/other"}}
    endpoints = {
        kind: people["seat"].post(f"me/{kind}", body).json()["id"]
        for kind, body in addresses.items()
    }
    return House(people, device["id"], endpoints, matches)


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


class RolledBack(Exception):
    """What was asked for is not to stay."""


def status_of(person: Person, method: str, path: str, body: object) -> int:
    """What somebody is answered; nothing of it stays."""
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


def body_for(line: Line, house: House, match: str = "") -> object:
    if line.method in ("GET", "DELETE"):
        return None
    if line.path == "/moves":
        shown = house.people["seat"].match(match)
        return {"move": first_choice(shown) if shown["choices"] else {"type": "believe"}}
    return BODIES.get(line.path, {})


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("line", lines(OF_A_MATCH), ids=named)
def test_who_may_do_what_with_a_match(line: Line, visibility: str, house: House) -> None:
    for status in STATUSES.get(line.when, (line.when,)):
        match = house.matches[visibility, status]
        body, path = body_for(line, house, match), f"matches/{match}{line.path.strip('.')}"
        expected = {
            name: 404 if visibility == "private" and name in UNKNOWN_TO and code != 401 else code
            for name, code in line.expected.items()
        }
        got = {name: status_of(person, line.method, path, body) for name, person in in_order(house)}
        assert got == expected, status


@pytest.mark.parametrize("line", lines(OF_PEOPLE), ids=named)
def test_who_may_do_what_with_accounts_and_games(line: Line, house: House) -> None:
    path, body = address_for(line.path, house), body_for(line, house)
    got = {name: status_of(person, line.method, path, body) for name, person in in_order(house)}
    assert got == line.expected


@pytest.mark.parametrize("line", lines(ELSEWHERE), ids=named)
def test_who_may_read_what_is_not_for_players(line: Line, house: House) -> None:
    address: dict[str, Any] = {} if line.when == "anywhere" else {"REMOTE_ADDR": line.when}
    got = {
        name: person._client.get(line.path, headers=person._headers, **address).status_code
        for name, person in in_order(house)
    }
    assert got == line.expected


def in_order(house: House) -> list[tuple[str, Person]]:
    return [(name, house.people[name]) for name in ASKERS]


def address_for(route: str, house: House, match: str = "") -> str:
    """An address of this route: a device and the profile of `seat`, a match, a game."""
    ours = {
        "<device:device>": house.device,
        "push/<endpoint:endpoint>": f"push/{house.endpoints['push']}",
        "webhooks/<endpoint:endpoint>": f"webhooks/{house.endpoints['webhooks']}",
        "<player:player>": house.people["seat"].player,
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


def test_only_administrators_get_into_their_pages(house: House) -> None:
    pages = [
        f"/admin/{kind._meta.app_label}/{kind._meta.model_name}/" for kind in admin.site._registry
    ]
    assert pages
    for name, person in in_order(house):
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


def token_of_somebody_gone() -> str:
    token, _ = device_sign_in(player=player_create(locale="en"), name="")
    assert Person(token).delete("me").status_code == 204
    return token


@pytest.mark.parametrize(
    "token", [wrong_token, expired_token, revoked_token, token_of_somebody_gone]
)
def test_a_token_that_is_no_good_is_refused_everywhere(token: Any, house: House) -> None:
    somebody = Person(token())
    match = house.matches["public", "running"]
    for method, route in sorted(routes() - {("POST", "auth/guest")}):
        path = address_for(route, house, match)
        assert status_of(somebody, method, path, {}) == 401, (method, route)
    assert status_of(somebody, "POST", "auth/guest", {}) == 201, "nobody is asked who they were"


def test_what_is_tried_here_does_not_stay(house: House) -> None:
    match = house.matches["public", "open"]
    before = Match.objects.count()
    assert status_of(house.people["outsider"], "POST", f"matches/{match}/join", {}) == 200
    assert status_of(house.people["outsider"], "POST", "matches", BODIES["matches"]) == 201
    assert Match.objects.count() == before
    assert house.people["outsider"].match(match)["you"] is None
