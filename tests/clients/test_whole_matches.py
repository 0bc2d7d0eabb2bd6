"""Both SDKs play whole matches of every game, also through a network that fails.

Every day a few; FAULT_MATCHES is how many each SDK plays through faults, 200 in `make clients`.
"""

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from games.registry import all_games
from tests.clients.python_players import play_with_python
from tests.clients.tables import PlayedTable, Table, agrees, exported
from tests.support.fault_proxy import FaultProxy
from tests.support.npm import run
from tests.support.server import ROOT, SharedServer
from tests.support.sizes import FULL, sized

PLAYER = ROOT / "tests" / "clients" / "typescript" / "player.mjs"
MOST_MOVES = sized(8, 10_000)
"""After so many a player resigns, in the games that take long."""
TABLES = {
    "bonbons": Table("bonbons", 2, {"quick": True}, MOST_MOVES),
    "ciaociao": Table("ciaociao", 2),
    "passpass": Table("passpass", 3, most=MOST_MOVES),
    "ptipasspass": Table("ptipasspass", 2, most=MOST_MOVES),
}
CRASHES = 0.04
"""How often a player's app is lost at a move, through the faults."""
AT_ONCE = 4
FAULT_MATCHES = int(os.environ.get("FAULT_MATCHES", sized(2, 200)))

Play = Callable[[str, list[Table], float, int], list[PlayedTable]]


@pytest.fixture(params=["typescript", "python"])
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Play:
    """Plays at tables of a server with an SDK, with so many crashes and a seed."""
    if request.param == "python":
        return lambda server, tables, crashes, seed: play_with_python(
            server, tmp_path / str(seed), tables, crashes=crashes, seed=seed
        )
    node = request.getfixturevalue("node")

    def played(server: str, tables: list[Table], crashes: float, seed: int) -> list[PlayedTable]:
        wanted = {"server": server, "tables": tables, "crashes": crashes, "seed": seed}
        told = run(node, PLAYER, msgspec.json.encode(wanted).decode(), cwd=tmp_path)
        return msgspec.json.decode(told, type=list[PlayedTable])

    return played


def test_every_game_is_played_to_its_end(play: Play, shared_server: SharedServer) -> None:
    assert TABLES.keys() == all_games().keys()
    address = f"http://127.0.0.1:{shared_server.port}"
    for table in play(address, [*TABLES.values()], 0, 1):
        export = exported(shared_server.port, table.match)
        assert export["match"]["outcome"]["winners"]
        agrees(export, table)
        assert any(check.startswith("promise") for check in table.checks)
        assert any(check.startswith("receipts") for check in table.checks)


def test_nothing_is_lost_or_doubled_through_faults(
    play: Play, shared_server: SharedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    faults: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for seed, tables in enumerate(batches(FAULT_MATCHES)):
        with FaultProxy(shared_server.port, seed) as proxy:
            for table in play(proxy.address, tables, CRASHES, seed):
                export = exported(shared_server.port, table.match)
                agrees(export, table)
                told["matches"] += 1
                told["events"] += len(export["events"])
                for player in table.players:
                    told["moves"] += len(player.accepted)
                    told["restarts"] += player.restarts
                    told["stale"] += player.stale + len(player.refused)
        faults += proxy.faults
    assert faults.total() > faults["none"]
    if FULL:
        with capsys.disabled():
            print(json.dumps({**told, **faults}))


def batches(count: int) -> list[list[Table]]:
    """So many tables, some at once; every day those of the shortest game."""
    games = sized([TABLES["ciaociao"]], [*TABLES.values()])
    tables = [games[at % len(games)] for at in range(count)]
    return [tables[at : at + AT_ONCE] for at in range(0, count, AT_ONCE)]
