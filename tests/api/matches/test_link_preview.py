"""What a shared link shows of itself to those who fetch only the page."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from games.registry import all_games
from tests.support.people import Person, open_match

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def tags(path: str, **headers: Any) -> dict[str, str]:
    page = Client(SERVER_NAME="localhost").get(path, headers=headers).content.decode()
    return dict(re.findall(r'<meta property="([\w:]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_link_to_a_match_that_all_may_see_names_its_game(visibility: str) -> None:
    match = open_match(Person.guest("Anna"), 2, visibility=visibility)["id"]
    shown = tags(f"/join/{match}")
    assert shown["og:title"] == "Ciao, ciao… · A seat is waiting for you"
    assert shown["og:image"].endswith("/preview/ciaociao.png")
    french = tags(f"/join/{match}", accept_language="fr")
    assert french["og:title"] == "Ciao, ciao… · Une place vous attend"


def test_a_link_to_a_private_match_shows_what_a_link_to_no_match_shows() -> None:
    match = open_match(Person.guest("Anna"), 2, visibility="private")["id"]
    for screen in ("join", "matches"):
        assert tags(f"/{screen}/{match}") == tags(f"/{screen}/{uuid.uuid4()}")


@pytest.mark.parametrize("name", ["gobelet", *all_games()])
def test_every_game_has_a_picture(name: str) -> None:
    response = Client(SERVER_NAME="localhost").get(f"/preview/{name}.png")
    assert response.content.startswith(b"\x89PNG")
    assert Client(SERVER_NAME="localhost").get("/preview/chess.png").status_code == 404


def test_every_screen_is_the_same_page_but_for_its_tags() -> None:
    client = Client(SERVER_NAME="localhost")
    page, match = client.get("/"), client.get(f"/matches/{uuid.uuid4()}")
    assert (match.content, match["ETag"]) == (page.content, page["ETag"])


def test_rules_are_shown_with_their_game() -> None:
    assert tags("/rules/bonbons")["og:title"] == "Bonbons"
    assert tags("/")["og:title"] == "Gobelet"
