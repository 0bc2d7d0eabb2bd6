"""A running server with two web processes: play and streams as clients meet them.

One server serves all of these tests, one for each database where EVERY_DATABASE is set; the last
test ends it. By day SQLite has its part in test_supervisor, and its streams in tests/web.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from threading import Event
from typing import Any

import psutil
import pytest

from events.models import Match
from tests.proofs.second_verifier import verified
from tests.support.guests import Api, BotMatch, Guest
from tests.support.server import Server, free_port, soon
from tests.support.services.databases import POSTGRESQL_BY_DAY
from tests.support.sizes import sized
from tests.support.sse import Listener

pytestmark = pytest.mark.parametrize("database", POSTGRESQL_BY_DAY, indirect=True, scope="module")
POLL_SECONDS = 0.25
KEEP_ALIVE_SECONDS = 0.5
AT_ONCE = int(os.environ.get("KILLED_MATCHES", "2"))
KILLINGS = int(os.environ.get("KILLINGS", "1"))
EVENTS_BETWEEN = sized(20, 40)
PLANKS = sized(5, 9)

Connect = Callable[..., Api]
Listen = Callable[..., Listener]


@pytest.fixture(scope="module")
def started(
    database: str, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Server]]:
    """Starts a server that is quick to poll and to keep alive; the last one is ended."""
    servers: list[Server] = []

    def start() -> Server:
        if not servers or servers[-1].process.poll() is not None:
            server = Server(
                tmp_path_factory.mktemp("streams"),
                free_port(),
                DATABASE_URL=database_url,
                RATE_LIMITS="off",
                MAIL_PORT="0",
                STREAM_POLL_SECONDS=str(POLL_SECONDS),
                STREAM_KEEP_ALIVE_SECONDS=str(KEEP_ALIVE_SECONDS),
            )
            servers.append(server)
        return servers[-1]

    yield start
    for server in servers:
        server.clean_up()


@pytest.fixture
def server(started: Callable[[], Server]) -> Server:
    """The running one: a process that steals a test from another may have ended its own."""
    return started()


@pytest.fixture
def connect(server: Server) -> Iterator[Connect]:
    """Makes connections, by token, that are closed after the test."""
    with ExitStack() as opened:
        yield lambda token="": opened.enter_context(closing(Api(server.port, token)))


@pytest.fixture
def listen(server: Server) -> Iterator[Listen]:
    """Opens streams, which are closed after the test."""
    with ExitStack() as opened:
        yield lambda path, who=None, **headers: opened.enter_context(
            Listener(server.port, path, who.token if who else None, **headers)
        )


def table(server: Server, seats: int, **more: Any) -> tuple[str, list[Guest]]:
    """A match that has just begun, and its people by seat."""
    people = [Guest(server.port) for _ in range(seats)]
    new = {"game": "ciaociao", "seats": seats, "visibility": "public"} | more
    match: str = people[0].post("matches", **new)["id"]
    for person in people[1:]:
        person.post(f"matches/{match}/join")
    return match, people


def play_on(match: str, people: list[Guest], moves: int) -> bool:
    """So many moves by whoever is awaited first, unless it ends before; whether it goes on."""
    for _ in range(moves):
        awaited = people[0].get(f"matches/{match}")["awaiting"]
        if not awaited:
            return False
        people[awaited[0]].play(match)
    return True


def kill_and_wait(server: Server, part: str) -> None:
    """Kill a child with all its own at once, and wait for its successor."""
    gone = server.child(part)
    argument = gone.cmdline()[-1]
    family = gone.children(recursive=True)
    server.kill(part)
    for process in family:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    assert soon(lambda: server.has_replaced(part, gone, argument)), part


class Table:
    """A guest who plays against a bot, one match after the other while `goes_on` says so."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.matches = [BotMatch(api)]

    def play(self, goes_on: Callable[[], bool]) -> None:
        self.matches[-1].play()
        while goes_on():
            self.matches.append(BotMatch(self.api))
            self.matches[-1].play()

    def events_seen(self) -> int:
        """How far all of its matches have come together."""
        return sum(int(match.match["version"]) for match in list(self.matches))


