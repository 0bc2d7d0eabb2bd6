"""How many streams one account and one address may open, spread over several web processes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Self

import pytest
from django.test import override_settings

from events.errors import TooMany
from events.streams import leases
from events.streams.hub import Hub
from events.streams.watch import Look, Watch
from events.work.breaker import CircuitBreaker
from tests.support.server import soon
from tests.support.services.valkey import ValkeyServer

HERE, THERE = "192.0.2.1", "192.0.2.2"


class Silent(Watch):
    """A stream that never has news."""

    def __init__(self, account: str, address: str = HERE) -> None:
        super().__init__(subject="s", account=account, address=address, token=None)

    @classmethod
    def look(cls, subject: str, watches: Any) -> list[Look]:
        return [Look()] * len(watches)

    @classmethod
    def behind(cls, watches: Any) -> set[str]:
        return set()


class Process:
    """The hub of one web process; killed, it releases nothing."""

    def __init__(self) -> None:
        self.hub = Hub()

    def opens(self, watch: Watch) -> bool:
        try:
            self.hub.admit(watch)
        except TooMany:
            return False
        return True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hub.close()
        self.hub.threads.shutdown()


@pytest.fixture
def counting(valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[ValkeyServer]:
    """A Redis of this test's own, which counts two streams per account and three per address."""
    monkeypatch.setattr(leases, "_breaker", CircuitBreaker())
    with override_settings(REDIS_URL=valkey.url, STREAMS_PER_ACCOUNT=2, STREAMS_PER_ADDRESS=3):
        yield valkey


def in_two_processes(test: Callable[[Process, Process], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Process() as one, Process() as other:
            await test(one, other)

    asyncio.run(run())


@pytest.mark.usefixtures("counting")
def test_an_account_has_its_streams_once_and_not_in_every_process() -> None:
    async def run(one: Process, other: Process) -> None:
        first = Silent("anna")
        assert one.opens(first)
        assert other.opens(Silent("anna", THERE))
        assert not other.opens(Silent("anna"))
        assert not one.opens(Silent("anna", THERE))
        one.hub.leave(first)
        assert soon(lambda: other.opens(Silent("anna")))
        assert not one.opens(Silent("anna", THERE))

    in_two_processes(run)


@pytest.mark.usefixtures("counting")
def test_more_accounts_do_not_give_an_address_more_streams() -> None:
    async def run(one: Process, other: Process) -> None:
        opened = [process.opens(Silent(name)) for name in "abc" for process in (one, other)]
        assert opened == [True] * 3 + [False] * 3
        assert other.opens(Silent("c", THERE))

    in_two_processes(run)


@pytest.mark.usefixtures("counting")
def test_a_killed_process_frees_its_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LEASE_SECONDS", 5)

    async def run(killed: Process, other: Process) -> None:
        kept = Silent("bruno")
        assert [killed.opens(Silent("anna")), killed.opens(Silent("anna", THERE))] == [True, True]
        assert other.opens(kept)
        assert not other.opens(Silent("anna", THERE))

        def renewed() -> bool:
            leases.leases_renew([kept])
            return other.opens(Silent("anna", THERE))

        assert soon(renewed)

    in_two_processes(run)


def test_without_redis_each_process_counts_its_own(
    counting: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(one: Process, other: Process) -> None:
        counting.kill()
        for process in (one, other):
            opened = [process.opens(Silent("anna")) for _ in range(3)]
            assert opened == [True, True, False]
        counting.start()
        monkeypatch.setattr(leases, "_breaker", CircuitBreaker())
        leases.leases_renew([*one.hub._admitted, *other.hub._admitted])
        assert not other.opens(Silent("bruno"))  # the address has four by now

    in_two_processes(run)
