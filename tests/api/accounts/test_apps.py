"""Third-party apps: registered, authorised, given tokens, revoked."""

from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from events.models import OAuthApp, OAuthCode, OAuthGrant, OAuthSession, Player
from events.oauth.apps import APPS_MOST
from events.oauth.consent import GRANTS_MOST
from events.oauth.redirects import is_redirect_uri, redirect_allowed
from events.oauth.tokens import (
    ACCESS_LIFE,
    CODE_LIFE,
    LOST_ANSWER,
    REFRESH_LIFE,
    SESSIONS_MOST,
    tokens_delete_expired,
)
from events.players.devices import token_digest
from events.streams.person import PersonWatch
from events.streams.watch import signed_out_of
from tests.api.accounts.test_codes import refused
from tests.support.apps import (
    HOME,
    INVALID,
    NEW_APP,
    VERIFIER,
    acting_for,
    asked,
    authorise,
    challenge_of,
    exchanged,
    refreshed,
    register,
    token_request,
    tokens_of,
    told,
)
from tests.support.people import Person, open_match
from tests.support.post_office import PostOffice, post_office, sign_in
from tests.support.races import at_once
from tests.support.services.databases import on_each_database
from tests.support.sizes import sized

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")
__all__ = ["post_office"]


@pytest.fixture
def app() -> str:
    return register(Person.account())


def signed_in(token: str) -> int:
    status: int = Person(token, scheme="Bearer").get("me").status_code
    return status


def test_a_player_allows_an_app_and_it_acts_for_them(app: str) -> None:
    anna = Person.account("Anna")
    shown = anna.post("auth/authorize", asked(app, "profile read")).json()
    assert shown == {
        "app": {"id": app, "name": NEW_APP["name"]},
        "scopes": ["read", "profile"],
        "destination": "app.example.org",
        "redirect": None,
    }
    assert not OAuthGrant.objects.filter(app=app).exists(), "nothing is decided yet"
    body = asked(app, "profile read", state="a b&c") | {"allow": True}
    redirect = anna.post("auth/authorize", body).json()["redirect"]
    assert redirect.startswith(f"{HOME}&code=")
    query = parse_qs(urlsplit(redirect).query)
    assert (query["state"], query["iss"]) == (["a b&c"], [settings.PUBLIC_URL])
    answer = exchanged(app, query["code"][0])
    assert told(answer) == (200, "")
    tokens = answer.json()
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 3600)
    assert tokens["scope"] == "read profile"
    mine = Person(tokens["access_token"], scheme="Bearer").get("me").json()
    assert mine["id"] == anna.player
    (grant,) = anna.get("me/grants").json()["results"]
    assert (grant["app"], grant["name"]) == (app, NEW_APP["name"])
    assert grant["scopes"] == ["read", "profile"]


def test_a_player_refuses(app: str) -> None:
    body = asked(app, state="xyz") | {"allow": False}
    query = urlsplit(Person.guest().post("auth/authorize", body).json()["redirect"]).query
    found = parse_qs(query)
    assert (found["error"], found["state"], "code" in found) == (["access_denied"], ["xyz"], False)
    assert not OAuthGrant.objects.filter(app=app).exists()


@pytest.mark.parametrize(
    ("other", "status", "code"),
    [
        ({"client_id": "0" * 8 + "-0000-4000-8000-" + "0" * 12}, 404, "app_not_found"),
        ({"redirect_uri": "https://evil.example/"}, 422, "redirect_uri_refused"),
        ({"redirect_uri": f"{HOME}&more"}, 422, "redirect_uri_refused"),
        ({"scope": "play admin"}, 422, "scope_unknown"),
        ({"scope": " "}, 422, "scope_unknown"),
        ({"code_challenge_method": "plain"}, 400, "malformed"),
        ({"code_challenge": None}, 400, "malformed"),
        ({"code_challenge": "short"}, 400, "malformed"),
        ({"response_type": "token"}, 400, "malformed"),
        ({"state": "\n"}, 400, "malformed"),
    ],
)
def test_what_is_asked_wrongly_is_refused(
    app: str, other: dict[str, Any], status: int, code: str
) -> None:
    for decision in ({}, {"allow": True}, {"allow": False}):
        answer = Person.guest().post("auth/authorize", asked(app) | other | decision)
        assert refused(answer, status, code)
        assert "redirect" not in answer.json(), "nobody is sent there"


