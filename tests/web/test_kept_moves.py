"""A move outlives a bad network, a slow answer, other pages and other screens, and no sign-out."""

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visit
from tests.web.support.browser import Visitor
from tests.web.support.seats import (
    AGAINST_BOTS,
    CAN_DO,
    Caller,
    against_bots,
    at_rest,
    first_move,
    meanwhile,
    play_on,
    table_shown,
    version,
)
from tests.web.test_screens import assert_no_serious_issue, axe

__all__ = ["axe"]
MOVES = "**/api/v1/matches/*/moves"
KEPT = "Kept on this device"
NETWORK_AGAIN = "dispatchEvent(new Event('online'))"
OF_THE_DEVICE = {
    "games", "language", "light", "oneTap", "pictures", "scenes", "session", "sounds", "told",
}  # fmt: skip
OWN = {"announce": "number_announced", "doubt": "announcement_doubted"}


def not_ready(route: Route) -> None:
    problem = {"code": "not_ready", "title": "Not available just now", "status": 503}
    route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))


def wifi_login(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<!doctype html><p>Pay for the Wi-Fi")


def cut_off(route: Route) -> None:
    """The server has played the move, but half of its answer is lost."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text()[:40])


def played(me: Caller, match: str, after: str) -> list[dict[str, Any]]:
    """What this player has announced, believed or doubted since then."""
    events = me.get(f"matches/{match}/events?after={after}")["events"]
    kinds = ("number_announced", "announcement_doubted", "announcement_believed")
    return [event for event in events if event["type"] in kinds and event["data"]["seat"] == 0]


def on_the_device(page: Page, start: str) -> list[str]:
    names: list[str] = page.evaluate(
        "start => Object.keys(localStorage).filter((name) => name.startsWith(start))",
        f"gobelet.{start}",
    )
    return names


def kept_offline(visitor: Visitor, *pages: Page) -> None:
    """A move is made without a network on each of these pages."""
    visitor.offline(away=True)
    for page in pages:
        page.locator(CAN_DO).first.click()
        expect(page.get_by_text(KEPT)).to_be_visible()


def test_a_move_outlives_passing_trouble_and_is_played_once(visit: Visit, server: str) -> None:
    page, me, match = against_bots(visit(), server)
    before, troubles = version(page), [not_ready, wifi_login]
    page.route(MOVES, lambda route: (troubles.pop(0) if troubles else not_ready)(route))
    page.locator(CAN_DO).first.click()
    expect(page.get_by_text(KEPT)).to_be_visible()
    assert not troubles
    assert played(me, match, before) == []
    page.unroute(MOVES)
    page.route(MOVES, cut_off, times=1)
    page.evaluate(NETWORK_AGAIN)
    meanwhile(page, lambda: len(played(me, match, before)) == 1)
    page.evaluate(NETWORK_AGAIN)
    expect(page.get_by_text("Your move was sent")).to_be_visible()
    expect(page.get_by_text(KEPT)).to_have_count(0)
    assert len(played(me, match, before)) == 1


def test_a_slow_answer_is_not_called_a_missing_network(visit: Visit, server: str) -> None:
    page, me, match = against_bots(visit(), server)
    before = version(page)
    held: list[Route] = []
    page.route(MOVES, lambda route: held.append(route))
    page.locator(CAN_DO).first.click()
    meanwhile(page, lambda: held)
    expect(page.get_by_text("Your move is on its way")).to_be_visible()
    expect(page.get_by_text(KEPT)).to_have_count(0)
    expect(page.get_by_role("button", name="Take it back")).to_have_count(0)
    held.pop().abort()
    meanwhile(page, lambda: held)
    held.pop().abort()
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.evaluate(NETWORK_AGAIN)
    meanwhile(page, lambda: held)
    page.get_by_role("button", name="Take it back").click()
    held.pop().continue_()
    expect(page.get_by_text("Your move was sent")).to_be_visible()
    assert len(played(me, match, before)) == 1, "it had left already, and that is what is told"


def other_move(shown: dict[str, Any]) -> dict[str, Any]:
    """A move that the page does not make by itself."""
    announces = shown["choices"][0]["type"] == "announce"
    return {"type": "announce", "number": 4} if announces else {"type": "doubt"}


def test_a_stale_move_is_not_played_and_told_at_its_table_and_on_any_screen(
    visit_cuttable: Visit, server: str, axe: str
) -> None:
    visitor = visit_cuttable()
    table = against_bots(visitor, server)
    page, me, match = table
    dialog = page.get_by_role("dialog", name="The table has moved on")
    shown = at_rest(me, match)
    move = other_move(shown)
    kept_offline(visitor, page)
    me.play(match, move)
    visitor.offline(away=False)
    expect(dialog).to_be_visible()
    (own,) = played(me, match, shown["version"])
    assert own["type"] == OWN[move["type"]], "what the other device played stands, alone"
    dialog.get_by_role("button", name="Look again").click()
    expect(dialog).to_have_count(0)
    assert play_on(table)
    page.goto("/matches")
    page.locator(f"a[href='/matches/{match}']").click()
    shown = at_rest(me, match)
    table_shown(page, shown)
    kept_offline(visitor, page)
    page.get_by_role("link", name="Back").click()
    page.get_by_role("heading", name="My matches").wait_for()
    me.play(match, first_move(shown))
    visitor.offline(away=False)
    told = page.get_by_role("link", name="Your move was not played")
    expect(told).to_be_visible()
    page.goto("/")
    expect(told).to_be_visible()
    assert_no_serious_issue(page, axe, "a notice that leads somewhere")
    told.click()
    expect(told).to_have_count(0)
    expect(dialog).to_be_visible()
    page.reload()
    dialog.get_by_role("button", name="Look again").click()
    expect(dialog).to_have_count(0)
    assert on_the_device(page, "refused.") == on_the_device(page, "outbox.") == []
    assert len(played(me, match, shown["version"])) == 1, "what the other device played stands"


def test_two_pages_keep_a_move_each(visit_cuttable: Visit, server: str) -> None:
    visitor = visit_cuttable()
    first, me, match = against_bots(visitor, server)
    other = me.post("matches", AGAINST_BOTS)["id"]
    second = visitor.watched(visitor.context.new_page())
    second.goto(f"/matches/{other}")
    table_shown(second, at_rest(me, other))
    stood = {match: version(first), other: version(second)}
    kept_offline(visitor, first, second)
    first.close()
    visitor.offline(away=False)
    meanwhile(second, lambda: all(played(me, match, stood[match]) for match in stood))
    meanwhile(second, lambda: not on_the_device(second, "outbox."))
    assert [len(played(me, match, before)) for match, before in stood.items()] == [1, 1]


def test_signing_out_leaves_nothing_of_the_player_on_the_device(
    visit_cuttable: Visit, server: str, axe: str
) -> None:
    visitor = visit_cuttable()
    page, _, _ = against_bots(visitor, server)
    table = page.url
    assert play_once(page)
    other = visitor.watched(visitor.context.new_page())
    other.goto(table)
    other.locator("[data-version]").wait_for()
    page.goto("/me")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("your matches are lost to you")).to_be_visible()
    assert_no_serious_issue(page, axe, "signing out")
    page.get_by_role("button", name="Stay").click()
    assert visitor.token()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign out anyway").click()
    expect(page.get_by_text("Nobody plays on this device yet.")).to_be_visible()
    left = {name.removeprefix("gobelet.") for name in on_the_device(page, "")}
    assert left <= OF_THE_DEVICE
    expect(other.locator("[data-version]")).to_have_count(0)
    visitor.offline(away=True)
    page.goto(table)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-version]")).to_have_count(0)
    visitor.offline(away=False)


def play_once(page: Page) -> bool:
    """A move is played, so that there is a receipt."""
    before = version(page)
    page.locator(CAN_DO).first.click()
    expect(page.locator(f"[data-version='{before}']")).to_have_count(0)
    return bool(on_the_device(page, "receipts."))


def test_a_table_for_friends_has_no_bots_unless_one_asks(visit: Visit) -> None:
    page = visit().open("/")
    page.get_by_role("link", name="Play with friends").click()
    page.get_by_role("heading", name="Which game?").wait_for()
    page.get_by_role("link", name="Bonbons").click()
    bots = page.get_by_role("group", name="Bots among them")
    expect(bots.get_by_role("radio", name="None")).to_be_checked()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
