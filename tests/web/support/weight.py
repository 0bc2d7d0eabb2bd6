"""The weight of scripts and styles as sent: of those a page has loaded, and of all."""

from playwright.sync_api import Page

from web.assets import library

LOADED = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.(js|css)$/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""


def bytes_loaded(page: Page) -> int:
    """Return the compressed bytes of the scripts and styles that a page has loaded so far."""
    return int(page.evaluate(LOADED))


def client_bytes() -> int:
    """Return the compressed bytes of all scripts and styles, which a service worker keeps."""
    return sum(
        len(asset.gzipped or asset.body)
        for path, asset in library().files.items()
        if path.endswith((".js", ".css"))
    )
