"""Time at a table: a seat is taken back from a bot, others are given time, a clock is chosen."""

from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.support.seats import Caller, act, eventually, match_of
from tests.web.test_screens import assert_no_serious_issue, axe

__all__ = ["axe"]
HOUR = 3600


def body_of(**more: Any) -> dict[str, Any]:
    return {"game": "ciaociao", "seats": 2, "visibility": "public"} | more


def sleep_for_hours(caller: Caller) -> None:
    """No deadline of theirs falls into these hours, however short the clock is."""
    now = datetime.now(UTC)
    hours = {
        "from": f"{now - timedelta(hours=1):%H:%M}",
        "until": f"{now + timedelta(hours=9):%H:%M}",
    }
    caller.patch("me", {"time_zone": "UTC", "quiet_hours": hours})


def seated(page: Page, host: Caller, clock: dict[str, Any]) -> str:
    """A match of two, of whom one is at this page."""
    match: str = host.post("matches", body_of(clock=clock))["id"]
    page.goto(f"/join/{match}")
    page.get_by_role("button", name="Take a seat").click()
    page.locator(".cc-board").wait_for()
    return match


def test_a_late_player_takes_the_seat_back_from_the_bot(
    visit: Visit, axe: str, server: str
) -> None:
    visitor, host = visit(), Caller(server)
    page = visitor.page
    sleep_for_hours(host)
    match = seated(page, host, {"kind": "per_move", "seconds": 1})
    back = page.get_by_role("button", name="Take your seat back")
    # While the match waits for the host the clock of the seat stands: it is not lost again.
    eventually(
        lambda: back.count() and host.get(f"matches/{match}")["choices"],
        otherwise=lambda: act(host, match),
    )
    expect(page.get_by_text("A bot plays for you.")).to_be_visible()
    assert_no_serious_issue(page, axe, "a bot plays")
    back.press("Enter")
    expect(back).to_have_count(0)
    told = page.locator(".notice.bad")
    assert not told.count(), told.first.inner_text()
    events = host.get(f"matches/{match}/events")["events"]
    assert "seat_returned" in [event["type"] for event in events]
    act(host, match)
    anna = host.get("me")["id"]
    eventually(lambda: host.get(f"players/{anna}")["reliability"] is not None)
    host.post("matches", body_of(game="bonbons", minimum_reliability=90))
    page.goto("/lobby")
    card = page.locator(".match-card", has_text="Anna (100% in time)")
    expect(card.first).to_contain_text("at least 90% in time")
    assert_no_serious_issue(page, axe, "lobby")


def test_another_seat_is_given_more_time(visit: Visit, axe: str, server: str) -> None:
    visitor, host = visit(), Caller(server)
    page = visitor.page
    match = seated(page, host, {"kind": "slow"})
    own = Caller(server, visitor.token())
    (seat,) = (
        s["seat"] for s in own.get(f"matches/{match}")["seats"] if s["player"]["name"] == "Anna"
    )

    def deadline() -> int | None:
        running = own.get(f"matches/{match}")["deadline"] or {"seats": {}}
        seconds: int | None = running["seats"].get(str(seat))
        return seconds

    before = eventually(deadline, otherwise=lambda: act(own, match))
    page.reload()
    page.get_by_role("button", name="More").click()
    give = page.get_by_role("button", name="Give Anna more time (+ 36 h)")
    give.wait_for()
    assert_no_serious_issue(page, axe, "menu")
    give.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    after = deadline()
    assert after
    assert after > before + 35 * HOUR


def test_a_table_is_opened_with_a_clock_and_a_minimum(visit: Visit, axe: str, server: str) -> None:
    visitor = visit()
    page = visitor.open("/new/ciaociao")
    page.get_by_role("group", name="Bots").get_by_role("radio", name="None").check()
    page.get_by_role("radio", name="Anybody, from the lobby").check()
    clock = page.get_by_label("Time to think")
    expect(clock).to_be_hidden()
    page.get_by_text("More options").press("Enter")
    clock.select_option("slow")
    chosen = clock.locator("option:checked").inner_text()
    page.get_by_role("radio", name="Loses the seat").check()
    page.get_by_role("radio", name="90%").check()
    assert_no_serious_issue(page, axe, "more options")
    page.get_by_role("button", name="Open the table").click()
    told = "being late loses the seat · at least 90% in time"
    expect(page.locator(".terms")).to_have_text(f"{chosen.removeprefix('Slow: ')} · {told}")
    opened = Caller(server, visitor.token()).get(f"matches/{match_of(page)}")
    assert opened["minimum_reliability"] == 90
    slow = {"kind": "bank", "bank": 72 * HOUR, "increment": 36 * HOUR, "cap": 240 * HOUR}
    assert opened["clock"] == slow | {"time_out": "forfeit", "vacation": True}
