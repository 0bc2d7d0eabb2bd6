"""A Chromium of the machine's own, and somebody who looks at a page of it."""

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page, Playwright, ViewportSize, expect

from tests.support.needs import leave_out
from tests.support.server import PATIENCE
from tests.web.support.network import Network

CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE: ViewportSize = {"width": 390, "height": 844}
USUAL: dict[str, Any] = {"viewport": PHONE, "locale": "en", "reduced_motion": "reduce"}
WORKS_WITHOUT = (
    "Failed to load resource",
    "ERR_INTERNET_DISCONNECTED",
    "Service Worker registration blocked",
)
"""What the console says of a 404, of no network and of no service worker: the page goes on."""
KEPT_ON_THE_DEVICE = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state === 'activating')
    await new Promise((done) => active.addEventListener('statechange', done, { once: true }));
}"""
"""Resolves once the service worker has cached the client and claimed the open pages."""
WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
"""The popup of the address bar, which nobody sees here, is a page of its own in each context and
takes a third of a visit's processor time. Chromium heeds only the last list of features to disable,
so those of Playwright's are repeated that concern a page of this machine."""
PATIENT = """(() => {
  const later = setTimeout;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  window.setTimeout = (deed, wait, ...more) => later(deed, wait < 6000 ? wait : 10 * wait, ...more);
  AbortSignal.timeout = (wait) => timeout(10 * wait);
})()"""
"""Notices stay and answers are waited for ten times as long: a busy machine misses neither."""
BARE = "/health/live"
"""An address of the client's origin at which none of its scripts runs."""
PREFIX = "gobelet."
"""Of the client's names in the storage of a device."""
PATIENCE_MS = PATIENCE * 1000


def chromium() -> str:
    """The path of the browser; skips the test without one."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CANDIDATES)), None)
    return found or leave_out("Chromium", "chromium")


def launched(playwright: Playwright) -> Browser:
    """A browser without a window; root may not have its sandbox."""
    arguments = [f"--disable-features={','.join(WITHOUT)}"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=chromium(), args=arguments)


class Visitor:
    """Somebody with a device of their own; whatever goes wrong on their page is noted.

    Only those who come over a `Network` have a service worker: it fetches the whole client again.
    Only who asks for `scenes`, or for motion, is shown what happens one event after the other, and
    only without `one_tap` a move is confirmed.
    """

    def __init__(self, browser: Browser, address: str | Network, **device: Any) -> None:
        self.network = address if isinstance(address, Network) else None
        self.address = address.address if isinstance(address, Network) else address
        self.faults: list[str] = []
        how = USUAL | {"service_workers": "allow" if self.network else "block"} | device
        self._scenes = how.pop("scenes", how["reduced_motion"] == "no-preference")
        self._one_tap = how.pop("one_tap", True)
        self._viewport = how["viewport"]
        self._devtools: CDPSession | None = None
        self.context = browser.new_context(base_url=self.address, **how)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(PATIENT)
        self.page = self.watched(self.context.new_page())
        expect.set_options(timeout=PATIENCE_MS)
        self._empty()

    def watched(self, page: Page) -> Page:
        """The same page, of which errors and requests to others are noted."""
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda told: self._heard(told.type, told.text))
        page.on("request", lambda request: self._asked(request.url))
        return page

    def _heard(self, kind: str, text: str) -> None:
        expected = any(words in text for words in WORKS_WITHOUT)
        if kind in ("error", "warning") and not expected:
            self.faults.append(f"console: {text}")

    def _asked(self, url: str) -> None:
        own = url.startswith((self.address, "data:", "blob:"))
        if not own and urlsplit(url).scheme in ("http", "https", "ws", "wss"):
            self.faults.append(f"somebody else was asked: {url}")

    def _empty(self) -> None:
        """Leave the client, then forget all that it has stored."""
        self.page.goto(BARE)
        self.page.evaluate("localStorage.clear()")
        if not self._scenes:
            self.store(scenes=False)
        if self._one_tap:
            self.store(oneTap=True)

    def store(self, **values: Any) -> None:
        """Put what the client finds on the device; before the client is opened."""
        assert self.page.url.endswith(BARE)
        texts = {f"{PREFIX}{name}": json.dumps(value) for name, value in values.items()}
        self.page.evaluate("texts => Object.assign(localStorage, texts)", texts)

    def stored(self) -> dict[str, Any]:
        """What the client has put on the device."""
        texts: dict[str, str] = self.page.evaluate("({ ...localStorage })")
        return {name.removeprefix(PREFIX): json.loads(text) for name, text in texts.items()}

    def run_first(self, script: str) -> None:
        """Run a script on each document that the page shows from now on, before the client's."""
        self._devtools = self._devtools or self.context.new_cdp_session(self.page)
        self._devtools.send("Page.enable")
        self._devtools.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def leave(self) -> None:
        """Hand the device on, as if nobody had used it; only the client's files stay cached."""
        if self._devtools:
            self._devtools.detach()  # its scripts go with it
            self._devtools = None
        if self.network:
            self.offline(away=False)
        first, *others = self.context.pages
        for page in others:
            page.close()
        self.page = first
        first.unroute_all(behavior="ignoreErrors")
        first.set_viewport_size(self._viewport)
        self._empty()
        self.context.clear_cookies()

    def open(self, path: str) -> Page:
        """Go somewhere."""
        self.page.goto(path)
        return self.page

    def offline(self, away: bool) -> None:
        """Cut the network once the client is cached on the device, or restore it."""
        assert self.network, "this visitor came without a network that can be cut"
        if away:
            for page in self.context.pages:
                page.evaluate(KEPT_ON_THE_DEVICE)
            self.network.cut()
        else:
            self.network.restore()
        self.context.set_offline(away)  # for `navigator.onLine` and its events

    def token(self) -> str:
        """The token of whoever plays on this device."""
        kept = "JSON.parse(localStorage.getItem('gobelet.session')).token"
        token: str = self.page.evaluate(kept)
        return token

    def version(self) -> int:
        """How many events the table shows."""
        return int(self.page.locator("[data-version]").get_attribute("data-version") or 0)


class Devices:
    """Devices that visitors use one after the other: loading the client anew costs the most."""

    def __init__(self, browser: Browser, port: int, networks: ExitStack) -> None:
        self._browser = browser
        self._port = port
        self._networks = networks
        self._free: defaultdict[str, list[Visitor]] = defaultdict(list)

    @contextmanager
    def visiting(self, *, cuttable: bool, **device: Any) -> Iterator[Visitor]:
        """A visitor, who must not have met any fault by the time they go.

        If `cuttable`, they come over a network of their own that can be cut.
        """
        free = self._free[json.dumps([cuttable, device], sort_keys=True)]
        visitor = free.pop() if free else self._new(cuttable, device)
        try:
            yield visitor
            assert not visitor.faults
            visitor.leave()
            free.append(visitor)
        except BaseException:
            visitor.context.close()
            raise

    def _new(self, cuttable: bool, device: dict[str, Any]) -> Visitor:
        if cuttable:
            network = self._networks.enter_context(Network(self._port))
            return Visitor(self._browser, network, **device)
        return Visitor(self._browser, f"http://127.0.0.1:{self._port}", **device)


@contextmanager
def visiting(browser: Browser, address: str | Network, **device: Any) -> Iterator[Visitor]:
    """The same on a device that is used once."""
    visitor = Visitor(browser, address, **device)
    try:
        yield visitor
        assert not visitor.faults
    finally:
        visitor.context.close()
