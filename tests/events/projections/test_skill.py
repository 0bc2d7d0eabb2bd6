"""The rating model: openskill computes what docs/ratings.md says, and nothing drifts."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.projections.skill import FIRST, POINTS, Skill, bot_skill, skills_after
from tests.support.sizes import sized
from verify_ratings import rated

skills = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 9))


@st.composite
def contests(draw: st.DrawFn) -> tuple[list[list[Skill]], list[int]]:
    """Teams of one size with their ranks."""
    size = draw(st.integers(1, 3))
    teams = draw(st.lists(st.lists(skills, min_size=size, max_size=size), min_size=2, max_size=6))
    return teams, [draw(st.integers(1, len(teams))) for _ in teams]


@given(contests())
def test_it_is_the_published_formula(contest: tuple[list[list[Skill]], list[int]]) -> None:
    teams, ranks = contest
    ours = skills_after(teams, ranks)
    for team, again in zip(ours, rated(teams, ranks), strict=True):
        for skill, other in zip(team, again, strict=True):
            assert skill == pytest.approx(other, rel=1e-9)


@given(contests(), st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_nothing(
    contest: tuple[list[list[Skill]], list[int]], random: Random
) -> None:
    teams, ranks = contest
    order = list(range(len(teams)))
    random.shuffle(order)
    shuffled = skills_after([teams[at] for at in order], [ranks[at] for at in order])
    straight = skills_after(teams, ranks)
    for new, at in enumerate(order):
        for skill, other in zip(shuffled[new], straight[at], strict=True):
            assert skill == pytest.approx(other, rel=1e-9)


@given(skills, st.integers(2, 6))
def test_equals_who_share_a_place_stay_equal(skill: Skill, seats: int) -> None:
    ranks = [1] * (seats - 1) + [seats]
    *level, last = (team[0] for team in skills_after([[skill]] * seats, ranks))
    assert all(one == pytest.approx(level[0]) for one in level)
    assert last.mu < level[0].mu


def test_winning_raises_and_a_match_makes_more_certain() -> None:
    (winner,), (loser,) = skills_after([[FIRST], [FIRST]], [1, 2])
    assert winner.mu > FIRST.mu > loser.mu
    assert winner.sigma < FIRST.sigma
    assert round(POINTS * FIRST.mu) == 1500


def test_a_better_level_has_a_better_rating() -> None:
    assert [bot_skill(level).mu for level in range(1, 6)] == [20, 22.5, 25, 27.5, 30]


def test_ratings_of_a_closed_circle_do_not_inflate_and_find_the_strong() -> None:
    random = Random(1)
    strengths = [random.gauss(25, 6) for _ in range(40)]
    ratings = [FIRST] * len(strengths)
    for _ in range(sized(1_500, 100_000)):
        table = random.sample(range(len(strengths)), random.choice((2, 3, 4, 6)))
        played = {one: random.gauss(strengths[one], 25 / 6) for one in table}
        ranks = [1 + sum(played[other] > played[one] for other in table) for one in table]
        after = skills_after([[ratings[one]] for one in table], ranks)
        for one, (skill,) in zip(table, after, strict=True):
            ratings[one] = skill
    mean = sum(skill.mu for skill in ratings) / len(ratings)
    assert mean == pytest.approx(25, abs=1)
    assert all(skill.settled for skill in ratings)
    order = sorted(range(len(ratings)), key=lambda one: ratings[one].mu)
    truth = sorted(range(len(ratings)), key=strengths.__getitem__)
    apart = sum((order.index(one) - truth.index(one)) ** 2 for one in order)
    assert 1 - 6 * apart / (len(order) * (len(order) ** 2 - 1)) > 0.9  # Spearman's rank correlation
