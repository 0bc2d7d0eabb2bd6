"""A third-party app, on a site of its own, is authorised in the browser and revoked there."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.apps import VERIFIER, challenge_of
from tests.support.server import PATIENCE
from tests.web.conftest import Visit
from tests.web.support.seats import Caller, signed_in
from tests.web.test_profile import letters, sign_in
from tests.web.test_screens import assert_no_serious_issue, axe

__all__ = ["axe", "letters"]

STATE = "what the app knows & nobody else"


class ThirdParty(ThreadingHTTPServer):
    """A site that signs its visitors in with Gobelet; it knows nothing but its own registration."""

    daemon_threads = True

    def __init__(self, gobelet: str) -> None:
        super().__init__(("127.0.0.1", 0), _Pages)
        self.gobelet = gobelet
        self.client_id = ""
        self.home = f"http://127.0.0.1:{self.server_port}"
        self.tokens: dict[str, Any] = {}

    def authorize_url(self, scope: str) -> str:
        """Where the site sends its visitors."""
        with urlopen(f"{self.gobelet}/.well-known/oauth-authorization-server") as answer:
            page = urlsplit(json.load(answer)["authorization_endpoint"]).path
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": f"{self.home}/back",
            "scope": scope,
            "state": STATE,
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
        }
        return f"{self.gobelet}{page}?{urlencode(asked)}"

    def came_back(self, query: dict[str, list[str]]) -> str:
        """What the page says to who comes back from Gobelet."""
        assert query["state"] == [STATE]
        if "error" in query:
            return f"Not allowed: {query['error'][0]}"
        self.tokens = self.post(
            grant_type="authorization_code",
            code=query["code"][0],
            redirect_uri=f"{self.home}/back",
            code_verifier=VERIFIER,
        )
        return f"Welcome, {self.asked('me')['name']}"

    def post(self, **parameters: str) -> dict[str, Any]:
        """Ask for tokens."""
        data = urlencode(parameters | {"client_id": self.client_id}).encode()
        with urlopen(Request(f"{self.gobelet}/oauth/token", data), timeout=PATIENCE) as answer:
            tokens: dict[str, Any] = json.load(answer)
        return tokens

    def asked(self, path: str) -> Any:
        """Read something from the API for the visitor."""
        headers = {"Authorization": f"Bearer {self.tokens['access_token']}"}
        request = Request(f"{self.gobelet}/api/v1/{path}", headers=headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def status(self, path: str) -> int:
        """The status of a refusal."""
        with pytest.raises(HTTPError) as refused:
            self.asked(path)
        refused.value.close()
        return refused.value.code


class _Pages(BaseHTTPRequestHandler):
    server: ThirdParty

    def do_GET(self) -> None:
        place = urlsplit(self.path)
        text = "<a href='{}'>Sign in with Gobelet</a>".format(
            self.server.authorize_url("read profile").replace("&", "&amp;")
        )
        if place.path == "/back":
            text = self.server.came_back(parse_qs(place.query))
        body = f"<!doctype html><title>Third party</title><p>{text}</p>".encode()
        self.send_response(200 if place.path in ("/", "/back") else 204)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *said: Any) -> None:
        """Say nothing."""


@pytest.fixture
def third_party(server: str) -> Iterator[ThirdParty]:
    site = ThirdParty(server)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield site
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


def registered(page: Page, site: ThirdParty) -> Locator:
    """The player of this page registers the site: it takes an account with an address."""
    apps = page.locator(".own-apps")
    apps.get_by_role("button", name="Register an app").click()
    apps.get_by_label("Name that players see").fill("Bord de table")
    addresses = apps.get_by_label("Addresses to come back to")
    addresses.fill("http://elsewhere.example/")
    apps.get_by_role("button", name="Register an app").click()
    expect(page.locator(".notices")).to_contain_text("No code is sent to that address")
    addresses.fill(f"https://example.org/back\n{site.home}/back\n")
    apps.get_by_role("button", name="Register an app").click()
    expect(apps.locator("li")).to_contain_text("Bord de table")
    site.client_id = apps.locator("li code").inner_text()
    return apps


def test_a_site_of_somebody_else_signs_in_with_gobelet(
    visit: Visit, server: str, third_party: ThirdParty, letters: Any, axe: str
) -> None:
    developer = visit()
    sign_in(developer.open("/me"), letters, "developer@example.org")
    own = registered(developer.page, third_party)
    assert_no_serious_issue(developer.page, axe, "own apps")
    anna = signed_in(visit(), Caller(server))
    page = anna.page
    # The site is not the client's, so its requests are none of the client's faults.
    anna.address = "http://127.0.0.1:"
    page.goto(third_party.home)
    page.get_by_role("link", name="Sign in with Gobelet").click()
    expect(page.get_by_role("heading", name="Bord de table asks to:")).to_be_visible()
    expect(page.get_by_text("Read your account")).to_be_visible()
    expect(page.get_by_text("Play for you")).to_have_count(0)
    expect(page.get_by_text("You will go on to 127.0.0.1")).to_be_visible()
    assert_no_serious_issue(page, axe, "an app asks")
    page.get_by_role("button", name="Refuse").click()
    expect(page.get_by_text("Not allowed: access_denied")).to_be_visible()
    page.goto(third_party.authorize_url("read profile"))
    page.get_by_role("button", name="Allow").click()
    expect(page.get_by_text("Welcome, Anna")).to_be_visible()
    assert third_party.asked("me/matches")["results"] == []
    assert third_party.status("me/devices") == 403
    third_party.tokens = third_party.post(
        grant_type="refresh_token", refresh_token=third_party.tokens["refresh_token"]
    )
    assert third_party.asked("me/turns")["results"] == []
    page.goto(f"{server}/me")
    apps = page.locator(".apps")
    expect(apps.locator("li")).to_contain_text("Bord de table")
    apps.get_by_role("button", name="Revoke").click()
    expect(apps).to_have_count(0)
    assert third_party.status("me/turns") == 401
    own.get_by_role("button", name="Remove").click()
    own.get_by_role("alert").wait_for()
    own.get_by_role("button", name="Remove").click()
    expect(own.locator("li")).to_have_count(0)
    assert Caller(server, developer.token()).get("me/apps")["results"] == []


def test_who_is_not_signed_in_or_asked_wrongly_is_told_so(
    visit: Visit, server: str, third_party: ThirdParty
) -> None:
    third_party.client_id = "00000000-0000-4000-8000-000000000000"
    visitor = visit(locale="fr")
    page = visitor.open(third_party.authorize_url("play").removeprefix(server))
    expect(page.get_by_text("Une application demande à jouer pour vous.")).to_be_visible()
    page = signed_in(visit(), Caller(server)).open(
        third_party.authorize_url("play").removeprefix(server)
    )
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Allow")).to_have_count(0)
