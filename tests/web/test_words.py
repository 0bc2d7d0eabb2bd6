"""Pictures off: every game is played from its text alone.

By day a few moves each, then the match is given up; to the end where EVERY_TABLE is set.
"""

import os

import pytest
from playwright.sync_api import Page, expect

from games.registry import all_games
from tests.web.conftest import Visit
from tests.web.support.browser import Visitor
from tests.web.support.seats import CAN_DO, DONE, Caller, against_bots, signed_in, version
from tests.web.support.table_pictures import offered, played_on

TO_THE_END = "EVERY_TABLE" in os.environ
A_FEW = 3


def in_words(visitor: Visitor, path: str) -> Page:
    """A page on a device that shows no pictures."""
    visitor.store(pictures=False)
    return visitor.open(path)


def said(page: Page) -> None:
    """Choose one of the moves by its name."""
    before = version(page)
    moves = page.locator(".moves button")
    kinds = [moves.first, moves.last]
    kinds[int(before) % 2].click()
    page.locator(f"{DONE}, [data-version]:not([data-version='{before}'])").first.wait_for()


@pytest.mark.parametrize("game", all_games())
def test_a_match_is_played_from_the_text_alone(game: str, visit: Visit, server: str) -> None:
    visitor = visit()
    page = in_words(visitor, f"/new/{game}")
    page.get_by_role("group", name="Seats").get_by_role("radio").first.check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/matches/*")
    played = 0
    while TO_THE_END or played < A_FEW:
        page.locator(f"{DONE}, {CAN_DO}").first.wait_for()
        if page.locator(DONE).count():
            break
        assert page.locator(".board-text").inner_text().strip()
        assert page.locator("main svg.cc-picture").count() == 0
        said(page)
        played += 1
    if not TO_THE_END and not page.locator(DONE).count():
        give_up(page)
    expect(page.locator(DONE)).to_be_visible()
    match = page.url.rpartition("/")[2]
    assert Caller(server, visitor.token()).get(f"matches/{match}")["status"] == "finished"


def give_up(page: Page) -> None:
    """Leave the match; with nobody else left but bots they play on, so watch until the end."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").click()


def test_a_long_list_of_moves_is_narrowed_down_by_words(visit: Visit, server: str) -> None:
    me = Caller(server)
    body = {"game": "ptipasspass", "seats": 6, "bots": 5, "visibility": "private"}
    match = me.post("matches", body)["id"]
    played_on(me, match, until=lambda seen: "place" in offered(seen))
    page = in_words(signed_in(visit(), me), f"/matches/{match}")
    page.get_by_label("Narrow the list down").fill("dove 7")
    labels = page.locator(".moves button").all_inner_texts()
    assert labels
    assert all("dove" in label and "7" in label for label in labels)


def test_pictures_are_switched_off_and_on_at_the_table(visit: Visit, server: str) -> None:
    page, _, _ = against_bots(visit(), server)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="In words").check()
    expect(page.locator(".board-text")).to_contain_text("Ophélie")
    page.get_by_role("radio", name="Drawn").check()
    expect(page.locator(".cc-picture")).to_be_attached()
