"""A running server for all of these tests, and a browser for a module of them.

Playwright's loop must not outlive the module: Django would refuse its database to the tests after.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.serving import Server, free_port
from tests.web.browser import Visitor, chromium, launched, visiting

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of these tests' own."""
    chromium()
    folder = tmp_path_factory.mktemp("web") / "data"
    server = Server(folder, free_port(), RATE_LIMITS="off", SWEEP_SECONDS="1")
    yield f"http://127.0.0.1:{server.port}"
    server.clean_up()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Visit]:
    """Makes visitors; none of them may have met a fault by the end of the test."""
    with ExitStack() as stack:

        def come(**device: Any) -> Visitor:
            return stack.enter_context(visiting(browser, server, **device))

        yield come
