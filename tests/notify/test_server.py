"""A whole server whose workers and Redis are killed: everybody is told, seconds later."""

import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.notify.receivers import Receiver, receiver
from tests.serving import Server, free_port, soon

MATCHES = 6


def post(port: int, path: str, token: str, **body: Any) -> Any:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    try:
        connection.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
        response = connection.getresponse()
        answer = response.read()
        assert response.status in (200, 201), answer
        return json.loads(answer)
    finally:
        connection.close()


def test_killing_workers_and_redis_costs_seconds_and_no_notice(tmp_path: Path) -> None:
    with receiver() as machine:
        server = Server(tmp_path, free_port(), PRIVATE_ENDPOINTS="allowed", RATE_LIMITS="off")
        try:
            told_in_spite_of(server, machine)
        finally:
            server.clean_up()


def told_in_spite_of(server: Server, machine: Receiver) -> None:
    token = post(server.port, "auth/guest", "")["token"]
    post(server.port, "me/webhooks", token, url=machine.url)
    wanted = set()
    for number in range(MATCHES):
        if number in (1, 4):
            server.kill("worker")
        if number == 3:
            server.kill("valkey")
        table = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "public"}
        wanted.add(post(server.port, "matches", token, **table)["id"])

    def told() -> set[str]:
        return {said["data"]["match"] for said in machine.of_type("match_started")}

    assert soon(lambda: told() == wanted), wanted - told()
