"""The same server, another database of it."""

from urllib.parse import urlsplit


def with_database(url: str, name: str) -> str:
    """The URL with its database replaced."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    # Not geturl(): it loses the slashes of a URL that names no host.
    return f"{parts.scheme}://{parts.netloc}/{name}{query}"
