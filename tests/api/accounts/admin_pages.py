"""An administrator who has signed in, their pages, and a running match to look at."""

from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from events.models import Match
from tests.support.people import Person, first_choice, full_table

PASSWORD = "a long enough one"
QUICK_HASHES = {"PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"]}
"""Passwords are hashed quickly where a test is not about the hash."""


@pytest.fixture(scope="module")
def cookies(one_database: str) -> SimpleCookie:
    """Of an administrator who has signed in through the form, forgery checks and all."""
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    with pytest.MonkeyPatch.context() as environment, override_settings(**QUICK_HASHES):
        environment.setenv("ADMIN_PASSWORD", PASSWORD)
        call_command("admin")
        client.get("/admin/login/")
        form = {"username": "admin", "password": PASSWORD, "next": "/admin/"}
        signed_in = post(client, "/admin/login/", **form)
    assert signed_in.status_code == 302, signed_in.content
    return client.cookies


@pytest.fixture
def admin(cookies: SimpleCookie) -> Client:
    """An administrator who has signed in."""
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    client.cookies.update(cookies)
    return client


def post(client: Client, path: str, **form: Any) -> Any:
    form["csrfmiddlewaretoken"] = client.cookies["csrftoken"].value
    return client.post(path, form)


def page(client: Client, path: str) -> str:
    response = client.get(f"/admin/{path}")
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def a_running_match() -> tuple[Match, list[Person]]:
    """A match that hides something: hands, and a sealed answer."""
    match, people = full_table(3)
    for _ in range(20):
        for seat in reversed(people[0].match(match)["awaiting"]):
            shown = people[seat].match(match)
            if (
                shown["choices"]
                and people[seat].play(match, first_choice(shown)).status_code == 202
            ):
                return Match.objects.get(id=match), people
    raise AssertionError("nobody could answer early")
