"""The client's files as they are sent: read once, compressed once, named together by one hash.

All of them stand under `/web/<hash>/`, so that modules find each other by relative addresses, a
browser may keep them for ever, and files of two versions never meet. Nothing is built: when a file
has changed, the next page that is asked for names another hash.
"""

import gzip
import mimetypes
import posixpath
import re
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

CLIENT = Path(__file__).parent / "client"
WORTH_COMPRESSING = (".js", ".css", ".svg", ".html", ".webmanifest", ".json")
NOT_SENT = (".md", ".LICENSE", ".d.ts")
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Asset(Struct, frozen=True):
    """One file; `gzipped` is null where that would not be smaller."""

    body: bytes
    gzipped: bytes | None
    type: str


class Library(Struct, frozen=True):
    """All files of one version."""

    stamp: tuple[tuple[str, int, int], ...]
    version: str
    files: dict[str, Asset]

    def needed_by(self, *modules: str) -> list[str]:
        """These modules and all that they cannot begin without, each once."""
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
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_library: Library | None = None


def library() -> Library:
    """The files as they are on the disk now."""
    global _library
    stamp = _stamp()
    if _library is None or _library.stamp != stamp:
        _library = _read(stamp)
    return _library


def _stamp() -> tuple[tuple[str, int, int], ...]:
    found = [path for path in CLIENT.rglob("*") if path.is_file() and _is_sent(path)]
    told = [(path, path.stat()) for path in sorted(found)]
    return tuple(
        (path.relative_to(CLIENT).as_posix(), stat.st_mtime_ns, stat.st_size) for path, stat in told
    )


def _is_sent(path: Path) -> bool:
    return not path.name.startswith(".") and not path.name.endswith(NOT_SENT)


def _read(stamp: tuple[tuple[str, int, int], ...]) -> Library:
    files = {path: _asset(CLIENT / path) for path, _, _ in stamp}
    files["style.css"] = _joined(files)
    digest = sha256()
    for path, asset in files.items():
        digest.update(f"{path}\0{len(asset.body)}\0".encode() + asset.body)
    return Library(stamp, digest.hexdigest()[:16], files)


def _joined(files: dict[str, Asset]) -> Asset:
    """What every page is dressed with, as one file in place of several round trips."""
    parts = [asset.body for path, asset in files.items() if path.startswith("style/")]
    return _packed(b"".join(parts), ".css")


def _asset(path: Path) -> Asset:
    body = path.read_bytes()
    if path.suffix in (".js", ".css") and path.parent.name != "vendor":
        body = _COMMENT.sub(_lines_of, body)
    return _packed(body, path.suffix)


def _lines_of(comment: re.Match[bytes]) -> bytes:
    """Comments and types are for who reads the files; the lines keep their numbers without them."""
    return b"\n" * comment[0].count(b"\n")


def _packed(body: bytes, suffix: str) -> Asset:
    packed = gzip.compress(body, 9, mtime=0) if suffix in WORTH_COMPRESSING else body
    kind = TYPES.get(suffix) or mimetypes.types_map.get(suffix)
    return Asset(
        body=body,
        gzipped=packed if len(packed) < len(body) else None,
        type=kind or "application/octet-stream",
    )
