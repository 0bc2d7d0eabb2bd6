"""The Kotlin compiler and libraries, as registries have them: most from npm, one from PyPI.

Four small libraries of the generated build file are in no registry but Maven's; `stand_ins/` has
as much of their interfaces as the sources need.
"""

import os
from importlib.util import find_spec
from pathlib import Path

from tests.project.clients.players import CLIENTS
from tests.support.needs import leave_out, needed
from tests.support.npm import node_modules, run

KOTLIN = CLIENTS / "kotlin"
STAND_INS = KOTLIN / "stand_ins"
JAVA = "default-jre-headless"
MAIN = "PlayerKt"
COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
LIBRARIES = ("okhttp-jvm-*.jar", "okio-jvm-*.jar", "retrofit-*.jar")
QUICK = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""How Java starts soonest, for programs that run once."""


def compiled(sources: Path, jar: Path) -> tuple[str | Path, ...]:
    """The command that starts the Kotlin player, compiled together with these sources."""
    java = needed("java", JAVA)
    packages = node_modules(KOTLIN / "npm")
    compiler = packages / "kotlin-compiler" / "lib"
    libraries = _joined([compiler / "kotlin-stdlib.jar", *_libraries(packages)])
    run(
        *(java, *QUICK, "-cp", _joined(sorted(compiler.glob("kotlin*.jar"))), COMPILER),
        *("-no-stdlib", "-no-reflect", "-cp", libraries, "-d", jar),
        f"-Xplugin={compiler / 'kotlinx-serialization-compiler-plugin.jar'}",
        *(sources, STAND_INS, KOTLIN / "Player.kt"),
        cwd=jar.parent,
    )
    return (java, *QUICK, "-cp", f"{jar}{os.pathsep}{libraries}", MAIN)


def _libraries(packages: Path) -> list[Path]:
    plugin = packages / "allure-commandline" / "dist" / "plugins" / "jira-plugin" / "lib"
    found = [next(plugin.glob(name)) for name in LIBRARIES]
    kernel = find_spec("run_kotlin_kernel")
    if kernel is None or not kernel.submodule_search_locations:
        leave_out("kotlin-jupyter-kernel", JAVA)
    jars = Path(kernel.submodule_search_locations[0]) / "jars"
    return found + sorted(jars.glob("kotlinx-serialization-*.jar"))


def _joined(paths: list[Path]) -> str:
    return os.pathsep.join(map(str, paths))