@pytest.mark.parametrize(
    "other",
    [
        {"code_verifier": "w" * 43},
        {"redirect_uri": "http://127.0.0.1/back"},
        {"client_id": "another"},
        {"code": "unknown"},
        {"code": "\x00\ud7ff"},
    ],
)
def test_a_code_is_of_use_only_to_the_app_that_asked(app: str, other: dict[str, str]) -> None:
    code = authorise(Person.guest(), app)
    assert told(exchanged(app, **({"code": code} | other))) == INVALID
    assert told(exchanged(app, code)) == (200, ""), "a failure does not use it up"


def test_another_app_cannot_use_a_code_or_a_token(app: str) -> None:
    other, anna = register(Person.account()), Person.guest()
    assert told(exchanged(other, authorise(anna, app))) == INVALID
    tokens = tokens_of(anna, app)
    assert told(refreshed(other, tokens["refresh_token"])) == INVALID
    token_request("revoke", client_id=other, token=tokens["access_token"])
    assert signed_in(tokens["access_token"]) == 200


@on_each_database
def test_a_code_works_once_and_its_copy_ends_the_tokens() -> None:
    app = register(Person.account())
    code = authorise(Person.guest(), app)
    answers = at_once([lambda: exchanged(app, code)] * 4)
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200, 400, 400, 400]
    (tokens,) = [answer.json() for answer in answers if answer.status_code == 200]
    assert signed_in(tokens["access_token"]) == 401
    assert told(refreshed(app, tokens["refresh_token"])) == INVALID


def test_a_code_expires(app: str) -> None:
    code = authorise(Person.guest(), app)
    OAuthCode.objects.update(at=timezone.now() - CODE_LIFE)
    assert told(exchanged(app, code)) == INVALID
    tokens_delete_expired()
    assert not OAuthCode.objects.filter(grant__app=app).exists()


def test_tokens_are_replaced_at_each_refresh(app: str) -> None:
    first = tokens_of(Person.guest(), app)
    second = refreshed(app, first["refresh_token"]).json()
    assert signed_in(first["access_token"]) == 401
    assert signed_in(second["access_token"]) == 200
    third = refreshed(app, second["refresh_token"]).json()
    assert signed_in(third["access_token"]) == 200
    assert third["scope"] == first["scope"]


def test_an_app_whose_answer_was_lost_may_ask_again_for_a_minute(app: str) -> None:
    first = tokens_of(Person.guest(), app)
    lost = refreshed(app, first["refresh_token"]).json()
    again = refreshed(app, first["refresh_token"]).json()
    assert signed_in(again["access_token"]) == 200
    assert told(refreshed(app, lost["refresh_token"])) == INVALID


def test_a_copied_refresh_token_ends_the_session(app: str) -> None:
    first = tokens_of(Person.guest(), app)
    second = refreshed(app, first["refresh_token"]).json()
    OAuthSession.objects.update(rotated_at=timezone.now() - LOST_ANSWER - timedelta(seconds=1))
    assert told(refreshed(app, first["refresh_token"])) == INVALID
    assert signed_in(second["access_token"]) == 401
    assert told(refreshed(app, second["refresh_token"])) == INVALID


