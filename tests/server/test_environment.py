"""What docs/operate.md promises: every variable is there, and the units start what exists."""

import ast
import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from tests.support.server import PATIENCE, ROOT, free_port, start

READERS = {
    "get", "setdefault", "pop", "getenv", "value_list", "rate", "stored_secret", "stored_key",
    "number", "seconds", "is_set_to", "https_url", "android_apps",
}  # fmt: skip
NOT_FOR_OPERATORS = {"DJANGO_SETTINGS_MODULE"}


def variables_read() -> set[str]:
    """The names that config/ asks the environment for."""
    found = set()
    for path in (ROOT / "config").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            name: ast.expr | None = None
            if isinstance(node, ast.Call) and node.args:
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                name = node.args[0] if called in READERS else None
            elif isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "environ":
                name = node.slice
            if isinstance(name, ast.Constant) and re.fullmatch("[A-Z][A-Z_]+", str(name.value)):
                found.add(str(name.value))
    return found - NOT_FOR_OPERATORS


def test_every_variable_is_described() -> None:
    lines = (ROOT / "docs" / "operate.md").read_text().splitlines()
    rows = [line.split("|")[1] for line in lines if line.startswith("| `")]
    described = {name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)`", row)}
    assert len(variables_read()) > 30
    assert described == variables_read()


@pytest.mark.parametrize(
    ("variable", "value", "hint"),
    [
        ("DATABASE_URL", "mysql://x", "postgresql or sqlite"),
        ("DATABASE_URL", "sqlite://", "sqlite:////folder/"),
        ("MAIL_LMTP", "yes", "1, or not be set"),
        ("DATABASE_URL", "postgresql://host:name/db", "port"),
        ("EMAIL_URL", "pigeon://x", "smtp://"),
        ("SIGNING_KEY", "secret", "64 hexadecimal digits"),
        ("VAPID_KEY", "1", "64 hexadecimal digits"),
        ("ANDROID_APPS", "org.example.app", "32 pairs"),
        ("PORT", "eighty", "whole number, like 8000"),
        ("APNS_TEAM_ID", "TEAM123456", "all of APNS_KEY_FILE"),
        ("APNS_URL", "http://example.org", "like https://api.push.apple.com"),
        ("FCM_ACCOUNT_FILE", "/nowhere.json", "service account"),
        ("MAIL_PORT", "70000", "2525"),
        ("SWEEP_SECONDS", "fast", "seconds, like 2"),
        ("RATE_ACCOUNT", "many", "1200/60"),
        ("RATE_LIMITS", "no", "off, or not be set"),
        ("PRIVATE_ENDPOINTS", "yes", "allowed, or not be set"),
        ("PUBLIC_URL", "https://play.example.org", "MAIL_AUTHSERV_ID"),
    ],
)
def test_a_variable_that_cannot_be_meant_is_refused_in_one_line(
    variable: str, value: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That says what to write instead."""
    for name in variables_read():
        monkeypatch.delenv(name, raising=False)
    for name, given in {"DATA_DIR": str(tmp_path), "MAIL_PORT": "2525", variable: value}.items():
        monkeypatch.setenv(name, given)
    with pytest.raises(ImproperlyConfigured) as refusal:
        runpy.run_path(str(ROOT / "config" / "settings.py"))
    (line,) = str(refusal.value).splitlines()
    assert hint in line
    assert "MAIL_AUTHSERV_ID" in line or variable in line


@pytest.mark.parametrize(("proxies", "most"), [("0", 200), ("1", None)])
def test_connections_are_counted_by_address_unless_all_come_from_a_proxy(
    proxies: str, most: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in variables_read():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("NUM_PROXIES", proxies)
    settings = runpy.run_path(str(ROOT / "config" / "settings.py"))
    assert settings["CONNECTIONS_PER_ADDRESS"] == most


def test_a_variable_that_cannot_be_meant_stops_the_start(tmp_path: Path) -> None:
    server = start(tmp_path, free_port(), EMAIL_URL="gopher://mail")
    said, complaint = server.communicate(timeout=PATIENCE)
    assert (server.returncode, said) == (1, "")
    assert "EMAIL_URL begins with 'gopher'; it must be smtp://" in complaint
    assert complaint.count("\n") == 1


def test_django_finds_no_fault_with_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check", fail_level="WARNING")
    assert "no issues" in capsys.readouterr().out


def test_every_file_that_the_documents_name_is_there() -> None:
    for document in (ROOT / "docs").glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            assert (document.parent / target).exists(), (document.name, target)


def test_the_units_start_programs_that_exist() -> None:
    started = [
        line
        for unit in (ROOT / "docs" / "systemd").glob("*.service")
        for line in unit.read_text().splitlines()
        if line.startswith("ExecStart=")
    ]
    assert len(started) == 7
    for line in started:
        _, _, module = line.partition(" -m ")
        program = f"{module.split()[0].replace('.', '/')}.py" if module else "manage.py"
        assert f"-m {module}" in line or f"/python {program} " in line, line
        assert (ROOT / program).exists(), line


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_finds_no_fault_with_the_units(tmp_path: Path) -> None:
    project, environment = tmp_path / "gobelet", tmp_path / "gobelet.env"
    (project / ".venv" / "bin").mkdir(parents=True)
    (project / ".venv" / "bin" / "python").symlink_to("/bin/true")
    environment.touch()
    units = []
    for unit in sorted((ROOT / "docs" / "systemd").iterdir()):
        text = unit.read_text().replace("/opt/gobelet", str(project))
        copy = tmp_path / unit.name.replace("@.", "@1.")
        copy.write_text(text.replace("/etc/gobelet.env", str(environment)))
        units.append(str(copy))
    found = subprocess.run(
        ["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False
    )
    assert "gobelet" not in found.stderr, found.stderr
