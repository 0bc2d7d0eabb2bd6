"""What the Python SDK keeps, repeats, reports and checks on one device, against a real server."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from generate_schema import SCHEMA, WRITTEN, generated
from gobelet_sdk import (
    FileStore,
    Gobelet,
    MemoryStore,
    Pending,
    Problem,
    Stale,
    Store,
    Table,
    Unfair,
    Unreachable,
    legal_moves,
)
from gobelet_sdk.transport import Answer, ThreadTransport, finished
from tests.clients.tables import PAUSE, caused, exported
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.server import SharedServer


class Network(ThreadTransport):
    """A network that can be away, wholly or for streams alone, and counts what it carries."""

    def __init__(self) -> None:
        super().__init__()
        self.away = False
        self.streams_away = False
        self.statuses: Counter[int] = Counter()

    async def request(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> Answer:
        if self.away:
            raise Unreachable
        answer = await super().request(method, url, headers, body, timeout)
        self.statuses[answer.status] += 1
        return answer

    async def lines(self, url: str, headers: dict[str, str]) -> AsyncIterator[Answer | str]:
        if self.away or self.streams_away:
            raise Unreachable
        async for line in super().lines(url, headers):
            yield line


Start = Callable[..., Gobelet]


@pytest.fixture
def network() -> Network:
    return Network()


@pytest.fixture
def start(shared_server: SharedServer, network: Network) -> Iterator[Start]:
    """Starts an app that keeps its state in a store, and signs it in."""
    with ExitStack() as running:

        def started(store: Store | None = None, network: Network = network) -> Gobelet:
            address = f"http://127.0.0.1:{shared_server.port}"
            gobelet = Gobelet(address, store, network, pause=PAUSE, poll=0.1)
            running.enter_context(gobelet).sign_in("Ada")
            return gobelet

        yield started


def asked(gobelet: Gobelet) -> tuple[Table, Any]:
    """A match against a bot, and its first question."""
    table = gobelet.open("ciaociao", 2, bots=1, visibility="unlisted")
    return table, next(iter(table.turns()))


def test_a_move_made_offline_is_sent_once_after_a_restart(
    start: Start, shared_server: SharedServer, network: Network, tmp_path: Path
) -> None:
    gobelet = start(FileStore(tmp_path))
    table, match = asked(gobelet)
    move = next(legal_moves(match))
    network.away = True
    assert table.play(move, match) is None
    with pytest.raises(Pending):
        table.play(move, match)
    again = start(FileStore(tmp_path))
    assert again.player == gobelet.player
    assert again.flush() == []
    network.away = False
    (sent,) = again.flush()
    assert sent.answer["receipt"] in again.evidence.kept(table.id)
    assert again.flush() == []
    assert again.waiting() == []
    again.table(table.id).resign()
    events = exported(shared_server.port, table.id)["events"]
    assert caused(events, match["you"], "player")[0] == move


def test_a_stale_move_is_reported_and_never_played_on_another_question(
    start: Start, shared_server: SharedServer, network: Network
) -> None:
    store = MemoryStore()
    gobelet = start(store)
    table, match = asked(gobelet)
    first, *_, last = legal_moves(match)
    network.away = True
    assert table.play(last, match) is None
    elsewhere = MemoryStore()
    elsewhere.set("session", store.get("session"))
    other = start(elsewhere, Network()).table(table.id)
    assert other.play(first, match)
    for later in other.turns():  # the same seat is asked something else
        assert later["asked"] != match["asked"]
        break
    network.away = False
    (sent,) = gobelet.flush()
    assert isinstance(sent.problem, Stale)
    (refused,) = gobelet.refused()
    assert refused["body"]["move"] == last
    assert refused["problem"]["code"] == sent.problem.code
    gobelet.dismiss(refused["key"])
    assert gobelet.refused() == gobelet.waiting() == []
    with pytest.raises(Stale):
        table.play(last, match)
    other.resign()
    events = exported(shared_server.port, table.id)["events"]
    assert caused(events, match["you"], "player") == [first]


def test_a_queue_waits_for_its_own_player(start: Start, network: Network) -> None:
    store = MemoryStore()
    gobelet = start(store)
    table, match = asked(gobelet)
    network.away = True
    table.play(next(legal_moves(match)), match)
    network.away = False
    token = store.get("session")["token"]
    gobelet.sign_out()
    assert gobelet.sign_in()["id"] != match["seats"][match["you"]]["player"]["id"]
    assert gobelet.flush() == []
    gobelet.api.token = token
    with pytest.raises(Problem, match="sign in"):
        gobelet.get("me")


def test_without_streams_a_match_is_followed_by_looking_again(
    start: Start, network: Network
) -> None:
    network.streams_away = True
    gobelet = start()
    table = gobelet.open("ciaociao", 2, bots=1)
    seen: list[int] = []
    turns = table.turns(hear=lambda update: seen.extend(one["seq"] for one in update.events))
    for turn, match in enumerate(turns):
        if turn < 3:
            table.play(next(legal_moves(match)), match)
        else:
            table.resign()
    over = table.read()
    assert over["status"] == "finished"
    assert seen == [*range(1, over["version"] + 1)]
    before = network.statuses[304]
    assert table.read() is over
    assert network.statuses[304] == before + 1, "what has not changed is not sent again"


def test_the_match_that_answered_a_move_is_not_sent_again(start: Start, network: Network) -> None:
    host, guest = start(), start()
    opened = host.open("ciaociao", 2, visibility="unlisted")
    tables = opened, guest.join(opened.id)
    (asked,) = [table for table in tables if table.read()["choices"]]
    shown = asked.read()
    answer = asked.play(next(legal_moves(shown)), shown)
    before = network.statuses[304]
    assert answer
    assert asked.read() is answer["match"]
    assert network.statuses[304] == before + 1


def test_a_promise_that_was_not_so_signed_or_not_kept_is_found(start: Start) -> None:
    gobelet = start()
    table, match = asked(gobelet)
    (promise, seed) = gobelet.evidence.kept(table.id)
    assert (promise["seat"], seed["seed"]) == (0, gobelet.store.get(f"seed.{table.id}"))
    forged = promise | {"signature": promise["signature"][::-1]}
    with pytest.raises(Unfair, match="signed"):
        finished(gobelet.evidence.keep(match, forged))
    gobelet.store.set(f"kept.{table.id}", [promise, seed])
    table.resign()
    assert any("1 given: the server had promised" in line for line in table.check())
    changed = promise | {"commitment": "0" * 64}
    gobelet.store.set(f"kept.{table.id}", [changed])
    with pytest.raises(Unfair, match="promised another commitment"):
        table.check()


def test_a_device_is_registered_for_notices_once(start: Start) -> None:
    gobelet = start()
    device: Any = SUBSCRIPTION | {"kind": "unifiedpush", "receipts": True}
    registered = gobelet.register_push(device)
    assert gobelet.register_push(device)["id"] == registered["id"]
    assert gobelet.get("me/push")["results"][0]["kind"] == "unifiedpush"
    gobelet.remove_push(registered["id"])
    assert gobelet.get("me/push")["results"] == []


def test_the_types_are_those_of_the_schema() -> None:
    assert generated(yaml.load(SCHEMA.read_text(), yaml.CSafeLoader)) == WRITTEN.read_text()
