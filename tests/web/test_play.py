"""Ciao, ciao… is played in a browser as people do.

By day some turns of a match against bots are tapped and the rest is played through the API while
the page looks on; all of them where EVERY_TABLE is set.
"""

import os
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.support.browser import Visitor
from tests.web.support.seats import (
    CAN_DO,
    DONE,
    Caller,
    Table,
    against_bots,
    at_rest,
    cross_the_bridge,
    eventually,
    first_move,
    play_on,
    playing_now,
    table_shown,
    version,
)
from tests.web.test_screens import assert_no_serious_issue, axe

__all__ = ["axe"]
TAPPED = 400 if "EVERY_TABLE" in os.environ else 8


def seated(visitor: Visitor, match: str, name: str = "Zoé") -> None:
    """A visitor takes a free seat, coming by a link."""
    page = visitor.open(f"/join/{match}")
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_url(f"**/matches/{match}")


def test_one_tap_and_a_whole_match_against_bots(visit: Visit, server: str, axe: str) -> None:
    table = playing_now(visit(), server)
    page, asked, tapped_at = table.page, set[str](), list[int]()
    while (shown := at_rest(table.me, table.match))["status"] == "running":
        kind = ", ".join(entry["type"] for entry in shown["choices"])
        if kind not in asked:
            asked.add(kind)
            table_shown(page, shown)
            assert_no_serious_issue(page, axe, f"ciaociao: {kind}")
        if len(tapped_at) < TAPPED:
            tapped_at.append(shown["version"])
            assert play_on(table)
        else:
            table.me.play(table.match, first_move(shown))
    assert shown["status"] == "finished"
    expect(page.locator(DONE).get_by_role("heading").first).to_contain_text("win")
    expect(page.locator(".ranking li")).to_have_count(3)
    expect(page.get_by_text("What was under the cup")).to_be_visible()
    told = page.locator(".telling")
    assert told.evaluate("(one) => one.scrollHeight <= one.clientHeight"), told.inner_text()
    assert_no_serious_issue(page, axe, "ciaociao: the end")
    page.get_by_role("button", name="Play again").click()
    page.locator(CAN_DO).first.wait_for()


def test_two_pages_play_each_other_by_a_link_one_with_the_keyboard_alone(visit: Visit) -> None:
    host, friend = visit(), visit()
    page = host.open("/new/ciaociao")
    for group, answer in (("Seats", "2"), ("Bots among them", "None")):
        page.get_by_role("group", name=group).get_by_role("radio", name=answer).check()
    page.get_by_text("Rules of this table").click()
    page.get_by_role("slider").fill("5")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Invite somebody").click()
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="That is me").click()
    link = page.get_by_label("Whoever opens this link can take a seat.").input_value()
    other = friend.open(link)
    other.get_by_label("Your name at the table").fill("Léa")
    other.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".cc-players .strip-seat").nth(1)).to_contain_text("Léa")
    expect(other.locator(".cc-players .strip-seat").first).to_contain_text("Anna")
    moves = {page: tapped, other: typed}
    while not page.locator(DONE).count():
        mover = eventually(lambda: next(filter(can_move, moves), None))
        moves[mover](mover)
        newest = version(mover)
        for each in moves:
            expect(each.locator(f"[data-version='{newest}']")).to_have_count(1)
    expect(other.locator(DONE)).to_be_visible()


def can_move(page: Page) -> bool:
    return bool(page.locator(f"{DONE}, {CAN_DO}").count())


def tapped(page: Page) -> None:
    """Do what can be done, with a finger."""
    if page.locator(DONE).count():
        return
    before = version(page)
    cross_the_bridge(page)
    expect(page.locator(f"[data-version='{before}']")).to_have_count(0)


def typed(page: Page) -> None:
    """Do what can be done, with the keyboard; the focus stays at the table."""
    if page.locator(DONE).count():
        return
    before = version(page)
    tab_to(page, "Believe", "bluff", "true", "The one on step")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-version='{before}']")).to_have_count(0)
    expect(page.locator(".table-side :focus")).to_have_count(1)


def tab_to(page: Page, *names: str) -> None:
    """Press Tab until one of these has the focus."""
    for _ in range(30):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.textContent")
        if any(name in focused for name in names):
            return
    raise AssertionError(f"no way to {names} with Tab")


def test_an_early_answer_is_sealed_and_can_be_changed(visit: Visit, server: str) -> None:
    announcer, between = Caller(server), Caller(server)
    body = {"game": "ciaociao", "seats": 3, "visibility": "public", "options": {"planks": 5}}
    match = announcer.post("matches", body)["id"]
    between.post(f"matches/{match}/join", {})
    visitor = visit()
    seated(visitor, match)
    page, callers = visitor.page, {0: announcer, 1: between}
    page.locator(".cc-board").wait_for()
    while (shown := announcer.get(f"matches/{match}"))["view"]["answerers"] != [1, 2]:
        seat = shown["awaiting"][0]
        if seat == 2:
            play_on(Table(page, Caller(server, visitor.token()), match))
            continue
        moves = callers[seat].get(f"matches/{match}")["choices"][0]
        announces = moves["type"] == "announce"
        callers[seat].play(match, {"type": "announce", "number": 1} if announces else moves)
    page.get_by_role("button", name="Doubt! If Anna told the truth").click()
    expect(page.get_by_text("Secret until your turn; you can change it.")).to_be_visible()
    expect(page.get_by_role("button", name="Doubt!", pressed=True)).to_be_visible()
    seen = between.get(f"matches/{match}")
    assert seen["awaiting"] == [1, 2]
    assert seen["sealed"] is None
    page.get_by_role("button", name="Believe").click()
    expect(page.get_by_role("button", name="Believe", pressed=True)).to_be_visible()
    before = version(page)
    between.play(match, {"type": "believe"})
    expect(page.locator(f"[data-version='{before}']")).to_have_count(0)
    events = announcer.get(f"matches/{match}/events?after={before}")["events"]
    believed = [e["data"]["seat"] for e in events if e["type"] == "announcement_believed"]
    assert believed == [1, 2]


OWN = {"announce": "number_announced", "doubt": "announcement_doubted"}
MOVES = {*OWN.values(), "announcement_believed"}


def moves_of_first_seat(caller: Caller, match: str, after: int) -> list[dict[str, Any]]:
    """What the first seat has played since then."""
    events = caller.get(f"matches/{match}/events?after={after}")["events"]
    return [e for e in events if e["type"] in MOVES and e["data"]["seat"] == 0]


def test_offline_a_move_is_kept_and_sent_once_when_back(visit_cuttable: Visit, server: str) -> None:
    visitor = visit_cuttable()
    page, me, match = against_bots(visitor, server)
    before = at_rest(me, match)["version"]
    visitor.offline(away=True)
    page.locator(CAN_DO).first.click()
    expect(page.get_by_text("Kept on this device")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Kept on this device")).to_be_visible()
    expect(page.get_by_text("Offline.")).to_be_visible()
    assert page.locator(CAN_DO).count() == 0
    assert me.get(f"matches/{match}")["version"] == before
    visitor.offline(away=False)
    expect(page.get_by_text("Kept on this device")).to_have_count(0)
    eventually(lambda: me.get(f"matches/{match}")["version"] > before)
    assert len(moves_of_first_seat(me, match, before)) == 1
