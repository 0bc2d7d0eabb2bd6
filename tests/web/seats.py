"""Players at a table: people at a page, and people who use the API."""

import json
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect

from tests.serving import soon
from tests.web.browser import Visitor

_keys = count()
DONE = ".result"
CAN_DO = ".hand button:not([disabled])"


class Caller:
    """Somebody who plays through the API, while others look at pages."""

    def __init__(self, server: str, token: str | None = None) -> None:
        self._api = f"{server}/api/v1/"
        self.token = token
        if token is None:
            self.token = self.post("auth/guest", {"name": "Anna"})["token"]

    def get(self, path: str) -> Any:
        return self._answer(Request(self._api + path, headers=self._headers()))

    def post(self, path: str, body: object) -> Any:
        headers = self._headers() | {"Idempotency-Key": f"caller-{next(_keys)}"}
        data = json.dumps(body).encode()
        return self._answer(Request(self._api + path, data, headers))

    def patch(self, path: str, body: object) -> Any:
        data = json.dumps(body).encode()
        return self._answer(Request(self._api + path, data, self._headers(), method="PATCH"))

    def play(self, match: str, move: dict[str, Any]) -> None:
        self.post(f"matches/{match}/moves", {"move": move})

    def _headers(self) -> dict[str, str]:
        known = {"Authorization": f"Token {self.token}"} if self.token else {}
        return {"Content-Type": "application/json", "Accept-Language": "en"} | known

    def _answer(self, request: Request) -> Any:
        try:
            with urlopen(request) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise AssertionError(error.read()) from error


def playing_now(visitor: Visitor) -> Page:
    """One tap from the first page to a table where something can be done."""
    page = visitor.open("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*")
    page.locator(CAN_DO).first.wait_for()
    return page


def match_of(page: Page) -> str:
    """The match that a page shows."""
    return page.url.rpartition("/")[2]


def announce_truly(page: Page) -> None:
    """Say the truth, else the most."""
    honest = page.locator(".cc-number.honest")
    (honest if honest.count() else page.locator(".cc-number").last).click()


def cross_the_bridge(page: Page) -> None:
    """Ciao, ciao…: announce, believe, or push a pawn off the podium."""
    if page.locator(".cc-number").count():
        announce_truly(page)
    elif page.get_by_role("button", name="Believe").count():
        page.get_by_role("button", name="Believe").click()
    else:
        page.locator(CAN_DO).first.click()


def play_on(page: Page) -> bool:
    """Do what can be done at a drawn table of Ciao, ciao…; false once the match is over."""
    page.locator(f"{DONE}, {CAN_DO}").first.wait_for()
    if page.locator(DONE).count():
        return False
    before = version(page)
    cross_the_bridge(page)
    expect(page.locator(f"[data-version='{before}']")).to_have_count(0)
    return True


def version(page: Page) -> str:
    return page.locator("[data-version]").get_attribute("data-version") or ""


def eventually(condition: Any) -> None:
    """Something comes true in time."""
    assert soon(condition)
