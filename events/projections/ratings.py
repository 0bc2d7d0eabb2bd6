"""Players' ratings: counted once for each match, in the sweep after its end, and recounted.

A match counts if its creator wanted it to and at least two people, all with accounts, sat there.
Bots take part with a fixed rating. A transaction that counts a match holds the lock of each of its
players, so the ratings before it are those after the latest match counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from events.models import Match, Player, Pool, Rating, RatingChange, Seat
from events.projections.skill import FIRST, Skill, bot_skill, skills_after
from events.seats.locks import players_lock
from events.seats.rows import seats_of


class RatingState(NamedTuple):
    """A player's rating in a pool, and the number of matches that it was counted from."""

    skill: Skill = FIRST
    matches: int = 0


def ratings_count(match: Match, seats: Iterable[Seat]) -> int:
    """Count a match that has ended, unless that was done; returns for how many players.

    The caller has locked the match.
    """
    table = list(seats)
    if not _is_rated(match, table) or RatingChange.objects.filter(match=match).exists():
        return 0
    people = [seat.player_id for seat in table if seat.player_id]
    here = players_lock(people)
    pool = pool_of(table)
    changes = _changes(match, table, {one: _latest(one, match.game, pool) for one in people})
    RatingChange.objects.bulk_create(changes)
    for change in changes:
        if change.player_id in here:
            _rating_follow(change.player_id, match.game, pool)
    return len(changes)


def pool_of(seats: Sequence[Seat]) -> Pool:
    """Return the pool that a table belongs to."""
    if any(seat.team is not None for seat in seats):
        return Pool.TEAMS
    return Pool.TWO if len(seats) == 2 else Pool.MORE


def players_counted(seats: Sequence[Seat]) -> set[str]:
    """Return the players for whom a match counts: of one that stand-ins have mostly played, only
    those who were away themselves."""
    people = [seat for seat in seats if seat.player_id]
    if _were_away(people):
        people = [seat for seat in people if _were_away([seat])]
    return {seat.player_id for seat in people if seat.player_id}


class SeatRating(NamedTuple):
    """The rating with which a player sat at a table that was counted."""

    player: str
    team: int | None
    before: RatingState
    counts: bool
    """Whether the match counts for this player."""


def ratings_before(match: Match) -> list[SeatRating | None] | None:
    """Return the ratings from which a match was counted, by seat, None for a bot; None for a match
    that has not been counted."""
    changes = list(RatingChange.objects.filter(match=match).order_by("id"))
    if not changes:
        return None
    first, counted = changes[0], {change.player_id for change in changes}
    return [
        SeatRating(
            seat.player_id,
            seat.team,
            _latest(seat.player_id, first.game, first.pool, before=first.id),
            seat.player_id in counted,
        )
        if seat.player_id
        else None
        for seat in seats_of(match)
    ]


def ratings_forget(*, player: Player) -> None:
    """Delete the ratings of a player who deletes their account.

    The changes stay, under an id that leads nowhere: opponents' ratings follow from them.
    """
    Rating.objects.filter(player=player).delete()


def ratings_rebuild() -> Iterator[int]:
    """Recount the matches of each pool in the order in which they were counted; yields how many
    changes were wrong. A match that was not counted stays so: its guests may have accounts now."""
    pools = RatingChange.objects.order_by("game", "pool").values_list("game", "pool").distinct()
    for game, pool in list(pools):
        yield _pool_rebuild(game, pool)


@transaction.atomic
def ratings_recount(*, player_id: str) -> int:
    """Put right a player's ratings from the changes; returns how many were wrong."""
    pools = RatingChange.objects.filter(player=player_id).values_list("game", "pool").distinct()
    return sum(_rating_follow(player_id, *pool) for pool in pools if players_lock([player_id]))


def _is_rated(match: Match, seats: Sequence[Seat]) -> bool:
    people = [seat.player_id for seat in seats if seat.player_id]
    if match.status != Match.Status.FINISHED or not match.rated or len(people) < 2:
        return False
    return not Player.objects.filter(id__in=people, guest=True).exists()


