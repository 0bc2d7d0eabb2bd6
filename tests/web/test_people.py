"""Friends, circles, ratings and rankings in a browser, and moves that are confirmed."""

import pytest
from playwright.sync_api import Page, expect

from games.registry import all_games
from tests.web.conftest import Visit
from tests.web.support.seats import CAN_DO, Caller, at_rest, eventually, signed_in, table_shown
from tests.web.test_screens import assert_no_serious_issue, axe
from tests.web.test_sizes import assert_in_reach

__all__ = ["axe"]


def named(server: str, name: str) -> Caller:
    caller = Caller(server)
    caller.patch("me", {"name": name})
    return caller


def test_players_become_friends_on_their_pages(visit: Visit, server: str, axe: str) -> None:
    anna, bruno = named(server, "Anna"), named(server, "Bruno")
    page = signed_in(visit(), anna).open(f"/players/{bruno.get('me')['id']}")
    page.get_by_role("button", name="Ask to be friends").click()
    expect(page.locator(".friend")).to_contain_text("You have asked")
    expect(page.get_by_text("No rated match yet.")).to_be_visible()
    assert_no_serious_issue(page, axe, "a player")
    page = signed_in(visit(locale="en-GB"), bruno).open("/people")
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("link", name="Anna")).to_be_visible()
    expect(page.get_by_role("button", name="Decline")).to_have_count(0)
    assert anna.get("me/friends")["results"][0]["state"] == "friends"


def test_a_circle_is_opened_joined_by_its_link_and_played_in(
    visit: Visit, server: str, axe: str
) -> None:
    anna = named(server, "Anna")
    page = signed_in(visit(), anna).open("/people")
    page.get_by_label("Name of the new circle").fill("The cousins")
    page.get_by_role("button", name="Open a circle").click()
    page.get_by_role("button", name="Invite to the circle").click()
    link = page.get_by_label("Whoever opens this link").input_value()
    assert_in_reach(page, axe, "a circle")

    guest = visit(locale="en-GB")
    there = guest.open("/circles/" + link.rpartition("/circles/")[2])
    there.get_by_label("Your name at the table").fill("Zoé")
    assert_no_serious_issue(there, axe, "an invitation to a circle")
    there.get_by_role("button", name="Join the circle").click()
    expect(there.get_by_role("heading", name="The cousins")).to_be_visible()
    expect(there.get_by_text("Points come with the first")).to_be_visible()

    page.reload()
    page.get_by_role("link", name="Open a table").click()
    page.get_by_role("link", name="Ciao").click()
    expect(page.get_by_label("For a circle")).to_contain_text("The cousins")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Invite somebody").wait_for()
    there.reload()
    there.locator(".match-card").click()
    there.get_by_role("button", name="Take a seat").click()
    there.get_by_role("button", name="Leave the table").wait_for()


def first_to_tap(page: Page) -> None:
    """A choice that is a move by itself."""
    page.locator(f".pp-held button, .bb-grid button, {CAN_DO}").first.click()


@pytest.mark.parametrize("game", sorted(set(all_games()) - {"ptipasspass"}))
def test_a_tap_chooses_and_a_second_one_plays(
    game: str, visit: Visit, server: str, axe: str
) -> None:
    me = Caller(server)
    seats = max(2, all_games()[game].seats[0])
    body = {"game": game, "seats": seats, "bots": seats - 1, "visibility": "private"}
    match = me.post("matches", body)["id"]
    page = signed_in(visit(one_tap=False), me).open(f"/matches/{match}")
    shown = at_rest(me, match)
    table_shown(page, shown)
    page.locator(".resting").wait_for(state="detached")
    first_to_tap(page)
    expect(page.locator(".confirm")).to_be_visible()
    expect(page.locator(".hand button[aria-pressed=true]")).to_have_count(1)
    expect(page.get_by_role("log")).to_contain_text("Chosen:")
    assert me.get(f"matches/{match}")["version"] == shown["version"]
    assert_in_reach(page, axe, f"a move of {game} to be confirmed")
    page.get_by_role("button", name="Choose again").click()
    expect(page.locator(".confirm")).to_have_count(0)
    page.locator(".resting").wait_for(state="detached")
    first_to_tap(page)
    page.locator(".resting").wait_for(state="detached")
    page.locator(".confirm button").last.click()
    assert eventually(lambda: me.get(f"matches/{match}")["version"] > shown["version"])


def test_one_tap_is_a_setting(visit: Visit) -> None:
    visitor = visit(one_tap=False)
    page = visitor.open("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="One tap").check()
    assert visitor.stored()["oneTap"] is True


def test_rules_and_a_guided_match_that_were_read_are_there_without_a_network(
    visit_cuttable: Visit,
) -> None:
    visitor = visit_cuttable()
    for path, sign in (("/rules/bonbons", "The rules in full"), ("/learn/bonbons", "Step 1 of")):
        page = visitor.open(path)
        page.get_by_text(sign).first.wait_for()
    visitor.offline(away=True)
    for path, sign in (
        ("/learn/bonbons", "Step 1 of"),
        ("/rules/bonbons", "The rules in full"),
        ("/rules", "Pass Pass"),
    ):
        page.goto(path)
        page.get_by_text(sign).first.wait_for()
