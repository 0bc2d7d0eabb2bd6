"""Every drawn table: a whole match against bots, by what can be tapped there.

Ciao, ciao… is tapped to its end in test_play.
By day some turns are tapped, the rest is played through the API, and the page shows the end; all of
them are tapped where EVERY_TABLE is set.
"""

import os
import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.support.seats import CAN_DO, DONE, Caller, signed_in, version
from tests.web.support.table_pictures import played_on
from tests.web.test_screens import assert_no_serious_issue, axe

__all__ = ["axe"]
TAPPED = 400 if "EVERY_TABLE" in os.environ else 8
LUCK = Random(9)


def play_a_card(page: Page) -> None:
    """Pass Pass: play a card, or take what was won."""
    held = page.locator(".pp-held button")
    (held if held.count() else page.locator(CAN_DO)).last.click()


def turn_a_tile(page: Page) -> None:
    """Bonbons: any tile that can be turned, given or covered; or stop."""
    offered = page.locator(CAN_DO)
    offered.nth(LUCK.randrange(offered.count())).click()


def do_a_trick(page: Page) -> None:
    """PtiPassPass: a token over a cup, an answer, a reward, or a line."""
    accept = page.get_by_role("button", name=re.compile("^OK"))
    if accept.count():
        accept.click()
        return
    if page.locator(".pt-choice").count():
        page.locator(".pt-choice").first.click()
    cups = page.locator("button.pt-place[aria-pressed='false']")
    if page.locator(".pt-swap").count():
        cups.first.click()
        cups.first.click()
        page.get_by_role("button", name=re.compile("Lift cups")).click()
        return
    if cups.count():
        cups.nth(LUCK.randrange(cups.count())).click()
    page.locator(".pt-say:enabled, .pt-hand .button:enabled").first.click()


TABLES: dict[str, tuple[int, dict[str, object], Callable[[Page], None]]] = {
    "passpass": (3, {}, play_a_card),
    "bonbons": (2, {"quick": True}, turn_a_tile),
    "ptipasspass": (2, {}, do_a_trick),
}
"""How many sit there, with which options, and how a turn is played."""


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_match_is_played_at_the_drawn_table(
    game: str, visit: Visit, server: str, axe: str
) -> None:
    seats, options, turn = TABLES[game]
    host = Caller(server)
    body = {"game": game, "seats": seats, "bots": seats - 1, "visibility": "private"}
    match = host.post("matches", body | {"options": options})["id"]
    page = signed_in(visit(), host).open(f"/matches/{match}")
    asked: set[str] = set()
    for _ in range(TAPPED):
        page.locator(f"{DONE}, {CAN_DO}").first.wait_for()
        if page.locator(DONE).count():
            break
        kind = ", ".join(entry["type"] for entry in host.get(f"matches/{match}")["choices"])
        if kind not in asked:
            asked.add(kind)
            assert_no_serious_issue(page, axe, f"{game}: {kind}")
        before = version(page)
        turn(page)
        expect(page.locator(f"[data-version='{before}']")).to_have_count(0)
    if not page.locator(DONE).count():
        page.goto("/rules")
        played_on(host, match, until=lambda seen: False)
        page.goto(f"/matches/{match}")
    expect(page.locator(DONE)).to_be_visible()
    assert_no_serious_issue(page, axe, f"{game}: the end")
    assert host.get(f"matches/{match}")["status"] == "finished"
