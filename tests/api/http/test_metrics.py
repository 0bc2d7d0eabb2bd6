"""The operator's figures: what they count, whom they are shown to, and what they never tell."""

import json
import os
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from api import move_batch
from api.metrics import stream_count
from events.gauges import backlogs
from events.models import Due, Match
from events.proof.check_record import check_record
from tests.support.people import Person, first_choice, full_table, open_match, play_to_the_end
from tests.support.server import ROOT
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def read(**headers: str) -> Any:
    return Client(SERVER_NAME="localhost").get("/metrics", headers=headers)


def figures() -> dict[str, float]:
    """Every figure by its name with labels."""
    lines = read().content.decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def test_requests_are_counted_by_route_and_not_by_address() -> None:
    before = figures()
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    for _ in range(3):
        anna.get(f"matches/{match}")
    anna.get("matches/00000000-0000-4000-8000-000000000000")
    anna.send("BREW", "games", b"")
    Client(SERVER_NAME="localhost").get("/nowhere/at/all")
    after = figures()

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    route = 'route="api/v1/matches/<match:match>"'
    counted = "gobelet_http_requests_total"
    assert more(f'{counted}{{method="GET",{route},status="2xx"}}') == 3
    assert more(f'{counted}{{method="GET",{route},status="4xx"}}') == 1
    assert more(f'{counted}{{method="GET",route="other",status="4xx"}}') == 1
    assert more(f'{counted}{{method="other",route="api/v1/games",status="4xx"}}') == 1
    assert more(f'gobelet_http_request_seconds_count{{method="GET",{route}}}') == 4


def test_moves_are_counted_once_they_are_committed() -> None:
    before = figures()
    match, people = full_table(2)
    mover = people[people[0].match(match)["awaiting"][0]]
    move = first_choice(mover.match(match))
    assert mover.play(match, move, "same").status_code == 201
    mover.play(match, move, "same")
    mover.play(match, {"type": "announce", "number": 99})
    name = 'gobelet_moves_total{by="player"}'
    assert figures()[name] - before.get(name, 0) == 1


def test_bots_and_sweeps_are_timed() -> None:
    anna = Person.guest()
    play_to_the_end(open_match(anna, 3, bots=2)["id"], [anna])
    after = figures()
    assert after['gobelet_moves_total{by="bot"}'] > 0
    assert after['gobelet_task_seconds_count{task="bots"}'] > 0
    assert after['gobelet_task_seconds_count{task="sweep"}'] > 0
    assert after['gobelet_task_last_timestamp_seconds{task="sweep"}'] > 1.7e9


def test_what_waits_is_shown_with_its_age() -> None:
    open_match(Person.guest(), 2)
    match = Match.objects.order_by("-created_at")[0]
    Due.objects.create(match=match, kind="seeds", at=timezone.now() - timedelta(seconds=90))
    now = figures()
    assert now["gobelet_database_up"] == 1
    assert now['gobelet_matches{status="open"}'] >= 1
    assert now['gobelet_backlog{kind="due"}'] >= 1
    assert now['gobelet_backlog_oldest_seconds{kind="due"}'] >= 90
    assert 'gobelet_backlog{kind="mails"}' in now
    Due.objects.filter(match=match).delete()
    assert figures()['gobelet_backlog_oldest_seconds{kind="due"}'] < 90


def test_open_streams_are_those_of_living_processes() -> None:
    name = 'gobelet_streams_open{kind="match"}'
    with stream_count("match"), stream_count("match"):
        assert figures()[name] == 2
        leave_streams_open = (
            "import os; from prometheus_client import Gauge;"
            "Gauge('gobelet_streams_open', 'x', ['kind'], multiprocess_mode='livesum')"
            ".labels('match').inc(5); os._exit(0)"
        )
        subprocess.run([sys.executable, "-c", leave_streams_open], check=True, env=dict(os.environ))
        assert len(list(Path(settings.METRICS_DIR).glob("gauge_livesum_*"))) == 2
        assert figures()[name] == 2
    assert figures()[name] == 0


def test_figures_of_all_processes_are_added_up() -> None:
    name = 'gobelet_moves_total{by="player"}'
    before = figures().get(name, 0)
    count = (
        "from prometheus_client import Counter;"
        "Counter('gobelet_moves', 'x', ['by']).labels('player').inc(7)"
    )
    subprocess.run([sys.executable, "-c", count], check=True, env=dict(os.environ))
    assert figures()[name] == before + 7


def test_labels_tell_nothing_of_a_match_or_a_person() -> None:
    match, people = full_table(2, visibility="unlisted")
    play_to_the_end(match, people)
    text = read().content.decode()
    assert match not in text
    assert not any(person.player in text for person in people)
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", text)
    labels = set(re.findall(r'(\w+)="', text))
    assert labels <= {"route", "method", "status", "le", "by", "task", "kind"}


def test_only_the_machine_itself_or_the_token_gets_to_see_them() -> None:
    outside = Client(SERVER_NAME="localhost", REMOTE_ADDR="203.0.113.9")
    assert read().status_code == 200
    assert read(**{"X-Forwarded-For": "127.0.0.1"}).status_code == 404
    assert outside.get("/metrics").status_code == 404
    assert outside.get("/metrics").json()["code"] == "not_found"
    assert outside.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    with override_settings(METRICS_TOKEN="s3cret"):
        for given, status in (("Bearer s3cret", 200), ("Bearer other", 404), ("Bearer é", 404)):
            headers = {"Authorization": given}
            assert outside.get("/metrics", headers=headers).status_code == status
    with override_settings(NUM_PROXIES=1):
        assert read(**{"X-Forwarded-For": "203.0.113.9"}).status_code == 404
        assert read(**{"X-Forwarded-For": "127.0.0.1, 203.0.113.9"}).status_code == 404


def test_alerts_and_dashboard_name_metrics_that_exist() -> None:
    check_record(0)
    match, people = full_table(2)
    people[0].match(match)
    sweep_all()
    with stream_count("match"):
        known = {re.sub(r"\W.*", "", name) for name in figures()}
    known |= {"gobelet_moves_total"}  # counted at the first move
    folder = ROOT / "docs" / "monitoring"
    rules = yaml.safe_load((folder / "alerts.yaml").read_text())["groups"][0]["rules"]
    panels = json.loads((folder / "dashboard.json").read_text())["panels"]
    expressions = [rule["expr"] for rule in rules]
    expressions += [target["expr"] for panel in panels for target in panel["targets"]]
    named = {name for one in expressions for name in re.findall(r"gobelet_\w+", one)}
    assert len(named) > 10
    assert named - known == set()
    kinds = {kind for one in expressions for kind in re.findall(r'kind=~?"([^"]+)"', one)}
    assert {part for kind in kinds for part in kind.split("|")} <= set(backlogs())
    routes = {route for one in expressions for route in re.findall(r'route="([^"]+)"', one)}
    assert routes == {move_batch.ROUTE}
