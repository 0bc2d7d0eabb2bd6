"""Who plays here: a guest becomes an account, choices are kept, and one may leave."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.letters import code_in, written
from tests.support.server import SharedServer
from tests.web.conftest import Visit
from tests.web.support.browser import Visitor
from tests.web.support.seats import AGAINST_BOTS, Caller, eventually, meanwhile, signed_in
from tests.web.test_screens import assert_no_serious_issue, axe

__all__ = ["axe"]


@pytest.fixture
def letters(shared_server: SharedServer) -> Path:
    """Where the server of these tests puts its letters."""
    return shared_server.data_dir / "outbox"


def sign_in(page: Page, letters: Path, address: str) -> None:
    before = len(written(letters, address))
    page.get_by_label("Mail address").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text(f"A code is on its way to {address}")).to_be_visible()
    page.get_by_label("Code of six digits").fill(code_in(letters, address, before))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text(f"Account: {address}")).to_be_visible()


def own_profile(visitor: Visitor, server: str) -> dict[str, Any]:
    told: dict[str, Any] = Caller(server, visitor.token()).get("me")
    return told


def test_a_guest_becomes_an_account_and_comes_back_elsewhere(
    visit: Visit, server: str, letters: Path
) -> None:
    me = Caller(server)
    match = me.post("matches", AGAINST_BOTS)["id"]
    page = signed_in(visit(), me).open("/me")
    expect(page.get_by_text("You play as a guest")).to_be_visible()
    address = f"anna-{match[:8]}@example.org"
    sign_in(page, letters, address)
    desk = visit()
    other = desk.open("/me")
    expect(other.get_by_text("Nobody plays on this device yet.")).to_be_visible()
    sign_in(other, letters, address)
    other.goto("/matches")
    expect(other.locator(f"a[href='/matches/{match}']")).to_be_visible()
    other.goto("/me")
    expect(other.locator(".lines li")).to_have_count(2)
    theirs = other.locator(".lines li").filter(has_not_text="this one")
    theirs.get_by_role("button", name="Sign out").click()
    expect(other.locator(".lines li")).to_have_count(1)
    page.reload()
    expect(page.get_by_text("Nobody plays on this device yet.")).to_be_visible()


def test_what_one_chooses_is_kept(visit: Visit, server: str) -> None:
    visitor = signed_in(visit(timezone_id="Europe/Paris"), Caller(server))
    page = visitor.open("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("link", name="Profile").click()
    page.get_by_label("Name", exact=True).fill("Zoé")
    page.get_by_role("button", name="Save").click()
    kept(visitor, server, name="Zoé")
    page.get_by_role("button", name="Use this device’s (Europe/Paris)").click()
    kept(visitor, server, time_zone="Europe/Paris")
    page.get_by_role("checkbox", name="Quiet hours").check()
    page.get_by_label("From", exact=True).fill("21:30")
    kept(visitor, server, quiet_hours={"from": "21:30", "until": "08:00"})
    page.get_by_label("First day").fill("2027-02-01")
    page.get_by_label("Last day").fill("2027-02-03")
    page.get_by_role("button", name="Take these days").click()
    kept(visitor, server, vacation={"from": "2027-02-01", "until": "2027-02-03"})
    page.get_by_role("checkbox", name="Use hours of vacation").uncheck()
    kept(visitor, server, automatic_vacation=False)
    page.get_by_label("It is my turn, Devices").select_option("daily")
    eventually(
        lambda: own_profile(visitor, server)["notifications"]["your_turn"]["push"] == "daily"
    )
    page.get_by_role("radio", name="Français").check()
    kept(visitor, server, locale="fr")
    expect(page.get_by_role("heading", name="Absences")).to_be_visible()
    expect(page.get_by_label("Premier jour")).to_have_value("2027-02-01")


def kept(visitor: Visitor, server: str, **choices: Any) -> None:
    """The server knows of these soon."""
    eventually(lambda: own_profile(visitor, server).items() >= choices.items())


def test_one_takes_a_copy_and_leaves_for_good(visit: Visit, server: str) -> None:
    visitor = signed_in(visit(), Caller(server))
    page = visitor.open("/me")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download a copy").click()
    copy = json.loads(taken.value.path().read_text())
    assert copy["profile"]["id"] == own_profile(visitor, server)["id"]
    page.get_by_role("button", name="Leave for good").click()
    expect(page.get_by_text("There is no way back")).to_be_visible()
    page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_text("Nobody plays on this device yet.")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['gobelet.session']).token") is None


def test_somebody_is_muted_blocked_and_reported(visit: Visit, server: str) -> None:
    host = Caller(server)
    body = {"game": "ciaociao", "seats": 3, "visibility": "public"}
    match = host.post("matches", body)["id"]
    page = visit().open(f"/join/{match}")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("button", name="Invite somebody").wait_for()
    host.post(f"matches/{match}/start", {"bots": True})
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Anna").click()
    expect(page.get_by_role("heading", name="Anna").first).to_be_visible()
    for do, undo in (("Mute", "Unmute"), ("Block", "Unblock")):
        page.get_by_role("button", name=do, exact=True).click()
        expect(page.get_by_role("button", name=undo, exact=True)).to_be_visible()
    page.get_by_role("button", name="Report").click()
    page.get_by_label("What happened?").fill("Insults in the talk.")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("The administrators will look at it.")).to_be_visible()
    page.goto("/me")
    lines = page.locator("section", has_text="People I avoid").locator("li")
    expect(lines).to_have_count(2)
    lines.filter(has_text="blocked").get_by_role("button", name="Unblock").click()
    expect(lines).to_have_count(1)


def test_neither_profile_nor_player_has_a_serious_issue(
    visit: Visit, axe: str, server: str
) -> None:
    page = signed_in(visit(), Caller(server)).page
    other = Caller(server).get("me")["id"]
    for path, sign in (("/me", ".choices"), (f"/players/{other}", ".avoid")):
        page.goto(path)
        page.locator(sign).wait_for()
        assert_no_serious_issue(page, axe, path)
    page.get_by_role("button", name="Report").click()
    assert_no_serious_issue(page, axe, "a report")


def test_a_push_message_is_shown_and_says_where_to_look(visit_once: Visit, server: str) -> None:
    visitor = visit_once(service_workers="allow")
    visitor.context.grant_permissions(["notifications"], origin=server)
    page = visitor.open("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools = visitor.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerVersionUpdated",
        lambda told: found.extend(
            one["registrationId"] for one in told["versions"] if one["status"] == "activated"
        ),
    )
    devtools.send("ServiceWorker.enable")
    meanwhile(page, lambda: found)
    told = {"title": "À vous", "body": "C’est à vous.", "tag": "m1", "url": f"{server}/matches/m1"}
    message = {"origin": server, "registrationId": found[0], "data": json.dumps(told)}
    shown = """async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(one => [one.title, one.body, one.data.url]);
    }"""
    # Chromium may drop one that comes while it starts the worker; one of the same tag replaces it.
    delivered = eventually(
        lambda: page.evaluate(shown),
        otherwise=lambda: devtools.send("ServiceWorker.deliverPushMessage", message),
    )
    assert delivered == [["À vous", "C’est à vous.", f"{server}/matches/m1"]]


def test_a_browser_that_cannot_subscribe_is_told_so(visit: Visit, server: str) -> None:
    page = signed_in(visit(), Caller(server)).open("/me")
    page.get_by_role("button", name="Switch on here").click()
    expect(page.locator(".notice.bad")).to_contain_text("browser")
