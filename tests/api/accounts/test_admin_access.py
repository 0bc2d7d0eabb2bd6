"""Administrators sign in with a password; their session is no use elsewhere, nor to forgers."""

import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from tests.api.accounts.admin_pages import QUICK_HASHES, a_running_match, admin, cookies
from tests.support.services.valkey import ValkeyServer

__all__ = ["admin", "cookies"]

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


@pytest.fixture
def quick_hashes() -> Iterator[None]:
    with override_settings(**QUICK_HASHES):
        yield


@pytest.mark.usefixtures("quick_hashes")
def test_make_admin_makes_one_and_then_renews_the_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADMIN_NAME", "olga")
    for said in ("Made the administrator olga", "Changed the password of the administrator olga"):
        call_command("admin")
        told = capsys.readouterr().out
        assert said in told
        assert "/admin/" in told
        password = told.split()[-1]
        assert Client(SERVER_NAME="localhost").login(username="olga", password=password)
    user = User.objects.get(username="olga")
    assert user.is_staff
    assert user.is_superuser
    monkeypatch.setenv("ADMIN_PASSWORD", "short")
    with pytest.raises(CommandError, match="too short"):
        call_command("admin")


def test_nobody_gets_in_without_signing_in_and_a_players_token_is_nothing_there() -> None:
    match, people = a_running_match()
    token = people[0]._headers["Authorization"]
    client = Client(SERVER_NAME="localhost", headers={"Authorization": token})
    for path in ("", "events/match/", f"events/match/{match.id}/change/"):
        answer = client.get(f"/admin/{path}")
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")
    assert client.post(f"/admin/events/match/{match.id}/secrets/").status_code == 302


def test_a_cookie_that_takes_seconds_to_parse_is_refused() -> None:
    cookie = 'a="' + r"\a" * 15_000 + '"'
    began = time.process_time()
    answer = Client(SERVER_NAME="localhost").get("/admin/login/", headers={"Cookie": cookie})
    assert (answer.status_code, answer.json()["code"]) == (431, "cookies_too_large")
    assert time.process_time() - began < 0.5


def test_a_forged_form_is_refused(admin: Client) -> None:
    match, _ = a_running_match()
    path = f"/admin/events/match/{match.id}/secrets/"
    assert admin.post(path).status_code == 403
    form = {"csrfmiddlewaretoken": admin.cookies["csrftoken"].value}
    assert admin.post(path, form, headers={"Origin": "https://evil.org"}).status_code == 403
    own = {"Origin": settings.PUBLIC_URL, "Host": "localhost"}
    assert admin.post(path, form, headers=own).status_code == 200


def test_the_interface_of_players_has_no_sessions(admin: Client) -> None:
    answer = admin.get("/api/v1/games")
    assert not answer.cookies
    assert "cookie" not in answer["Vary"].lower()
    assert not hasattr(answer.wsgi_request, "session")
    assert all(cookie["path"] == "/admin/" for cookie in admin.cookies.values())


@override_settings(RATES={"sign_in": (2, 60)})
def test_guessing_passwords_is_slowed_down(valkey: ValkeyServer) -> None:
    with override_settings(REDIS_URL=valkey.url):
        client = Client(SERVER_NAME="localhost")
        statuses = [client.post("/admin/login/", {"username": "a"}).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
