"""What a browser asks for beside the API: the page, its files, and its service worker."""

import json
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from api.views.operations import not_found
from web.assets import Asset, Library, library

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)
FOR_EVER = "public, max-age=31536000, immutable"
BEGINNING = ("app.js", "screens/start.js")
"""What a first visit needs; the browser is told of all that belongs to it at once."""


NOT_FOR_PEOPLE = ("/api/", "/web/", "/health/", "/metrics")
"""Where whoever asks is a program, whatever it says that it reads."""

UNKEPT = ("index.html", "worker.js", "style/")
"""What the service worker need not keep: it is sent otherwise, or as part of something else."""


@require_safe
def page(request: HttpRequest, **_: str) -> HttpResponse:
    """The one page of the client, for each of its addresses."""
    files = library()
    tables = [path.split("/")[1] for path in files.files if path.endswith("/table.js")]
    body = _text(files, "index.html").replace("{web}", f"/web/{files.version}")
    body = body.replace("{tables}", " ".join(tables))
    return _fresh(request, body.replace("<!-- modules -->", _hints(files)), "text/html")


def nowhere(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that nobody serves: a person is shown so by the page, a program by a problem."""
    person = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if not person or request.path.startswith(NOT_FOR_PEOPLE):
        return not_found(request, exception)
    response = page(request)
    if response.status_code == HTTPStatus.OK:
        response.status_code = HTTPStatus.NOT_FOUND
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, which is told which files belong to this version."""
    files = library()
    listed = [f"/web/{files.version}/{path}" for path in files.files if not path.startswith(UNKEPT)]
    told = json.dumps({"version": files.version, "files": listed})
    body = f"const SHELL = {told};\n{_text(files, 'worker.js')}"
    return _fresh(request, body, "text/javascript")


@require_safe
def asset(request: HttpRequest, version: str, path: str) -> HttpResponse:
    """One file of a version; none of a version that is no longer there."""
    files = library()
    found = files.files.get(path) if version == files.version else None
    if found is None:
        raise Http404
    response = _sent(request, found)
    response["Cache-Control"] = FOR_EVER
    return response


def _text(files: Library, path: str) -> str:
    return files.files[path].body.decode()


def _hints(files: Library) -> str:
    """The browser need not read one module to learn of the next."""
    return "\n".join(
        f'<link rel="modulepreload" href="/web/{files.version}/{path}">'
        for path in files.needed_by(*BEGINNING)
    )


def _fresh(request: HttpRequest, body: str, kind: str) -> HttpResponse:
    """An answer that is asked for each time, and sent only if it is another one."""
    etag = f'"{library().version}"'
    given = request.headers.get("If-None-Match", "")
    if etag.strip('"') in given:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(body, content_type=f"{kind}; charset=utf-8")
    response["Content-Security-Policy"] = POLICY
    response["Cache-Control"] = "no-cache"
    response["ETag"] = etag
    return response


def _sent(request: HttpRequest, asset: Asset) -> HttpResponse:
    zipped = asset.gzipped if "gzip" in request.headers.get("Accept-Encoding", "") else None
    response = HttpResponse(zipped or asset.body, content_type=asset.type)
    if zipped:
        response["Content-Encoding"] = "gzip"
    response["Vary"] = "Accept-Encoding"
    return response
