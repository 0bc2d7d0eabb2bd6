"""What all guests of a network address may write together."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings

from tests.api.http.test_throttling import WITH_A_BOT, counting
from tests.support.people import Person, new_key, open_match

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")
__all__ = ["counting"]


def asking_from(client: str, who: Person | None = None) -> Callable[..., Any]:
    """Requests from an address: POST a path as a player, or as a new guest."""

    def post(path: str = "auth/guest", body: object = None) -> Any:
        return (who or Person()).post(path, body, **{"X-Forwarded-For": client})

    return post


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"guest_writes": (3, 600)}, NUM_PROXIES=1)
def test_what_the_guests_of_an_address_write_is_counted_together() -> None:
    anna, bert = (asking_from("203.0.113.7", Person.guest()) for _ in range(2))
    account = asking_from("203.0.113.7", Person.account())
    elsewhere = asking_from("203.0.113.8")
    assert asking_from("203.0.113.7")().status_code == 201
    assert [post("matches", WITH_A_BOT).status_code for post in (anna, bert)] == [201, 201]
    refused = [
        anna("matches", WITH_A_BOT),
        bert("matches", WITH_A_BOT),
        asking_from("203.0.113.7")(),
    ]
    assert {(one.status_code, one.json()["code"]) for one in refused} == {
        (429, "guest_limit_reached")
    }
    assert 0 < int(refused[0]["Retry-After"]) <= 200
    assert account("matches", WITH_A_BOT).status_code == 201
    assert elsewhere().status_code == 201


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"guest_writes": (1, 600)})
def test_a_guest_may_always_move_whatever_the_address_has_written() -> None:
    anna = Person.guest()
    with override_settings(RATES={}):
        match = open_match(anna, 2, bots=1)["id"]
    assert anna.patch("me", {"locale": "fr"}).status_code == 429
    assert anna.post(f"matches/{match}/moves", {"move": {}}, new_key()).status_code != 429


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"guest_matches": (2, 600)})
def test_the_matches_of_an_address_s_guests_are_counted_rematches_too() -> None:
    anna, bert = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    assert bert.post(f"matches/{match}/join").status_code == 200
    assert anna.post(f"matches/{match}/resign").status_code == 200
    assert bert.post(f"matches/{match}/rematch").status_code == 201
    refused = bert.post("matches", {"game": "ciaociao", "seats": 2, "visibility": "public"})
    assert (refused.status_code, refused.json()["code"]) == (429, "guest_limit_reached")
    assert open_match(Person.account(), 2)["status"] == "open"


@pytest.mark.usefixtures("counting")
@override_settings(
    RATES={"guest_writes": (2, 600), "guest_writes_of_site": (3, 600)}, NUM_PROXIES=1
)
def test_guests_are_counted_for_an_ipv6_network_and_more_widely_for_a_site() -> None:
    def new(network: int, site: int = 7) -> int:
        status: int = asking_from(f"2001:db8:{site}:{network}::1")().status_code
        return status

    assert [new(1), new(1), new(1)] == [201, 201, 429]
    assert [new(2), new(3)] == [201, 429]
    assert new(1, site=8) == 201
