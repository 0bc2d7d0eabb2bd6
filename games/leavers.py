"""What leaving does to a match's result: who is gone ranks below all who stayed."""

from collections.abc import Sequence
from typing import Any

from games.contract import AnyGame, Outcome, Seat

OTHERS_LEFT = "others_left"
TIME_OUT = "time_out"


def outcome_with_leavers(outcome: Outcome, gone: Sequence[Seat]) -> Outcome:
    """The same ending among those who stayed, then the leavers, given in order, the last first."""
    stayed = (tuple(seat for seat in group if seat not in gone) for group in outcome.ranking)
    ranking = (*filter(None, stayed), *((seat,) for seat in reversed(gone)))
    return Outcome(ranking[0], ranking, outcome.reason)


def outcome_for_the_last(
    game: AnyGame, state: Any, seats: int, gone: Sequence[Seat]
) -> Outcome | None:
    """The victory of the one seat, or the one team, that has not left; None while others stay."""
    stayed = tuple(seat for seat in range(seats) if seat not in gone)
    if len(stayed) > 1 and not any(set(stayed) <= set(team) for team in game.teams(state)):
        return None
    return outcome_with_leavers(Outcome(stayed, (stayed,), OTHERS_LEFT), gone)


def outcome_for_time_out(
    game: AnyGame, state: Any, seats: int, gone: Sequence[Seat], late: Seat
) -> Outcome:
    """The victory of all who stayed over the one whose time was up, and over its team."""
    losers = next((team for team in game.teams(state) if late in team), (late,))
    left = tuple(seat for seat in losers if seat not in gone)
    others = tuple(seat for seat in range(seats) if seat not in gone and seat not in left)
    ranking = (*filter(None, (others, left)), *((seat,) for seat in reversed(gone)))
    return Outcome(ranking[0], ranking, TIME_OUT)