def _changes(
    match: Match, seats: Sequence[Seat], before: Mapping[str, RatingState]
) -> list[RatingChange]:
    """Return the changes that a match brings, by team and seat."""
    teams = _teams(seats)
    skills = [[_skill(seat, before) for seat in team] for team in teams]
    after = skills_after(skills, [min(seat.rank or len(seats) for seat in team) for team in teams])
    counted = players_counted(seats)
    assert match.finished_at
    return [
        RatingChange(
            match=match,
            player_id=seat.player_id,
            game=match.game,
            pool=pool_of(seats),
            number=before[seat.player_id].matches + 1,
            mu=skill.mu,
            sigma=skill.sigma,
            at=match.finished_at,
        )
        for team, skills_of_team in zip(teams, after, strict=True)
        for seat, skill in zip(team, skills_of_team, strict=True)
        if seat.player_id in counted
    ]


def _teams(seats: Sequence[Seat]) -> list[list[Seat]]:
    teams: dict[tuple[str, int], list[Seat]] = {}
    for seat in seats:
        own = ("seat", seat.number) if seat.team is None else ("team", seat.team)
        teams.setdefault(own, []).append(seat)
    return list(teams.values())


def _skill(seat: Seat, before: Mapping[str, RatingState]) -> Skill:
    return before[seat.player_id].skill if seat.player_id else bot_skill(seat.level or 0)


def _were_away(seats: Sequence[Seat]) -> bool:
    turns, late = sum(seat.turns for seat in seats), sum(seat.late for seat in seats)
    return late > settings.RATED_STAND_IN_SHARE * turns


def _latest(player_id: str, game: str, pool: str, *, before: int | None = None) -> RatingState:
    """Return a player's rating after the latest match counted, or before the change of that id."""
    changes = RatingChange.objects.filter(player=player_id, game=game, pool=pool)
    if before is not None:
        changes = changes.filter(id__lt=before)
    last = changes.order_by("-number").first()
    return RatingState(Skill(last.mu, last.sigma), last.number) if last else RatingState()


def _rating_follow(player_id: str, game: str, pool: str) -> bool:
    """Make the latest change a player's rating; the caller has locked the player. Returns whether
    it was another."""
    skill, matches = _latest(player_id, game, pool)
    rating = Rating(player_id=player_id, game=game, pool=pool, matches=matches)
    rating.mu, rating.sigma, rating.floor = *skill, skill.floor
    columns = ("matches", "mu", "sigma", "floor")
    own = Rating.objects.filter(player=player_id, game=game, pool=pool)
    if own.values_list(*columns).first() == tuple(getattr(rating, name) for name in columns):
        return False
    Rating.objects.bulk_create(
        [rating],
        update_conflicts=True,
        unique_fields=["player", "game", "pool"],
        update_fields=columns,
    )
    return True


def _pool_rebuild(game: str, pool: str) -> int:
    """Put right all changes of a pool; returns how many were wrong.

    They are compared without a lock first, so that correct rows keep no transaction waiting.
    """
    own = RatingChange.objects.filter(game=game, pool=pool)
    if not _wrong(own, _recounted(own)):
        return 0
    with transaction.atomic():
        players_lock(own.values_list("player_id", flat=True).distinct())
        right = _recounted(own)
        wrong = _wrong(own, right)
        own.delete()
        RatingChange.objects.bulk_create(right)
    return wrong


def _recounted(changes: QuerySet[RatingChange]) -> list[RatingChange]:
    """Return what these changes should be, in the same order of matches."""
    states: dict[str, RatingState] = defaultdict(RatingState)
    right: list[RatingChange] = []
    for match_id in dict.fromkeys(changes.order_by("id").values_list("match_id", flat=True)):
        match = Match.objects.get(id=match_id)
        for change in _changes(match, seats_of(match), states):
            states[change.player_id] = RatingState(Skill(change.mu, change.sigma), change.number)
            right.append(change)
    return right


def _wrong(stored: QuerySet[RatingChange], right: Iterable[RatingChange]) -> int:
    wanted = {(row.match_id, row.player_id, row.number, row.mu, row.sigma) for row in right}
    there = set(stored.values_list("match_id", "player_id", "number", "mu", "sigma"))
    return len(wanted ^ there)
