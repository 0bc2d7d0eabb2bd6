"""Types that several threads decode at once are resolved before: msgspec crashes otherwise."""

import subprocess
import sys

from tests.support.server import ROOT

TYPES = """
from __future__ import annotations
from msgspec import Struct

class Inner(Struct):
    a: int | None = None
    b: list[int] | None = None

class Outer(Struct):
    x: int
    y: list[Inner] = []
    z: dict[str, Inner] | None = None
    inner: Inner | None = None
"""
DECODE_AT_ONCE = f"""
import sys
from threading import Barrier, Thread
from types import ModuleType

import msgspec

from games.struct_types import struct_types_resolve

THREADS, TYPES = 6, 200
sys.setswitchinterval(1e-6)


def outer_type(number):
    module = sys.modules[f"types_{{number}}"] = ModuleType(f"types_{{number}}")
    exec({TYPES!r}, vars(module))
    return module.Outer


def decode(kind, together):
    together.wait()
    assert msgspec.convert({{"x": 1, "y": [{{"a": 2}}], "z": {{"k": {{}}}}}}, kind).x == 1


kinds = [outer_type(number) for number in range(TYPES)]
struct_types_resolve()
for kind in kinds:
    together = Barrier(THREADS)
    threads = [Thread(target=decode, args=(kind, together)) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""
UNRESOLVED_AFTER_START = """
import os
from importlib import import_module
from pkgutil import walk_packages

import django
from msgspec import Struct

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
import config.http.move_batcher
from config.startup import struct_types_load
from games.struct_types import subtypes

struct_types_load()
resolved = {*subtypes(Struct)}
for name in ("api", "config.http", "events", "games", "web"):
    for module in walk_packages(import_module(name).__path__, f"{name}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
for kind in {*subtypes(Struct)} - resolved:
    print(kind.__module__)
"""
NEVER_DECODED = "api.responses", "api.schema", "events.by_mail"
"""Where types are only encoded, described or filled by our own code."""


def ran(program: str) -> str:
    """Run a program in a process of its own; returns what it printed."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_threads_may_decode_a_type_at_once_when_it_is_resolved() -> None:
    ran(DECODE_AT_ONCE)


def test_every_type_of_the_server_is_resolved_at_its_start() -> None:
    late = ran(UNRESOLVED_AFTER_START).split()
    assert [module for module in late if not module.startswith(NEVER_DECODED)] == []
