"""Hosts as network namespaces on one switch: any of them, and any link, can be cut without a word.

Nothing leaves the switch, which is in a namespace of its own.
"""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import psutil

from tests.support.server import PATIENCE, alive
from tests.support.services.processes import LIBC, spawn

SWITCH = "gobelet-switch"
SUBNET = "10.77.0"
NOWHERE = "02:00:00:00:00:01"
"""A hardware address that no host has."""
FORWARDING, DISABLED = "3", "0"
CLONE_NEWNET = 0x40000000
RESTARTED = 'while :; do "$@"; sleep 1; done'
"""A shell that starts a program again whenever it ends, as systemd does."""


class Host:
    """A host with one address; its programs are started again when they end, until it is off."""

    def __init__(self, name: str, address: str, folder: Path) -> None:
        self.name, self.address, self.folder = name, address, folder
        self.programs: dict[str, tuple[Sequence[str], Mapping[str, str], Path]] = {}
        """By name: command, environment and working folder."""
        self._shells: list[subprocess.Popen[bytes]] = []
        folder.mkdir(mode=0o755)

    @property
    def namespace(self) -> str:
        """Its network namespace."""
        return f"gobelet-{self.name}"

    def install(
        self, name: str, command: Sequence[str], env: Mapping[str, str], cwd: Path | None = None
    ) -> None:
        """Let this program run whenever the host is on."""
        self.programs[name] = (command, env, cwd or self.folder)

    def enter(self) -> None:
        """Let this thread, and those that it starts, be on this host."""
        with Path("/var/run/netns", self.namespace).open() as namespace:
            if LIBC is None or LIBC.setns(namespace.fileno(), CLONE_NEWNET) != 0:
                raise RuntimeError(f"cannot enter {self.namespace}")

    def power_on(self) -> None:
        """Start all programs."""
        for name, (command, env, cwd) in self.programs.items():
            inside = ("ip", "netns", "exec", self.namespace, "sh", "-c", RESTARTED, name, *command)
            log = self.folder / f"{name}.log"
            self._shells.append(spawn(inside, folder=cwd, log=log, env=env))

    def power_off(self) -> None:
        """End everything at once, as when the power fails."""
        while running := self.processes():
            for process in running:
                with suppress(psutil.Error):
                    process.kill()
            psutil.wait_procs(running, timeout=0.2)
        self._forget_shells()

    def shut_down(self) -> None:
        """Ask every program to end, and wait until all have."""
        programs = []
        for shell in self._shells:
            with suppress(psutil.Error):
                programs += psutil.Process(shell.pid).children()
            shell.kill()
        self._forget_shells()
        for program in programs:
            with suppress(psutil.Error):
                program.terminate()
        psutil.wait_procs(programs, timeout=30)
        self.power_off()

    def signal(self, which: signal.Signals) -> None:
        """Send a signal to everything that runs."""
        for process in self.processes():
            with suppress(psutil.Error):
                process.send_signal(which)

    def processes(self) -> list[psutil.Process]:
        """Everything that runs in its namespace; not those of the runner itself."""
        return _processes(self.namespace)

    def _forget_shells(self) -> None:
        for shell in self._shells:
            shell.wait()
        self._shells.clear()


class Network:
    """All hosts, and the switch between them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        self.hosts: dict[str, Host] = {}

    def add(self, name: str) -> Host:
        """Return a new host; its namespace exists."""
        host = Host(name, f"{SUBNET}.{next(self._numbers)}", self._folder / name)
        self.hosts[name] = host
        _namespace(host.namespace)
        ends = ("peer", "name", "eth0", "netns", host.namespace)
        run("ip", "link", "add", name, "netns", SWITCH, "type", "veth", *ends)
        run("ip", "-n", SWITCH, "link", "set", name, "master", "switch", "up")
        run("ip", "-n", host.namespace, "addr", "add", f"{host.address}/24", "dev", "eth0")
        run("ip", "-n", host.namespace, "link", "set", "eth0", "up")
        return host

    def cut(self, host: Host) -> None:
        """Drop everything from and to a host; its own interface stays up."""
        self._port(host, DISABLED)

    def join(self, host: Host) -> None:
        """Undo `cut`."""
        self._port(host, FORWARDING)

    def cut_link(self, one: Host, other: Host) -> None:
        """Drop everything between two hosts."""
        for here, there in ((one, other), (other, one)):
            where = ("lladdr", NOWHERE, "nud", "permanent", "dev", "eth0")
            run("ip", "-n", here.namespace, "neigh", "replace", there.address, *where)

    def join_link(self, one: Host, other: Host) -> None:
        """Undo `cut_link`."""
        for here, there in ((one, other), (other, one)):
            run("ip", "-n", here.namespace, "neigh", "del", there.address, "dev", "eth0")

    @staticmethod
    def _port(host: Host, state: str) -> None:
        inside = ("ip", "netns", "exec", SWITCH)
        run(*inside, "bridge", "link", "set", "dev", host.name, "state", state)


@contextmanager
def network(folder: Path) -> Iterator[Network]:
    """A network without hosts; afterwards its hosts are off and all its namespaces are gone."""
    _remove_namespaces()  # what a run that was killed has left
    _namespace(SWITCH)
    run("ip", "-n", SWITCH, "link", "add", "switch", "type", "bridge")
    run("ip", "-n", SWITCH, "link", "set", "switch", "up")
    made = Network(folder)
    try:
        yield made
    finally:
        for host in made.hosts.values():
            host.power_off()
        _remove_namespaces()


def run(*command: str) -> None:
    """Run a command; raise what it says if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")


def _namespace(name: str) -> None:
    run("ip", "netns", "add", name)
    run("ip", "-n", name, "link", "set", "lo", "up")


def _remove_namespaces() -> None:
    names = [line.split()[0] for line in _output("ip", "netns", "list").splitlines() if line]
    for name in (name for name in names if name.startswith("gobelet-")):
        for process in (running := _processes(name)):
            with suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(running, timeout=PATIENCE)
        run("ip", "netns", "del", name)


def _processes(namespace: str) -> list[psutil.Process]:
    """Everything that runs in a namespace, but for the runner itself."""
    found = []
    for pid in _output("ip", "netns", "pids", namespace).split():
        with suppress(psutil.Error):
            if int(pid) != os.getpid() and alive(process := psutil.Process(int(pid))):
                found.append(process)
    return found


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