def test_tokens_expire(app: str) -> None:
    tokens = tokens_of(Person.guest(), app)
    now = timezone.now()
    OAuthSession.objects.filter(grant__app=app).update(access_until=now)
    assert signed_in(tokens["access_token"]) == 401
    OAuthSession.objects.filter(grant__app=app).update(expires_at=now)
    assert told(refreshed(app, tokens["refresh_token"])) == INVALID
    tokens_delete_expired()
    assert not OAuthSession.objects.filter(grant__app=app).exists()
    assert ACCESS_LIFE < REFRESH_LIFE


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_an_app_gives_its_tokens_back(app: str, kind: str) -> None:
    tokens = tokens_of(Person.guest(), app)
    for token in (tokens[kind], "unknown"):
        answer = token_request("revoke", client_id=app, token=token, token_type_hint="strange")
        assert told(answer) == (200, "")
    assert signed_in(tokens["access_token"]) == 401
    assert told(refreshed(app, tokens["refresh_token"])) == INVALID


def test_a_player_revokes_an_app_on_every_device(app: str) -> None:
    anna, bruno = Person.account(), Person.account()
    devices = [acting_for(anna, app) for _ in range(2)]
    (grant,) = anna.get("me/grants").json()["results"]
    assert refused(bruno.delete(f"me/grants/{grant['id']}"), 404, "grant_not_found")
    assert anna.delete(f"me/grants/{grant['id']}").status_code == 204
    assert [device.get("me").status_code for device in devices] == [401, 401]
    assert anna.get("me/grants").json()["results"] == []


def test_the_streams_of_a_revoked_app_end(app: str) -> None:
    anna = Person.account()
    token = tokens_of(anna, app)["access_token"]
    player = Player.objects.get(id=anna.player)
    digest = token_digest(token)
    stream = PersonWatch(player=player, address="192.0.2.1", token=digest, after=None)
    assert signed_out_of([stream]) == set()
    OAuthSession.objects.filter(access=digest).update(access_until=timezone.now())
    assert signed_out_of([stream]) == {stream}, "as they do once the token has expired"
    OAuthSession.objects.filter(access=digest).update(access_until=timezone.now() + ACCESS_LIFE)
    (grant,) = anna.get("me/grants").json()["results"]
    anna.delete(f"me/grants/{grant['id']}")
    assert signed_out_of([stream]) == {stream}


def test_a_removed_app_may_do_nothing_any_more() -> None:
    developer, anna = Person.account(), Person.guest()
    app = register(developer)
    acting = acting_for(anna, app)
    assert refused(anna.delete(f"me/apps/{app}"), 404, "app_not_found")
    assert developer.delete(f"me/apps/{app}").status_code == 204
    assert acting.get("me").status_code == 401
    assert anna.get("me/grants").json()["results"] == []
    assert refused(anna.post("auth/authorize", asked(app)), 404, "app_not_found")


def test_a_guest_registers_no_app_and_an_account_only_so_many() -> None:
    assert refused(Person.guest().post("me/apps", NEW_APP), 403, "app_needs_address")
    anna = Person.account()
    made = [anna.post("me/apps", NEW_APP).json() for _ in range(APPS_MOST)]
    assert refused(anna.post("me/apps", NEW_APP), 409, "too_many_apps")
    listed = anna.get("me/apps").json()["results"]
    assert sorted(listed, key=lambda app: app["id"]) == sorted(made, key=lambda app: app["id"])


def test_a_player_authorises_only_so_many_apps(app: str) -> None:
    anna, now = Person.account(), timezone.now()
    for _ in range(GRANTS_MOST):
        other = OAuthApp.objects.create(player_id=anna.player, name="x", created_at=now)
        OAuthGrant.objects.create(app=other, player_id=anna.player, created_at=now)
    body = asked(app) | {"allow": True}
    assert refused(anna.post("auth/authorize", body), 409, "too_many_grants")


def test_an_app_has_tokens_on_only_so_many_devices(app: str) -> None:
    anna = Person.guest()
    tokens = [tokens_of(anna, app)["access_token"] for _ in range(SESSIONS_MOST + 1)]
    assert [signed_in(token) for token in tokens] == [401, *[200] * SESSIONS_MOST]


