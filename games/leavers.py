"""The result of a match that seats have left: leavers rank below all seats that stayed."""

from collections.abc import Collection, Sequence
from typing import Any

from games.contract import AnyGame, Outcome, Seat, ranked

OTHERS_LEFT = "others_left"
ALL_LEFT = "all_left"
TIME_OUT = "time_out"
LAST_DAY = "last_day"


def outcome_with_leavers(outcome: Outcome, gone: Sequence[Seat]) -> Outcome:
    """Return the outcome with the leavers, `gone` in leaving order, ranked last, latest first."""
    stayed = (tuple(seat for seat in group if seat not in gone) for group in outcome.ranking)
    ranking = (*filter(None, stayed), *((seat,) for seat in reversed(gone)))
    return Outcome(ranking[0], ranking, outcome.reason)


def outcome_after_leaving(
    game: AnyGame, state: Any, seats: int, gone: Sequence[Seat], bots: Collection[Seat]
) -> Outcome | None:
    """Return the result if leaving ends the match; None while people have opponents.

    The last seat or team that stayed wins. Bots alone do not play on: they rank as they stand.
    """
    stayed = tuple(seat for seat in range(seats) if seat not in gone)
    if len(stayed) == 1 or any(set(stayed) <= set(team) for team in game.teams(state)):
        return outcome_with_leavers(Outcome(stayed, (stayed,), OTHERS_LEFT), gone)
    if set(stayed) <= set(bots):
        return outcome_with_leavers(ranked(game.scores(state), ALL_LEFT), gone)
    return None


def outcome_as_it_stands(game: AnyGame, state: Any, gone: Sequence[Seat]) -> Outcome:
    """Return the result of a match that ends on its last day: all rank as they stand."""
    return outcome_with_leavers(ranked(game.scores(state), LAST_DAY), gone)


def outcome_for_time_out(
    game: AnyGame, state: Any, seats: int, gone: Sequence[Seat], late: Seat
) -> Outcome:
    """Return the victory of all seats that stayed over the `late` seat and its team."""
    losers = next((team for team in game.teams(state) if late in team), (late,))
    left = tuple(seat for seat in losers if seat not in gone)
    others = tuple(seat for seat in range(seats) if seat not in gone and seat not in left)
    ranking = (*filter(None, (others, left)), *((seat,) for seat in reversed(gone)))
    return Outcome(ranking[0], ranking, TIME_OUT)