def kill_in_turn(server: Server, tables: list[Table], stop: Event) -> int:
    """Kill worker and Valkey in turn, each after some play, until stopped; how many."""
    killed = 0
    for part in KILLINGS * ("config.processes.worker celery", "valkey-server"):
        seen = sum(table.events_seen() for table in tables)
        while sum(table.events_seen() for table in tables) < seen + EVENTS_BETWEEN:
            if stop.wait(0.02):
                return killed
        kill_and_wait(server, part)
        killed += 1
    return killed


def test_all_matches_end_and_are_proved_whatever_is_killed(
    server: Server, connect: Connect
) -> None:
    """Everybody plays until the last killing is over, so matches are under way at each."""
    nobody = connect()
    tables = [Table(connect(nobody.post("auth/guest")[1]["token"])) for _ in range(AT_ONCE)]
    stop = Event()
    with ThreadPoolExecutor(AT_ONCE + 1) as threads:
        killer = threads.submit(kill_in_turn, server, tables, stop)
        try:
            for played in [threads.submit(one.play, lambda: not killer.done()) for one in tables]:
                played.result()
        finally:
            stop.set()
        assert killer.result() == 2 * KILLINGS

    keys = {key["key_id"]: key["public_key"] for key in connect().get("keys")["keys"]}
    matches = [match for table in tables for match in table.matches]
    for match in matches:
        assert match.receipts
        verified(match.api.get(f"{match.path}/export"), match.receipts, keys)
    ended = Match.objects.filter(id__in=[match.match["id"] for match in matches])
    assert [match.status for match in ended] == [Match.Status.FINISHED] * len(matches)


def test_everybody_hears_every_event_once_and_in_order_until_the_end(
    server: Server, listen: Listen
) -> None:
    match, people = table(server, 2, options={"planks": PLANKS})
    streams = [listen(f"matches/{match}/stream", who, Last_Event_ID="0") for who in (*people, None)]
    while play_on(match, people, 20):
        pass
    history = people[0].get(f"matches/{match}/events")
    for stream in streams:
        heard = stream.rest()
        assert heard[0].name == "changed"
        events = [message for message in heard if message.name == "message"]
        assert [int(event.id or 0) for event in events] == list(range(1, history["version"] + 1))
        assert [event.data["type"] for event in events][-1] == "match_finished"
        assert all(int(event.id or 0) == event.data["seq"] for event in events)
        versions = [state["version"] for state in stream.states]
        assert versions == sorted(set(versions))
        assert stream.states[-1]["status"] == "finished"
    plain = listen(f"matches/{match}/stream?after=0&state=0&proof=1", people[1])
    assert all("proof" in message.data for message in plain.rest()[1:])
    assert not plain.states
    again = listen(f"matches/{match}/stream", people[1], Last_Event_ID="3").rest()
    assert [message.data["seq"] for message in again[1:]] == list(range(4, history["version"] + 1))
    status, _, _ = people[1].ask(
        "GET", f"matches/{match}/stream", **{"Last-Event-ID": str(history["version"])}
    )
    assert status == 204


def has_state(stream: Listener, version: int) -> bool:
    return bool(stream.states) and stream.states[-1]["version"] == version


def test_a_state_is_the_match_as_its_viewer_reads_it(server: Server, listen: Listen) -> None:
    match, people = table(server, 3)
    streams = [listen(f"matches/{match}/stream", who) for who in (*people, None)]
    for _ in range(6):
        play_on(match, people, 1)
        version = people[0].get(f"matches/{match}")["version"]
        for who, stream in zip((*people, people[0]), streams, strict=True):
            assert soon(partial(has_state, stream, version))
            state = stream.states[-1]
            if stream is not streams[-1]:
                read = who.get(f"matches/{match}")
                passing = ("server_time", "deadline")
                assert {k: v for k, v in state.items() if k not in passing} == {
                    k: v for k, v in read.items() if k not in passing
                }
            else:
                assert state["you"] is None


