"""Links between people: an invitation that comes too late, and a moment of a finished match."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.support.seats import AGAINST_BOTS, Caller, signed_in

CLIPBOARD = ["clipboard-read", "clipboard-write"]
OF_TWO = {"game": "ciaociao", "seats": 2, "visibility": "private"}


def test_an_invitation_tells_what_game_it_is_and_how_to_learn_it(visit: Visit, server: str) -> None:
    host = Caller(server)
    match = host.post("matches", {**OF_TWO, "seats": 3, "bots": 1})["id"]
    invite = host.post(f"matches/{match}/invitations", {})["invite"]
    page = visit().open(f"/join/{match}#{invite}")
    expect(page.get_by_role("heading", name="You are invited")).to_be_visible()
    expect(page.get_by_text("(bot)")).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_text("The rules in full")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name="Learn by playing").click()
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()


def test_an_invitation_to_a_match_that_has_begun_says_so_before_it_asks_for_a_name(
    visit: Visit, server: str
) -> None:
    host = Caller(server)
    match = host.post("matches", OF_TWO)["id"]
    invite = host.post(f"matches/{match}/invitations", {})["invite"]
    page = visit().open(f"/join/{match}#{invite}")
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    host.post(f"matches/{match}/start", {"bots": True})
    page.get_by_role("button", name="Take a seat").click()
    late = page.get_by_role("heading", name="The match has begun without you")
    expect(late).to_be_visible()
    expect(page.locator(".notice")).to_have_count(0)
    page.reload()
    expect(late).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_count(0)
    expect(page.get_by_role("link", name="Open a table")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*")


def test_who_was_sent_a_moment_of_a_private_match_sees_it(visit: Visit, server: str) -> None:
    me = Caller(server)
    match = me.post("matches", AGAINST_BOTS)["id"]
    me.post(f"matches/{match}/resign", {})
    mine = signed_in(visit(), me)
    mine.page.context.grant_permissions(CLIPBOARD)
    page = mine.open(f"/matches/{match}/replay#3")
    page.get_by_role("button", name="Play", exact=True).click()
    with page.expect_response(f"**/matches/{match}/share"):
        page.reload()
    page.get_by_role("button", name="Share this moment").click()
    expect(page.get_by_text(re.compile(r"moment 3 of \d+\. Whoever has it"))).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.search(rf"/matches/{match}/replay#3\.[0-9a-f]+$", link)
    other = visit().open(link[len(server) :])
    expect(other.locator(".replay")).to_have_attribute("data-seq", "3")
    expect(other.locator(".reel-text")).not_to_be_empty()
    other.get_by_role("button", name="Secrets").click()
    expect(other.locator(".replay")).to_have_attribute("data-eyes", "all")
    expect(other.get_by_role("link", name="Check the fairness")).to_have_count(0)
    other.goto("/")
    other.get_by_label("Have you been sent a link?").fill(link)
    other.get_by_role("button", name="Open", exact=True).click()
    expect(other.locator(".replay")).to_have_attribute("data-seq", "3")
    visitor = visit().open(f"/matches/{match}/replay#3")
    expect(visitor.get_by_text("There is nothing here")).to_be_visible()
