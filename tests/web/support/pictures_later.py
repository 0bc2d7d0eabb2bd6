"""Pictures of what comes after a match: seen again, proved; people; rules with their pictures."""

from collections.abc import Callable
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from playwright.sync_api import Page

from tests.support.server import soon
from tests.web.support.seats import Caller

Take = Callable[[str], None]
FAR = 0.62
"""How far into the match a replay is looked at."""


def looking_back(page: Page, take: Take, caller: Caller, match: str) -> None:
    """A finished match: a moment with all secrets, and the proof."""
    page.goto(f"/matches/{match}/replay")
    page.locator(".cc-picture").wait_for()
    seq = claimed_far(caller, match)
    page.locator(".reel input").fill(str(seq))
    page.locator(".secrets").click()
    page.locator(f".replay[data-seq='{seq}'][data-eyes=all] .cc-die").wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    take("replay")
    page.goto(f"/matches/{with_a_number(caller)}/proof")
    page.locator(".verdict").wait_for()
    take("proof")


def with_a_number(caller: Caller) -> str:
    """A match that is over, to whose chance its player has added a number."""
    number = token_bytes(32)
    promised = sha256(b"gobelet/client/1\0" + number).hexdigest()
    body = {"game": "ciaociao", "seats": 3, "bots": 2, "visibility": "private"}
    match: str = caller.post("matches", body | {"seed_commitment": promised})["id"]
    caller.post(f"matches/{match}/seed", {"seed": number.hex()})
    caller.post(f"matches/{match}/resign", {})
    assert soon(lambda: caller.get(f"matches/{match}")["status"] == "finished")
    return match


def claimed_far(caller: Caller, match: str) -> int:
    """The first announcement past most of the match."""
    version = caller.get(f"matches/{match}")["version"]
    events = caller.get(f"matches/{match}/events?limit=200&after={int(version * FAR)}")["events"]
    return int(next(one["seq"] for one in events if one["type"] == "number_announced"))


def people(page: Page, take: Take, caller: Caller, other: dict[str, Any]) -> None:
    """One's own profile, above and below, somebody else, friends, a circle and a ranking."""
    page.goto("/me")
    page.locator(".choices").wait_for()
    page.locator(".lines li").first.wait_for()
    take("profile")
    page.locator(".choices").evaluate("table => table.closest('.panel').scrollIntoView()")
    page.evaluate("scrollBy(0, -60)")
    take("notices")
    page.goto(f"/players/{other['id']}")
    page.locator(".avoid").wait_for()
    page.wait_for_timeout(300)
    take("player")
    circle = caller.post("circles", {"name": "Les cousins"})["id"]
    caller.post(f"players/{other['id']}/friend", {})
    for name, path in (("people", "/people"), ("circle", f"/circles/{circle}")):
        page.goto(path)
        page.locator(".lines li").first.wait_for()
        take(name)
    page.goto("/ranking/passpass")
    page.locator(".filters").wait_for()
    page.wait_for_timeout(300)
    take("ranking")


def rules(page: Page, take: Take, games: tuple[str, ...]) -> None:
    """The rules of each game where they show a turn."""
    for game in games:
        page.goto(f"/rules/{game}")
        page.locator(".rule-picture").nth(2).wait_for()
        page.locator(".rules h2").nth(2).evaluate("title => title.scrollIntoView()")
        page.evaluate("scrollBy(0, -60)")
        page.wait_for_timeout(300)
        take(f"rules-{game}")
