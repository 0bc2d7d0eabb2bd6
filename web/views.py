"""Serves the browser client: the page, its files, and its service worker."""

import json
import re
from functools import lru_cache
from http import HTTPStatus
from zlib import crc32

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from api.operations.health import not_found
from web.assets import Asset, Library, library
from web.link_preview import preview_tags

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)
FOR_EVER = "public, max-age=31536000, immutable"
BEGINNING = ("app.js", "screens/start.js")
"""Modules that a first visit needs; the page preloads them with all that they import."""


NOT_FOR_PEOPLE = ("/api/", "/web/", "/health/", "/metrics")
"""Paths whose clients are programs, whatever their Accept header says."""

UNCACHED = ("index.html", "worker.js")
"""Files that the service worker need not cache: they are sent otherwise."""


@require_safe
def page(request: HttpRequest, **_: str) -> HttpResponse:
    """Return the client's one page, for each of its URLs."""
    version, tags = library().version, preview_tags(request)
    body = _page_without_tags(version).replace("<!-- preview -->", tags)
    tag = f"{version}-{crc32(tags.encode()):x}"
    response = _revalidated(request, tag, body, "text/html")
    response["Vary"] = "Accept-Language"
    return response


@lru_cache(maxsize=1)
def _page_without_tags(version: str) -> str:
    files = library()
    tables = [path.split("/")[1] for path in files.files if path.endswith("/table.js")]
    body = _text(files, "index.html").replace("{web}", f"/web/{version}")
    body = body.replace("{tables}", " ".join(tables))
    return body.replace("<!-- modules -->", _preload_links(files))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown URL with status 404: a browser gets the page, a program a problem."""
    person = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if not person or request.path.startswith(NOT_FOR_PEOPLE):
        return not_found(request, exception)
    response = page(request)
    if response.status_code == HTTPStatus.OK:
        response.status_code = HTTPStatus.NOT_FOUND
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, with the list of this version's files."""
    files = library()
    listed = [
        f"/web/{files.version}/{path}" for path in files.files if not path.startswith(UNCACHED)
    ]
    shell = json.dumps({"version": files.version, "files": listed})
    body = f"const SHELL = {shell};\n{_text(files, 'worker.js')}"
    return _revalidated(request, files.version, body, "text/javascript")


@require_safe
def asset(request: HttpRequest, version: str, path: str) -> HttpResponse:
    """Return one file of the current version; 404 for other versions."""
    files = library()
    found = files.files.get(path) if version == files.version else None
    if found is None:
        raise Http404
    response = _asset_response(request, found)
    response["Cache-Control"] = FOR_EVER
    return response


def _text(files: Library, path: str) -> str:
    return files.files[path].body.decode()


def _preload_links(files: Library) -> str:
    """Return preload links, so that the browser need not parse one module to find the next."""
    return "\n".join(
        f'<link rel="modulepreload" href="/web/{files.version}/{path}">'
        for path in files.needed_by(*BEGINNING)
    )


def _revalidated(request: HttpRequest, tag: str, body: str, kind: str) -> HttpResponse:
    """Return a response that clients revalidate each time and get again only if it has changed."""
    etag = f'"{tag}"'
    changed = HttpResponse(body, content_type=f"{kind}; charset=utf-8", headers={"ETag": etag})
    response = get_conditional_response(request, etag=etag, response=changed) or changed
    response["Content-Security-Policy"] = POLICY
    response["Cache-Control"] = "no-cache"
    return response


def _asset_response(request: HttpRequest, asset: Asset) -> HttpResponse:
    zipped = asset.gzipped if _accepts_gzip(request) else None
    response = HttpResponse(zipped or asset.body, content_type=asset.type)
    if zipped:
        response["Content-Encoding"] = "gzip"
    response["Vary"] = "Accept-Encoding"
    return response


def _accepts_gzip(request: HttpRequest) -> bool:
    accepted = request.headers.get("Accept-Encoding", "")
    return bool(re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted))
