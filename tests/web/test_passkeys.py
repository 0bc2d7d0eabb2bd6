"""A passkey is made, used and removed in the browser, with Chromium's virtual authenticator."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.support.server import SharedServer
from tests.web.support.browser import Visitor, visiting
from tests.web.support.seats import Caller
from tests.web.test_profile import letters, own_profile, sign_in

__all__ = ["letters"]

PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def at_home(browser: Browser, shared_server: SharedServer) -> Iterator[Visitor]:
    """A visitor at `localhost`, as browsers have no passkeys for 127.0.0.1."""
    with visiting(browser, f"http://localhost:{shared_server.port}") as visitor:
        yield visitor


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """The page's device has an authenticator, whose owner agrees to everything."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
    return devtools, str(made["authenticatorId"])


def test_a_passkey_signs_in_without_an_address(at_home: Visitor, server: str, letters: Any) -> None:
    page = at_home.open("/me")
    devtools, phone = with_authenticator(page)
    address = "passkey@example.org"
    sign_in(page, letters, address)
    mine = own_profile(at_home, server)["id"]
    keys = page.locator(".passkeys")
    keys.get_by_role("button", name="Create a passkey").click()
    expect(keys.locator("li")).to_have_count(1)
    expect(keys.locator("li")).to_contain_text("never used")
    keys.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_text("This device already has a passkey")).to_be_visible()
    devices = page.locator("section", has_text="Signed-in devices")
    devices.locator("li").get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("Nobody plays on this device yet.")).to_be_visible()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text(f"Account: {address}")).to_be_visible()
    assert own_profile(at_home, server)["id"] == mine
    expect(keys.locator("li")).to_contain_text("used")
    expect(keys.locator("li")).not_to_contain_text("never used")
    keys.get_by_role("button", name="Remove").click()
    expect(keys.locator("li")).to_have_count(0)
    assert Caller(server, at_home.token()).get("me/passkeys")["results"] == []
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": phone})


def test_who_has_no_passkey_is_told_that_nothing_has_changed(at_home: Visitor) -> None:
    page = at_home.open("/me")
    with_authenticator(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Nothing was changed.")).to_be_visible()
    expect(page.get_by_text("Nobody plays on this device yet.")).to_be_visible()
