"""The time until the first page is usable on a slow phone: `python -m bench.web`.

The profile is Lighthouse's mid-range phone on slow 4G: CPU four times slower, 150 ms round trip,
1.6 Mbit/s. Usable means that the button that starts a match exists and the page reacts; a script
in the page observes that.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.support.server import Server, free_port
from tests.web.support.browser import PHONE, launched
from tests.web.support.weight import bytes_loaded, client_bytes

LIMIT = 1.5
ROUNDS = 5
SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
WATCH = """
new MutationObserver((_, watching) => {
  if (!document.querySelector('.play-now button')) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.usableAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""


def first_page(browser: Browser, address: str) -> float:
    """Return the seconds from the request, with an empty cache, until the page is usable."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.add_init_script(WATCH)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="commit")
    page.locator(".play-now button").wait_for()
    milliseconds: float | None = None
    while milliseconds is None:
        milliseconds = page.evaluate("window.usableAt ?? null")
    context.close()
    return milliseconds / 1000


def first_weight(browser: Browser, address: str) -> int:
    """Return the compressed bytes of all scripts and styles that the first page loads."""
    context = browser.new_context(viewport=PHONE, service_workers="block")
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    found = bytes_loaded(page)
    context.close()
    return found


def main() -> int:
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data) / "data", free_port(), RATE_LIMITS="off")
        try:
            browser = launched(playwright)
            seconds = [
                first_page(browser, f"http://127.0.0.1:{server.port}/") for _ in range(ROUNDS)
            ]
            loaded = first_weight(browser, f"http://127.0.0.1:{server.port}/")
        finally:
            server.clean_up()
    found = median(seconds)
    print(f"first page loads     {loaded / 1000:.1f} kB of scripts and styles, compressed")
    print(f"the whole client     {client_bytes() / 1000:.1f} kB, compressed")
    print(f"first page usable    {found:.2f} s, median of {ROUNDS} (limit {LIMIT} s)")
    return 0 if found <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
