"""Pictures of every screen for docs/screens: `python -m tests.web.support.pictures [folder]`.

They are taken of a real server: a person plays against bots, and is looked over the shoulder.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.support.server import ROOT, Server, free_port
from tests.web.support.browser import Visitor, launched, visiting
from tests.web.support.pictures_later import looking_back, people, rules
from tests.web.support.seats import CAN_DO, DONE, Caller, signed_in
from tests.web.support.table_pictures import MOMENTS, STILL, each_taken

SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 800}}
LIGHTS = ("light", "dark")
TALK = ("Je n’y crois pas une seconde.", "Moi non plus, mais je n’ai rien dit.")


class Album:
    """Where pictures go, named by screen, size and light."""

    def __init__(self, folder: Path, visitor: Visitor, size: str) -> None:
        self.folder, self.visitor, self.size = folder, visitor, size

    def take(self, name: str) -> None:
        page = self.visitor.page
        for light in LIGHTS:
            page.evaluate("light => { document.documentElement.dataset.light = light; }", light)
            page.screenshot(path=self.folder / f"{name}-{self.size}-{light}.png")


def move_of(match: dict[str, Any], bold: bool) -> dict[str, Any]:
    """Say the truth if that is possible, and doubt what is too good."""
    entry, view = match["choices"][0], match["view"]
    if entry["type"] == "announce":
        return {"type": "announce", "number": view["die"] or 4}
    if entry["type"] == "push":
        return {"type": "push", "step": entry["step"][0]}
    return {"type": "doubt" if bold else "believe"}


def played(caller: Caller, match: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The match, played until it is like that, or over."""
    for turn in range(4000):
        shown: dict[str, Any] = caller.get(f"matches/{match}")
        if until(shown) or shown["status"] != "running":
            return shown
        if shown["choices"] and not shown["sealed"]:
            caller.play(match, move_of(shown, bold=turn % 3 == 0))
        else:
            time.sleep(0.02)
    raise AssertionError("this match does not come so far")


def eventful(match: dict[str, Any]) -> bool:
    """Somebody is across, several have fallen."""
    players = match["view"]["players"]
    across, fallen = sum(len(p["podium"]) for p in players), sum(p["fallen"] for p in players)
    return bool(match["choices"]) and across >= 2 and fallen >= 3


