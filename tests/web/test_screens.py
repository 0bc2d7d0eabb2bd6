"""Every screen: no serious fault for who reads by ear or keyboard, in both lights and languages."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import all_games
from tests.support.npm import WEB, node_modules
from tests.web.conftest import Visit
from tests.web.support.browser import Visitor
from tests.web.support.seats import CAN_DO, DONE, Caller, act, against_bots, eventually, play_on
from tests.web.support.weight import bytes_loaded

SERIOUS = ("serious", "critical")
FIRST_PAGE_BYTES = 150_000
Lights = dict[str, list[str] | None]
BOTH_LIGHTS: Lights = {"light": None, "dark": ["color-contrast"]}
"""Only colours differ in the dark."""


@pytest.fixture(scope="module")
def axe() -> str:
    return (node_modules(WEB) / "axe-core" / "axe.min.js").read_text()


def assert_no_serious_issue(page: Page, axe: str, where: str, lights: Lights = BOTH_LIGHTS) -> None:
    """What axe-core finds on the page as it stands, in each light by these rules or by all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    for light, rules in lights.items():
        page.evaluate("light => { document.documentElement.dataset.light = light; }", light)
        only = {"runOnly": rules} if rules else {}
        how = {"resultTypes": ["violations"]} | only
        found: dict[str, Any] = page.evaluate("how => axe.run(how)", how)
        told = [
            (issue["id"], [node["html"][:160] for node in issue["nodes"]])
            for issue in found["violations"]
            if issue["impact"] in SERIOUS
        ]
        assert not told, f"{where}, {light}: {json.dumps(told, indent=1)}"
    page.evaluate("delete document.documentElement.dataset.light")


def still_screens() -> Iterator[tuple[str, str]]:
    """Screens that an address alone leads to, and what shows that they are there."""
    yield "/", "Bonbons"
    yield "/matches", "No match yet"
    yield "/lobby", "What would you like?"
    yield "/new", "Bonbons"
    yield "/new/ciaociao", "Begin"
    yield "/rules", "Bonbons"
    yield "/learn/ciaociao", "Step 1 of 5"
    yield "/people", "Play a first match"
    yield "/ranking/passpass#teams", "Everyone begins with 1500"
    yield "/me", "Nobody plays on this device yet."
    yield "/me/nowhere", "There is nothing here"


def test_no_still_screen_has_a_serious_issue(visit: Visit, axe: str) -> None:
    page = visit().open("/")
    for path, sign in still_screens():
        page.goto(path)
        page.get_by_text(sign).first.wait_for()
        assert_no_serious_issue(page, axe, path)
    page.get_by_role("button", name="Settings").click()
    assert_no_serious_issue(page, axe, "settings")


def test_the_first_page_loads_less_than_150_kb_of_scripts_and_styles(visit: Visit) -> None:
    page = visit().open("/")
    page.locator(".game-card").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 40_000 < bytes_loaded(page) < FIRST_PAGE_BYTES


def test_every_game_is_listed_with_its_emblem(visit: Visit) -> None:
    page = visit().open("/new")
    expect(page.locator(".game-card img.emblem")).to_have_count(len(all_games()))
    shown = "() => [...document.images].every((image) => image.naturalWidth > 0)"
    page.wait_for_function(shown)


def test_no_screen_of_a_match_has_a_serious_issue(visit: Visit, axe: str, server: str) -> None:
    visitor = visit()
    host = Caller(server)
    body = {"game": "ciaociao", "seats": 3, "visibility": "public"}
    match = host.post("matches", body)["id"]
    page = visitor.open(f"/join/{match}")
    page.get_by_text("At the table:").wait_for()
    assert_no_serious_issue(page, axe, "join")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("button", name="Invite somebody").wait_for()
    assert_no_serious_issue(page, axe, "waiting room")
    host.post(f"matches/{match}/start", {"bots": True})
    page.locator(".cc-board").wait_for()
    eventually(page.locator(CAN_DO).count, otherwise=lambda: act(host, match))
    assert_no_serious_issue(page, axe, "table")
    for panel in ("Table talk", "What happened", "More"):
        page.get_by_role("button", name=panel).click()
        assert_no_serious_issue(page, axe, panel)
        page.keyboard.press("Escape")
    host.post(f"matches/{match}/resign", {})
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").click()
    page.locator(DONE).wait_for()
    page.get_by_text("What was under the cup").wait_for()
    assert_no_serious_issue(page, axe, "result")


def test_the_rules_of_every_drawn_game_have_pictures(visit: Visit, axe: str) -> None:
    page = visit().open("/")
    drawn = page.locator("meta[name=gobelet-tables]").get_attribute("content") or ""
    for game in set(drawn.split()) - {"text"}:
        page.goto(f"/rules/{game}")
        expect(page.locator(".rule-picture").nth(2)).to_be_visible()
        for picture in page.locator(".rule-picture").all():
            assert picture.locator("svg").count()
            assert picture.locator("figcaption").inner_text().strip()
        assert_no_serious_issue(page, axe, f"rules of {game}")
    page.goto("/rules/ciaociao")
    page.get_by_role("link", name="Learn by playing").click()
    page.get_by_text("Step 1 of 5").wait_for()
    page.locator(".cc-number.bluff").first.click()
    expect(page.locator(".lesson")).to_contain_text("Later!")
    page.locator(".cc-number.honest").click()
    page.get_by_text("Step 2 of 5").wait_for()
    page.get_by_role("button", name="Doubt!").click()
    page.get_by_text("Step 3 of 5").wait_for()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_text("The rules in full")).to_be_visible()


def test_a_language_chosen_at_the_table_changes_words_and_recaps_and_is_told_to_the_server(
    visit: Visit, server: str
) -> None:
    visitor = visit()
    page, me, _ = against_bots(visitor, server)
    assert me.get("me")["locale"] != "fr"
    switch(visitor, "Settings", "Français")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name="Réglages")).to_be_visible()
    eventually(lambda: me.get("me")["locale"] == "fr")
    page.get_by_role("button", name="Ce qui s’est passé").click()
    expect(page.get_by_role("dialog")).to_contain_text("Le pont a 9 planches")
    page.keyboard.press("Escape")
    switch(visitor, "Réglages", "English")
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


def switch(visitor: Visitor, settings: str, tongue: str) -> None:
    page = visitor.page
    page.get_by_role("button", name=settings).click()
    page.get_by_role("radio", name=tongue).check()
    page.keyboard.press("Escape")


def test_a_french_browser_is_spoken_to_in_french(visit: Visit) -> None:
    page = visit(locale="fr-FR").open("/")
    expect(page.get_by_role("button", name="Jouer tout de suite")).to_be_visible()


def test_people_talk_at_the_table_and_who_listens_is_told_what_happens(
    visit: Visit, server: str
) -> None:
    table = against_bots(visit(), server)
    page, me, match = table
    page.get_by_role("button", name="Table talk").click()
    page.get_by_role("textbox", name="Say something").fill("Bonne chance !")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".messages li")).to_contain_text("Bonne chance !")
    said = me.get(f"matches/{match}/messages")["results"]
    assert [message["text"] for message in said] == ["Bonne chance !"]
    page.get_by_role("button", name="Show something").click()
    page.get_by_role("button", name="Well played!").click()
    expect(page.locator(".messages li").nth(1)).to_contain_text("Well played!")
    expect(page.locator(".strip-emote")).to_contain_text("Well played!")
    page.keyboard.press("Escape")
    assert play_on(table)
    log = page.get_by_role("log")
    expect(log).to_contain_text("You ")
    expect(log).to_have_attribute("aria-live", "polite")