@pytest.mark.parametrize(
    "uri",
    [
        "http://example.org/", "javascript:alert(1)", "data:text/html,x", "https:///x", "example",
        "https://a@example.org/", "https://example.org/#x", "app:/x", "org.example.app://x",
        "http://127.0.0.1.evil.example/", "https://[::1/", "https://example.org:port/",
        "https://example.org\\@evil.example/", "ORG.example:/x",
    ],
)  # fmt: skip
def test_a_code_is_sent_to_no_strange_address(uri: str) -> None:
    assert not is_redirect_uri(uri)
    body = NEW_APP | {"redirect_uris": [uri]}
    assert refused(Person.account().post("me/apps", body), 422, "redirect_uri_refused")


def test_on_the_device_itself_the_port_may_be_any() -> None:
    assert redirect_allowed("http://127.0.0.1:51004/back", "http://127.0.0.1/back")
    assert redirect_allowed("org.example.app:/x", "org.example.app:/x")
    for asked_for in ("http://127.0.0.1:51004/other", "http://localhost:51004/back"):
        assert not redirect_allowed(asked_for, "http://127.0.0.1/back")
    assert not redirect_allowed("https://example.org:444/", "https://example.org/")


@override_settings(PUBLIC_URL="https://play.example.org")
def test_the_metadata_is_what_a_library_expects() -> None:
    answer = Client(SERVER_NAME="localhost").get("/.well-known/oauth-authorization-server")
    found = AuthorizationServerMetadata(answer.json())
    found.validate()
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["token_endpoint"] == "https://play.example.org/oauth/token"
    assert challenge_of(VERIFIER) == create_s256_code_challenge(VERIFIER)


def test_the_guest_of_an_account_authorises_for_itself_only(
    post_office: PostOffice, app: str
) -> None:
    anna = Person.account()
    address = anna.get("me").json()["email"]
    guest = Person.guest()
    open_match(guest, 2)
    acting = acting_for(guest, app)
    assert sign_in(post_office, address, guest).player == anna.player
    assert acting.get("me").status_code == 401
    assert anna.get("me/grants").json()["results"] == [], "the account was never asked"


def test_a_guest_who_becomes_an_account_keeps_its_apps(post_office: PostOffice, app: str) -> None:
    guest = Person.guest()
    acting = acting_for(guest, app)
    sign_in(post_office, "keeps.apps@example.org", guest)
    assert acting.get("me").json()["guest"] is False


def test_the_export_has_apps_and_the_deleted_account_has_none(app: str) -> None:
    developer, anna = Person.account(), Person.guest()
    own = register(developer)
    acting_for(developer, app)
    acting = acting_for(anna, own)
    exported = developer.get("me/export").json()
    assert [one["id"] for one in exported["apps"]] == [own]
    assert [one["app"] for one in exported["grants"]] == [app]
    assert developer.delete("me").status_code == 204
    assert acting.get("me").status_code == 401
    assert not OAuthGrant.objects.filter(player_id=developer.player).exists()
    assert not OAuthApp.objects.filter(id=own).exists()


def test_a_strange_id_of_an_app_is_no_fault_of_the_server() -> None:
    for sent in ("\x00", "\ud7ff", "é" * 5000):
        assert token_request("revoke", client_id=sent, token=sent).status_code == 200
        assert told(exchanged(sent, sent)) == INVALID
        assert told(refreshed(sent, sent)) == INVALID


@on_each_database
def test_a_code_that_is_exchanged_while_its_grant_is_revoked_leaves_no_tokens() -> None:
    app, anna = register(Person.account()), Person.account()
    for _ in range(sized(4, 40)):
        code = authorise(anna, app)
        (grant,) = anna.get("me/grants").json()["results"]
        revoke = partial(anna.delete, f"me/grants/{grant['id']}")
        answer, revoked = at_once([partial(exchanged, app, code), revoke])
        assert told(answer) in ((200, ""), INVALID)
        assert revoked.status_code == 204
        assert not OAuthSession.objects.filter(grant__player=anna.player).exists()