def asked_for(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda match: eventful(match) and kind in [entry["type"] for entry in match["choices"]]


def new_match(caller: Caller, **more: Any) -> str:
    body = {"game": "ciaociao", "seats": 4, "bots": 3, "visibility": "private"} | more
    match: str = caller.post("matches", body)["id"]
    return match


def eventful_match(caller: Caller, kind: str) -> str:
    """A match that has come far and now asks this of us; not every one does."""
    while True:
        match = new_match(caller)
        if played(caller, match, asked_for(kind))["status"] == "running":
            return match


def still(album: Album, caller: Caller) -> None:
    page = album.visitor.page
    for name, path, sign in (
        ("start", "/", ".game-card"),
        ("matches", "/matches", ".match-card"),
        ("lobby", "/lobby", ".match-card"),
        ("games", "/new", ".game-card"),
        ("new", "/new/ciaociao", ".options"),
        ("rules", "/rules/ciaociao", ".rules h2"),
    ):
        page.goto(path)
        page.locator(sign).first.wait_for()
        page.wait_for_timeout(300)
        album.take(name)
    page.goto("/new/ciaociao")
    page.locator("input[name=bots][value='0']").check()
    page.locator("input[name=visibility][value=public]").check()
    page.locator("summary").last.click()
    page.locator("form button").scroll_into_view_if_needed()
    album.take("new-more")
    page.locator("button[aria-label]").last.click()
    page.locator(".sheet").wait_for()
    album.take("settings")


def tables(album: Album, caller: Caller) -> None:
    page = album.visitor.page
    for kind in ("announce", "doubt"):
        page.goto(f"/matches/{eventful_match(caller, kind)}")
        page.locator(CAN_DO).first.wait_for()
        page.wait_for_timeout(300)
        album.take("announce" if kind == "announce" else "answer")
    album.visitor.page.evaluate("localStorage.setItem('gobelet.pictures', 'false')")
    page.reload()
    page.locator(".moves button").first.wait_for()
    album.take("in-words")
    page.evaluate("localStorage.setItem('gobelet.pictures', 'true')")
    match = page.url.rpartition("/")[2]
    for text in TALK:
        caller.post(f"matches/{match}/messages", {"text": text})
    page.reload()
    page.locator(CAN_DO).first.wait_for()
    if album.size == "phone":
        page.locator(".bar button").nth(1).click()
        page.locator(".messages li").nth(1).wait_for()
    album.take("talk")
    played(caller, match, lambda shown: False)
    page.goto(f"/matches/{match}")
    page.locator(f"{DONE} .cc-after").wait_for()
    album.take("result")
    looking_back(page, album.take, caller, match)


def waiting(album: Album, caller: Caller, stranger: Visitor) -> None:
    match = new_match(caller, seats=3, bots=0, visibility="public")
    page = album.visitor.page
    page.goto(f"/matches/{match}")
    page.locator(".waiting .button.big").click()
    page.locator(".sheet .button.plain").click()  # no name: it is asked once
    page.locator(".invited").wait_for()
    album.take("waiting-room")
    stranger.open(f"/join/{match}").locator(".join .dim").first.wait_for()
    Album(album.folder, stranger, album.size).take("join")


SLOWLY = """
const soon = window.setTimeout;
window.setTimeout = (deed, wait, ...told) => soon(deed, wait > 600 ? wait * 10 : wait, ...told);
"""
STAND_STILL = """
at => document.getAnimations().forEach(one => { one.currentTime = at; one.pause(); })
"""


def moments(album: Album, caller: Caller) -> None:
    """What lasts a few seconds: the cup is lifted, somebody falls."""
    page = album.visitor.page
    album.visitor.context.add_init_script(SLOWLY)
    for name, sign, at in (("verdict", ".cc-verdict", 2200), ("fall", ".cc-fall", 620)):
        page.goto(f"/matches/{eventful_match(caller, 'doubt')}")
        page.locator(".button.bold").click()
        page.locator(sign).wait_for(state="attached")
        page.evaluate(STAND_STILL, at)
        album.take(name)


@contextmanager
def visiting_as(
    browser: Browser, server: str, size: str, caller: Caller, **more: Any
) -> Iterator[Visitor]:
    """A visitor who is signed in as the caller."""
    device = {"viewport": SIZES[size], "locale": "fr-FR", "one_tap": False} | more
    with visiting(browser, server, **device) as visitor:
        yield signed_in(visitor, caller)


def taken(browser: Browser, server: str, folder: Path) -> None:
    """All pictures."""
    for size in SIZES:
        caller = Caller(server)
        host = Caller(server)
        for game, seats in (("ciaociao", 3), ("ptipasspass", 4), ("bonbons", 2)):
            body = {"game": game, "seats": seats, "visibility": "public"}
            host.post("matches", body)
        for game in ("passpass", "ciaociao", "ptipasspass"):
            body = {"game": game, "seats": 3, "bots": 2, "visibility": "private"}
            caller.post("matches", body)
        with visiting_as(browser, server, size, caller) as visitor:
            album = Album(folder, visitor, size)
            still(album, caller)
            tables(album, caller)
            each_taken(visitor.page, album.take, caller, STILL)
            people(visitor.page, album.take, caller, host.get("me"))
            rules(
                visitor.page, album.take, tuple(game["id"] for game in host.get("games")["results"])
            )
            with visiting(browser, server, viewport=SIZES[size], locale="fr-FR") as stranger:
                waiting(album, caller, stranger)
        moving = {"reduced_motion": "no-preference", "one_tap": True}
        with visiting_as(browser, server, size, caller, **moving) as visitor:
            moments(Album(folder, visitor, size), caller)
            each_taken(visitor.page, Album(folder, visitor, size).take, caller, MOMENTS)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data) / "data", free_port(), RATE_LIMITS="off", SWEEP_SECONDS="0.2")
        try:
            taken(launched(playwright), f"http://127.0.0.1:{server.port}", folder)
        finally:
            server.clean_up()


if __name__ == "__main__":
    main()
