"""Requests for tokens: what is documented is what they need, and what is strange is refused."""

from typing import Any

import pytest
from django.test import Client

from api.requests.oauth import TokenRequest
from tests.support.apps import FORM, INVALID, exchange_form, register, token_request, told
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "invalid_request"),
        ({"grant_type": "password", "client_id": "x"}, "unsupported_grant_type"),
        ({"grant_type": "é\ud7ff", "client_id": "x"}, "unsupported_grant_type"),
        ({"grant_type": ["refresh_token"] * 2, "client_id": "x"}, "invalid_request"),
        ({"grant_type": "refresh_token", "client_id": "x"}, "invalid_request"),
        ({"grant_type": "refresh_token", "client_id": "\x00", "refresh_token": "\x00.\x00"},
         "invalid_grant"),
        ({f"p{number}": "x" for number in range(1500)}, "invalid_request"),
    ],
)  # fmt: skip
def test_a_strange_request_for_tokens_is_refused(sent: dict[str, Any], code: str) -> None:
    assert told(token_request(**sent)) == (400, code)


def test_the_documented_fields_are_those_that_tokens_need() -> None:
    app = register(Person.account())
    refresh = {"grant_type": "refresh_token", "client_id": app, "refresh_token": "x.y"}
    exchange = exchange_form(app, "x")
    assert {*refresh, *exchange} == set(TokenRequest.__struct_fields__)
    for form in (refresh, exchange):
        assert told(token_request(**form)) == INVALID
        for name in form:
            assert told(token_request(**form | {name: ""})) == (400, "invalid_request"), name


def test_tokens_are_asked_for_by_a_form() -> None:
    latin = f"{FORM}; charset=latin-1"
    for kind in ("application/json", "multipart/form-data; boundary=x", "text/plain", "", latin):
        assert told(token_request(kind=kind, grant_type="password")) == (400, "invalid_request")
    client = Client(SERVER_NAME="localhost")
    for body in (b"\xff=%ff&%zz", b"a" * 300_000, b"&&=&="):
        answer = client.post("/oauth/token", body, content_type=FORM)
        assert told(answer) == (400, "invalid_request")
