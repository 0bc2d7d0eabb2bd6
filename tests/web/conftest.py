"""The address of the shared server, and a browser for all tests of this folder.

Playwright's loop must not outlive them: Django would refuse its database to the tests after.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.server import SharedServer
from tests.web.support.browser import Devices, Visitor, chromium, launched, visiting

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def has_chromium() -> None:
    """Skip, before a server is started for nothing."""
    chromium()


@pytest.fixture(scope="session")
def server(has_chromium: None, shared_server: SharedServer) -> str:
    """The address of the shared server."""
    return f"http://127.0.0.1:{shared_server.port}"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def devices(browser: Browser, server: str, shared_server: SharedServer) -> Iterator[Devices]:
    with ExitStack() as networks:
        yield Devices(browser, shared_server.port, networks)


@pytest.fixture
def visit(devices: Devices) -> Iterator[Visit]:
    """Makes visitors; none of them may have met a fault by the end of the test."""
    with ExitStack() as stack:

        def come(**device: Any) -> Visitor:
            return stack.enter_context(devices.visiting(cuttable=False, **device))

        yield come


@pytest.fixture
def visit_cuttable(devices: Devices) -> Iterator[Visit]:
    """The same, each over a network of their own that can be cut."""
    with ExitStack() as stack:

        def come(**device: Any) -> Visitor:
            return stack.enter_context(devices.visiting(cuttable=True, **device))

        yield come


@pytest.fixture
def visit_once(browser: Browser, server: str) -> Iterator[Visit]:
    """The same on devices that nobody used before or after: their clock may be changed."""
    with ExitStack() as stack:

        def come(**device: Any) -> Visitor:
            return stack.enter_context(visiting(browser, server, **device))

        yield come
