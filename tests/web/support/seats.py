"""Players at a table: people at a page, and people who use the API."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect

from tests.support.server import PATIENCE, soon
from tests.web.support.browser import Visitor

_keys = count()
DONE = ".result"
CAN_DO = ".hand button:not([disabled])"
AGAINST_BOTS = {"game": "ciaociao", "seats": 3, "bots": 2, "visibility": "private"}
"""Against the strongest bots; "Play now" has easier ones."""
MOVED_ON = ("match_over", "not_your_turn", "question_closed")
T = TypeVar("T")


class Refused(AssertionError):
    """The API refused a request."""

    def __init__(self, body: bytes) -> None:
        super().__init__(body)
        self.code = json.loads(body).get("code")


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
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise Refused(error.read()) from error


class Table(NamedTuple):
    """A match at a page, and its player through the API."""

    page: Page
    me: Caller
    match: str


def signed_in(visitor: Visitor, caller: Caller) -> Visitor:
    """A visitor whose device knows them as the caller, until they sign out."""
    visitor.store(session={"token": caller.token, "player": caller.get("me")})
    return visitor


def against_bots(visitor: Visitor, server: str) -> Table:
    """A guest at a new match against two bots, which wait for the guest to move."""
    me = Caller(server)
    match = me.post("matches", AGAINST_BOTS)["id"]
    page = signed_in(visitor, me).open(f"/matches/{match}")
    table_shown(page, at_rest(me, match))
    return Table(page, me, match)


def playing_now(visitor: Visitor, server: str) -> Table:
    """The same by one tap on the first page."""
    page = visitor.open("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*")
    page.locator(CAN_DO).first.wait_for()
    return Table(page, Caller(server, visitor.token()), match_of(page))


def match_of(page: Page) -> str:
    """The match that a page shows."""
    return page.url.rpartition("/")[2]


def asked(caller: Caller, match: str) -> dict[str, Any]:
    """The match, once it waits for this player."""

    def read() -> dict[str, Any] | None:
        shown: dict[str, Any] = caller.get(f"matches/{match}")
        return shown if shown["choices"] else None

    return eventually(read)


def at_rest(caller: Caller, match: str) -> dict[str, Any]:
    """The match, once it is over or nothing can happen before this player moves."""

    def read() -> dict[str, Any] | None:
        shown: dict[str, Any] = caller.get(f"matches/{match}")
        first = ((shown["view"] or {}).get("answerers") or shown["awaiting"])[:1]
        is_next = bool(shown["choices"]) and first == [shown["you"]]
        return shown if is_next or shown["status"] == "finished" else None

    return eventually(read)


def first_move(match: dict[str, Any]) -> dict[str, Any]:
    """The first of what is offered; of numbers the highest."""
    entry = match["choices"][0]
    return {name: value if name == "type" else value[-1] for name, value in entry.items()}


def act(caller: Caller, match: str) -> None:
    """Play a legal move, if there is one; others may be quicker."""
    shown = caller.get(f"matches/{match}")
    if not shown["choices"] or shown["sealed"]:
        return
    entry = shown["choices"][0]
    try:
        caller.play(match, {k: v if k == "type" else v[0] for k, v in entry.items()})
    except Refused as refused:
        if refused.code not in MOVED_ON:
            raise


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


def play_on(table: Table) -> bool:
    """Do what can be done at a drawn table of Ciao, ciao…; false once the match is over."""
    shown = at_rest(table.me, table.match)
    if shown["status"] == "finished":
        return False
    table_shown(table.page, shown)
    cross_the_bridge(table.page)
    expect(table.page.locator(f"[data-version='{shown['version']}']")).to_have_count(0)
    return True


def table_shown(page: Page, match: dict[str, Any]) -> None:
    """Wait until the page shows this version of a match, and what can be done there."""
    page.locator(f"[data-version='{match['version']}'] {CAN_DO}").first.wait_for()


def version(page: Page) -> str:
    return page.locator("[data-version]").get_attribute("data-version") or ""


def eventually(
    condition: Callable[[], T | None], otherwise: Callable[[], object] = lambda: None
) -> T:
    """The first true value of a condition, which must come in time; what to do until then."""
    values: list[T] = []

    def holds() -> bool:
        value = condition()
        if value:
            values.append(value)
            return True
        otherwise()
        return False

    assert soon(holds)
    return values[0]


def meanwhile(page: Page, condition: Callable[[], T | None]) -> T:
    """The same, while Playwright serves the routes and listeners of the page."""
    return eventually(condition, otherwise=lambda: page.evaluate("null"))
