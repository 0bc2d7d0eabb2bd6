"""Ratings over HTTP: counted once for each match among accounts, and rebuilt equal."""

from typing import Any

import pytest

from events import tasks
from events.models import Match, Player, Rating, RatingChange, Seat
from events.projections.ratings import players_counted, ratings_rebuild
from events.projections.rebuild import projections_rebuild
from tests.api.matches.test_results import lost_by, table_of
from tests.api.schema.test_responses import conforms
from tests.support.people import Person
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("database", "redis_url")


def accounts(*names: str) -> list[Person]:
    return [Person.account(name) for name in names]


def won_by(*people: Person, **more: Any) -> str:
    """A finished match, which the first has won and the last has lost; it is counted."""
    match = table_of(*people, **more)
    lost_by(match, *reversed(people[1:]))
    tasks.match_settle_due(match)
    return match


def ratings_of(person: Person) -> list[dict[str, Any]]:
    shown = Person().get(f"players/{person.player}")
    conforms("players/{player}", "get", shown)
    ratings: list[dict[str, Any]] = shown.json()["ratings"]
    return ratings


def test_a_match_among_accounts_is_rated_by_its_places() -> None:
    anna, bruno, clara = accounts("Anna", "Bruno", "Clara")
    won_by(anna, bruno, clara)
    (best,), (middle,), (last,) = ratings_of(anna), ratings_of(bruno), ratings_of(clara)
    assert best["rating"] > middle["rating"] > last["rating"]
    assert (best["game"], best["pool"], best["matches"]) == ("ciaociao", "more", 1)
    assert best["deviation"] < 500
    assert not best["settled"]


def test_two_and_more_seats_are_rated_apart() -> None:
    anna, bruno, clara = accounts("Anna", "Bruno", "Clara")
    won_by(anna, bruno)
    won_by(bruno, clara, anna)
    assert {one["pool"]: one["rating"] > 1500 for one in ratings_of(anna)} == {
        "two": True,
        "more": False,
    }


@pytest.mark.parametrize("rated", [True, None])
def test_a_guest_at_the_table_leaves_all_unrated(rated: bool | None) -> None:
    anna, bruno = accounts("Anna", "Bruno")
    clara = Person.guest("Clara")
    won_by(anna, bruno, clara, rated=rated)
    assert ratings_of(anna) == ratings_of(bruno) == []
    Player.objects.filter(id=clara.player).update(guest=False)
    assert sum(ratings_rebuild()) == 0
    assert ratings_of(anna) == []


def test_who_opens_a_match_may_leave_it_unrated_and_all_see_it() -> None:
    anna, bruno = accounts("Anna", "Bruno")
    match = won_by(anna, bruno, rated=False)
    assert Person().match(match)["rated"] is False
    assert ratings_of(anna) == []


def test_a_match_against_bots_alone_is_not_rated() -> None:
    (anna,) = accounts("Anna")
    match = anna.post(
        "matches",
        {"game": "ciaociao", "seats": 2, "bots": [1], "visibility": "public"},
    ).json()["id"]
    lost_by(match, anna)
    tasks.match_settle_due(match)
    assert ratings_of(anna) == []


def test_a_bot_at_the_table_counts_with_a_fixed_rating() -> None:
    anna, bruno = accounts("Anna", "Bruno")
    match = anna.post(
        "matches",
        {"game": "ciaociao", "seats": 3, "bots": [5], "visibility": "public"},
    ).json()["id"]
    bruno.post(f"matches/{match}/join")
    lost_by(match, bruno, anna)
    tasks.match_settle_due(match)
    assert ratings_of(anna)[0]["rating"] > ratings_of(bruno)[0]["rating"]
    assert RatingChange.objects.filter(match=match).count() == 2


def test_a_match_is_rated_once_however_often_it_is_settled() -> None:
    anna, bruno = accounts("Anna", "Bruno")
    match = table_of(anna, bruno)
    lost_by(match, bruno)
    at_once([lambda: tasks.match_settle_due(match)] * 4)
    assert RatingChange.objects.filter(match=match).count() == 2
    assert ratings_of(anna)[0]["matches"] == 1


