"""Every address of the server answers every method of HTTP, also one that it does not know."""

import re
from collections.abc import Iterable, Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver

from config.urls import urlpatterns
from tests.support.people import Person, full_table
from tests.support.sizes import sized

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

OTHERS = ("HEAD", "PUT", "TRACE", "BREW")
"""Each is asked of every address at full size, of a fourth of them by day."""


def patterns(of: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    for one in of:
        path = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield path
        else:
            yield from patterns(one.url_patterns, path)


def paths(match: str, person: Person) -> set[str]:
    """An address for each pattern, with something that exists where it names something."""
    values = {"match": match, "match_id": match, "player": person.player, "game": "ciaociao"}
    found = set()
    for pattern in patterns(urlpatterns):
        path = re.sub(r"\(\?P<\w+>([a-z]*)[^)]*\)|\(\?:([^)|]*)[^)]*\)", r"\1\2", pattern)
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda name: values.get(name[1], "1"), path)
        found.add(re.sub(r"[\^$\\?]", "", path))
    return found


def test_no_address_fails_at_a_method_that_it_does_not_expect() -> None:
    match, people = full_table(2)
    anna = people[0]
    client = Client(SERVER_NAME="localhost", headers=anna._headers, raise_request_exception=False)
    client.force_login(User.objects.create_superuser("methods"))
    answers = {
        (method, path): client.generic(method, path)
        for number, path in enumerate(sorted(paths(match, anna)))
        for method in sized(("OPTIONS", OTHERS[number % len(OTHERS)]), ("OPTIONS", *OTHERS))
    }
    assert len(answers) > sized(200, 500)
    assert {request for request, answer in answers.items() if answer.status_code >= 500} == set()
    for path in ("/api/schema/", "/api/docs/"):
        answer = answers["OPTIONS", path]
        assert (answer.status_code, answer["Allow"]) == (200, "GET, HEAD, OPTIONS")
