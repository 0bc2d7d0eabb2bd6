"""The client's files as sent: read once, compressed once, versioned together by one hash.

All are under `/web/<hash>/`, so that modules import each other by relative URLs, a browser may
cache them for ever, and files of two versions never mix. There is no build: when a file has
changed, a page that is requested CHECK_SECONDS later names another hash.
"""

import gzip
import mimetypes
import posixpath
import re
from hashlib import sha256
from pathlib import Path
from time import monotonic

from msgspec import Struct

CLIENT = Path(__file__).parent / "client"
WORTH_COMPRESSING = (".js", ".css", ".svg", ".html", ".webmanifest", ".json")
CHECK_SECONDS = 1.0
"""How often the files are looked at for changes, which takes as long as many requests."""
NOT_SENT = (".md", ".LICENSE", ".d.ts")
PARTS = "style"
"""The name of folders whose style sheets are sent inside those that import them."""
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Asset(Struct, frozen=True):
    """One file; `gzipped` is None where compression would not make it smaller."""

    body: bytes
    gzipped: bytes | None
    type: str


class Library(Struct, frozen=True):
    """All files of one version."""

    stamp: tuple[tuple[str, int, int], ...]
    version: str
    files: dict[str, Asset]

    def needed_by(self, *modules: str) -> list[str]:
        """Return these modules and all that they import statically, each once."""
        found = dict.fromkeys(modules)
        waiting = list(modules)
        while waiting:
            path = waiting.pop(0)
            for name in _IMPORTED.findall(self.files[path].body.decode()):
                other = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
                if other not in found:
                    found[other] = None
                    waiting.append(other)
        return list(found)


_IMPORTED = re.compile(r"""\bfrom\s*['"](\.[^'"]+)['"]""")
_INCLUDED = re.compile(rb"""^@import "(.+)";\n""", re.MULTILINE)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_INDENTATION = re.compile(rb"^ +", re.MULTILINE)
_library: Library | None = None
_checked_at = 0.0


def library() -> Library:
    """Return the files as they were on disk CHECK_SECONDS ago or later."""
    global _library, _checked_at
    now = monotonic()
    if _library is None or now - _checked_at >= CHECK_SECONDS:
        stamp = _stamp()
        if _library is None or _library.stamp != stamp:
            _library = _read(stamp)
        _checked_at = now
    return _library


def _stamp() -> tuple[tuple[str, int, int], ...]:
    found = [path for path in CLIENT.rglob("*") if path.is_file() and _is_sent(path)]
    stats = [(path, path.stat()) for path in sorted(found)]
    return tuple(
        (path.relative_to(CLIENT).as_posix(), stat.st_mtime_ns, stat.st_size)
        for path, stat in stats
    )


def _is_sent(path: Path) -> bool:
    return not path.name.startswith(".") and not path.name.endswith(NOT_SENT)


def _read(stamp: tuple[tuple[str, int, int], ...]) -> Library:
    paths = [path for path, _, _ in stamp if Path(path).parent.name != PARTS]
    files = {path: _asset(CLIENT / path) for path in paths}
    digest = sha256()
    for path, asset in files.items():
        digest.update(f"{path}\0{len(asset.body)}\0".encode() + asset.body)
    return Library(stamp, digest.hexdigest()[:16], files)


def _asset(path: Path) -> Asset:
    body = path.read_bytes()
    if path.suffix == ".css":
        body = _INCLUDED.sub(lambda name: (path.parent / name[1].decode()).read_bytes(), body)
    if path.suffix in (".js", ".css") and path.parent.name != "vendor":
        body = _INDENTATION.sub(b"", _COMMENT.sub(_newlines_of, body))
    return _compressed(body, path.suffix)


def _newlines_of(comment: re.Match[bytes]) -> bytes:
    """Replace a comment (types are comments too) by its newlines, so that line numbers stay."""
    return b"\n" * comment[0].count(b"\n")


def _compressed(body: bytes, suffix: str) -> Asset:
    packed = gzip.compress(body, 9, mtime=0) if suffix in WORTH_COMPRESSING else body
    kind = TYPES.get(suffix) or mimetypes.types_map.get(suffix)
    return Asset(
        body=body,
        gzipped=packed if len(packed) < len(body) else None,
        type=kind or "application/octet-stream",
    )
