"""Ratings are computed again from exports alone, equal to the server's."""

import json
from pathlib import Path

import pytest

import verify
import verify_ratings
from events import tasks
from events.models import RatingChange
from tests.api.matches.test_ratings import accounts, won_by
from tests.api.matches.test_results import lost_by
from tests.support.people import Person

Exports = list[Path]
"""Of finished matches, in the order in which they were counted."""


def export_of(match: str, folder: Path) -> Path:
    """The export of a finished match as a file."""
    answer = Person().get(f"matches/{match}/export")
    assert answer.status_code == 200, answer.content
    path = folder / f"{match}.json"
    path.write_bytes(answer.content)
    return path


def with_a_bot(*people: Person) -> str:
    """A match which a bot has won, and the first of the people has lost."""
    body = {"game": "ciaociao", "seats": 3, "bots": [4], "visibility": "public"}
    match: str = people[0].post("matches", body).json()["id"]
    people[1].post(f"matches/{match}/join")
    lost_by(match, *people)
    tasks.match_settle_due(match)
    return match


@pytest.fixture(scope="module")
def exports(database: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Exports:
    """Matches of three people: for two and for more, one with a bot, and an unrated one."""
    anna, bruno, clara = accounts("Anna", "Bruno", "Clara")
    played = [won_by(anna, bruno, clara), won_by(bruno, anna), won_by(clara, bruno, anna)]
    played += [with_a_bot(anna, clara), won_by(anna, clara), won_by(bruno, clara, anna)]
    played.append(won_by(anna, bruno, rated=False))
    folder = tmp_path_factory.mktemp("exports")
    return [export_of(match, folder) for match in played]


def computed(
    exports: Exports, capsys: pytest.CaptureFixture[str], *, status: int
) -> dict[tuple[str, ...], tuple[float, ...]]:
    """The ratings that are printed for these files, by player, game and class of tables."""
    assert verify_ratings.main([*map(str, exports)]) == status
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    return {tuple(row[:3]): tuple(map(float, row[3:])) for row in rows}


def stored(exports: Exports) -> dict[tuple[str, ...], tuple[float, ...]]:
    """The server's ratings after the latest of these matches."""
    changes = RatingChange.objects.filter(match__in=[path.stem for path in exports])
    rows = changes.order_by("number")
    return {(row.player_id, row.game, row.pool): (row.number, row.mu, row.sigma) for row in rows}


def test_it_prints_the_ratings_of_the_server(
    exports: Exports, capsys: pytest.CaptureFixture[str]
) -> None:
    found, there = computed(exports[::-1], capsys, status=0), stored(exports)
    assert found.keys() == there.keys()
    assert len(found) == 6
    for key, figures in there.items():
        assert found[key] == pytest.approx(figures, rel=1e-9)
    assert [verify.main([str(path)]) for path in exports] == [0] * len(exports)


def test_one_match_is_enough_to_compute_what_it_has_changed(
    exports: Exports, capsys: pytest.CaptureFixture[str]
) -> None:
    found, there = computed(exports[5:6], capsys, status=3), stored(exports[5:6])
    assert len(found) == len(there) == 3
    for key, figures in there.items():
        assert found[key] == pytest.approx(figures, rel=1e-9)


@pytest.mark.parametrize("change", ["first", "later", "place", "number"])
def test_a_rating_that_does_not_follow_is_found(
    change: str, exports: Exports, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *rest = (json.loads(path.read_text()) for path in exports)
    if change == "first":
        first["ratings"][0]["mu"] = "25.000001"
    elif change == "later":
        rest[1]["ratings"][1]["sigma"] = "7.5"
    elif change == "place":
        first["match"]["outcome"]["ranking"].reverse()
    else:
        rest[1]["ratings"][1]["matches"] = 0
    paths = [tmp_path / path.name for path in exports]
    for path, export in zip(paths, (first, *rest), strict=True):
        path.write_text(json.dumps(export))
    computed(paths, capsys, status=1)


def test_what_is_no_export_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "no.json"
    path.write_text("[]")
    assert verify_ratings.main([str(path)]) == 2
    assert verify_ratings.main([str(tmp_path / "none.json")]) == 2