def test_a_stream_that_was_cut_is_resumed_without_gap_or_double(
    server: Server, listen: Listen
) -> None:
    match, people = table(server, 2)
    stream = listen(f"matches/{match}/stream", people[0])
    begun = stream.next().data["version"]
    seqs: list[int] = []
    for _ in range(4):
        play_on(match, people, 3)
        version = people[0].get(f"matches/{match}")["version"]
        while not seqs or seqs[-1] < version - 1:  # cut before the last one was heard
            seqs.append(stream.next_event()["seq"])
        stream.close()
        play_on(match, people, 2)
        stream = listen(f"matches/{match}/stream", people[0], Last_Event_ID=str(seqs[-1]))
    version = people[0].get(f"matches/{match}")["version"]
    while seqs[-1] < version:
        seqs.append(stream.next_event()["seq"])
    assert seqs == list(range(begun + 1, version + 1))


def test_an_open_match_tells_who_comes_and_goes_and_then_begins(
    server: Server, listen: Listen
) -> None:
    anna, bruno, carla = (Guest(server.port) for _ in range(3))
    match = anna.post("matches", game="ciaociao", seats=3, visibility="public")["id"]
    stream = listen(f"matches/{match}/stream", anna)
    assert (stream.next().name, stream.next_is_quiet()) == ("changed", True)
    for action in ("join", "leave", "join"):
        bruno.post(f"matches/{match}/{action}")
        assert stream.next().data == {"version": 0}, action
    carla.post(f"matches/{match}/join")
    assert stream.next_event()["type"] == "match_started"


def test_what_is_said_and_ones_own_seal_change_the_match_but_not_the_seals_of_others(
    server: Server, listen: Listen
) -> None:
    match, people = table(server, 3)
    mover = people[0].get(f"matches/{match}")["awaiting"][0]
    people[mover].post(f"matches/{match}/moves", move={"type": "announce", "number": 2})
    last = people[0].get(f"matches/{match}")["view"]["answerers"][-1]
    streams = {
        seat: listen(f"matches/{match}/stream", people[seat] if seat < 3 else None)
        for seat in range(4)
    }
    for stream in streams.values():
        assert stream.next().name == "changed"
    for answer in ("doubt", "believe"):
        people[last].post(f"matches/{match}/moves", move={"type": answer})
        assert streams[last].next().name == "changed"
    for stream in streams.values():
        stream.comments = 0
    # Comments are two polls apart, so what is polled for has come by now.
    assert soon(lambda: all(stream.comments >= 3 for stream in streams.values()))
    assert [seat for seat, stream in streams.items() if stream.so_far()] == []
    people[mover].post(f"matches/{match}/messages", text="Ciao!")
    assert {stream.next().name for stream in streams.values()} == {"changed"}


def test_an_idle_stream_is_kept_alive(server: Server, listen: Listen) -> None:
    match, people = table(server, 2)
    stream = listen(f"matches/{match}/stream", people[0])
    mine = listen("me/stream", people[0])
    assert soon(lambda: stream.comments >= 3 and mine.comments >= 3)
    assert [message.name for message in stream.so_far() + mine.so_far()] == ["changed"] * 2


def test_a_person_hears_of_turns_and_of_the_end(server: Server, listen: Listen) -> None:
    anna, bruno = Guest(server.port), Guest(server.port)
    streams = {who: listen("me/stream", who) for who in (anna, bruno)}
    for stream in streams.values():
        assert (stream.next().name, stream.next_is_quiet()) == ("changed", True)
    match = anna.post("matches", game="ciaociao", seats=2, visibility="private")["id"]
    invite = anna.post(f"matches/{match}/invitations")["invite"]
    bruno.post(f"matches/{match}/join", invite=invite)
    first = [anna, bruno][anna.get(f"matches/{match}")["awaiting"][0]]
    started, turn = streams[first].next(), streams[first].next()
    assert (started.data["kind"], turn.data["kind"]) == ("match_started", "your_turn")
    assert turn.data | {"at": "", "seq": 0} == {
        "kind": "your_turn",
        "match": match,
        "game": "ciaociao",
        "seq": 0,
        "at": "",
    }
    while play_on(match, [anna, bruno], 20):
        pass
    while (heard := streams[anna].next()).data["kind"] != "match_finished":
        assert heard.data["match"] == match
    after = listen("me/stream", first, Last_Event_ID=turn.id)
    assert int(after.next_event()["seq"]) > turn.data["seq"]


