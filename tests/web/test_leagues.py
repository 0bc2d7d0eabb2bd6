"""Cups and leagues in the browser: signing up, entering, reading the standings."""

from pathlib import Path

from playwright.sync_api import expect

from tests.support.server import SharedServer
from tests.web.conftest import Visit
from tests.web.support.seats import Caller
from tests.web.test_profile import letters, sign_in
from tests.web.test_screens import assert_no_serious_issue, axe
from tests.web.test_sizes import assert_in_reach

__all__ = ["axe", "letters"]


def test_an_account_signs_up_for_a_league_and_enters_a_cup(
    visit: Visit, server: str, letters: Path, axe: str, shared_server: SharedServer
) -> None:
    visitor = visit()
    page = visitor.open("/leagues")
    page.get_by_role("link", name="Ciao").first.click()
    expect(page.get_by_text("Signing up takes an account.")).to_be_visible()
    page = visitor.open("/me")
    sign_in(page, letters, "leagues@example.org")
    page = visitor.open("/leagues/open")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    assert_no_serious_issue(page, axe, "a league")
    caller = Caller(server, visitor.token())
    circle = caller.post("circles", {"name": "Family"})["id"]
    body = {"circle": circle, "name": "Spring cup", "game": "ciaociao", "seats": 3}
    cup = caller.post("cups", body)["id"]
    page = visitor.open(f"/cups/{cup}")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Entered:")).to_be_visible()
    assert_no_serious_issue(page, axe, "a cup")
    page = visitor.open("/leagues")
    expect(page.get_by_role("link", name="Spring cup")).to_be_visible()
    page.get_by_role("link", name="Spring cup").click()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_text("You have left this cup.")).to_be_visible()
    expect(page.get_by_role("button", name="Sign up")).to_have_count(0)
    caller.post("leagues/open/leave", {})


def test_a_member_opens_a_cup_in_a_circle_and_calls_it_off(
    visit: Visit, letters: Path, axe: str
) -> None:
    visitor = visit()
    page = visitor.open("/me")
    sign_in(page, letters, "cups@example.org")
    page = visitor.open("/leagues")
    page.get_by_role("link", name="Open one in a circle").click()
    page.get_by_label("Name of the new circle").fill("Cup friends")
    page.get_by_role("button", name="Open a circle").click()
    page.get_by_role("button", name="Open a cup").click()
    page.locator("form").get_by_label("Game").select_option("passpass")
    page.get_by_label("Name of the cup").fill("Autumn cup")
    page.get_by_role("radio", name="As players are free").check()
    page.get_by_label("Last day").select_option("1")
    assert_in_reach(page, axe, "a cup to be opened")
    page.get_by_role("button", name="Open the cup").click()
    expect(page.get_by_text("Entered:")).to_be_visible()
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_text("There are too few entrants")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name="Autumn cup").click()
    page.get_by_role("button", name="Call off the cup").click()
    page.get_by_role("button", name="Call off the cup").click()
    expect(page.get_by_text("Did not take place")).to_be_visible()
    expect(page.get_by_role("button", name="Leave")).to_have_count(0)
