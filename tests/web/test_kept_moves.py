"""A move outlives a bad network, a slow answer, other pages and other screens, and no sign-out."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.web.browser import Visitor
from tests.web.conftest import Visit
from tests.web.seats import CAN_DO, Caller, eventually, match_of, playing_now, version
from tests.web.test_play import first_move
from tests.web.test_screens import assert_no_serious_issue, axe  # noqa: F401

MOVES = "**/api/v1/matches/*/moves"
KEPT = "Kept on this device"
NETWORK_AGAIN = "dispatchEvent(new Event('online'))"


def not_ready(route: Route) -> None:
    problem = {"code": "not_ready", "title": "Not available just now", "status": 503}
    route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))


def wifi_login(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<!doctype html><p>Pay for the Wi-Fi")


def cut_off(route: Route) -> None:
    """The server has played the move, but half of its answer is lost."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text()[:40])


def in_turn(*troubles: Callable[[Route], None]) -> Callable[[Route], None]:
    """One trouble for each request, then none."""
    left = list(troubles)
    return lambda route: left.pop(0)(route) if left else route.continue_()


def played(me: Caller, match: str, after: str) -> list[dict[str, Any]]:
    """What this player has announced, believed or doubted since then."""
    events = me.get(f"matches/{match}/events?after={after}")["events"]
    kinds = ("number_announced", "announcement_doubted", "announcement_believed")
    return [event for event in events if event["type"] in kinds and event["data"]["seat"] == 0]


def meanwhile(page: Page, condition: Callable[[], object]) -> None:
    """Something comes true while the page goes on."""

    def holds() -> object:
        page.wait_for_timeout(50)
        return condition()

    eventually(holds)


def on_the_device(page: Page, start: str) -> list[str]:
    names: list[str] = page.evaluate(
        "start => Object.keys(localStorage).filter((name) => name.startsWith(start))",
        f"gobelet.{start}",
    )
    return names


def kept_offline(visitor: Visitor, page: Page) -> None:
    visitor.offline(away=True)
    page.locator(CAN_DO).first.click()
    expect(page.get_by_text(KEPT)).to_be_visible()


def test_a_move_outlives_passing_trouble_and_is_played_once(visit: Visit, server: str) -> None:
    visitor = visit()
    page = playing_now(visitor)
    match, me, before = match_of(page), Caller(server, visitor.token()), version(page)
    page.route(MOVES, in_turn(not_ready, wifi_login, not_ready, cut_off))
    page.locator(CAN_DO).first.click()
    expect(page.get_by_text(KEPT)).to_be_visible()
    assert played(me, match, before) == []
    page.evaluate(NETWORK_AGAIN)
    meanwhile(page, lambda: len(played(me, match, before)) == 1)
    page.evaluate(NETWORK_AGAIN)
    expect(page.get_by_text("Your move was sent")).to_be_visible()
    expect(page.get_by_text(KEPT)).to_have_count(0)
    assert len(played(me, match, before)) == 1


def test_a_slow_answer_is_not_called_a_missing_network(visit: Visit, server: str) -> None:
    visitor = visit()
    page = playing_now(visitor)
    match, me, before = match_of(page), Caller(server, visitor.token()), version(page)
    held: list[Route] = []
    page.route(MOVES, lambda route: held.append(route))
    page.locator(CAN_DO).first.click()
    meanwhile(page, lambda: held)
    expect(page.get_by_text(KEPT)).to_have_count(0)
    expect(page.get_by_text("Your move is on its way")).to_be_visible()
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


def test_a_stale_move_is_told_on_any_screen_and_at_its_table(
    visit: Visit,
    server: str,
    axe: str,  # noqa: F811
) -> None:
    visitor = visit()
    page = playing_now(visitor)
    match, me = match_of(page), Caller(server, visitor.token())
    page.goto("/matches")
    page.locator(f"a[href='/matches/{match}']").click()
    page.locator(CAN_DO).first.wait_for()
    shown, before = me.get(f"matches/{match}"), version(page)
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
    dialog = page.get_by_role("dialog", name="The table has moved on")
    expect(dialog).to_be_visible()
    page.reload()
    dialog.get_by_role("button", name="Look again").click()
    expect(dialog).to_have_count(0)
    assert on_the_device(page, "refused.") == on_the_device(page, "outbox.") == []
    assert len(played(me, match, before)) == 1, "what the other device played stands, alone"


def test_two_pages_keep_a_move_each(visit: Visit, server: str) -> None:
    visitor = visit()
    first = playing_now(visitor)
    visitor.page = visitor.watched(visitor.context.new_page())
    second = playing_now(visitor)
    me = Caller(server, visitor.token())
    stood = {match_of(page): version(page) for page in (first, second)}
    for page in (first, second):
        kept_offline(visitor, page)
    first.close()
    visitor.offline(away=False)
    meanwhile(second, lambda: all(played(me, match, stood[match]) for match in stood))
    meanwhile(second, lambda: not on_the_device(second, "outbox."))
    assert [len(played(me, match, before)) for match, before in stood.items()] == [1, 1]


def test_signing_out_leaves_nothing_of_the_player_on_the_device(
    visit: Visit,
    axe: str,  # noqa: F811
) -> None:
    visitor = visit()
    page = playing_now(visitor)
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
    assert left <= {"session", "language", "light", "pictures"}
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