def test_a_dead_redis_costs_seconds_and_nothing_else(server: Server, listen: Listen) -> None:
    match, people = table(server, 2)
    streams = [listen(f"matches/{match}/stream", who) for who in people]
    mine = [listen("me/stream", who) for who in people]
    for stream in streams + mine:
        stream.next()
    argument = server.child("valkey-server").cmdline()[-1]
    gone = server.kill("valkey-server")
    play_on(match, people, 6)
    assert soon(lambda: server.has_replaced("valkey-server", gone, argument))
    play_on(match, people, 6)
    version = people[0].get(f"matches/{match}")["version"]
    for stream in streams:
        while stream.next_event()["seq"] < version:
            pass
    people[0].post(f"matches/{match}/messages", text="…")
    assert streams[1].next().name == "changed"
    turns = [heard.data["kind"] for stream in mine for heard in stream.so_far()]
    assert turns.count("your_turn") >= 2


@pytest.mark.parametrize("path", ["matches/{match}/stream", "me/stream"])
def test_who_signs_out_hears_no_more(server: Server, listen: Listen, path: str) -> None:
    match, people = table(server, 2)
    stream = listen(path.format(match=match), people[0])
    stream.next()
    (device,) = people[0].get("me/devices")["results"]
    people[0].ask("DELETE", f"me/devices/{device['id']}")
    assert stream.rest() == []


def test_who_loses_their_seat_at_a_private_table_hears_no_more(
    server: Server, listen: Listen
) -> None:
    anna, bruno = Guest(server.port), Guest(server.port)
    match = anna.post("matches", game="ciaociao", seats=3, visibility="private")["id"]
    bruno.post(f"matches/{match}/join", invite=anna.post(f"matches/{match}/invitations")["invite"])
    stream = listen(f"matches/{match}/stream", bruno)
    stream.next()
    anna.post(f"matches/{match}/remove", seat=1)
    assert stream.rest() == []


def test_a_refusal_is_the_same_problem_as_elsewhere(server: Server) -> None:
    anna, nobody = Guest(server.port), Guest(server.port)
    match = anna.post("matches", game="ciaociao", seats=2, visibility="private")["id"]
    outsider = Guest(server.port)
    nobody.token = ""
    forged = Guest(server.port)
    forged.token = "no such token"
    asked = [(nobody, "fr", 404), (outsider, "en", 404), (forged, "fr", 401)]
    for who, language, expected in asked:
        accepted = {"Accept-Language": language}
        status, headers, problem = who.ask(
            "GET", f"matches/{match}/stream", Accept="text/event-stream", **accepted
        )
        elsewhere = who.ask("GET", f"matches/{match}", **accepted)
        assert (status, problem) == (expected, elsewhere[2])
        for name in ("Content-Type", "Vary", "Cache-Control", "WWW-Authenticate"):
            assert headers[name] == elsewhere[1][name]
    assert nobody.ask("GET", "me/stream")[2]["code"] == "not_authenticated"
    assert anna.ask("POST", "me/stream", {})[2]["code"] == "method_not_allowed"
    for bad in ("-1", "x", "9" * 30, "1.5"):
        status, _, problem = anna.ask("GET", "me/stream", **{"Last-Event-ID": bad})
        assert (status, problem["errors"][0]["pointer"]) == (400, "/Last-Event-ID")
        assert anna.ask("GET", f"matches/{match}/stream?after={bad}")[0] == 400
    assert anna.ask("HEAD", "me/stream")[0] == 200


def test_it_stops_at_once_with_streams_open(server: Server, listen: Listen) -> None:
    match, people = table(server, 2)
    streams = [listen(f"matches/{match}/stream", who) for who in (*people, None) for _ in range(20)]
    assert server.end(signal.SIGTERM) == 0
    for stream in streams:
        stream.rest()
    for log in (server.data_dir / "logs").glob("web-*.log"):
        assert "Cancel" not in log.read_text()
