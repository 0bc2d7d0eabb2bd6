"""What browsers are told: on every answer, for pages, and across origins."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings

from tests.support.people import Person, open_match

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

ORIGIN = "https://play.example.org"


def across_origins() -> Any:
    """Settings as they are with CORS_ORIGINS set."""
    return override_settings(
        CORS_ALLOWED_ORIGINS=[ORIGIN],
        MIDDLEWARE=["corsheaders.middleware.CorsMiddleware", *settings.MIDDLEWARE],
    )


def get(path: str, **headers: str) -> Any:
    response = Client(SERVER_NAME="localhost").get(path, headers=headers)
    response.close()  # a static file is left open
    return response


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/games",
        "/api/v1/me",
        "/api/v1/nothing",
        "/api/docs/",
        "/api/schema/",
        "/health/live",
        "/admin/login/",
        "/static/admin/css/base.css",
        "/nothing",
        "/",
    ],
)
def test_every_answer_is_guarded(path: str) -> None:
    headers = get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"script-src[^;]*unsafe", policy)
    assert "Strict-Transport-Security" not in headers


def test_streams_are_guarded_too() -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    headers = anna.get(f"matches/{match}/stream", Accept="text/event-stream").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("path", ["/api/docs/", "/admin/login/"])
def test_pages_need_nothing_that_their_policy_forbids(path: str) -> None:
    page = get(path)
    text = page.content.decode()
    assert not re.findall(r"<script(?![^>]*\bsrc=)", text)
    assert not re.findall(r"\son\w+=|javascript:", text)
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)
    if "style-src 'self';" in page.headers["Content-Security-Policy"]:
        assert not re.findall(r"<style|\sstyle=", text)
    for source in re.findall(r'<script[^>]*src="([^"]+)"|<link[^>]*href="(/static[^"]+)"', text):
        assert get("".join(source).replace("&amp;", "&")).status_code == 200


@override_settings(SECURE_HSTS_SECONDS=31_536_000)
def test_over_tls_browsers_are_told_to_stay_there() -> None:
    secure = Client(SERVER_NAME="localhost").get("/api/v1/games", secure=True)
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"


@override_settings(SECURE_HSTS_SECONDS=31_536_000)
def test_that_it_was_tls_is_believed_of_our_own_proxies_only() -> None:
    forged = get("/api/v1/games", **{"X-Forwarded-Proto": "https"})
    assert "Strict-Transport-Security" not in forged.headers
    with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
        told = get("/api/v1/games", **{"X-Forwarded-Proto": "https"})
    assert "Strict-Transport-Security" in told.headers


def test_no_other_origin_may_read_unless_it_is_named() -> None:
    answer = get("/api/v1/games", Origin=ORIGIN)
    assert not [name for name in answer.headers if name.startswith("Access-Control")]
    with across_origins():
        other = get("/api/v1/games", Origin="https://evil.example.org")
        page = get("/admin/login/", Origin=ORIGIN)
    assert "Access-Control-Allow-Origin" not in other.headers
    assert "Access-Control-Allow-Origin" not in page.headers


def test_a_named_origin_may_do_what_clients_do() -> None:
    with across_origins():
        asked = Client(SERVER_NAME="localhost").options(
            "/api/v1/matches/x/moves",
            headers={
                "Origin": ORIGIN,
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,idempotency-key,content-type",
            },
        )
        answer = get("/api/v1/games", Origin=ORIGIN)
        refused = get("/api/v1/me", Origin=ORIGIN)
    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert int(asked.headers["Access-Control-Max-Age"]) >= 3600
    assert {"POST", "PATCH", "DELETE"} <= set(
        asked.headers["Access-Control-Allow-Methods"].split(", ")
    )
    allowed = set(asked.headers["Access-Control-Allow-Headers"].split(", "))
    assert {"authorization", "idempotency-key", "if-none-match", "last-event-id"} <= allowed
    shown = set(answer.headers["Access-Control-Expose-Headers"].split(", "))
    assert {"ETag", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"} <= shown
    assert {"Deprecation", "Link", "Sunset"} <= shown
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "origin" in answer.headers["Vary"].lower()
    assert refused.headers["Access-Control-Allow-Origin"] == ORIGIN
