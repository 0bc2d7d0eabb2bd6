"""The client's files: whose they are, what they weigh, how they are kept, and their types."""

import json
import re
import shutil
from pathlib import Path

import pytest
from django.test import Client

from tests.support.npm import WEB, compile_typescript, node_modules, run
from tests.support.server import ROOT
from tests.web.support.weight import client_bytes
from web.assets import CLIENT, PARTS, library

SDK = ROOT / "clients" / "typescript" / "src"
MOST_BYTES = 240_000
VENDORED = {
    "preact.js": "preact/dist/preact.mjs",
    "hooks.js": "preact/hooks/dist/hooks.mjs",
    "htm.js": "htm/dist/htm.mjs",
    "fredoka.woff2": "@fontsource-variable/fredoka/files/fredoka-latin-wght-normal.woff2",
    "preact.LICENSE": "preact/LICENSE",
    "htm.LICENSE": "htm/LICENSE",
    "fredoka.LICENSE": "@fontsource-variable/fredoka/LICENSE",
}


@pytest.fixture(scope="module")
def packages() -> Path:
    """What is locked for checking the client."""
    return node_modules(WEB)


@pytest.fixture
def client() -> Client:
    return Client(SERVER_NAME="localhost")


def test_all_scripts_and_styles_weigh_less_than_240_kb() -> None:
    assert client_bytes() < MOST_BYTES


def test_what_is_sent_has_the_same_lines_without_comments() -> None:
    for path, asset in library().files.items():
        if path.startswith("vendor/") or not path.endswith((".js", ".css")):
            continue
        assert b"/*" not in asset.body, path
        if path.endswith(".js"):
            written = (CLIENT / path).read_bytes()
            assert asset.body.count(b"\n") == written.count(b"\n"), path


def test_a_style_sheet_is_sent_with_all_its_parts() -> None:
    for folder in CLIENT.rglob(PARTS):
        parts = sorted(f'@import "{PARTS}/{part.name}";' for part in folder.iterdir())
        (sheet,) = folder.parent.glob("*.css")
        assert sorted(re.findall("@import .*", sheet.read_text())) == parts, folder
        sent = library().files[sheet.relative_to(CLIENT).as_posix()].body
        assert b"@import" not in sent
        assert sent.count(b"{") == sent.count(b"}") > len(parts)


def test_what_others_wrote_is_what_they_published(packages: Path) -> None:
    for name, source in VENDORED.items():
        published = (packages / source).read_bytes()
        if name.endswith(".js"):
            published = re.sub(rb"//# sourceMappingURL=.*\n?", b"", published)
            published = published.replace(b'from"preact"', b'from"./preact.js"')
        ours = (CLIENT / "vendor" / name).read_bytes()
        assert ours.rstrip() == published.rstrip(), name


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]


def test_the_types_of_the_schema_hold_throughout(packages: Path, tmp_path: Path) -> None:
    shutil.copytree(CLIENT, tmp_path / "client")
    shutil.copy(WEB / "tsconfig.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(packages)
    schema = ROOT / "docs" / "openapi.yaml"
    options = ("--default-non-nullable=false", "--output", "types/schema.d.ts")
    run(packages / ".bin" / "openapi-typescript", schema, *options, cwd=tmp_path)
    shutil.copytree(SDK, tmp_path / "sdk", ignore=shutil.ignore_patterns("schema.ts"))
    (tmp_path / "sdk" / "schema.d.ts").write_text("export * from 'gobelet-schema';")
    compile_typescript(packages, "--project", tmp_path, cwd=tmp_path)


def test_a_file_is_kept_for_ever_under_the_hash_of_all(client: Client) -> None:
    version = library().version
    answer = client.get(f"/web/{version}/app.js", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Content-Encoding"] == "gzip"
    for refused in ("", "identity", "br, gzip;q=0"):
        plain = client.get(f"/web/{version}/app.js", headers={"Accept-Encoding": refused})
        assert "Content-Encoding" not in plain, refused
    assert answer["Vary"] == "Accept-Encoding"
    assert client.get("/web/0000000000000000/app.js").status_code == 404
    assert client.get(f"/web/{version}/../views.py").status_code == 404
    assert client.get(f"/web/{version}/vendor/README.md").status_code == 404


def test_the_page_is_asked_for_each_time_and_sent_once(client: Client) -> None:
    page = client.get("/")
    assert f"/web/{library().version}/app.js" in page.content.decode()
    assert page["Cache-Control"] == "no-cache"
    tag = page["ETag"]
    for given, status in (
        (tag, 304),
        (f"W/{tag}", 304),
        (f'"other", {tag}', 304),
        ("*", 304),
        (tag.strip('"'), 200),
        (f'"{tag[1:-1]}x"', 200),
    ):
        answer = client.get("/", headers={"If-None-Match": given})
        assert (answer.status_code, given) == (status, given)
        assert answer["ETag"] == tag
        assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert client.get("/matches").content == page.content
    assert client.get("/nothing/here").status_code == 404


def test_who_goes_astray_is_shown_so_and_a_program_is_told(client: Client) -> None:
    person = {"Accept": "text/html,*/*;q=0.8"}
    shown = client.get("/nothing/here", headers=person)
    assert (shown.status_code, shown.content) == (404, client.get("/").content)
    for path, headers in (("/nothing/here", {}), ("/api/v1/nothing", person)):
        assert client.get(path, headers=headers).json()["code"] == "not_found"


def test_scripts_come_from_here_alone_and_never_from_the_page(client: Client) -> None:
    page = client.get("/")
    policy = dict(part.strip().split(" ", 1) for part in page["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", page.content.decode())


def test_a_changed_file_makes_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CLIENT, tmp_path / "client")
    before = library().version
    monkeypatch.setattr("web.assets.CLIENT", tmp_path / "client")
    monkeypatch.setattr("web.assets.CHECK_SECONDS", 0)
    assert library().version == before, "the same files have the same name everywhere"
    (tmp_path / "client" / "app.js").write_text("// shorter")
    monkeypatch.setattr("web.assets.CHECK_SECONDS", 1000)
    assert library().version == before, "not every request looks at all files"
    monkeypatch.setattr("web.assets.CHECK_SECONDS", 0)
    assert library().version != before
    monkeypatch.undo()
    monkeypatch.setattr("web.assets.CHECK_SECONDS", 0)
    assert library().version == before, "for the tests after this one"


def test_the_worker_and_the_manifest_name_files_that_are_there(client: Client) -> None:
    worker = client.get("/sw.js").content.decode()
    shell = json.loads(worker.split("\n")[0].removeprefix("const SHELL = ").removesuffix(";"))
    assert shell["version"] == library().version
    for path in (shell["files"][0], *[path for path in shell["files"] if "icon" in path]):
        assert client.get(path).status_code == 200
    manifest = json.loads((CLIENT / "manifest.webmanifest").read_text())
    assert all((CLIENT / icon["src"]).exists() for icon in manifest["icons"])


def test_both_languages_say_the_same_things() -> None:
    tongues = (CLIENT / "messages.js").read_text().split("export const ")[1:]
    english, french = (re.findall(r"^  (\w+):", words, re.MULTILINE) for words in tongues)
    assert english == french
    assert len(english) > 100
