"""Other players: profiles, blocking, muting, reporting."""

from typing import Any

import pytest

from events.models import Block, Player, Report
from tests.api.schema.test_responses import conforms
from tests.support.people import Person, full_table, new_key, open_match

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

NOBODY = "00000000-0000-0000-0000-000000000000"


def profile(player: str) -> dict[str, Any]:
    response = Person().get(f"players/{player}")
    assert response.status_code == 200, response.content
    shown: dict[str, Any] = response.json()
    return shown


def test_a_profile_says_only_what_is_public() -> None:
    anna = Person.guest("Anna")
    shown = profile(anna.player)
    joined = Player.objects.get(id=anna.player).created_at
    assert shown == {
        "id": anna.player,
        "name": "Anna",
        "kind": "human",
        "guest": True,
        "created_at": joined.strftime("%Y-%m-%dT00:00:00.000000Z"),
        "record": {},
        "ratings": [],
        "head_to_head": None,
        "reliability": None,
    }
    conforms("players/{player}", "get", Person().get(f"players/{anna.player}"))


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_record_counts_finished_matches(visibility: str) -> None:
    anna = Person.guest()
    for leaver in (0, 1):
        match = open_match(anna, 2, visibility=visibility)["id"]
        bruno = Person.guest()
        invite = anna.post(f"matches/{match}/invitations").json()["invite"]
        bruno.post(f"matches/{match}/join", {"invite": invite})
        (anna, bruno)[leaver].post(f"matches/{match}/resign")
    open_match(anna, 2, bots=1, visibility=visibility)
    none = {"played": 0, "won": 0, "resigned": 0, "ranks": {}}
    assert profile(anna.player)["record"] == {
        "ciaociao": {
            "played": 2,
            "won": 1,
            "people": {"played": 2, "won": 1, "resigned": 1, "ranks": {"1": 1, "2": 1}},
            "bots": none,
        }
    }
    assert profile(bruno.player)["record"]["ciaociao"]["people"]["ranks"] == {"2": 1}


@pytest.mark.parametrize("player", [NOBODY, "bot-1", "x", "%00"])
def test_who_is_no_player_has_no_profile(player: str) -> None:
    anna = Person.guest()
    assert anna.get(f"players/{player}").status_code == 404
    for action in ("block", "mute", "report"):
        response = anna.post(
            f"players/{player}/{action}", {"reason": "x"} if action == "report" else {}
        )
        assert response.status_code == 404


def test_who_has_left_has_no_profile() -> None:
    anna = Person.guest()
    anna.delete("me")
    assert Person().get(f"players/{anna.player}").status_code == 404


def test_blocking_and_muting_can_be_repeated_and_undone() -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    for _ in range(2):
        response = anna.post(f"players/{bruno.player}/block")
        assert (response.status_code, response.json()) == (200, {"blocked": True, "muted": False})
    response = anna.post(f"players/{bruno.player}/mute")
    assert response.json() == {"blocked": True, "muted": True}
    conforms("players/{player}/mute", "post", response)
    blocks = anna.get("me/blocks")
    conforms("me/blocks", "get", blocks)
    found = [(row["kind"], row["player"]["name"]) for row in blocks.json()["results"]]
    assert found == [("mute", "Bruno"), ("block", "Bruno")]
    for _ in range(2):
        assert anna.delete(f"players/{bruno.player}/block").status_code == 204
    assert [row["kind"] for row in anna.get("me/blocks").json()["results"]] == ["mute"]
    assert bruno.get("me/blocks").json()["results"] == []
    assert Block.objects.filter(player_id=anna.player).count() == 1


def test_the_list_of_blocks_comes_in_pages() -> None:
    anna, bruno = Person.guest(), Person.guest()
    for kind in ("block", "mute"):
        anna.post(f"players/{bruno.player}/{kind}")
    page = anna.get("me/blocks?limit=1").json()
    rest = anna.get(f"me/blocks?limit=1&cursor={page['next']}").json()
    assert [row["kind"] for row in page["results"] + rest["results"]] == ["mute", "block"]


@pytest.mark.parametrize("action", ["block", "mute", "report"])
def test_nobody_shuns_themselves_nor_without_an_account(action: str) -> None:
    anna = Person.guest()
    body = {"reason": "x"} if action == "report" else {}
    refused = anna.post(f"players/{anna.player}/{action}", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "yourself")
    assert Person().post(f"players/{anna.player}/{action}", body).status_code == 401
    assert anna.post(f"players/{anna.player}/{action}", {"why": 1}).status_code == 400


def test_the_blocked_are_not_told() -> None:
    anna, bruno = Person.guest(), Person.guest()
    before = bruno.get(f"players/{anna.player}").content
    anna.post(f"players/{bruno.player}/block")
    assert bruno.get(f"players/{anna.player}").content == before


def test_a_report_is_kept_for_administrators_once_a_day() -> None:
    match, people = full_table(2)
    anna, bruno = people
    path, body = f"players/{bruno.player}/report", {"reason": " insults ", "match": match}
    reported = anna.post(path, body)
    assert reported.status_code == 202
    conforms("players/{player}/report", "post", reported)
    again = anna.post(path, body | {"reason": "more"})
    assert (again.status_code, again.json()["code"]) == (409, "already_reported")
    assert anna.post(path, {"reason": "elsewhere"}).status_code == 202
    kept = Report.objects.filter(reported_id=bruno.player).order_by("id")
    assert [(row.reason, row.match_id) for row in kept] == [
        ("insults", match),
        ("elsewhere", None),
    ]


@pytest.mark.parametrize(
    "body",
    [
        {}, {"reason": ""}, {"reason": " "}, {"reason": "x" * 2001}, {"reason": "\x00"},
        {"reason": "x", "match": "y"}, {"reason": "x", "match": NOBODY + "\n"}, {"reason": None},
    ],
)  # fmt: skip
def test_what_is_no_report_is_refused(body: object) -> None:
    anna, bruno = Person.guest(), Person.guest()
    assert anna.post(f"players/{bruno.player}/report", body).status_code == 400


def test_a_report_names_no_match_that_is_not_one_s_to_know() -> None:
    anna, bruno = Person.guest(), Person.guest()
    private = open_match(bruno, 2, visibility="private")["id"]
    for match in (private, NOBODY):
        response = anna.post(
            f"players/{bruno.player}/report", {"reason": "x", "match": match}, new_key()
        )
        assert (response.status_code, response.json()["code"]) == (404, "match_not_found")