def test_of_a_match_played_by_stand_ins_only_the_absent_are_rated() -> None:
    away = Seat(player_id="clara", turns=10, late=9)
    present = [Seat(player_id="anna", turns=4), Seat(player_id="bruno", turns=3, late=1)]
    assert players_counted([*present, Seat(level=5, turns=3, late=3)]) == {"anna", "bruno"}
    assert players_counted([*present, away]) == {"clara"}


def test_a_ranking_lists_the_best_first_in_pages() -> None:
    anna, bruno, clara = accounts("Anna", "Bruno", "Clara")
    won_by(anna, bruno, clara, game="bonbons")
    first = Person().get("games/bonbons/ranking?limit=2")
    conforms("games/{game}/ranking", "get", first)
    page = first.json()
    assert [row["player"]["name"] for row in page["results"]] == ["Anna", "Bruno"]
    rest = Person().get(f"games/bonbons/ranking?limit=2&cursor={page['next']}").json()
    assert [row["player"]["name"] for row in rest["results"]] == ["Clara"]
    assert rest["next"] is None


def test_a_ranking_of_a_pool_or_game_that_is_not_there_is_refused() -> None:
    assert Person().get("games/ciaociao/ranking?pool=three").status_code == 400
    assert Person().get("games/chess/ranking").status_code == 404


def test_the_history_tells_ratings_by_day_and_no_match() -> None:
    anna, bruno = accounts("Anna", "Bruno")
    won_by(anna, bruno, visibility="unlisted")
    won_by(bruno, anna)
    answer = Person().get(f"players/{anna.player}/ratings?limit=1")
    conforms("players/{player}/ratings", "get", answer)
    (latest,) = answer.json()["results"]
    assert latest["at"].endswith("T00:00:00.000000Z")
    assert latest["rating"] == ratings_of(anna)[0]["rating"]
    cursor = answer.json()["next"]
    (earlier,) = Person().get(f"players/{anna.player}/ratings?cursor={cursor}").json()["results"]
    assert earlier["rating"] > latest["rating"]
    assert set(earlier) == {"game", "pool", "at", "rating", "deviation", "settled"}


def test_a_deleted_account_is_in_no_ranking_and_opponents_keep_theirs() -> None:
    anna, bruno = accounts("Anna", "Bruno")
    won_by(anna, bruno)
    kept = ratings_of(bruno)
    assert anna.delete("me").status_code == 204
    assert not Rating.objects.filter(player=anna.player).exists()
    assert ratings_of(bruno) == kept


def test_ratings_are_rebuilt_equal_from_the_logs() -> None:
    anna, bruno, clara = accounts("Anna", "Bruno", "Clara")
    matches = [
        won_by(anna, bruno, clara), won_by(bruno, clara, anna), won_by(anna, clara, bruno)
    ]  # fmt: skip
    people = (anna, bruno, clara)
    right = [ratings_of(person) for person in people]
    changes = RatingChange.objects.filter(match__in=matches)
    stored = list(changes.order_by("id").values_list("match", "player", "number", "mu", "sigma"))
    assert sum(projections_rebuild()) == 0
    changes.filter(match=matches[1]).update(mu=99)
    Rating.objects.filter(player=clara.player).update(mu=1, floor=1)
    assert sum(projections_rebuild()) > 0
    assert [ratings_of(person) for person in people] == right
    again = changes.order_by("id").values_list("match", "player", "number", "mu", "sigma")
    assert list(again) == stored
    Rating.objects.all().delete()
    assert sum(projections_rebuild()) > 0
    assert [ratings_of(person) for person in people] == right


def test_a_rematch_is_rated_as_the_match_was() -> None:
    anna, bruno = accounts("Anna", "Bruno")
    match = won_by(anna, bruno, rated=False)
    again = anna.post(f"matches/{match}/rematch").json()["id"]
    assert Match.objects.get(id=again).rated is False
